"""Why a move is not allowed, in words: what the rows refuse."""

from __future__ import annotations

from collections.abc import Callable

from smalti.games.maharani.moves import ACTION_COUNT
from smalti.games.maharani.rows import refusals
from smalti.games.maharani.rules import standing
from smalti.games.maharani.state import NONE
from smalti.games.maharani.tables.stage import stage
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Why
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import HAPPENINGS, Happening, new_sheet, rows_of
from smalti.kernel.sets import lowest
from smalti.kernel.state import Sheet, State


def refused(state: State, write: Callable[[Sheet], object]) -> Refusal | None:
    """The row that a kernel function writes, as a reason; None if it writes none."""
    told = new_sheet(HAPPENINGS)
    write(told)
    return next((Refusal(Happening(*row), "maharani", stage(state)) for row in rows_of(told)), None)


def why_not(state: State, seat: int, move: int) -> Why | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Maharani has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    return refused(state, lambda told: refusals.refuses_move(state, seat, move, told))


def refuse_turn(state: State, seat: int) -> Why | None:
    """Whether this seat is to choose at all."""
    return refused(state, lambda told: refusals.refuse_turn(state, seat, told))


def refuse_slot(state: State, slot: int) -> Why | None:
    """Rules 4.1 and 7.1: the tile must lie on the rondel."""
    return refused(state, lambda told: refusals.refuse_slot(state, slot, told))


def refuse_origin(state: State, worker: int, space: int | None) -> Why | None:
    """Rules 6.3 and 6.4: whether the worker that comes may come from that space, or from the supply."""
    return refused(state, lambda told: refusals.refuse_origin(state, worker, NONE if space is None else space, told))


def moving_from(state: State, worker: int) -> int | None:
    """Rule 6.4: the space from which a worker of this colour would move to its duty; None if a new one comes."""
    spaces = standing(state, worker, int(state.duty))
    return lowest(spaces) if spaces else None
