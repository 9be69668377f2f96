"""The doors where moves come in as text: what the rows refuse is raised, with its clause."""

from __future__ import annotations

from collections.abc import Callable

from smalti.games.majolica.rows import refusals
from smalti.games.majolica.tables.stage import stage
from smalti.kernel.errors import IllegalMove
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import HAPPENINGS, Happening, new_sheet, rows_of
from smalti.kernel.state import Sheet, State


def check_turn(state: State, seat: int) -> None:
    """Whether this seat is to choose at all."""
    check(state, lambda told: refusals.refuse_turn(state, seat, told))


def check_move(state: State, seat: int, move: int) -> None:
    """Whether this seat may make this move now."""
    check(state, lambda told: refusals.refuses_move(state, seat, move, told))


def check(state: State, write: Callable[[Sheet], object]) -> None:
    """Raises the row that a kernel function writes, if it writes one."""
    told = new_sheet(HAPPENINGS)
    write(told)
    for row in rows_of(told):
        raise IllegalMove(Refusal(Happening(*row), "majolica", stage(state)))
