"""Moves as text, both ways.

A formation is written row by row, a dot where no die lies: `oxt/.o.`. Entering lists the dice inside the grid with
their cells, columns a to g and rows 1 to 7 from the top: `o:f6 x:g6`. Then there are `stop` and `skip`.
"""

from __future__ import annotations

import re

from smalti.games.mosaix.components import DICE
from smalti.games.mosaix.formation import Die, cell_name, formation_dice, inside, placed_dice, results
from smalti.games.mosaix.moves import SKIP, STOP, is_form
from smalti.games.mosaix.rows.refusals import refuse_turn
from smalti.games.mosaix.text.refusals import DOOR, heed_phase, laid
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.reason import Reason
from smalti.kernel.state import State
from smalti.kernel.words import N_

LETTERS = "otx"


def write_move(state: State, seat: int, move: int) -> str:
    """A legal move as text."""
    if move == STOP:
        return "stop"
    if move == SKIP:
        return "skip"
    if is_form(move):
        return write_formation(formation_dice(move))
    return write_marks(placed_dice(int(state.formation), move))


def write_formation(dice: tuple[Die, ...]) -> str:
    """Dice row by row."""
    symbol_at = {(r, c): LETTERS[symbol] for r, c, symbol in dice}
    rows, cols = max(r for r, _ in symbol_at), max(c for _, c in symbol_at)
    return "/".join("".join(symbol_at.get((r, c), ".") for c in range(cols + 1)) for r in range(rows + 1))


def write_marks(dice: tuple[Die, ...]) -> str:
    """The dice inside the grid with their cells."""
    return " ".join(f"{LETTERS[symbol]}:{cell_name(r, c)}" for r, c, symbol in inside(dice))


def parse_move(state: State, seat: int, text: str) -> int:
    """The legal move that the text means; raises InvalidNotation or IllegalMove."""
    text = " ".join(text.lower().split())
    if text in ("stop", "skip"):
        return DOOR.legal(state, seat, STOP if text == "stop" else SKIP)
    DOOR.heed(state, refuse_turn, seat)
    return parse_marks(state, seat, text) if ":" in text else laid(state, seat, parse_formation(text))


def parse_formation(text: str) -> tuple[Die, ...]:
    """Dice written row by row."""
    rows = text.split("/")
    dice = tuple((r, c, LETTERS.index(x)) for r, row in enumerate(rows) for c, x in enumerate(row) if x in LETTERS)
    if not re.fullmatch(r"[otx./]+", text) or len(dice) != DICE:
        raise InvalidNotation(f"{text[:40]!r} is no move; expected four dice like 'oxt/.o.', cells like 'o:f6 x:g6'")
    return dice


def parse_marks(state: State, seat: int, text: str) -> int:
    """The entering move that marks exactly these cells."""
    wanted = tuple(sorted(parse_mark(mark) for mark in text.split()))
    heed_phase(state)
    move = results(int(state.formation)).get(wanted)
    if move is None:
        raise IllegalMove(Reason("4.3", N_("no turn of this formation marks exactly these cells")))
    return DOOR.legal(state, seat, move)


def parse_mark(text: str) -> Die:
    """One die inside the grid, like o:f6."""
    found = re.fullmatch(r"([otx]):([a-g])([1-7])", text)
    if not found:
        raise InvalidNotation(f"{text[:20]!r} is no die in the grid; expected a symbol and a cell like 'o:f6'")
    return int(found[3]) - 1, "abcdefg".index(found[2]), LETTERS.index(found[1])
