"""Moves decided before one's turn: on which position they are thought out, and whether they still are what was meant.

A prepared move is made when its seat is to choose, if it is legal then and does for that seat exactly what it did where
it was prepared: the rows of what happens that are the seat's own are the same. What others do besides does not matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.state import State
from smalti.kernel.words import N_
from smalti.server.table.changes import Change, GameEnded, PreparedMade, Row
from smalti.server.table.table import Table

MOST_STEPS = 16
"""A turn of Majolica has seldom more choices."""
NOTHING_EARLY = N_("nothing can be decided here before it is your turn")
TOO_MANY = N_("up to {most} moves can be prepared")
NOT_LEGAL = N_("Your prepared move was not made: it is not possible any more.")
NOT_THE_SAME = N_("Your prepared move was not made: it would do something else now than when you prepared it.")
WHY = {"illegal": NOT_LEGAL, "changed": NOT_THE_SAME}


@dataclass(frozen=True)
class Step:
    """One move of a plan, as it is stored."""

    move: int
    mark: str
    """A sum of what it does for its seat."""
    places: tuple[int, ...]
    """Where on the board it was clicked, as far as the same lies there now."""
    label: str
    """What it does, in the words of whoever prepared it."""

    @classmethod
    def read(cls, row: Row) -> Step:
        """A step as it is stored."""
        return cls(row["move"], row["mark"], tuple(row["places"]), row["label"])


@dataclass(frozen=True)
class Plan:
    """What a seat does when its turn comes."""

    seat: int
    stamp: str
    """By which it is known: another plan has another one."""
    steps: tuple[Step, ...] = ()
    dropped: str = ""
    """Why it was not carried out, a key of `WHY`."""

    def rows(self) -> list[Row]:
        """Its steps for the store."""
        return [asdict(step) for step in self.steps]


class Dropped(SmaltiError):
    """A plan that cannot be carried out; `key` says why."""

    def __init__(self, *, key: str) -> None:
        super().__init__(WHY[key])
        self.key = key


Lying = dict[int, set[tuple[int, int]]]
"""By place: the pieces there, and how they look."""
Say = Callable[[Position, int], str]
"""(position, move): what it does, in words."""


def _silent(_position: Position, _move: int) -> str:
    return ""


def is_between_people(table: Table) -> bool:
    """Whether two or more people sit there: bots are not waited for."""
    return len({chair.person_id for chair in table.chairs} - {None}) > 1


def may_prepare(table: Table, seat: int) -> bool:
    """Whether the person at a seat can decide something before it is asked."""
    return _turn_of(table, seat) is not None


def _turn_of(table: Table, seat: int) -> State | None:
    """The position as it would be if it were the turn of a seat that waits now, as that seat sees it."""
    if not (table.playable and is_between_people(table)) or table.chairs[seat].bot or seat in table.position.actors():
        return None
    return table.game.course.early(table.position.view(seat).state, seat)


def ahead(table: Table, seat: int, moves: Sequence[int]) -> Match:
    """The turn of a seat after some moves of it: where it would choose next, or nothing is left to it."""
    turn = _turn_of(table, seat)
    if turn is None:
        raise SmaltiError(NOTHING_EARLY)
    if len(moves) > MOST_STEPS:
        raise SmaltiError(TOO_MANY, most=MOST_STEPS)
    match = Match(Position.of(table.game, turn))
    for move in moves:
        if seat not in match.position.actors():
            raise SmaltiError(NOTHING_EARLY)
        match.play(seat, move)
    return match


def prepare(table: Table, seat: int, moves: Sequence[int], say: Say = _silent) -> tuple[Step, ...]:
    """The steps of a plan, checked as if they were made."""
    made, now = ahead(table, seat, moves).log, _lying(table.position, seat)
    chosen = [(one.before, one.move) for one in made if one.before.automatic() != (one.by, one.move)]
    return tuple(Step(move, mark_of(at, seat, move), _path(at, seat, move, now), say(at, move)) for at, move in chosen)


def mark_of(position: Position, seat: int, move: int) -> str:
    """A sum of what a move does for its seat, as that seat sees it."""
    view = position.view(seat).state
    own = [tuple(row) for row in reader(position.game).happens(view, seat, seat, move) if row.seat == seat]
    return hashlib.sha256(repr(own).encode()).hexdigest()[:32]


def _path(position: Position, seat: int, move: int, now: Lying) -> tuple[int, ...]:
    """The places of one way to click a move, those where the same lies as now: elsewhere a mark would mislead."""
    view, rows, then = position.view(seat).state, reader(position.game), _lying(position, seat)
    path = next((path.places for path in rows.paths(view, seat) if path.move == move), ())
    offered = {piece.place for piece in rows.offers(view, seat)}
    return tuple(place for place in path if place not in offered and then.get(place) == now.get(place))


def _lying(position: Position, seat: int) -> Lying:
    """What a seat sees on each place."""
    lies: Lying = {}
    for piece in reader(position.game).pieces(position.view(seat).state, seat):
        lies.setdefault(piece.place, set()).add((piece.piece, piece.look))
    return lies


def fits(table: Table, plan: Plan) -> bool:
    """Whether a plan would be carried out if it were the seat's turn as the table stands."""
    try:
        steps = prepare(table, plan.seat, [step.move for step in plan.steps])
    except SmaltiError:
        return False
    return [step.mark for step in steps] == [step.mark for step in plan.steps]


def carry_out(table: Table, plan: Plan) -> Change:
    """The first step of a plan whose seat is to choose: stored with what is left of the plan, or not at all."""
    step, *rest = plan.steps
    try:
        change = table.make(plan.seat, step.move)
    except IllegalMove as error:
        raise Dropped(key="illegal") from error
    if mark_of(table.position, plan.seat, step.move) != step.mark:
        raise Dropped(key="changed")
    ended = change.beside if isinstance(change.beside, GameEnded) else None
    left = replace(plan, steps=tuple(rest)).rows()
    return replace(change, beside=PreparedMade(plan.seat, plan.stamp, left, ended))
