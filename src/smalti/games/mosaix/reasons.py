"""Why a move is not allowed, in words: what the rows refuse, and dice that make no move at all."""

from __future__ import annotations

import re
from collections.abc import Callable

from smalti.games.mosaix.components import FORMATIONS, OVERHANG, ROLLS, SIDE, TURNED, cell_index
from smalti.games.mosaix.formation import Die, find_formation
from smalti.games.mosaix.moves import ACTION_COUNT, FIRST_ENTER, SKIP, STOP, encode_enter
from smalti.games.mosaix.rows import kinds, places, refusals
from smalti.games.mosaix.state import ENTER, FORM
from smalti.games.mosaix.tables.stage import stage
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Reason, Why
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import HAPPENINGS, NOWHERE, Happening, new_sheet, rows_of
from smalti.kernel.state import Sheet, State
from smalti.kernel.words import N_

PICKED_DIE = re.compile(r"die-([0-3])-([0-3])")
PICKED_CELL = re.compile(r"cell-([0-3])-([0-6])-([0-6])")


def refused(state: State, write: Callable[[Sheet], None]) -> Refusal | None:
    """The row that a kernel function writes, as a reason; None if it writes none."""
    told = new_sheet(HAPPENINGS)
    write(told)
    return next((refusal(state, Happening(*row)) for row in rows_of(told)), None)


def refusal(state: State, row: Happening) -> Refusal:
    """A row as a reason."""
    return Refusal(row, "mosaix", stage(state))


def why_not(state: State, seat: int, move: int) -> Why | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Mosaix has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    return refused(state, lambda told: refusals.refuses_move(state, seat, move, told))


def refuse_turn(state: State, seat: int) -> Why | None:
    """Whether this seat is to choose at all."""
    return refused(state, lambda told: refusals.refuse_turn(state, seat, told))


def refuse_stop(state: State, seat: int) -> Why | None:
    """Rule 7.6: only who plays alone may stop."""
    return why_not(state, seat, STOP)


def refuse_skip(state: State, seat: int) -> Why | None:
    """Rule 4.8: nobody skips who could enter something."""
    return why_not(state, seat, SKIP)


def refuse_form(state: State, seat: int, dice: tuple[Die, ...]) -> Why | None:
    """Section 3: whether these dice are a formation of the roll."""
    formation = find_formation(dice)
    if formation is not None or int(state.phase) != FORM:
        return why_not(state, seat, formation or 0)
    if sorted(roll_symbols(state)) != sorted(symbol for _, _, symbol in dice):
        return refusal(state, Happening(kinds.OTHER_DICE, clause=302))
    return Reason("3.3", N_("the four dice must touch along whole edges and make one piece"))


def roll_symbols(state: State) -> list[int]:
    """The symbols of the dice on the table."""
    return [symbol for symbol, n in enumerate(ROLLS[int(state.roll)]) for _ in range(n)]


def refuse_enter(state: State, seat: int, dice: tuple[Die, ...]) -> Why | None:
    """Section 4: whether these dice may lie there."""
    if int(state.phase) != ENTER:
        return refusal(state, Happening(kinds.LAY_FIRST, clause=203))
    if reason := refuse_shape(state, dice):
        return reason
    place = place_of(int(state.formation), dice)
    if place is None:
        return refusal(state, Happening(kinds.NOT_INSIDE, clause=407))
    return refused(state, lambda told: refusals.refuse_place(state, seat, place, told))


def refuse_shape(state: State, dice: tuple[Die, ...]) -> Why | None:
    """Rule 4.3: whether the dice are this round's formation, turned but not mirrored."""
    formation = int(state.formation)
    if find_formation(dice) == formation:
        return None
    if find_formation(tuple((r, -c, symbol) for r, c, symbol in dice)) == formation:
        return Reason("4.3", N_("the formation may be turned, but never mirrored"))
    return Reason("4.3", N_("these are not the dice of the formation; all four keep their places next to each other"))


def place_of(formation: int, dice: tuple[Die, ...]) -> int | None:
    """The place of the turned formation where these dice lie; None where it is out of reach of the grid."""
    shape, symbols = FORMATIONS[formation]
    top, left = min(r for r, _, _ in dice), min(c for _, c, _ in dice)
    if not all(-OVERHANG <= near < SIDE for near in (top, left)):
        return None
    looks = [{(top + r, left + c, s) for (r, c), s in zip(cells, symbols, strict=True)} for cells in TURNED[shape]]
    return encode_enter(looks.index(set(dice)), top, left) - FIRST_ENTER


def why_path(state: State, seat: int, path: tuple[str, ...]) -> Why | None:
    """Why clicks on these elements of the drawn scene lead to no move."""
    first, second, third = (*(clicked(state, step) for step in path[:3]), NOWHERE, NOWHERE, NOWHERE)[:3]
    return refused(state, lambda told: refusals.refuses(state, seat, first, second, third, told))


def clicked(state: State, step: str) -> int:
    """The place of an element of the drawn scene; one that says nothing for all but dice and cells."""
    if found := PICKED_DIE.fullmatch(step):
        return places.die_of(FORMATIONS[int(state.formation)][0], int(found[1]), int(found[2]))
    if found := PICKED_CELL.fullmatch(step):
        return places.cell_of(int(found[1]), cell_index(int(found[2]), int(found[3])))
    return places.STOP_BUTTON
