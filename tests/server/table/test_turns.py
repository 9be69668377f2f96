"""Whose turn it is since when, and what is left of each clock: without a database, and time is a value."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import Change, SeatHandedOver, Turn
from smalti.server.table.leaving import AWAY, hand_over, resign, run_out, vote
from smalti.server.table.paces import DAY_S, Pace
from smalti.server.table.refusals import Frozen, NotYours
from smalti.server.table.table import Table
from smalti.server.table.turns import BOTS, GRACE, changed, timed
from tests.server.table.test_table import ROW, first_move, hold

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
CLOCK = Pace("clock", 300, 10)
TURN = Pace("turn", 60)
DAYS = Pace("days", 3 * DAY_S)
OTHERS = replace(TURN, over="others")


def s(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def at(table: Table, change: Change | None, now: datetime) -> Change:
    """As if it had been stored at this moment."""
    assert change is not None
    return hold(table, timed(table, change, now))


def begun(pace: Pace | None = None, *, seats: int = 2, people: int | None = None, **facts: Any) -> Table:
    """A game that has begun at noon; the seats that no people have are bots'."""
    count = seats if people is None else people
    chairs = [Chair(n, f"Player {n}", f"p{n}") if n < count else Chair(n, "Bot", bot="random") for n in range(seats)]
    row = ROW | {"pace": pace and pace.as_json()} | facts
    table = Table.new(find_game(row["game"]), row | {"rules": find_game(row["game"]).facts.version}, chairs)
    at(table, table.begin(), NOON)
    return table


def play(table: Table, seat: int, now: datetime) -> Change:
    return at(table, table.make(seat, first_move(table, seat)), now)


def entering(pace: Pace | None, seats: int = 2) -> Table:
    """All are to enter the first formation, which was laid ten seconds after noon."""
    table = begun(pace, seats=seats)
    [seat] = table.position.actors()
    play(table, seat, NOON + s(10))
    assert len(table.position.actors()) == seats
    return table


def acting(table: Table) -> set[int]:
    return {seat for seat, turn in table.turns.items() if turn.since and seat != BOTS}


def test_who_plays_alone_without_a_clock_has_no_turns() -> None:
    assert begun(people=1).turns == {}
    assert set(begun(CLOCK, people=1).turns) <= {0, BOTS}


def test_without_a_pace_it_is_known_since_when_somebody_is_to_choose() -> None:
    table = begun()
    [seat] = table.position.actors()
    assert table.turns == {seat: Turn(seat, NOON)}


def test_choices_at_the_same_time_run_every_clock_and_each_stops_its_own() -> None:
    table = entering(TURN)
    assert {turn.due for turn in table.turns.values()} == {NOON + s(70)}
    play(table, 1, NOON + s(20))
    assert acting(table) == {0}
    assert table.turns[0].due == NOON + s(70), "nobody has more time because others have chosen"
    assert table.turns[1].left_s == 50
    play(table, 0, NOON + s(30))
    [lays] = table.position.actors()
    assert table.turns[lays].due == NOON + s(90), "the last one to choose has a new turn, too"


def test_a_clock_loses_what_was_thought_and_each_turn_adds_to_it() -> None:
    table = begun(CLOCK)
    [seat] = table.position.actors()
    assert table.turns[seat].due == NOON + s(310)
    play(table, seat, NOON + s(30))
    assert table.turns[seat].due == NOON + s(30 + 280 + 10)
    assert table.turns[1 - seat].due == NOON + s(30 + 310)


def test_taking_back_gives_no_time() -> None:
    for pace, left in ((CLOCK, 290), (TURN, 40)):
        table = entering(pace)
        play(table, 0, NOON + s(30))
        before = table.turns[0].left_s
        at(table, table.undo("p0", 0), NOON + s(100))
        assert before is not None
        assert table.turns[0].due == NOON + s(100) + s(before)
        assert table.turns[1].since == NOON + s(10), "whoever has not chosen yet goes on"
        assert before <= left


def test_a_turn_of_several_moves_has_one_deadline() -> None:
    table = begun(TURN, game="maharani")
    went_on = 0
    for n in range(30):
        [seat] = table.position.actors()
        due = table.turns[seat].due
        change = play(table, seat, NOON + s(n))
        if table.position.actors() == (seat,) and all(event["by"] == seat for event in change.events):
            assert table.turns[seat].due == due
            went_on += 1
        else:
            assert table.turns[table.position.actors()[0]].due == NOON + s(n + 60)
    assert went_on > 3


def test_bots_have_no_clock_but_somebody_sees_to_it_that_they_play() -> None:
    table = begun(CLOCK, people=1)
    assert BOTS in table.turns or table.position.actors() == (0,)
    while table.position.actors() == (0,):
        play(table, 0, NOON + s(5))
    assert 1 in table.position.actors()
    assert 1 not in table.turns
    assert table.turns[BOTS].due is not None


def test_when_the_game_is_over_nobody_has_a_turn() -> None:
    table = begun(CLOCK)
    while not table.position.is_over:
        before = dict(table.turns)
        change = play(table, table.position.actors()[0], NOON)
    assert table.turns == {}
    assert changed(before, change.turns) == {}
    assert changed({}, None) is None


