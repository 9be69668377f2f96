"""The doors where moves come in as text: what the rows refuse is raised, with its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from smalti.games.maharani.rows import refusals
from smalti.games.maharani.tables.stage import stage
from smalti.kernel.errors import IllegalMove
from smalti.kernel.reason import Reason
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import HAPPENINGS, Happening, new_sheet, rows_of
from smalti.kernel.state import Sheet, State


def check_turn(state: State, seat: int) -> None:
    """Whether this seat is to choose at all."""
    check(state, lambda told: refusals.refuse_turn(state, seat, told))


def check_move(state: State, seat: int, move: int) -> None:
    """Whether this seat may make this move now."""
    check(state, lambda told: refusals.refuses_move(state, seat, move, told))


def check_slot(state: State, slot: int) -> None:
    """Rules 4.1 and 7.1: the tile must lie on the rondel."""
    check(state, lambda told: refusals.refuse_slot(state, slot, told))


def check_origin(state: State, worker: int, space: int) -> None:
    """Rules 6.3 and 6.4: whether the worker that comes may come from that space, or from the supply (NONE)."""
    check(state, lambda told: refusals.refuse_origin(state, worker, space, told))


def check(state: State, write: Callable[[Sheet], object]) -> None:
    """Raises the row that a kernel function writes, if it writes one."""
    told = new_sheet(HAPPENINGS)
    write(told)
    for row in rows_of(told):
        raise IllegalMove(Refusal(Happening(*row), "maharani", stage(state)))


def refuse(clause: str, words: str, **facts: object) -> NoReturn:
    """Raises what only a text can say wrong."""
    raise IllegalMove(Reason(clause, words, facts))
