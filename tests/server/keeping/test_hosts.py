"""Several hosts on one PostgreSQL: any of them serves any table, and a lost connection costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import psycopg
import pytest

from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, join, set_up
from smalti.server.table.refusals import NotYours, Stale
from tests.server.hosts import ANN, BEN, Watcher, host, move, person_at, seat_to_move, two_at_a_table, until
from tests.server.serving import id_in


def with_two_hosts(url: str, work: Callable[[Lobby, Lobby], Awaitable[None]], *, hear: bool = False) -> None:
    async def run() -> None:
        async with host(url, hears=hear) as first, host(url, hears=hear) as second:
            await work(first, second)

    asyncio.run(run())


async def logged(keeper: Keeper) -> list[str | None]:
    stored = await keeper.store.load(keeper.id, since=0)
    assert stored is not None
    return [row["move_id"] and id_in(row["move_id"]) for row in stored.events if "entry" in row["event"]]


async def to_enter(here: Keeper, there: Keeper) -> None:
    """The formation is laid, and both are to enter it."""
    await move(here, seat_to_move(here), "formation")
    await there.catch_up(here.table.number)
    assert len(there.table.match.position.actors()) == 2


def test_a_move_at_one_host_is_shown_at_the_other(postgres_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there, watcher = await second.find(here.id), Watcher()
        there.listeners.add(watcher)
        await move(here, seat_to_move(here), "formation")
        await until(lambda: there.table.number == here.table.number)
        assert there.table.match.position == here.table.match.position
        assert watcher.numbers[-1] == here.table.number

    with_two_hosts(postgres_url, work, hear=True)


def test_seats_and_bots_are_news_too(postgres_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        await there.hand_over(BEN, 1, "random")
        await until(lambda: here.table.chairs[1].bot == "random")
        await here.hand_over(ANN, 0, "random")
        await until(lambda: there.table.chairs[0].bot == "random")

    with_two_hosts(postgres_url, work, hear=True)


def test_an_invitation_is_taken_once_on_all_hosts(database_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        for person in (ANN, BEN, "cid"):
            await first.store.save_person(person, person)
        made, invitations = await set_up(first, Order("mosaix", (Wish("me"), Wish("invite"))), Person(ANN, "Ann"))
        await second.find(made.id)
        tries = (join(first, invitations[1], Person(BEN, "Ben")), join(second, invitations[1], Person("cid", "Cid")))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(result, NotYours) for result in results) == 1
        stored = await first.store.load(made.id)
        assert stored is not None
        assert sum("joins" in row["event"] for row in stored.events) == 1

    with_two_hosts(database_url, work)


def test_choices_made_at_the_same_time_at_two_hosts_both_count(database_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        await to_enter(here, there)
        assert there.table.number == here.table.number
        await asyncio.gather(move(here, 0, "of-ann"), move(there, 1, "of-ben"))
        assert {"of-ann", "of-ben"} <= set(await logged(here))

    with_two_hosts(database_url, work)


def test_of_two_moves_in_the_same_turn_one_wins_and_the_other_sees_it(database_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        seat = seat_to_move(here)
        tries = (move(here, seat, "one"), move(there, seat, "two", -1))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(result) for result in results if result] == [Stale]
        assert len({"one", "two"} & set(await logged(here))) == 1
        assert here.table.number == there.table.number
        assert here.table.match.position == there.table.match.position

    with_two_hosts(database_url, work)


def test_a_move_that_is_sent_to_both_hosts_is_made_once(database_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        seat = seat_to_move(here)
        await asyncio.gather(move(here, seat, "same"), move(there, seat, "same"))
        assert (await logged(here)).count("same") == 1
        assert here.table.number == there.table.number

    with_two_hosts(database_url, work)


def test_undo_at_one_host_is_seen_at_the_other(database_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        await to_enter(here, there)
        await move(here, 0, "of-ann")
        await here.undo(person_at(here, 0), 0)
        await move(there, 1, "of-ben")  # thought out before Ann chose and took back
        await here.catch_up(there.table.number)
        assert here.table.match.position == there.table.match.position
        assert here.table.match.position.actors() == (0,)

    with_two_hosts(database_url, work)


def test_what_was_missed_while_the_line_for_news_was_down_is_read(postgres_url: str) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there = await second.find(here.id)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            listeners = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            await until(lambda: connection.execute(f"SELECT count(*) {listeners}").fetchone() == (2,))
            connection.execute(f"SELECT pg_terminate_backend(pid) {listeners}")
        await move(here, seat_to_move(here), "formation")
        await until(lambda: there.table.number == here.table.number)

    with_two_hosts(postgres_url, work, hear=True)


@pytest.mark.parametrize("news", [True, False])
def test_a_table_that_is_being_opened_misses_nothing(postgres_url: str, news: bool) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        here = await two_at_a_table(first)
        there, _ = await asyncio.gather(second.find(here.id), move(here, seat_to_move(here), "formation"))
        if not news:
            await second.catch_up()
        await until(lambda: there.table.number == here.table.number)

    with_two_hosts(postgres_url, work, hear=news)
