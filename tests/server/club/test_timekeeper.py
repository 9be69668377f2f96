"""What is due happens once: found in the database by whichever server looks, and nobody loses by our fault."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from smalti.kernel.errors import SmaltiError
from smalti.server.club.days_off import A_YEAR, with_days, without_days
from smalti.server.club.timekeeper import GAP, Timekeeper
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, join, play_again, set_up
from smalti.server.operation import clock
from smalti.server.store.days_off import DaysOff
from smalti.server.table.paces import DAY_S, Pace
from smalti.server.table.turns import BOTS, GRACE, SEEN_TO
from tests.server.hosts import ANN, BEN, Watcher, host, move, seat_to_move

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
SHORT = Pace("turn", 20, bot="random")
SLOW = Pace("days", DAY_S, bot="random")


@pytest.fixture
def it_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_to(NOON)
    return set_to


def with_two(url: str, work: Callable[[Lobby, Lobby], Awaitable[None]]) -> None:
    """Two servers that hear nothing of each other."""

    async def run() -> None:
        async with host(url) as first, host(url) as second:
            await work(first, second)

    asyncio.run(run())


async def paced(lobby: Lobby, pace: Pace, *more: Wish) -> Keeper:
    """Ann and Ben at a table with a pace; all are to choose in the end."""
    for person in (ANN, BEN):
        await lobby.store.save_person(person, person.title())
    order = Order("mosaix", (Wish("me"), Wish("invite"), *more), pace=pace)
    keeper, invitations = await set_up(lobby, order, Person(ANN, "Ann"))
    await join(lobby, invitations[1], Person(BEN, "Ben"))
    await keeper.add(ANN, "fromann")
    await keeper.add(BEN, "fromben")
    assert keeper.table.begun
    return keeper


async def logged(keeper: Keeper, word: str) -> list[object]:
    stored = await keeper.store.load(keeper.id, since=0)
    assert stored is not None
    return [row["event"] for row in stored.events if word in row["event"]]


def test_two_servers_that_see_it_at_once_do_it_once(database_url: str, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        keeper = await paced(first, SLOW)
        late = seat_to_move(keeper)
        after = NOON + timedelta(days=1) + GRACE
        it_is(after)
        keepers = [Timekeeper(first), Timekeeper(second)]
        for _ in range(2):
            await asyncio.gather(*(one.tick(after) for one in keepers))
        there = await second.find(keeper.id)
        await there.catch_up(sys.maxsize)  # what it read while the other wrote is of two moments, until it hears of it
        assert there.table.chairs[late].away == "time"
        assert len(await logged(keeper, "away")) == 1

    with_two(database_url, work)


def test_no_table_needs_to_be_in_memory(database_url: str, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        keeper = await paced(first, Pace("days", DAY_S, over="others"))
        late = seat_to_move(keeper)
        it_is(NOON + timedelta(days=2))
        assert keeper.id not in second.open
        for _ in range(3):
            await Timekeeper(second).tick(clock.now())
        assert second.open[keeper.id].table.turns[late].late
        assert len(await logged(keeper, "late")) == 1

    with_two(database_url, work)


def test_live_clocks_stand_still_while_no_server_runs(database_url: str, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        keeper = await paced(first, SHORT)
        seat = seat_to_move(keeper)
        due = keeper.table.turns[seat].due
        assert due == NOON + timedelta(seconds=20)
        await Timekeeper(first).tick(NOON)
        back = NOON + GAP + timedelta(hours=1)
        it_is(back)
        await asyncio.gather(*(Timekeeper(one).tick(back) for one in (first, second)), return_exceptions=True)
        there = await second.find(keeper.id)
        await first.read_again([keeper.id])
        await second.read_again([keeper.id])
        assert there.table.turns[seat].due == due + (back - NOON), "once, not once for each server"
        assert keeper.table.turns == there.table.turns
        assert await logged(keeper, "away") == []
        it_is(back + timedelta(seconds=25))
        await Timekeeper(second).tick(clock.now())
        assert len(await logged(keeper, "away")) == 1

    with_two(database_url, work)


def test_bots_that_were_forgotten_are_asked_again(database_url: str, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        keeper = await paced(first, SLOW, Wish("bot", "Bot", "random"))
        while BOTS not in keeper.table.turns or keeper.table.turns[BOTS].since is None:
            await move(keeper, seat_to_move(keeper), f"move-{keeper.table.number}")
        watcher = Watcher()
        second.watchers.add(watcher)
        it_is(NOON + SEEN_TO + GRACE)
        await Timekeeper(second).tick(clock.now())
        assert watcher.numbers, "whoever thinks for bots has heard of the table"
        told = len(watcher.numbers)
        await Timekeeper(second).tick(clock.now())
        assert len(watcher.numbers) == told, "not every second"

    with_two(database_url, work)


def test_a_day_off_moves_what_is_due(database_url: str, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        keeper = await paced(first, SLOW)
        seat = seat_to_move(keeper)
        person = keeper.table.chairs[seat].person_id or ""
        days = with_days(frozenset(), date(2027, 3, 2), date(2027, 3, 3), NOON.date())
        for lobby in (first, second):
            await lobby.read_again(await DaysOff(lobby.store).save(person, days, NOON))
        assert keeper.table.turns[seat].due == NOON + timedelta(days=3)
        it_is(NOON + timedelta(days=2))
        await Timekeeper(second).tick(clock.now())
        assert await logged(keeper, "away") == []
        await DaysOff(second.store).save(person, frozenset(), NOON)
        await Timekeeper(second).tick(clock.now())
        assert len(await logged(keeper, "away")) == 1

    with_two(database_url, work)


def test_a_rematch_keeps_the_pace_and_the_same_deal_has_none(
    database_url: str, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Lobby, _: Lobby) -> None:
        it_is(NOON)
        keeper = await paced(first, SLOW)
        while not keeper.table.position.is_over:
            await move(keeper, seat_to_move(keeper), f"move-{keeper.table.number}", -1)
        assert keeper.table.turns == {}
        again, _free = await play_again(first, keeper, Person(ANN, "Ann"))
        assert again.table.pace == SLOW
        alone, _free = await play_again(first, keeper, Person(ANN, "Ann"), same_deal=True)
        assert alone.table.pace is None

    with_two(database_url, work)


def test_days_off_are_counted_by_year() -> None:
    today = date(2027, 12, 20)
    days = with_days(frozenset(), date(2027, 12, 24), date(2028, 1, 5), today)
    assert len(days) == 13
    assert len(with_days(days, date(2028, 1, 6), date(2028, 1, 5 + A_YEAR - 5), today)) == 8 + A_YEAR
    for first, last in (
        (date(2027, 12, 19), date(2027, 12, 24)),
        (date(2027, 12, 24), date(2027, 12, 23)),
        (date(2028, 1, 1), date(2028, 2, 1)),
        (date(2029, 12, 1), date(2029, 12, 2)),
    ):
        with pytest.raises(SmaltiError):
            with_days(days, first, last, today)
    assert without_days(days, date(2028, 1, 1), date(2028, 1, 5), today) == {day for day in days if day < "2028"}
    with pytest.raises(SmaltiError, match="has begun"):
        without_days(days, today, today, today)
