"""What people are told while they are away: once, by whichever server, at its time, and nothing that they have seen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from smalti.kernel.words import N_
from smalti.server.club.notices import PATIENCE_S, REMIND_LATER, Notices
from smalti.server.club.pushing import own_key
from smalti.server.club.reaching import FIRST_WAIT_S, MOST_TRIES, Wishes, id_of
from smalti.server.club.sending import Sender
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, join, set_up
from smalti.server.operation import clock
from smalti.server.operation.reach import Reach
from smalti.server.store.accounts import Accounts
from smalti.server.store.meeting import Meeting
from smalti.server.store.outbox import LOOKS, notice, put_notices
from smalti.server.store.waiting import number_of
from smalti.server.table.paces import DAY_S, Pace
from tests.server.hosts import ANN, BEN, host, move, person_at, seat_to_move
from tests.server.receiving import Receiver, receiving
from tests.server.sqlite import new_file

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
SLOW = Pace("days", 3 * DAY_S, bot="random")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def it_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_to(NOON)
    return set_to


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    """SQLite, for what is the same with every database."""
    return new_file(tmp_path / "smalti.sqlite")


@pytest.fixture(scope="module")
def outside() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def receiver(outside: Receiver) -> Receiver:
    outside.requests.clear()
    outside.answers.clear()
    return outside


def with_two(url: str, work: Callable[[Notices, Notices, Lobby], Awaitable[None]]) -> None:
    """Two servers that hear nothing of each other."""

    async def run() -> None:
        async with host(url) as first, host(url) as second:
            sender = Sender(Reach(private=True), b"secret", own_key(b"x" * 32))
            delay = timedelta(seconds=0)
            await work(Notices(first.store, sender, delay=delay), Notices(second.store, sender, delay=delay), first)

    asyncio.run(run())


async def sat_down(lobby: Lobby, pace: Pace | None = None) -> tuple[Keeper, str, str]:
    """Ann and Ben at a table: whoever is to choose, and the other one."""
    for person in (ANN, BEN):
        await lobby.store.save_person(person, person.title())
    keeper, invitations = await set_up(
        lobby, Order("mosaix", (Wish("me"), Wish("invite")), pace=pace), Person(ANN, "Ann")
    )
    await join(lobby, invitations[1], Person(BEN, "Ben"))
    await keeper.add(ANN, "fromann")
    await keeper.add(BEN, "fromben")
    chooses = person_at(keeper, seat_to_move(keeper))
    return keeper, chooses, BEN if chooses == ANN else ANN


async def make_turn(keeper: Keeper, person: str) -> None:
    """Somebody chooses until they have nothing to choose any more; others may choose at the same time."""
    [seat] = keeper.table.seats_of(person)
    while seat in keeper.table.position.actors():
        await move(keeper, seat, f"m{keeper.table.number}")


async def reach(notices: Notices, receiver: Receiver, *people: str, language: str = "en", name: str = "") -> None:
    """A program of each of them wants to be told, since yesterday."""
    for person in people:
        path = f"/{person}{name}"
        row = {"id": path, "way": "hook", "address": receiver.url + path, "secret": "s", "name": "hook", "device": ""}
        more = {"language": language, "origin": "https://club.example", "confirmed": True, "created": NOON - DAY}
        await notices.reaches.add(person, row | more)


def told(receiver: Receiver, person: str) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in receiver.at(f"/{person}")]


def kinds(receiver: Receiver, person: str) -> list[str]:
    return [one["kind"] for one in told(receiver, person)]


@pytest.mark.usefixtures("it_is")
def test_two_servers_tell_of_a_turn_once(database_url: str, receiver: Receiver) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, waits = await sat_down(lobby)
        await reach(first, receiver, ANN, BEN)
        for _ in range(3):
            await asyncio.gather(first.go_round(NOON), second.go_round(NOON))
        [one] = told(receiver, chooses)
        assert one["title"] == "Your turn: Mosaix"
        assert one["body"] == f"You play with {waits.title()}."
        assert one["url"] == f"https://club.example/table/{keeper.id}"
        assert told(receiver, waits) == []

    with_two(database_url, work)


@pytest.mark.usefixtures("it_is")
def test_whoever_is_at_the_table_has_a_while_to_see_it(file_url: str, receiver: Receiver) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        first.delay = timedelta(seconds=20)
        await first.go_round(NOON + timedelta(seconds=19))
        assert told(receiver, chooses) == []
        await first.go_round(NOON + timedelta(seconds=20))
        assert kinds(receiver, chooses) == ["turn"]

    with_two(file_url, work)


@pytest.mark.usefixtures("it_is")
def test_what_a_killed_server_had_taken_another_one_sends(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        await first._find(NOON)
        [taken] = await first.outbox.claim(NOON, PATIENCE_S, 10)
        await second.go_round(NOON)
        assert told(receiver, chooses) == []
        monkeypatch.setattr(clock, "passed_s", lambda: time.monotonic() + PATIENCE_S)
        await second.go_round(NOON)
        [one] = told(receiver, chooses)
        assert one["id"] == id_of(chooses, "turn", keeper.id, taken["number"]), "the same one, however often it comes"

    with_two(database_url, work)


def test_a_notice_on_its_way_is_sent_once_when_the_clock_is_set(
    database_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    """A server whose clock is half a day ahead took the minute for over that the first one has to send it."""

    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        await first._find(NOON)
        taken = await first.outbox.claim(NOON, PATIENCE_S, 10)
        it_is(NOON + DAY / 2)
        for _ in range(3):
            await second.go_round(NOON + DAY / 2)
        assert told(receiver, chooses) == []
        known = await first.waiting.look_into(taken)
        await first._send(taken[0], known, NOON)
        await second.go_round(NOON + DAY / 2)
        assert kinds(receiver, chooses) == ["turn"]

    with_two(database_url, work)


@pytest.mark.usefixtures("it_is")
def test_nothing_is_told_of_what_was_seen_or_done(database_url: str, receiver: Receiver) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, other = await sat_down(lobby)
        await reach(first, receiver, ANN, BEN)
        second.glances = lambda: {(chooses, keeper.id): NOON}
        await second.go_round(NOON)
        await first.go_round(NOON)
        assert receiver.requests == []
        await first._find(NOON)
        await make_turn(keeper, chooses)
        await first.go_round(NOON)
        assert told(receiver, chooses) == []
        assert kinds(receiver, other) == ["turn"]

    with_two(database_url, work)


def test_a_turn_that_was_made_before_it_could_be_told_is_not_told(
    file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby, SLOW)
        await reach(first, receiver, chooses)
        receiver.answers[f"/{chooses}"] = 500
        await first.go_round(NOON)
        assert len(told(receiver, chooses)) == 1
        it_is(NOON + timedelta(seconds=5))
        await make_turn(keeper, chooses)
        await first.go_round(NOON + 4 * DAY)
        assert len(told(receiver, chooses)) == 1, "neither the turn again nor a reminder"

    with_two(file_url, work)


@pytest.mark.usefixtures("it_is")
def test_nobody_looks_through_what_was_told_for_what_is_to_be_told(file_url: str) -> None:
    async def work(first: Notices, _second: Notices, _lobby: Lobby) -> None:
        asked = "EXPLAIN QUERY PLAN SELECT about FROM notices WHERE done IS NULL AND due <= '2027' ORDER BY due LIMIT 9"
        async with first.store.reading() as connection:
            plan = (await connection.exec_driver_sql(asked)).fetchall()
        assert "ix_notices_unsent" in plan[0][-1]

    with_two(file_url, work)


def test_many_notices_are_sent_at_once_and_each_is_settled(database_url: str, receiver: Receiver) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        people = [f"person{n}" for n in range(40)]
        for person in people:
            await lobby.store.save_person(person, person)
        await reach(first, receiver, *people)
        words = {"title": N_("You play with {names}."), "gaps": {"names": "all"}}
        await first.outbox.tell([notice(one, "round", "evening", 1, "/club", NOON, words=words) for one in people])
        receiver.answers["/person7"] = 503
        await asyncio.gather(first.go_round(NOON), second.go_round(NOON))
        assert sorted(one.path for one in receiver.requests) == sorted(f"/{one}" for one in people)
        assert await first.outbox.claim(NOON, PATIENCE_S, 99) == []
        [later] = await first.outbox.claim(NOON + DAY, PATIENCE_S, 99)
        assert (later["person_id"], list(later["left"])) == ("person7", ["/person7"])

    with_two(database_url, work)


def test_reminders_come_when_a_third_and_a_tenth_of_the_time_are_left(
    database_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby, SLOW)
        await reach(first, receiver, chooses)
        await first.outbox.look({(chooses, keeper.id): NOON})
        for hours, expected in ((1, 0), (47.9, 0), (48.1, 1), (64.7, 1), (64.9, 2), (71, 2)):
            it_is(NOON + hours * HOUR)
            await first.go_round(NOON + hours * HOUR)
            await second.go_round(NOON + hours * HOUR)
            assert len(told(receiver, chooses)) == expected, hours
        assert kinds(receiver, chooses) == ["third", "tenth"], "who has seen that it is their turn may forget it"
        assert [one["title"].partition(" of")[0] for one in told(receiver, chooses)] == ["A third", "A tenth"]
        assert "23 hours are left." in told(receiver, chooses)[0]["body"]

    with_two(database_url, work)


def test_who_has_the_table_before_their_eyes_is_not_reminded(
    file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby, SLOW)
        await reach(first, receiver, chooses)
        await first.outbox.look({(chooses, keeper.id): NOON})
        await first.go_round(NOON)
        third = NOON + 48 * HOUR
        it_is(third)
        second.glances = lambda: {(chooses, keeper.id): third + timedelta(seconds=20)}
        await second.go_round(third + timedelta(seconds=21))
        await first.go_round(third + REMIND_LATER)
        assert receiver.requests == []

    with_two(file_url, work)


def test_days_off_put_reminders_off(file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby, SLOW)
        await reach(first, receiver, chooses)
        await first.outbox.look({(chooses, keeper.id): NOON})
        await first.go_round(NOON)
        turn = keeper.table.turns[seat_to_move(keeper)]
        later = turn.due + 2 * DAY if turn.due else NOON
        await put_off(first, keeper, later)
        it_is(NOON + 49 * HOUR)
        await first.go_round(NOON + 49 * HOUR)
        assert receiver.requests == []
        it_is(NOON + 81 * HOUR)
        await first.go_round(NOON + 81 * HOUR)
        assert kinds(receiver, chooses) == ["third"]

    with_two(file_url, work)


async def put_off(notices: Notices, keeper: Keeper, due: datetime) -> None:
    """As days off do to a turn."""
    from smalti.server.store.turning import turn_rows, write_turns

    seat = seat_to_move(keeper)
    turn = keeper.table.turns[seat]
    async with notices.store.writing() as connection:
        await write_turns(connection, [row | {"due": due} for row in turn_rows(keeper.id, {seat: turn})])


def test_a_place_that_fails_is_tried_again_and_one_that_has_it_is_left_alone(
    file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        await reach(first, receiver, chooses, name="-2")
        receiver.answers[f"/{chooses}"] = 500
        await first.go_round(NOON)
        await first.go_round(NOON + timedelta(seconds=FIRST_WAIT_S - 1))
        assert (len(told(receiver, chooses)), len(receiver.at(f"/{chooses}-2"))) == (1, 1)
        it_is(NOON + timedelta(seconds=FIRST_WAIT_S))
        receiver.answers.clear()
        await first.go_round(NOON + timedelta(seconds=FIRST_WAIT_S))
        await first.go_round(NOON + DAY)
        one, again = told(receiver, chooses)
        assert one["id"] == again["id"]
        assert len(receiver.at(f"/{chooses}-2")) == 1

    with_two(file_url, work)


def test_nobody_tries_for_ever(file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        receiver.answers[f"/{chooses}"] = 503
        for day in range(2 * MOST_TRIES):
            it_is(NOON + 7 * day * DAY)
            await first.go_round(NOON + 7 * day * DAY)
        assert len(told(receiver, chooses)) == MOST_TRIES
        assert await first.outbox.waits() == 0

    with_two(file_url, work)


@pytest.mark.usefixtures("it_is")
@pytest.mark.parametrize("answer", [404, 410])
def test_a_place_that_is_gone_is_forgotten(file_url: str, receiver: Receiver, answer: int) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby)
        await reach(first, receiver, chooses)
        receiver.answers[f"/{chooses}"] = answer
        await first.go_round(NOON)
        assert await first.reaches.of(chooses) == []
        assert await first.outbox.waits() == 0

    with_two(file_url, work)


def test_each_kind_is_switched_by_itself(file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        _keeper, chooses, _other = await sat_down(lobby, SLOW)
        await reach(first, receiver, chooses, language="fr")
        await first.reaches.save_wishes(chooses, {"ways": {"turn": ["push", "mail"], "reminder": ["hook"]}})
        await first.go_round(NOON)
        assert receiver.requests == []
        it_is(NOON + 48 * HOUR + REMIND_LATER)
        await first.go_round(NOON + 48 * HOUR + REMIND_LATER)
        [one] = told(receiver, chooses)
        assert one["title"] == "Il vous reste un tiers de votre temps\u00a0: Mosaix"

    with_two(file_url, work)


def test_a_digest_comes_once_a_day_at_its_hour_with_what_was_not_seen(
    database_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, chooses, other = await sat_down(lobby)
        await reach(first, receiver, chooses, other)
        for person in (chooses, other):
            ways = {"turn": [], "digest": ["hook"]}
            await first.reaches.save_wishes(person, {"ways": ways, "hour": 8, "zone": "Europe/Paris"})
        for hours in range(50):
            it_is(NOON + hours * HOUR)
            await asyncio.gather(first.go_round(NOON + hours * HOUR), second.go_round(NOON + hours * HOUR))
            assert len(told(receiver, chooses)) == (hours >= 19) + (hours >= 43)
        assert told(receiver, chooses)[0]["title"] == "One game waits for you"
        assert told(receiver, chooses)[0]["body"] == f"Mosaix ({other.title()})"
        assert told(receiver, other) == []
        await first.outbox.look({(chooses, keeper.id): NOON + 50 * HOUR})
        it_is(NOON + 67 * HOUR)
        await first.go_round(NOON + 67 * HOUR)
        assert len(told(receiver, chooses)) == 2

    with_two(database_url, work)


@pytest.mark.parametrize(
    ("zone", "hour", "looked", "day"),
    [
        ("UTC", 8, "2027-03-28 07:59", None),
        ("UTC", 8, "2027-03-28 08:00", "2027-03-28"),
        ("UTC", 8, "2027-03-28 11:59", "2027-03-28"),  # no server was there from 8 to 11
        ("UTC", 8, "2027-03-28 12:00", None),
        ("UTC", 23, "2027-03-29 01:30", "2027-03-28"),
        ("Europe/Paris", 2, "2027-03-28 01:00", "2027-03-28"),  # from 1:59 the clock goes to 3:00
        ("Europe/Paris", 2, "2027-10-31 00:30", "2027-10-31"),  # from 2:59 the clock goes back to 2:00
    ],
)
def test_a_digest_may_come_late_and_of_an_hour_that_is_skipped(
    zone: str, hour: int, looked: str, day: str | None
) -> None:
    now, expected = datetime.fromisoformat(f"{looked}+00:00"), date.fromisoformat(day).toordinal() if day else None
    assert Wishes(hour=hour, zone=zone).digest_day(now, NOON) == expected


def test_what_came_after_the_hour_of_a_digest_waits_a_day() -> None:
    wishes = Wishes(hour=12)
    assert wishes.digest_day(NOON + 2 * HOUR, NOON + HOUR / 2) == NOON.toordinal()
    assert wishes.digest_day(NOON + 2 * HOUR, NOON + HOUR) is None


def test_a_digest_that_no_server_told_in_its_hour_is_told_later_but_not_to_who_asks_later(
    file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, _: Notices, lobby: Lobby) -> None:
        chooses = (await sat_down(lobby))[1]
        await reach(first, receiver, chooses)
        wish = {"ways": {"turn": [], "digest": ["hook"]}, "hour": 8}
        await first.reaches.save_wishes(chooses, wish)
        it_is(NOON + 22 * HOUR)
        await first.go_round(NOON + 22 * HOUR)
        assert len(told(receiver, chooses)) == 1, "it is ten, and nobody looked at eight"
        it_is(NOON + 46 * HOUR)
        await first.reaches.save_wishes(chooses, wish)
        await first.go_round(NOON + 46 * HOUR)
        assert len(told(receiver, chooses)) == 1, "who says so at ten is told tomorrow"

    with_two(file_url, work)


@pytest.mark.usefixtures("it_is")
def test_an_end_is_told_with_the_points(database_url: str, receiver: Receiver) -> None:
    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        keeper, _, _ = await sat_down(lobby)
        while not keeper.table.position.is_over:
            await move(keeper, seat_to_move(keeper), f"m{keeper.table.number}")
        await reach(first, receiver, ANN, BEN)
        await first.outbox.look({(ANN, keeper.id): NOON})
        await asyncio.gather(first.go_round(NOON), second.go_round(NOON))
        [one] = told(receiver, BEN)
        points = keeper.table.position.scores()
        assert one["title"] == "The game is over: Mosaix"
        assert [f"{name} {n}" in one["body"] for name, n in zip(("Ann", "Ben"), points, strict=True)] == [True, True]
        assert told(receiver, ANN) == []

    with_two(database_url, work)


@pytest.mark.usefixtures("it_is")
def test_others_tell_by_the_same_way_withdraw_it_and_names_do_not_outlive_their_account(
    database_url: str, receiver: Receiver
) -> None:
    words = {"title": N_("You play with {names}."), "body": "{by}", "gaps": {"names": "twelve"}}

    def invitation(about: str) -> dict[str, Any]:
        return notice(BEN, "invited", about, 0, "/club", NOON, by_id=ANN, words=words)

    async def work(first: Notices, second: Notices, lobby: Lobby) -> None:
        await sat_down(lobby)
        await reach(first, receiver, BEN)
        await first.reaches.save_wishes(BEN, {"ways": {"turn": []}})
        for _ in range(2):
            await first.outbox.tell([invitation("one")])
        async with first.store.writing() as connection:
            await put_notices(connection, [invitation("two")])
        await first.outbox.withdraw("two")
        await asyncio.gather(first.go_round(NOON), second.go_round(NOON))
        [one] = told(receiver, BEN)
        assert (one["title"], one["body"]) == ("You play with twelve.", "Ann")
        await first.outbox.tell([invitation("three")])
        await Accounts(first.store).forget(ANN, "Somebody")
        await first.go_round(NOON)
        assert len(told(receiver, BEN)) == 1

    with_two(database_url, work)


def test_whoever_asks_to_be_told_is_told_of_what_comes(
    file_url: str, receiver: Receiver, it_is: Callable[[datetime], None]
) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        keeper, chooses, _other = await sat_down(lobby, SLOW)
        it_is(NOON + HOUR)
        await first.go_round(NOON + HOUR)
        row = {"id": "x", "way": "hook", "address": f"{receiver.url}/{chooses}", "secret": "s", "name": "hook"}
        more = {"device": "", "language": "en", "origin": "https://club.example", "confirmed": True}
        await first.reaches.add(chooses, row | more)
        it_is(NOON + 2 * HOUR)
        await first.go_round(NOON + 2 * HOUR)
        assert receiver.requests == []
        it_is(NOON + 49 * HOUR)
        await first.go_round(NOON + 49 * HOUR)
        assert kinds(receiver, chooses) == ["third"]
        assert number_of(keeper.table.turns[seat_to_move(keeper)].since or NOON) == number_of(NOON)

    with_two(file_url, work)


@pytest.mark.parametrize("declined", [False, True])
def test_who_is_asked_to_play_is_told_unless_they_have_answered(
    database_url: str, receiver: Receiver, it_is: Callable[[datetime], None], declined: bool
) -> None:
    async def work(first: Notices, _second: Notices, lobby: Lobby) -> None:
        for person in (ANN, BEN):
            await lobby.store.save_person(person, person.title())
        keeper, _invitations = await set_up(lobby, Order("maharani", (Wish("me"), Wish("invite"))), Person(ANN, "Ann"))
        await reach(first, receiver, BEN)
        meeting = Meeting(first.store)
        await meeting.open_up({"table_id": keeper.id, "person_id": ANN, "listed": False}, 5)
        await meeting.reserve(keeper.id, {1: BEN})
        await first.go_round(NOON)
        assert receiver.requests == [], "who is in the club sees it there"
        if declined:
            await meeting.decline(keeper.id, BEN)
        it_is(NOON + LOOKS)
        await first.go_round(NOON + LOOKS)
        assert [one["title"] for one in told(receiver, BEN)] == ([] if declined else ["Ann asks you to play: Maharani"])

    with_two(database_url, work)
