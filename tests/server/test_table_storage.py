"""A table is its log: snapshots, memory and the program's version change nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import delete, func, select, text, update

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.record import RecordError, replay
from smalti.server.keeping.lobby import Lobby, Order, Wish
from smalti.server.table.events import record_of
from smalti.server.http.overview import lines_of
from smalti.server.store.schema import snapshots, tables
from smalti.server.store.snapshots import EVERY
from smalti.server.store.store import Store
from smalti.server.keeping.keeper import Frozen, Table
from tests.server.hosts import ANN, BEN, Watcher, host, move, person_at, seat_to_move, two_at_a_table, until

GAMES = ("mosaix", "maharani", "majolica")


def with_host(url: str, work: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        async with host(url) as lobby:
            await work(lobby)

    asyncio.run(run())


async def play_on(table: Table, moves: int) -> None:
    """Moves of whoever is to choose; now and then one is taken back."""
    for n in range(moves):
        if table.match.position.is_over:
            return
        seat = seat_to_move(table)
        await move(table, seat, f"move-{table.number}", n % len(table.match.position.legal_moves(seat)))
        if n % 7 == 0 and table.match.can_undo(seat) and not table.match.position.is_over:
            await table.undo(person_at(table, seat), seat)


async def snapshots_in(store: Store) -> int:
    async with store.engine.connect() as connection:
        return (await connection.execute(select(func.count()).select_from(snapshots))).scalar_one()


async def change(store: Store, statement: object) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(statement)  # type: ignore[call-overload]  # any statement will do


def contents(table: Table) -> tuple[object, ...]:
    """All that a table is, to compare."""
    events = [(event.by, event.move, event.entry, event.before) for event in table.match.log]
    return table.number, table.match.position, events, table.match.chance, table.chairs, table.row, table.stand_ins


@pytest.mark.parametrize("game", GAMES)
def test_with_and_without_its_snapshot_a_table_is_the_same(database_url: str, game: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby, game)
        await play_on(table, EVERY + 12)
        assert table.saving is not None
        await table.saving
        assert await snapshots_in(lobby.store) == 1
        lobby.open.clear()
        cached = await lobby.find(table.id)
        assert cached.snapshot > 0
        await change(lobby.store, delete(snapshots))
        lobby.open.clear()
        replayed = await lobby.find(table.id)
        assert replayed.snapshot == 0
        assert contents(cached) == contents(replayed) == contents(table)
        await play_on(cached, 3)

    with_host(database_url, work)


def test_a_snapshot_of_another_program_is_not_read(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        await play_on(table, 4)
        table.save_snapshot()
        assert table.saving is not None
        await table.saving
        await change(lobby.store, update(snapshots).values(layout="another", packed=b"nonsense"))
        lobby.open.clear()
        assert contents(await lobby.find(table.id)) == contents(table)

    with_host(database_url, work)


def test_a_move_from_before_the_snapshot_is_still_known(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        seat, number = seat_to_move(table), table.number
        chosen = table.match.position.legal_moves(seat)[0]
        await move(table, seat, "long-ago")
        await play_on(table, 2)
        table.save_snapshot()
        assert table.saving is not None
        await table.saving
        lobby.open.clear()
        again = await lobby.find(table.id)
        assert "long-ago" not in again.done
        await again.play(person_at(again, seat), seat, chosen, "long-ago", number)
        assert again.number == table.number

    with_host(database_url, work)


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        lobby.idle_s = 10
        watcher = Watcher()
        table.listeners.add(watcher)
        await lobby.look_after(table, table.used + 11)
        assert lobby.open, "somebody looks at it"
        table.listeners.discard(watcher)
        await lobby.look_after(table, table.used + 9)
        assert lobby.open, "somebody looked at it just now"
        await lobby.look_after(table, table.used + 11)
        await until(lambda: table.saving is None or table.saving.done())
        await lobby.look_after(table, table.used + 11)
        assert not lobby.open
        assert contents(await lobby.find(table.id)) == contents(table)

    with_host(database_url, work)


def test_a_table_with_a_bot_to_move_stays_in_memory(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        await table.hand_over(person_at(table, seat_to_move(table)), seat_to_move(table), "random")
        for _ in range(3):
            await lobby.look_after(table, table.used + 10_000)
            await until(lambda: table.saving is None or table.saving.done())
        assert lobby.open

    with_host(database_url, work)


def test_a_table_of_other_rules_is_shown_and_exported_but_not_played_on(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby, "maharani")
        await play_on(table, 6)
        await change(lobby.store, update(tables).values(rules="0"))
        lobby.open.clear()
        old = await lobby.find(table.id)
        assert old.match.position == table.match.position
        assert old.bots_to_move() == []
        seat = seat_to_move(old)
        for forbidden in (move(old, seat, "too-late"), old.undo(ANN, 0), old.hand_over(ANN, 0, "random")):
            with pytest.raises(Frozen, match="version 0 of the rules"):
                await forbidden
        assert old.number == table.number
        record = record_of(old.match, old.row, ("Ann", "Ben"))
        assert record["rules"] == "0"
        with pytest.raises(RecordError, match="version '0'"):
            replay(record, find_game)
        assert replay(record | {"rules": "1"}, find_game).position == table.match.position

    with_host(database_url, work)


def test_a_log_that_does_not_fit_the_rules_is_shown_as_far_as_it_does(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        await lobby.store.append(table.id, table.number, [{"by": 0, "move": 0, "entry": {"by": 0, "do": "fly"}}])
        lobby.open.clear()
        broken = await lobby.find(table.id)
        assert broken.match.position == table.match.position
        with pytest.raises(Frozen, match=f"event {table.number} on"):
            await move(broken, seat_to_move(broken), "on")
        await broken.catch_up(broken.number + 1)

    with_host(database_url, work)


def test_a_table_of_an_unknown_game_does_not_hide_the_others(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        lost, found = await two_at_a_table(lobby), await two_at_a_table(lobby)
        await change(lobby.store, update(tables).where(tables.c.id == lost.id).values(game="chess"))
        lobby.open.clear()
        assert [line.table.id for line in await lines_of(lobby, BEN)] == [found.id]
        with pytest.raises(UnknownGame):
            await lobby.find(lost.id)

    with_host(database_url, work)


def test_the_secret_is_drawn_before_anybody_adds_to_chance(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        await lobby.store.save_person(ANN, "Ann")
        table, _ = await lobby.create(Order("mosaix", (Wish("me"), Wish("local"))), ANN, "Ann")
        assert table.match.chance is not None
        promised = table.match.chance.commitment
        assert table.match.log == []
        with pytest.raises(SmaltiError, match="letters and digits"):
            await table.add(ANN, "not this, please")
        await table.add(ANN, "abc123")
        await table.add(ANN, "secondthoughts")
        assert table.match.chance.commitment == promised
        assert table.match.chance.added == "0:abc123"
        assert table.match.log

    with_host(database_url, work)


def test_a_game_begins_without_those_who_add_nothing(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        for person in (ANN, BEN):
            await lobby.store.save_person(person, person)
        table, invitations = await lobby.create(Order("mosaix", (Wish("me"), Wish("invite"))), ANN, "Ann")
        await table.add(ANN, "early")
        lobby.patience_s = 5
        for later in (0, 100):
            await lobby.look_after(table, later)
        assert not table.begun, "somebody is still invited"
        await lobby.join(invitations[1], BEN, "Ben")
        for later in (200, 204):
            await lobby.look_after(table, later)
        assert not table.begun
        await lobby.look_after(table, 205)
        assert table.match.chance is not None
        assert table.match.chance.added == "0:early"

    with_host(database_url, work)


def test_a_what_if_claims_nothing_about_its_chance(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        table = await two_at_a_table(lobby)
        await play_on(table, 3)
        branch = await lobby.branch(table, len(table.match.log), (Wish("me"), Wish("local")), ANN, "Ann")
        assert "chance" not in record_of(branch.match, branch.row, ("Ann", "Ann"))
        assert "chance" in record_of(table.match, table.row, ("Ann", "Ben"))

    with_host(database_url, work)


def test_people_keep_their_cookies_on_every_host(database_url: str) -> None:
    async def work(lobby: Lobby) -> None:
        first = await lobby.store.key("cookies", b"as it was in the file")
        async with host(database_url) as other:
            assert await other.store.key("cookies") == first == b"as it was in the file"
        async with lobby.store.engine.connect() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM keys"))).scalar() == 1

    with_host(database_url, work)
