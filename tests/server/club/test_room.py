"""The club of two servers on one database: bots come once, people are seen from both, news travel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import update

from smalti.server.club.listing import Wished, open_table
from smalti.server.club.room import CHANNEL, Room
from smalti.server.club.sitting import fill, sit_down
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.news import News
from smalti.server.keeping.setting_up import Order, Person, Wish, set_up
from smalti.server.operation import clock
from smalti.server.store import presence as attending
from smalti.server.store.schema import openings, presence
from smalti.server.table.refusals import NotYours
from tests.server.hosts import ANN, BEN, host, until


class Onlooker:
    """Somebody in the club who remembers what they were told to look at."""

    def __init__(self, person_id: str, circle: Collection[str] = ()) -> None:
        self.person_id: str | None = person_id
        self.circle = circle
        self.woken: set[str] = set()

    def wake(self, *parts: str) -> None:
        self.woken |= set(parts)

    def send_away(self) -> None:
        self.woken.add("away")


@asynccontextmanager
async def club(url: str, *, hears: bool = False) -> AsyncIterator[Room]:
    async with host(url) as lobby:
        room = Room(lobby)
        lobby.watchers.add(room)
        if hears:
            lobby.spawn(News(url, lobby, {CHANNEL: room.heard}).listen())
            lobby.spawn(room.keep())
        yield room


def with_two_clubs(url: str, work: Callable[[Room, Room], Awaitable[None]], *, hear: bool = False) -> None:
    async def run() -> None:
        async with club(url, hears=hear) as here, club(url, hears=hear) as there:
            for person in (ANN, BEN, "cid"):
                await here.lobby.store.save_person(person, person.title())
            await work(here, there)

    asyncio.run(run())


async def opened(room: Room, wished: Wished, seats: int = 3) -> str:
    order = Order("mosaix", (Wish("me"), *[Wish("invite")] * (seats - 1)))
    keeper, _ = await set_up(room.lobby, order, Person(ANN, "Ann"))
    await open_table(room, keeper.id, ANN, wished, {}, 5)
    return keeper.id


async def joined(lobby: Lobby, table: str) -> list[tuple[int, str | None]]:
    stored = await lobby.store.load(table, since=0)
    assert stored is not None
    return [(row["event"]["seat"], row["event"].get("bot")) for row in stored.events if "joins" in row["event"]]


def test_bots_come_once_with_two_servers(database_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        table = await opened(here, Wished(True, "random", "Random", 0))
        assert await there.meeting.due(clock.now() + timedelta(seconds=1)) == [table]
        await there.lobby.find(table)
        await asyncio.gather(*(fill(room.lobby, room.meeting, table) for room in (here, there) for _ in range(3)))
        assert sorted(await joined(here.lobby, table)) == [(1, "random"), (2, "random")]
        assert await here.meeting.due(clock.now() + timedelta(days=1)) == []
        again = await there.lobby.find(table)
        await again.catch_up(10**6)
        assert [chair.bot for chair in again.table.chairs] == [None, "random", "random"]

    with_two_clubs(database_url, work)


def test_bots_take_only_what_people_left(database_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        table = await opened(here, Wished(True, "random", "", 0))
        await sit_down(there.lobby, there.meeting, table, Person(BEN, "Ben"))
        await here.look_after(changed=True)
        assert await joined(here.lobby, table) == [(1, None), (2, "random")]

    with_two_clubs(database_url, work)


def test_who_waited_is_told_that_bots_came_also_by_a_server_that_did_not_know_the_table(database_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        await opened(here, Wished(True, "random", "", 0))
        ann = Onlooker(ANN)
        there.join(ann)
        await there.look_after(changed=False)
        assert "asked" in ann.woken

    with_two_clubs(database_url, work)


def test_a_bot_that_is_gone_keeps_no_other_table_waiting(database_url: str) -> None:
    async def work(here: Room, _: Room) -> None:
        first = await opened(here, Wished(True, "random", "", 0), 2)
        second = await opened(here, Wished(True, "random", "", 0), 2)
        async with here.lobby.store.writing() as connection:
            of_first = update(openings).where(openings.c.table_id == first)
            await connection.execute(of_first.values(fill_bot="random", fill_name="\u200b" * 3))
        await here.look_after(changed=True)
        assert await joined(here.lobby, second) == [(1, "random")]
        assert await here.meeting.due(clock.now() + timedelta(days=1)) == []

    with_two_clubs(database_url, work)


def test_of_two_at_the_last_seat_through_two_servers_one_sits(database_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        table = await opened(here, Wished(True), 2)
        await there.lobby.find(table)
        tries = [
            sit_down(room.lobby, room.meeting, table, Person(who, who)) for room, who in ((here, BEN), (there, "cid"))
        ]
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, NotYours) for one in found) == 1
        assert len(await joined(here.lobby, table)) == 1

    with_two_clubs(database_url, work)


def test_who_comes_to_one_server_is_seen_at_the_other(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smalti.server.club.room.STAYS_S", 0.1)

    async def work(here: Room, there: Room) -> None:
        ann, ben = Onlooker(ANN, {BEN}), Onlooker(BEN)
        here.join(ann)
        await until(lambda: here.present == there.present == {ANN})
        ann.woken.clear()
        there.join(ben)
        await until(lambda: here.present == {ANN, BEN})
        await until(lambda: "people" in ann.woken)
        ann.woken.clear()
        there.leave(ben)
        await until(lambda: here.present == {ANN})
        await until(lambda: "people" in ann.woken)

    with_two_clubs(postgres_url, work, hear=True)


def test_a_table_opened_at_one_server_is_shown_at_the_other_and_vanishes_when_full(postgres_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        ann, ben = Onlooker(ANN), Onlooker(BEN)
        here.join(ann)
        there.join(ben)
        table = await opened(here, Wished(True), 2)
        await until(lambda: [one.table for one in there.openings] == [table])
        await until(lambda: "tables" in ben.woken)
        ann.woken.clear()
        await sit_down(there.lobby, there.meeting, table, Person(BEN, "Ben"))
        await until(lambda: here.openings == there.openings == ())
        await until(lambda: "asked" in ann.woken)

    with_two_clubs(postgres_url, work, hear=True)


@pytest.mark.parametrize("gone", ["a server that was killed", "an owner who left"])
def test_what_nobody_looks_after_leaves_the_list(database_url: str, gone: str) -> None:
    async def work(here: Room, there: Room) -> None:
        here.join(Onlooker(ANN))
        await opened(here, Wished(True), 2)
        await here.look_after(changed=True)
        await there.look_after(changed=True)
        assert there.present == {ANN}
        assert len(there.openings) == 1
        long_ago = clock.now() - timedelta(hours=1) - attending.GONE
        async with there.lobby.store.writing() as connection:
            await connection.execute(update(presence).values(seen=long_ago))
            if gone == "an owner who left":
                await connection.execute(update(openings).values(seen=long_ago))
        await there.look_after(changed=True)
        assert there.present == frozenset()
        assert len(there.openings) == (gone != "an owner who left")

    with_two_clubs(database_url, work)


def test_an_owner_who_is_there_keeps_their_table_on_the_list(database_url: str) -> None:
    async def work(here: Room, there: Room) -> None:
        here.join(Onlooker(ANN))
        await opened(here, Wished(True), 2)
        await here.look_after(changed=True)
        async with here.lobby.store.writing() as connection:
            await connection.execute(update(openings).values(seen=clock.now() - timedelta(hours=1)))
        here.beaten = float("-inf")
        await here.look_after(changed=False)
        assert len(here.openings) == 1
        await there.look_after(changed=True)
        assert len(there.openings) == 1

    with_two_clubs(database_url, work)
