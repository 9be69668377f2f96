"""What a game computes for those who look at it: rows of small numbers, written by kernel functions into a sheet.

A sheet is one record with a count and a column for each field: faster interpreted than an array of records, and one
pointer in WebAssembly. Places, pieces, looks, kinds and panels are small integers of each game, named by its tables
(`kernel.stage`); clauses are numbers too: rule 4.2 is 402.

How to read happenings. Head rows speak, the rows under them act. Each kind has one effect on the pieces (`Effect`),
stated in the table of kinds. The pieces before, changed by what happens, are the pieces after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, cast

import numpy as np

from smalti.kernel.compiling import kernel
from smalti.kernel.state import Sheet, State, sheet_type

NONE = NOWHERE = -1

SMALL = np.int16
PIECES = sheet_type(640, piece=SMALL, place=SMALL, look=SMALL, turn=SMALL, number=SMALL)
PATHS = sheet_type(2048, move=np.int64, first=SMALL, second=SMALL, third=SMALL)
HAPPENINGS = sheet_type(
    768,
    kind=SMALL, seat=SMALL, piece=SMALL, source=SMALL, target=SMALL, look=SMALL, turn=SMALL, amount=SMALL, of=SMALL,
    clause=SMALL,
)  # fmt: skip
ASKS = sheet_type(64, kind=SMALL, step=SMALL, amount=SMALL, focus=SMALL, clause=SMALL)
NO_ROOM = sheet_type(1)


@kernel
def foresees_nothing(state: State, seat: int, room: Sheet, told: Sheet) -> None:  # noqa: ARG001 - looks at nothing
    """What a choice does is all that there is to say of it."""
    told.n = 0


@dataclass(frozen=True)
class Rows:
    """The kernel functions of a game that write rows. Each begins its sheet anew.

    A `view` is a position as somebody may see it (`Course.view`), `eyes` a seat or CHANCE for a spectator.
    """

    pieces: Callable[[State, int, Sheet], None]
    """(view, eyes, PIECES): what lies where. A piece keeps its number while it is the same thing, and its number
    follows from the position alone."""
    offers: Callable[[State, int, Sheet], None]
    """(view, seat, PIECES): what is there only to choose: turned formations, cards, buttons, what helps to decide."""
    paths: Callable[[State, int, Sheet], None]
    """(view, seat, PATHS): for each legal move the ways to click it. No path is the beginning of another move's."""
    happens: Callable[[State, int, int, int, Sheet], None]
    """(state, eyes, by, move, HAPPENINGS): carries a legal move or outcome out on the state it is given, as the rules
    do, and tells these eyes in order what it does. It takes the true state, because the last of several hidden choices
    reveals the others; what `eyes` may not see, also the move itself, is not in its rows."""
    asks: Callable[[State, int, Sheet], None]
    """(view, seat, ASKS): what is to be decided now, step by step along the path; where to look; which clauses
    explain it."""
    refuses: Callable[[State, int, int, int, int, Sheet], None]
    """(view, seat, first, second, third, HAPPENINGS): why these clicks lead to no move, as one row; none if there is
    nothing to say."""
    refuses_move: Callable[[State, int, int, Sheet], None]
    """(view, seat, move, HAPPENINGS): why this move is not allowed, as one row; none if it is."""
    earns: Callable[[State, int, Sheet], None]
    """(view, seat, HAPPENINGS): the score of a seat line by line, heads whose amounts add up to it, and under each
    its places."""
    foresees: Callable[[State, int, Sheet, Sheet], None] = foresees_nothing
    """(view after a choice, seat, room, HAPPENINGS): remarks on what may come of it, only for those who weigh it. It
    may look far ahead."""
    room: np.dtype[np.void] = NO_ROOM
    """The record that `foresees` works in."""

    def named(self) -> dict[str, Callable[..., Any]]:
        """The functions by name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "room"}


class Happening(NamedTuple):
    """One row of what happens, of a refusal or of a score."""

    kind: int
    seat: int = NONE
    piece: int = NONE
    source: int = NOWHERE
    target: int = NOWHERE
    look: int = NONE
    turn: int = 0
    amount: int = 0
    of: int = NONE
    clause: int = NONE


class Piece(NamedTuple):
    """One row of what lies where."""

    piece: int
    place: int
    look: int
    turn: int = 0
    number: int = 0


class Path(NamedTuple):
    """One way to click a move."""

    move: int
    first: int
    second: int = NOWHERE
    third: int = NOWHERE

    @property
    def places(self) -> tuple[int, ...]:
        """The clicks in order."""
        return tuple(place for place in self[1:] if place != NOWHERE)


class Ask(NamedTuple):
    """One row of what is asked."""

    kind: int = NONE
    step: int = 0
    amount: int = 0
    focus: int = NONE
    clause: int = NONE


def new_sheet(kind: np.dtype[np.void]) -> Sheet:
    """An empty sheet."""
    return cast(Sheet, np.zeros(1, kind)[0])


def rows_of(sheet: Sheet) -> Iterator[tuple[int, ...]]:
    """The rows as tuples of numbers."""
    n = int(sheet.n)
    return zip(*(sheet[name][:n].tolist() for name in (sheet.dtype.names or ())[1:]), strict=True)


def flat(sheet: Sheet) -> list[int]:
    """All rows as one list of numbers, row after row: how they travel."""
    return [number for row in rows_of(sheet) for number in row]


# Writing


@kernel
def put(rows: Sheet, piece: int, place: int, look: int, turn: int, number: int) -> None:
    """A piece lies there."""
    n = int(rows.n)
    rows.piece[n] = piece
    rows.place[n] = place
    rows.look[n] = look
    rows.turn[n] = turn
    rows.number[n] = number
    rows.n = n + 1


@kernel
def way(rows: Sheet, move: int, first: int, second: int, third: int) -> None:
    """One way to click a move."""
    n = int(rows.n)
    rows.move[n] = move
    rows.first[n] = first
    rows.second[n] = second
    rows.third[n] = third
    rows.n = n + 1


@kernel
def ask(rows: Sheet, kind: int, step: int, amount: int, focus: int) -> None:
    """A question, from so many clicks on, and the panel to look at."""
    n = int(rows.n)
    rows.kind[n] = kind
    rows.step[n] = step
    rows.amount[n] = amount
    rows.focus[n] = focus
    rows.clause[n] = NONE
    rows.n = n + 1


@kernel
def explain(rows: Sheet, clause: int) -> None:
    """A clause that explains the decision at hand."""
    n = int(rows.n)
    ask(rows, NONE, 0, 0, NONE)
    rows.clause[n] = clause


@kernel
def tell(
    told: Sheet,
    kind: int,
    seat: int,
    piece: int,
    source: int,
    target: int,
    look: int,
    turn: int,
    amount: int,
    of: int,
    clause: int,
) -> None:
    """Something happens."""
    n = int(told.n)
    told.kind[n] = kind
    told.seat[n] = seat
    told.piece[n] = piece
    told.source[n] = source
    told.target[n] = target
    told.look[n] = look
    told.turn[n] = turn
    told.amount[n] = amount
    told.of[n] = of
    told.clause[n] = clause
    told.n = n + 1


@kernel
def said(told: Sheet, kind: int, seat: int, amount: int, clause: int) -> None:
    """The head of what follows: only words."""
    tell(told, kind, seat, NONE, NOWHERE, NOWHERE, NONE, 0, amount, NONE, clause)


@kernel
def moved(told: Sheet, kind: int, seat: int, piece: int, source: int, target: int, look: int) -> None:
    """A piece goes from place to place, upright; or it is made there, or taken from there."""
    tell(told, kind, seat, piece, source, target, look, 0, 0, NONE, NONE)


@kernel
def renamed(told: Sheet, kind: int, seat: int, of: int, piece: int, source: int, target: int, look: int) -> None:
    """A piece goes from place to place and is called otherwise from now on."""
    tell(told, kind, seat, piece, source, target, look, 0, 0, of, NONE)


@kernel
def counted(told: Sheet, kind: int, seat: int, piece: int, source: int, look: int, amount: int, clause: int) -> None:
    """The number of a piece changes by so much; what is counted comes from the source."""
    tell(told, kind, seat, piece, source, NOWHERE, look, 0, amount, NONE, clause)


@kernel
def lies(told: Sheet, kind: int, place: int) -> None:
    """A place of the line above it."""
    tell(told, kind, NONE, NONE, NOWHERE, place, NONE, 0, 0, NONE, NONE)


# Carrying out on pieces what happened


def change(table: dict[int, Piece], row: Happening, effect: str) -> None:
    """One row's effect on the pieces; refuses what contradicts them."""
    if effect == "moves":
        before = table.pop(row.of if row.of != NONE else row.piece)
        assert before.place == row.source, f"piece {row.piece} lies at {before.place}, not at {row.source}"
        assert row.piece not in table, f"there is a piece {row.piece} already"
        table[row.piece] = Piece(row.piece, row.target, row.look, row.turn, before.number)
    elif effect == "makes":
        assert row.piece not in table, f"there is a piece {row.piece} already"
        table[row.piece] = Piece(row.piece, row.target, row.look, row.turn, row.amount)
    elif effect == "takes":
        gone = table.pop(row.piece)
        assert gone.place == row.source, f"piece {row.piece} lies at {gone.place}, not at {row.source}"
    elif effect == "counts":
        table[row.piece] = table[row.piece]._replace(number=table[row.piece].number + row.amount)
