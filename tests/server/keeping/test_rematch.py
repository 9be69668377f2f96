"""A rematch: one table for all who played, whoever asks first, with another one to begin."""

from __future__ import annotations

import asyncio

import pytest

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.record import verify
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import (
    Order,
    Person,
    Wish,
    decline_rematch,
    fill,
    invite_again,
    join,
    play_again,
    rematch_of,
    set_up,
)
from smalti.server.table.events import record_of
from smalti.server.table.table import first_actor
from tests.server.hosts import ANN, BEN, host, person_at, seat_to_move, two_at_a_table
from tests.server.table.test_table import new_table


async def finish(keeper: Keeper) -> None:
    """Plays to the end, by the bot that plays at random such that games end."""
    while not (position := keeper.table.position).is_over:
        seat, n = seat_to_move(keeper), keeper.table.number
        choice = find_bot("random").choose(position, seat, n)
        await keeper.play(person_at(keeper, seat), seat, choice, f"move {n} at {keeper.id}", n)


async def begin(keeper: Keeper) -> int | None:
    """Everybody adds to chance; returns who is first."""
    for person in (ANN, BEN):
        await keeper.add(person, f"from{person}")
    assert keeper.table.started
    return first_actor(keeper.table.match)


def test_two_who_ask_at_once_get_one_table_and_the_other_one_begins(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby, host(database_url) as elsewhere:
            old = await two_at_a_table(lobby)
            await finish(old)
            asked = (
                play_again(lobby, old, Person(ANN, "Ann")),
                play_again(elsewhere, await elsewhere.find(old.id), Person(BEN, "Ben")),
            )
            made = {keeper.id for keeper, _ in await asyncio.gather(*asked)}
            assert len(made) == 1
            new = await lobby.find(made.pop())
            await new.catch_up((await lobby.store.numbers_of([new.id]))[new.id])
            assert [chair.person_id for chair in new.table.chairs] == [ANN, BEN]
            assert (new.table.row["options"], new.table.aids) == (old.table.row["options"], old.table.aids)
            before = first_actor(old.table.match)
            assert before is not None
            assert await begin(new) == 1 - before
            await finish(new)
            verify(record_of(new.table.match, new.table.row, new.table.names), find_game)
            assert await lobby.store.tables_of(ANN) == await lobby.store.tables_of(BEN)

    asyncio.run(work())


@pytest.mark.parametrize("game", ["maharani", "majolica"])
def test_the_lot_falls_on_the_next_one_in_every_game(database_url: str, game: str) -> None:
    async def work(lobby: Lobby) -> None:
        first = await two_at_a_table(lobby, game)
        for starter in (0, 1):
            first.table.begun, first.table.starter = False, starter
            assert first.table.row["added"] != ""
            change = first.table.begin()
            assert change is not None
            assert first_actor(change.match) == starter

    async def run() -> None:
        async with host(database_url) as lobby:
            await work(lobby)

    asyncio.run(run())


def test_who_handed_the_seat_to_a_bot_is_invited_and_told_at_the_old_table(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            old = await two_at_a_table(lobby)
            await finish(old)
            await old.hand_over(BEN, 1, "random")
            made, invitations = await play_again(lobby, old, Person(ANN, "Ann"))
            assert old.table.rematch == (made.id, 0)
            assert [chair.invited for chair in made.table.chairs] == [False, True]
            assert list(invitations) == [1]
            again, _ = await play_again(lobby, old, Person(ANN, "Ann"))
            assert again is made
        async with host(database_url) as lobby:  # also when the table was out of memory
            old = await lobby.find(old.id)
            assert old.table.rematch == (made.id, 0)
            joined, left = await play_again(lobby, old, Person(BEN, "Ben"))
            assert (joined.id, left) == (made.id, {})
            assert joined.table.full

    asyncio.run(work())


NAMES = "Ann", "Ben", "Cleo", "Dan"


async def many_at_a_table(lobby: Lobby, people: int, bots: int = 0) -> Keeper:
    """Several people and bots have played a game of Mosaix, the bots last; the second person plays with options."""
    for name in NAMES[:people]:
        await lobby.store.save_person(name.lower(), name)
    seats = (Wish("me"), *[Wish("invite")] * (people - 1), *[Wish("bot", f"Bot {n}") for n in range(bots)])
    order = Order("mosaix", seats, {"end": "formation-impossible"}, {"undo": False, "hints": False})
    keeper, invitations = await set_up(lobby, order, Person("ann", "Ann"))
    for seat, name in enumerate(NAMES[1:people], 1):
        await join(lobby, invitations[seat], Person(name.lower(), name))
    await keeper.begin()
    return keeper


async def finish_all(keeper: Keeper) -> None:
    """Plays to the end, for people and bots alike."""
    while not (position := keeper.table.position).is_over:
        seat, n = seat_to_move(keeper), keeper.table.number
        await keeper.make(seat, find_bot("random").choose(position, seat, n), n)


@pytest.mark.parametrize(("people", "bots"), [(3, 0), (4, 0), (3, 1), (2, 2)])
def test_three_and_four_play_again_in_place_with_their_bots(database_url: str, people: int, bots: int) -> None:
    async def work() -> None:
        async with host(database_url) as lobby, host(database_url) as elsewhere:
            old = await many_at_a_table(lobby, people, bots)
            await finish_all(old)
            there = await elsewhere.find(old.id)
            asked = [
                play_again(*((lobby, old) if n % 2 else (elsewhere, there)), Person(name.lower(), name))
                for n, name in enumerate(NAMES[:people])
            ]
            made = {keeper.id for keeper, _ in await asyncio.gather(*asked)}
            assert len(made) == 1
            async with host(database_url) as third:
                new = await third.find(made.pop())
                await new.begin()
                chairs = new.table.chairs
                assert [chair.person_id for chair in chairs] == [*map(str.lower, NAMES[:people]), *[None] * bots]
                assert [chair.name for chair in chairs] == [chair.name for chair in old.table.chairs]
                assert [chair.bot for chair in chairs] == [chair.bot for chair in old.table.chairs]
                assert (new.table.row["options"], new.table.aids) == (old.table.row["options"], old.table.aids)
                before = first_actor(old.table.match)
                assert before is not None
                assert first_actor(new.table.match) == (before + 1) % (people + bots)

    asyncio.run(work())


def test_who_does_not_play_again_is_told_of_at_both_tables_and_a_bot_may_take_the_seat(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            old = await many_at_a_table(lobby, 3)
            with pytest.raises(SmaltiError, match="nobody has asked"):
                await decline_rematch(lobby, old, Person("ben", "Ben"))
            await finish_all(old)
            made, _ = await play_again(lobby, old, Person("ann", "Ann"))
            await decline_rematch(lobby, old, Person("ben", "Ben"))
            await decline_rematch(lobby, old, Person("ben", "Ben"))
            assert old.table.declined == made.table.declined == {1}
            assert [event for event in await log_of(lobby, old) if "declines" in event] == [{"declines": [1]}]
            await play_again(lobby, old, Person("cleo", "Cleo"))
            assert not made.table.full
            with pytest.raises(SmaltiError, match="not yours"):
                await fill(made, "ben", 1, "random")
            await fill(made, "ann", 1, "random")
            assert made.table.begun is False
            assert [(chair.name, chair.bot) for chair in made.table.chairs][1] == ("random", "random")
            with pytest.raises(SmaltiError, match="taken already"):
                await fill(made, "cleo", 1, "random")
            came, free = await play_again(lobby, old, Person("ben", "Ben"))  # too late: looks on
            assert (came.id, free, came.table.seats_of("ben")) == (made.id, {}, ())

    asyncio.run(work())


async def log_of(lobby: Lobby, keeper: Keeper) -> list[dict[str, object]]:
    stored = await lobby.store.load(keeper.id, since=0)
    assert stored is not None
    return [row["event"] for row in stored.events]


def test_who_changes_their_mind_sits_down_unless_somebody_else_was_invited(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            old = await many_at_a_table(lobby, 3)
            await finish_all(old)
            made, _ = await play_again(lobby, old, Person("ann", "Ann"))
            await decline_rematch(lobby, old, Person("ben", "Ben"))
            await invite_again(made, 1, "ann")  # a link for somebody else, which nobody has taken yet
            token = await invite_again(made, 2, "ann")
            _, free = await play_again(lobby, old, Person("ben", "Ben"))
            assert (made.table.seats_of("ben"), old.table.declined, free) == ((1,), frozenset(), {})
            await lobby.store.save_person("dan", "Dan")
            await join(lobby, token, Person("dan", "Dan"))
            assert made.table.full
            await play_again(lobby, old, Person("cleo", "Cleo"))
            assert made.table.seats_of("cleo") == ()

    asyncio.run(work())


def test_who_was_away_and_had_a_bot_play_on_is_asked_like_everybody(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            old = await many_at_a_table(lobby, 4)
            await old.hand_over("cleo", 2, "random")
            await finish_all(old)
            made, free = await play_again(lobby, old, Person("ben", "Ben"))
            assert [chair.invited for chair in made.table.chairs] == [True, False, True, True]
            assert sorted(free) == [0, 2, 3]
            await play_again(lobby, old, Person("cleo", "Cleo"))
            assert made.table.seats_of("cleo") == (2,)
            assert made.table.chairs[2].bot is None

    asyncio.run(work())


@pytest.mark.parametrize("private", [False, True])
def test_people_of_a_private_table_play_again_at_a_private_one(private: bool) -> None:
    assert rematch_of(new_table(private=private), Person("p0", "Ann")).table["private"] is private
