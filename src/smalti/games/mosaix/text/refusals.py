"""Dice from strangers as legal moves: what the rows refuse, and dice that make no move at all."""

from __future__ import annotations

from smalti.games.mosaix.components import FORMATIONS, OVERHANG, ROLLS, SIDE, TURNED
from smalti.games.mosaix.formation import Die, find_formation, inside, results
from smalti.games.mosaix.moves import FIRST_ENTER, encode_enter
from smalti.games.mosaix.rows import kinds, refusals
from smalti.games.mosaix.state import ENTER, FORM
from smalti.games.mosaix.tables.stage import stage
from smalti.kernel.errors import IllegalMove
from smalti.kernel.reason import Reason
from smalti.kernel.refusing import Door
from smalti.kernel.rows import Happening
from smalti.kernel.state import State
from smalti.kernel.words import N_

DOOR = Door("mosaix", refusals.refuses_move, stage)


def heed_phase(state: State) -> None:
    """Rule 2.3: refuses to enter what has not been laid."""
    if int(state.phase) != ENTER:
        DOOR.refuse(state, Happening(kinds.LAY_FIRST, clause=203))


def laid(state: State, seat: int, dice: tuple[Die, ...]) -> int:
    """Section 3: the move that lays these dice, wherever they lie."""
    formation = find_formation(dice)
    if formation is not None or int(state.phase) != FORM:
        return DOOR.legal(state, seat, formation or 0)
    rolled = [symbol for symbol, n in enumerate(ROLLS[int(state.roll)]) for _ in range(n)]
    if rolled != sorted(symbol for _, _, symbol in dice):
        DOOR.refuse(state, Happening(kinds.OTHER_DICE, clause=302))
    raise IllegalMove(Reason("3.3", N_("the four dice must touch along whole edges and make one piece")))


def entered(state: State, seat: int, dice: tuple[Die, ...]) -> int:
    """Section 4: the move that enters these dice."""
    heed_phase(state)
    heed_shape(state, dice)
    place = place_of(int(state.formation), dice)
    if place is None:
        DOOR.refuse(state, Happening(kinds.NOT_INSIDE, clause=407))
    DOOR.heed(state, refusals.refuse_place, seat, place)
    return results(int(state.formation))[inside(dice)]


def heed_shape(state: State, dice: tuple[Die, ...]) -> None:
    """Rule 4.3: refuses dice that are not this round's formation, turned but not mirrored."""
    formation = int(state.formation)
    if find_formation(dice) == formation:
        return
    words = N_("these are not the dice of the formation; all four keep their places next to each other")
    if find_formation(tuple((r, -c, symbol) for r, c, symbol in dice)) == formation:
        words = N_("the formation may be turned, but never mirrored")
    raise IllegalMove(Reason("4.3", words))


def place_of(formation: int, dice: tuple[Die, ...]) -> int | None:
    """The place of the turned formation where these dice lie; None where it is out of reach of the grid."""
    shape, symbols = FORMATIONS[formation]
    top, left = min(r for r, _, _ in dice), min(c for _, c, _ in dice)
    if not all(-OVERHANG <= near < SIDE for near in (top, left)):
        return None
    looks = [{(top + r, left + c, s) for (r, c), s in zip(cells, symbols, strict=True)} for cells in TURNED[shape]]
    return encode_enter(looks.index(set(dice)), top, left) - FIRST_ENTER
