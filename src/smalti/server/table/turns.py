"""Who is to choose since when and until when, and what is left of each clock. What time it is comes in as a value.

A turn is what somebody decides until something new is revealed: it goes on over several moves, and ends when others
or chance act. Taking a move back takes the turn up again where it ended, so that it gives no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from smalti.kernel.game import CHANCE
from smalti.server.table import calendar
from smalti.server.table.chairs import Chair, replaced
from smalti.server.table.changes import Change, SeatHandedOver, SeatTaken, Turn, Turns
from smalti.server.table.paces import Pace

if TYPE_CHECKING:
    from smalti.server.table.table import Table

BOTS = -1
"""In the place of a seat: bots are to choose. When that is due, somebody sees to it that they do."""
SEEN_TO = timedelta(minutes=1)
GRACE = timedelta(seconds=3)
"""So long after a clock has run down a move still counts: it may be on its way."""


def timed(table: Table, change: Change, now: datetime) -> Change:
    """A change with every turn as it is once the change holds."""
    chairs = seated(table.chairs, change)
    if not keeps_turns(table.pace, chairs):
        return change
    actors = actors_after(table, change, chairs)
    if actors is None:
        return replace(change, turns={})
    return replace(change, turns=_turns(table, change, chairs, actors, now))


def keeps_turns(pace: Pace | None, chairs: list[Chair]) -> bool:
    """Whether anybody wants to know whose turn it is: where two people play, or somebody has a clock."""
    return pace is not None or len({chair.person_id for chair in chairs} - {None}) > 1


def actors_after(table: Table, change: Change, chairs: list[Chair]) -> tuple[int, ...] | None:
    """Who is to choose once a change holds; None when nobody ever is again."""
    position = change.match.position
    if position.is_over or any("ended" in event for event in change.events):
        return None
    begun = table.begun or any("begins" in event for event in change.events)
    waits = not begun or any(chair.invited for chair in chairs)
    return () if waits else position.actors()


def seated(chairs: list[Chair], change: Change) -> list[Chair]:
    """Who sits where once a change holds."""
    match change.beside:
        case SeatTaken(seat, _, person_id, name, bot):
            return replaced(chairs, Chair(seat, name, person_id, bot))
        case SeatHandedOver(seat, bot, away):
            return replaced(chairs, replace(chairs[seat], bot=bot, away=away))
    return chairs


def _turns(table: Table, change: Change, chairs: list[Chair], actors: tuple[int, ...], now: datetime) -> Turns:
    before = table.turns | (change.turns or {})
    undone, handed = change.events[0].get("undo"), change.beside if isinstance(change.beside, SeatHandedOver) else None
    goes_on = undone is not None or continues(table, change)
    made: Turns = {}
    for chair in chairs:
        if chair.person_id is None:
            continue
        seat, off = chair.seat, table.off(chair.person_id)
        old = before.get(seat, Turn(seat))
        if chair.bot or seat not in actors:
            if seat in before:
                made[seat] = paused(table.pace, old, now, off, undone=undone is not None)
        elif old.since and goes_on:
            made[seat] = old
        else:
            resumed = seat == undone or (handed is not None and seat == handed.seat)
            made[seat] = begun(table.pace, old, now, off, resumed=resumed)
    waits = any(chairs[seat].bot for seat in actors) and not table.would_await_eyes(chairs)
    if waits or BOTS in before:
        made[BOTS] = Turn(BOTS, now, now + SEEN_TO) if waits else Turn(BOTS)
    return made


def continues(table: Table, change: Change) -> bool:
    """Whether whoever still is to choose decides the same: nothing new came from chance, and nobody else came in."""
    if any(event.get("by") == CHANCE for event in change.events):
        return False
    return set(change.match.position.actors()) <= set(table.position.actors())


def paused(pace: Pace | None, turn: Turn, now: datetime, off: frozenset[str], *, undone: bool = False) -> Turn:
    """A turn that has ended; one that somebody else's taking back has ended does not keep what it had added."""
    if turn.since is None:
        return turn
    left_s = left(pace, turn, now, off)
    if left_s is not None and undone and pace:
        left_s = max(0.0, left_s - pace.more_s)
    return Turn(turn.seat, left_s=left_s)


def begun(pace: Pace | None, old: Turn, now: datetime, off: frozenset[str], *, resumed: bool) -> Turn:
    """A new turn, or one that is taken up again."""
    if pace is None:
        return Turn(old.seat, now)
    left_s = left(pace, old, now, off)
    time_s = left_s if resumed and left_s is not None else pace.fresh(left_s)
    return Turn(old.seat, now, calendar.after(now, time_s, off), time_s, live=pace.live)


def left(pace: Pace | None, turn: Turn, now: datetime, off: frozenset[str]) -> float | None:
    """What is left of a clock: what there is until its turn is due, or was when its turn ended."""
    if pace is None or turn.due is None:
        return turn.left_s
    return calendar.between(now, turn.due, off)


def changed(before: Mapping[int, Turn], after: Turns | None) -> Turns | None:
    """The turns that are to be stored: none of them, those that are otherwise, or an empty value: all are to go."""
    if after is None or after == before:
        return None
    return {seat: turn for seat, turn in after.items() if turn != before.get(seat)} or (None if after else {})
