"""A rematch: one table for all who played, whoever asks first, with another one to begin."""

from __future__ import annotations

import asyncio

import pytest

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.record import verify
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Person, play_again
from smalti.server.table.events import record_of
from smalti.server.table.table import first_actor
from tests.server.hosts import ANN, BEN, host, person_at, seat_to_move, two_at_a_table


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
