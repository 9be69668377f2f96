"""A table is its log: snapshots, memory and the program's version change nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from zlib import compress

import pytest
from sqlalchemy import delete, func, select, text, update

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.record import RecordError, replay
from smalti.server.http.overview import listed_tables
from smalti.server.keeping import lobby as lobby_module
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, branch, join, set_up
from smalti.server.store.schema import snapshots, tables
from smalti.server.store.snapshots import EVERY, pack
from smalti.server.store.store import Store
from smalti.server.table.events import record_of
from smalti.server.table.refusals import Frozen
from tests.server.hosts import ANN, BEN, Watcher, host, move, person_at, seat_to_move, two_at_a_table, until

GAMES = ("mosaix", "maharani", "majolica")


def with_host(url: str, work: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        async with host(url) as lobby:
            await work(lobby)

    asyncio.run(run())


async def play_on(keeper: Keeper, moves: int) -> None:
    """Moves of whoever is to choose; now and then one is taken back."""
    for n in range(moves):
        if keeper.table.match.position.is_over:
            return
        seat = seat_to_move(keeper)
        await move(keeper, seat, f"move-{keeper.table.number}", n % len(keeper.table.match.position.legal_moves(seat)))
        if n % 7 == 0 and keeper.table.match.can_undo(seat) and not keeper.table.match.position.is_over:
            await keeper.undo(person_at(keeper, seat), seat)


async def snapshots_in(store: Store) -> int:
    async with store.engine.connect() as connection:
        return (await connection.execute(select(func.count()).select_from(snapshots))).scalar_one()


async def change(store: Store, statement: object) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(statement)  # type: ignore[call-overload]  # any statement will do


def contents(keeper: Keeper) -> tuple[object, ...]:
    """All that a table is, to compare."""
    events = [(event.by, event.move, event.entry, event.before) for event in keeper.table.match.log]
    table = keeper.table
    return table.number, table.position, events, table.match.chance, table.chairs, table.row, table.stand_ins


@pytest.mark.parametrize("game", GAMES)
def test_with_and_without_its_snapshot_a_table_is_the_same(database_url: str, game: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby, game)
        await play_on(keeper, EVERY + 12)
        assert keeper.saving is not None
        await keeper.saving
        assert await snapshots_in(lobby.store) == 1
        lobby.open.clear()
        cached = await lobby.find(keeper.id)
        assert cached.snapshot > 0
        await change(lobby.store, delete(snapshots))
        lobby.open.clear()
        replayed = await lobby.find(keeper.id)
        assert replayed.snapshot == 0
        assert contents(cached) == contents(replayed) == contents(keeper)
        await play_on(cached, 3)

    with_host(database_url, work)


def test_a_snapshot_of_another_program_is_not_read(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await play_on(keeper, 4)
        keeper.save_snapshot()
        assert keeper.saving is not None
        await keeper.saving
        await change(lobby.store, update(snapshots).values(layout="another", packed=b"nonsense"))
        lobby.open.clear()
        assert contents(await lobby.find(keeper.id)) == contents(keeper)

    with_host(database_url, work)


@pytest.mark.parametrize("harm", ["cut", "nonsense", "number", "empty", "other"])
def test_a_corrupt_snapshot_is_passed_over_for_the_log(database_url: str, harm: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await play_on(keeper, 4)
        packed = pack(keeper.table.match, keeper.table.stand_ins)
        keeper.save_snapshot()
        assert keeper.saving is not None
        await keeper.saving
        await play_on(keeper, 2)
        changed: dict[str, dict[str, object]] = {
            "cut": {"packed": packed[:-9]},
            "nonsense": {"packed": b"nonsense"},
            "number": {"number": 1},
            "empty": {"packed": b""},
            "other": {"packed": compress(b"\0\0\0\2[]" + b"\0" * 1000)},
        }
        await change(lobby.store, update(snapshots).values(**changed[harm]))
        lobby.open.clear()
        assert [line.table.id for line in await listed_tables(lobby, BEN)] == [keeper.id]
        assert contents(await lobby.find(keeper.id)) == contents(keeper)

    with_host(database_url, work)


def test_a_move_from_before_the_snapshot_is_still_known(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        seat, number = seat_to_move(keeper), keeper.table.number
        chosen = keeper.table.match.position.legal_moves(seat)[0]
        await move(keeper, seat, "long-ago")
        await play_on(keeper, 2)
        keeper.save_snapshot()
        assert keeper.saving is not None
        await keeper.saving
        lobby.open.clear()
        again = await lobby.find(keeper.id)
        assert not again.has_done(person_at(again, seat), "long-ago")
        await again.play(person_at(again, seat), seat, chosen, "long-ago", number)
        assert again.table.number == keeper.table.number

    with_host(database_url, work)


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        lobby.idle_s = 10
        watcher = Watcher()
        keeper.listeners.add(watcher)
        await lobby.look_after(keeper, keeper.used + 11)
        assert lobby.open, "somebody looks at it"
        keeper.listeners.discard(watcher)
        await lobby.look_after(keeper, keeper.used + 9)
        assert lobby.open, "somebody looked at it just now"
        await lobby.look_after(keeper, keeper.used + 11)
        await until(lambda: keeper.saving is None or keeper.saving.done())
        await lobby.look_after(keeper, keeper.used + 11)
        assert not lobby.open
        await lobby.look_after(keeper, keeper.used + 11)  # as one who began to look before it left
        assert contents(await lobby.find(keeper.id)) == contents(keeper)

    with_host(database_url, work)


def test_a_table_with_a_bot_to_move_stays_in_memory(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await keeper.hand_over(person_at(keeper, seat_to_move(keeper)), seat_to_move(keeper), "random")
        for _ in range(3):
            await lobby.look_after(keeper, keeper.used + 10_000)
            await until(lambda: keeper.saving is None or keeper.saving.done())
        assert lobby.open

    with_host(database_url, work)


def test_a_table_of_other_rules_is_shown_and_exported_but_not_played_on(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby, "maharani")
        await play_on(keeper, 6)
        await change(lobby.store, update(tables).values(rules="0"))
        lobby.open.clear()
        old = await lobby.find(keeper.id)
        assert old.table.match.position == keeper.table.match.position
        assert old.table.bots_to_move() == []
        seat = seat_to_move(old)
        for forbidden in (move(old, seat, "too-late"), old.undo(ANN, 0), old.hand_over(ANN, 0, "random")):
            with pytest.raises(Frozen, match="version 0 of the rules"):
                await forbidden
        assert old.table.number == keeper.table.number
        record = record_of(old.table.match, old.table.row, ("Ann", "Ben"))
        assert record["rules"] == "0"
        with pytest.raises(RecordError, match="version '0'"):
            replay(record, find_game)
        assert replay(record | {"rules": "1"}, find_game).position == keeper.table.match.position

    with_host(database_url, work)


def test_a_log_that_does_not_fit_the_rules_is_shown_as_far_as_it_does(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await lobby.store.append(
            keeper.id, keeper.table.number, [{"by": 0, "move": 0, "entry": {"by": 0, "do": "fly"}}]
        )
        lobby.open.clear()
        broken = await lobby.find(keeper.id)
        assert broken.table.match.position == keeper.table.match.position
        with pytest.raises(Frozen, match=f"event {keeper.table.number} on"):
            await move(broken, seat_to_move(broken), "on")
        await broken.catch_up(broken.table.number + 1)

    with_host(database_url, work)


def test_a_table_of_an_unknown_game_does_not_hide_the_others(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        lost, found = await two_at_a_table(lobby), await two_at_a_table(lobby)
        await change(lobby.store, update(tables).where(tables.c.id == lost.id).values(game="chess"))
        lobby.open.clear()
        assert [one.table.id for one in await listed_tables(lobby, BEN)] == [found.id]
        with pytest.raises(UnknownGame):
            await lobby.find(lost.id)

    with_host(database_url, work)


def test_the_secret_is_drawn_before_anybody_adds_to_chance(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        await lobby.store.save_person(ANN, "Ann")
        keeper, _ = await set_up(lobby, Order("mosaix", (Wish("me"), Wish("local"))), Person(ANN, "Ann"))
        assert keeper.table.match.chance is not None
        promised = keeper.table.match.chance.commitment
        assert keeper.table.match.log == []
        with pytest.raises(SmaltiError, match="letters and digits"):
            await keeper.add(ANN, "not this, please")
        await keeper.add(ANN, "abc123")
        await keeper.add(ANN, "secondthoughts")
        assert keeper.table.match.chance.commitment == promised
        assert keeper.table.match.chance.added == "0:abc123"
        assert keeper.table.match.log

    with_host(database_url, work)


def test_a_game_begins_without_those_who_add_nothing(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        for person in (ANN, BEN):
            await lobby.store.save_person(person, person)
        keeper, invitations = await set_up(lobby, Order("mosaix", (Wish("me"), Wish("invite"))), Person(ANN, "Ann"))
        await keeper.add(ANN, "early")
        lobby.patience_s = 5
        for later in (0, 100):
            await lobby.look_after(keeper, later)
        assert not keeper.table.begun, "somebody is still invited"
        await join(lobby, invitations[1], Person(BEN, "Ben"))
        for later in (200, 204):
            await lobby.look_after(keeper, later)
        assert not keeper.table.begun
        await lobby.look_after(keeper, 205)
        assert keeper.table.match.chance is not None
        assert keeper.table.match.chance.added == "0:early"

    with_host(database_url, work)


def test_a_what_if_claims_nothing_about_its_chance(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await play_on(keeper, 3)
        seats = (Wish("me"), Wish("local"))
        what_if = await branch(lobby, keeper.table, len(keeper.table.match.log), seats, Person(ANN, "Ann"))
        assert "chance" not in record_of(what_if.table.match, what_if.table.row, ("Ann", "Ann"))
        assert "chance" in record_of(keeper.table.match, keeper.table.row, ("Ann", "Ben"))

    with_host(database_url, work)


def test_people_keep_their_cookies_on_every_host(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        first = await lobby.store.key("cookies", b"as it was in the file")
        async with host(database_url) as other:
            assert await other.store.key("cookies") == first == b"as it was in the file"
        async with lobby.store.engine.connect() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM keys"))).scalar() == 1

    with_host(database_url, work)


def test_the_longest_unused_tables_leave_memory_first(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "JUST_NOW_S", 0)

    async def work(lobby: Lobby) -> None:
        lobby.most = 3
        first, *others = [await two_at_a_table(lobby) for _ in range(3)]
        first.listeners.add(Watcher())
        await lobby.find(others[0].id)
        new = [await two_at_a_table(lobby) for _ in range(2)]
        for keeper in (first, *others, *new):
            if keeper.saving:
                await keeper.saving
        newest = await two_at_a_table(lobby)
        assert len(lobby.open) == 3
        assert {first.id, newest.id} <= set(lobby.open), "one that is looked at stays, whenever it was asked for"
        again = await lobby.find(others[0].id)
        assert again is not others[0]
        assert again.table.number == others[0].table.number

    with_host(database_url, work)
