"""Why a move is not allowed: the clause of docs/rules/mosaix.en.md, and what would make it legal."""

from __future__ import annotations

import re

from smalti.games.mosaix.components import DICE, FORMATION_SHAPE, FORMATIONS, ROLLS, TURNED, cell_index, is_inside
from smalti.games.mosaix.formation import (
    Die,
    cell_name,
    find_formation,
    formation_dice,
    inside,
    is_connected,
    placed_dice,
    results,
)
from smalti.games.mosaix.moves import ACTION_COUNT, SKIP, STOP, is_enter, is_form
from smalti.games.mosaix.rules import actors, can_enter, is_over
from smalti.games.mosaix.state import ENTER, FORM, is_solo, occupied
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Reason, Verbatim
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName

PICKED_DIE = re.compile(r"die-([0-3])-([0-3])")
PICKED_CELL = re.compile(r"cell-([0-3])-([0-6])-([0-6])")


def why_not(state: State, seat: int, move: int) -> Reason | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Mosaix has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    if reason := refuse_turn(state, seat):
        return reason
    if move == STOP:
        return refuse_stop(state)
    if move == SKIP:
        return refuse_skip(state, seat)
    if is_form(move):
        return refuse_form(state, formation_dice(move))
    assert is_enter(move)
    return refuse_enter_move(state, seat, move)


def refuse_turn(state: State, seat: int) -> Reason | None:
    """Whether this seat is to choose at all."""
    if is_over(state):
        return Reason("5.5", N_("the game is over; nothing more is entered"))
    if actors(state) & bit(seat):
        return None
    if int(state.phase) == FORM:
        return Reason(
            "3.1", N_("only the roller lays the formation; {name} has the dice"), {"name": SeatName(int(state.roller))}
        )
    if int(state.phase) == ENTER:
        return Reason("4.1", N_("you have entered this formation already; wait for the others"))
    return Reason("2.2", N_("the dice have to be rolled first"))


def refuse_stop(state: State) -> Reason | None:
    """Rule 7.6: only who plays alone may stop."""
    if is_solo(state):
        return None
    return Reason("7.6", N_("only a solo game can be stopped; with several players it ends by itself"))


def refuse_skip(state: State, seat: int) -> Reason | None:
    """Rule 4.8: nobody skips who could enter something."""
    if int(state.phase) != ENTER:
        return Reason("3.1", N_("lay the formation first"))
    if is_solo(state):
        return Reason("7.4", N_("alone you cannot skip; enter the formation or stop"))
    if can_enter(state, seat, FORMATION_SHAPE[int(state.formation)]):
        return Reason("4.8", N_("you can enter at least one symbol of this formation, so you may not skip"))
    return None


def refuse_form(state: State, dice: tuple[Die, ...]) -> Reason | None:
    """Section 3: whether these dice are a formation of the roll."""
    if int(state.phase) != FORM:
        return Reason("3.1", N_("the formation has been laid; now enter it"))
    if len(dice) != DICE or sorted(roll_symbols(state)) != sorted(symbol for _, _, symbol in dice):
        return Reason("3.2", N_("a formation uses exactly the four dice that were rolled, with the symbols they show"))
    if len({(r, c) for r, c, _ in dice}) != DICE or not is_connected(dice):
        return Reason("3.3", N_("the four dice must touch along whole edges and make one piece"))
    formation = find_formation(dice)
    assert formation is not None
    if is_solo(state) and not can_enter(state, 0, FORMATIONS[formation][0]):
        return Reason("7.4", N_("this formation fits nowhere with the scale you have left; lay another one"))
    return None


def roll_symbols(state: State) -> list[int]:
    """The symbols of the dice on the table."""
    return [symbol for symbol, n in enumerate(ROLLS[int(state.roll)]) for _ in range(n)]


def refuse_enter_move(state: State, seat: int, move: int) -> Reason | None:
    """Section 4 for a move in numbers: also whether another number stands for the same result."""
    if int(state.phase) != ENTER:
        return Reason("2.3", N_("lay the formation first, then enter it"))
    formation = int(state.formation)
    dice = placed_dice(formation, move)
    if reason := refuse_enter(state, seat, dice):
        return reason
    same = results(formation)[inside(dice)]
    if same == move:
        return None
    return Reason("4.3", N_("another turn marks the same cells; that one stands for both: move {move}"), {"move": same})


def refuse_enter(state: State, seat: int, dice: tuple[Die, ...]) -> Reason | None:
    """Section 4: whether these dice may lie there."""
    if int(state.phase) != ENTER:
        return Reason("2.3", N_("lay the formation first, then enter it"))
    if reason := refuse_shape(state, dice):
        return reason
    taken = occupied(state, seat)
    in_grid = [(r, c) for r, c, _ in dice if is_inside(r, c)]
    for row, col in in_grid:
        if taken & bit(cell_index(row, col)):
            facts: dict[str, object] = {"cell": Verbatim(cell_name(row, col))}
            return Reason(
                "4.6", N_("cell {cell} is already marked; every die inside the grid needs a free cell"), facts
            )
    if not in_grid:
        return Reason("4.7", N_("at least one die must lie inside the grid"))
    lost = DICE - len(in_grid)
    if is_solo(state) and lost > int(state.scale):
        words = N_("{lost} symbols would be lost, but only {free} cells of the scale are free")
        return Reason("7.3", words, {"lost": lost, "free": int(state.scale)})
    return None


def refuse_shape(state: State, dice: tuple[Die, ...]) -> Reason | None:
    """Rule 4.3: whether the dice are this round's formation, turned but not mirrored."""
    formation = int(state.formation)
    if find_formation(dice) == formation:
        return None
    if find_formation(tuple((r, -c, symbol) for r, c, symbol in dice)) == formation:
        return Reason("4.3", N_("the formation may be turned, but never mirrored"))
    return Reason("4.3", N_("these are not the dice of the formation; all four keep their places next to each other"))


def why_path(state: State, seat: int, path: tuple[str, ...]) -> Reason | None:
    """Why these clicks lead to no move: a cell without a die in hand, or a die that cannot lie there."""
    if reason := refuse_turn(state, seat):
        return reason
    picked = [PICKED_DIE.fullmatch(step) for step in path]
    cells = [PICKED_CELL.fullmatch(step) for step in path]
    if int(state.phase) != ENTER or not cells or cells[-1] is None:
        return None
    if int(cells[-1][1]) != seat:
        return Reason("4.1", N_("you enter the formation in your own grid only"))
    if picked[0] is None:
        return Reason("4.4", N_("first pick the formation up by one of its dice, then put that die on a cell"))
    turn, slot, row, col = (int(n) for n in (*picked[0].groups(), cells[-1][2], cells[-1][3]))
    shape, symbols = FORMATIONS[int(state.formation)]
    top, left = TURNED[shape][turn][slot]
    turned = zip(TURNED[shape][turn], symbols, strict=True)
    return refuse_enter(state, seat, tuple((row - top + r, col - left + c, symbol) for (r, c), symbol in turned))
