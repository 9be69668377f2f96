"""Who does not choose any more: their time is over, they resign, or the others vote about their seat.

In all of these a bot plays on, so that nobody else's game suffers; or the others end it, where that was agreed on.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from smalti.kernel.errors import SmaltiError
from smalti.server.table.challenges import ALONE, IN_TOURNAMENT
from smalti.server.table.changes import Change, Row, SeatHandedOver, Turn, Turns
from smalti.server.table.paces import STANDS_IN
from smalti.server.table.refusals import (
    ALREADY_VOTED,
    NO_BOTS,
    NOBODY_ELSE,
    NOT_AWAY,
    NOT_BEGUN,
    NOT_YOURS,
    RESIGNED,
    STAYS_LENT,
    NotYours,
)
from smalti.server.table.table import Table
from smalti.server.table.turns import GRACE

Wish = Literal["bot", "end"]
AWAY = {True: timedelta(minutes=2), False: timedelta(days=1)}
"""After so long without a choice a seat counts as away: where a live clock runs, and where there is no pace."""


def hand_over(table: Table, person_id: str | None, seat: int, bot: str | None) -> Change:
    """A seat goes to a bot, or comes back to its person."""
    if seat not in table.seats_of(person_id):
        raise NotYours(NOT_YOURS)
    table.check_not_frozen()
    _check_hand_over(table, seat, bot)
    away = table.chairs[seat].away if bot else None
    return Change([{"seat": seat, "bot": bot}], table.match, SeatHandedOver(seat, bot, away), _come_back(table, seat))


def _come_back(table: Table, seat: int) -> Turns | None:
    """Who was away and comes back has time for a turn, also if their clock had run down."""
    turn, pace = table.turns.get(seat), table.pace
    if not (turn and pace and table.chairs[seat].away):
        return None
    return {seat: replace(turn, left_s=max(turn.left_s or 0.0, pace.least_s))}


def _check_hand_over(table: Table, seat: int, bot: str | None) -> None:
    """Refuses a bot whose move would be a hint where there are none: in a challenge, a what-if, or for a while.

    Whoever was away did not ask for one, and may come back, except to a rated game; not whoever has resigned.
    """
    away = table.chairs[seat].away
    if away == "resigned" and not bot:
        raise SmaltiError(RESIGNED)
    if table.position.is_over or table.aids.get("hints") or (away and not table.rated):
        return
    if table.in_tournament:
        raise SmaltiError(IN_TOURNAMENT)
    if bot and table.row["challenge"]:
        raise SmaltiError(ALONE)
    if bot and table.row["branched"] is not None:
        raise SmaltiError(NO_BOTS)
    lent = table.lent.get(seat, 0)
    if not bot and table.chairs[seat].bot and any(event.by == seat for event in table.match.log[lent:]):
        raise SmaltiError(STAYS_LENT)


def run_out(table: Table, seat: int, now: datetime) -> Change | None:
    """The time of a seat is over: a bot stands in, or the others may decide; nothing if it is not over after all."""
    turn, pace = table.turns.get(seat), table.pace
    if pace is None or turn is None or turn.due is None or now < turn.due + GRACE or not table.playable:
        return None
    if pace.over == "bot":
        return stand_in(table, seat, "time")
    return Change([{"late": seat}], table.match, turns={seat: replace(turn, due=None, left_s=0.0)})


def lose(table: Table, seat: int) -> Change | None:
    """Somebody has lost a game of a tournament by not playing; nobody is waited for there any more."""
    over = table.position.is_over or table.frozen
    return None if over else Change([{"ended": seat}], table.match)


def stand_in(table: Table, seat: int, why: str) -> Change:
    """A bot plays on for a seat."""
    bot = table.pace.bot if table.pace else STANDS_IN
    event = {"seat": seat, "bot": bot, "away": why}
    return Change([event], table.match, SeatHandedOver(seat, bot, why))


def resign(table: Table, person_id: str | None, seat: int) -> Change:
    """Somebody gives up for good; a bot plays on, so that the others have their game."""
    if seat not in table.seats_of(person_id):
        raise NotYours(NOT_YOURS)
    check_running(table)
    if table.in_tournament:
        raise SmaltiError(IN_TOURNAMENT)
    if table.row["challenge"] or table.row["branched"] is not None:
        raise SmaltiError(NO_BOTS)
    if not voters(table, seat):
        raise SmaltiError(NOBODY_ELSE)
    return stand_in(table, seat, "resigned")


def vote(table: Table, person_id: str | None, seat: int, wish: Wish, now: datetime) -> Change:
    """What somebody wants to be done about a seat that is away; with more than half of the others it is done."""
    mine = table.seats_of(person_id)
    if not mine or seat in mine:
        raise NotYours(NOT_YOURS)
    check_running(table)
    turn = table.turns.get(seat)
    if turn is None or wish not in wishes(table, turn, now):
        raise SmaltiError(NOT_AWAY)
    if turn.votes.get(str(mine[0])) == wish:
        raise SmaltiError(ALREADY_VOTED)
    votes = turn.votes | {str(mine[0]): wish}
    event: Row = {"votes": mine[0], "about": seat, "wish": wish}
    if 2 * sum(one == wish for one in votes.values()) <= len(voters(table, seat)):
        return Change([event], table.match, turns={seat: replace(turn, votes=votes)})
    if wish == "end":
        return Change([event, {"ended": seat}], table.match)
    change = stand_in(table, seat, "vote")
    return replace(change, events=[event, *change.events])


def wishes(table: Table, turn: Turn, now: datetime) -> tuple[Wish, ...]:
    """What the others may decide about a seat at this moment."""
    if turn.late:
        return () if table.in_tournament else ("bot", "end")
    away = away_from(table, turn)
    return ("bot",) if away and now >= away else ()


def away_from(table: Table, turn: Turn) -> datetime | None:
    """From when on a seat counts as away; never where a turn has days: those are its own."""
    pace = table.pace
    if turn.since is None or turn.seat < 0 or (pace and not pace.live):
        return None
    return turn.since + AWAY[pace is not None]


def voters(table: Table, seat: int) -> set[str]:
    """The other people at a table who still play."""
    own = table.chairs[seat].person_id
    return {chair.person_id for chair in table.chairs if chair.person_id and not chair.bot} - {own}


def check_running(table: Table) -> None:
    """Refuses what makes sense only while a game runs."""
    table.check_not_frozen()
    if not table.started or table.position.is_over:
        raise SmaltiError(NOT_BEGUN)