def test_a_bot_stands_in_once_when_time_and_grace_are_over() -> None:
    table = entering(TURN)
    due = NOON + s(70)
    assert run_out(table, 0, due + GRACE - s(0.1)) is None
    change = at(table, run_out(table, 0, due + GRACE), due + GRACE)
    assert change.beside == SeatHandedOver(0, TURN.bot, "time")
    assert acting(table) == {1}
    assert run_out(table, 0, due + s(100)) is None
    assert table.turns[BOTS].due is not None


def test_whoever_comes_back_has_time_for_a_turn_also_where_there_are_no_hints() -> None:
    for pace, least in ((CLOCK, 30.0), (TURN, 60.0)):
        table = begun(pace, aids={"undo": True, "hints": False})
        [seat] = table.position.actors()
        late = NOON + s(1000)
        at(table, run_out(table, seat, late), late)
        play(table, seat, late)  # the bot has
        back = late + s(60)
        at(table, hand_over(table, f"p{seat}", seat, None), back)
        assert (table.chairs[seat].bot, table.chairs[seat].away) == (None, None)
        turn = table.turns[seat]
        assert turn.due is not None
        assert turn.due - back >= s(least)


def test_the_own_bot_for_a_moment_gives_no_time() -> None:
    table = entering(TURN)
    at(table, hand_over(table, "p0", 0, "random"), NOON + s(30))
    at(table, hand_over(table, "p0", 0, None), NOON + s(31))
    assert table.turns[0].due == NOON + s(31 + 40)


def test_the_others_decide_where_that_was_agreed_on() -> None:
    table = entering(OTHERS)
    late = NOON + s(70) + GRACE
    with pytest.raises(SmaltiError, match="still has time"):
        vote(table, "p1", 0, "end", NOON + s(60))
    at(table, run_out(table, 0, late), late)
    assert table.turns[0].late
    assert table.chairs[0].bot is None
    assert run_out(table, 0, late + s(99)) is None
    with pytest.raises(NotYours):
        vote(table, "p0", 0, "end", late)
    at(table, vote(table, "p1", 0, "end", late), late)
    assert table.ended
    assert table.turns == {}
    with pytest.raises(Frozen, match="Player 0 did not come back"):
        table.play("p1", 1, first_move(table, 1))


def test_who_is_late_may_still_choose_until_the_others_have_decided() -> None:
    table = entering(OTHERS)
    late = NOON + s(70) + GRACE
    at(table, run_out(table, 0, late), late)
    play(table, 0, late + s(5))
    assert 0 not in acting(table)
    with pytest.raises(SmaltiError, match="still has time"):
        vote(table, "p1", 0, "bot", late + s(6))


@pytest.mark.parametrize(("seats", "needed"), [(2, 1), (3, 2), (4, 2)])
def test_a_seat_that_is_away_goes_to_a_bot_by_more_than_half_of_the_others(seats: int, needed: int) -> None:
    table = entering(None, seats)
    away = NOON + s(10) + AWAY[False]
    with pytest.raises(SmaltiError, match="still has time"):
        vote(table, "p1", 0, "bot", away - s(1))
    for voter in range(1, needed + 1):
        assert table.chairs[0].bot is None
        at(table, vote(table, f"p{voter}", 0, "bot", away), away)
        if voter < needed:
            assert table.turns[0].votes == {"1": "bot"}
            with pytest.raises(SmaltiError, match="counts already"):
                vote(table, "p1", 0, "bot", away)
    assert (table.chairs[0].away, table.chairs[0].bot is not None) == ("vote", True)
    with pytest.raises(SmaltiError, match="still has time"):
        vote(table, "p1", 0, "end", away)


def test_a_turn_of_days_is_nobody_elses() -> None:
    table = entering(DAYS)
    with pytest.raises(SmaltiError, match="still has time"):
        vote(table, "p1", 0, "bot", NOON + timedelta(days=2))


def test_whoever_resigns_has_a_bot_play_on_and_does_not_come_back() -> None:
    table = entering(None)
    with pytest.raises(NotYours):
        resign(table, "p1", 0)
    at(table, resign(table, "p0", 0), NOON + s(20))
    assert table.chairs[0].away == "resigned"
    assert table.playable
    with pytest.raises(SmaltiError, match="does not come back"):
        hand_over(table, "p0", 0, None)
    with pytest.raises(SmaltiError, match="nobody else"):
        resign(table, "p1", 1)


def test_days_off_stop_the_clock_of_whoever_took_them_alone() -> None:
    table = begun(DAYS)
    table.days_off = {"p0": frozenset({"2027-03-03", "2027-03-04"})}
    [seat] = table.position.actors()
    play(table, seat, NOON)
    assert table.turns[0].due == NOON + timedelta(days=5)
    assert table.turns[1].due == NOON + timedelta(days=3)


def test_what_is_stored_is_followed() -> None:
    table, other = entering(CLOCK), begun(CLOCK)
    other.follow(table.row, table.chairs, [], dict(table.turns))
    assert other.turns == table.turns
