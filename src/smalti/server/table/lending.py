"""Whether a bot may think in the browser of a person, and the move that such a browser sends."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from smalti.server.table.chairs import Chair
from smalti.server.table.changes import Change
from smalti.server.table.refusals import NOT_YOURS, STALE, NotYours, Stale
from smalti.server.table.table import Table


class Lending(NamedTuple):
    """A bot may think in somebody's browser."""

    person_id: str
    now: bool
    """Whether it may at this moment, or only when that person has chosen."""


def only_person(table: Table) -> Chair | None:
    """Who plays against bots alone, for nobody's list or rating."""
    people = [chair for chair in table.chairs if chair.person_id or chair.invited]
    counts = table.row["challenge"] or table.rated or table.in_tournament
    alone = len(people) == 1 and not people[0].bot and not counts and table.playable
    return people[0] if alone else None


def lending(table: Table, seat: int) -> Lending | None:
    """In whose browser the bot of this seat may think; None where the server thinks itself.

    Only one person plays at the table, so that nobody else could be cheated, and it is no challenge, tournament or
    rated game, whose result counts. What others choose at the same time is hidden: where that person is to choose too,
    they come first.
    """
    person, position = only_person(table), table.position
    actors = position.actors()
    if person is None or person.person_id is None or not table.chairs[seat].bot or seat not in actors:
        return None
    return None if position.hides(seat, person.seat) else Lending(person.person_id, person.seat not in actors)


def make_lent(table: Table, person_id: str | None, seat: int, move: int, number: int) -> Change:
    """A move that a bot has thought of in somebody's browser: checked like every move, and marked in the log."""
    if not table.is_current(number, seat):
        raise Stale(STALE)
    if person_id is None or lending(table, seat) != (person_id, True):
        raise NotYours(NOT_YOURS)
    change = table.make(seat, move, number)
    return replace(change, events=[change.events[0] | {"lent": True}, *change.events[1:]])
