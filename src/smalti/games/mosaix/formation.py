"""Dice on places: from what people lay and write to formations and placements, and back."""

from __future__ import annotations

from functools import cache

from smalti.games.mosaix.components import FORMATIONS, SLOTS, SYMBOLS, TURNED, is_inside
from smalti.games.mosaix.moves import FIRST_ENTER, STOP, decode_enter

Die = tuple[int, int, int]
"""(row, column, symbol)"""

_NUMBER = {formation: number for number, formation in enumerate(FORMATIONS)}


def formation_dice(formation: int) -> tuple[Die, ...]:
    """The dice of a formation as the shape is drawn in the rules, smallest row and column 0."""
    shape, symbols = FORMATIONS[formation]
    return tuple((r, c, symbol) for (r, c), symbol in zip(SLOTS[shape], symbols, strict=True))


def placed_dice(formation: int, move: int) -> tuple[Die, ...]:
    """All four dice of an entering move in the places of the grid, those outside too."""
    shape, symbols = FORMATIONS[formation]
    turn, row, col = decode_enter(move)
    return tuple((row + r, col + c, symbol) for (r, c), symbol in zip(TURNED[shape][turn], symbols, strict=True))


def inside(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice that lie in the grid, in reading order."""
    return tuple(sorted(die for die in dice if is_inside(die[0], die[1])))


def find_formation(dice: tuple[Die, ...]) -> int | None:
    """The formation that these dice make, however it is turned."""
    top, left = min(r for r, _, _ in dice), min(c for _, c, _ in dice)
    symbol_at = {(r - top, c - left): symbol for r, c, symbol in dice}
    for shape, turns in enumerate(TURNED):
        for cells in turns:
            if set(cells) == set(symbol_at):
                number = _NUMBER.get((shape, tuple(symbol_at[cell] for cell in cells)))
                if number is not None:
                    return number
    return None


@cache
def results(formation: int) -> dict[tuple[Die, ...], int]:
    """Every way to mark the grid with a formation, and the move that stands for it: the first of equal ones."""
    found: dict[tuple[Die, ...], int] = {}
    for move in range(FIRST_ENTER, STOP):
        marked = inside(placed_dice(formation, move))
        if marked:
            found.setdefault(marked, move)
    return found


def cell_name(row: int, col: int) -> str:
    """A cell as people say it: column a to g, row 1 to 7 from the top."""
    return f"{'abcdefg'[col]}{row + 1}"


def symbol_number(word: str) -> int:
    """The number of a symbol's word."""
    return SYMBOLS.index(word)
