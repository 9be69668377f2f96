"""The dice of Mosaix beside the grid, and the palette of formations they can be laid to."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from smalti.games.mosaix.board.signs import MARKS, SYMBOL_STYLES
from smalti.games.mosaix.components import FORMATIONS, ROLLS, SHAPES, TURNED
from smalti.games.mosaix.formation import placed_dice
from smalti.games.mosaix.moves import encode_enter, is_form
from smalti.games.mosaix.state import NONE
from smalti.kernel.board import PLACE, Sight
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

ACROSS = 4
"""Formations side by side in the palette."""
CHOSEN = "#2f6f4f"


def draw_dice(state: State, language: str) -> Text:
    """The dice on the table: as rolled, or as laid."""
    text = Text()
    if int(state.formation) != NONE:
        text.append(say(language, N_("Formation")) + "\n")
        for row in range(2):
            text.append_text(draw_row(int(state.formation), row, Style()))
            text.append("\n")
    elif int(state.roll) != NONE:
        text.append(say(language, N_("Dice")) + "  ")
        for symbol, n in enumerate(ROLLS[int(state.roll)]):
            text.append(f"{MARKS[symbol]} " * n, style=f"bold {SYMBOL_STYLES[symbol]}")
        text.append("\n")
    text.append("\n")
    return text


def draw_palette(sight: Sight) -> Text:
    """The seven shapes with their number keys, and the ways to lay the dice in the chosen one."""
    chosen = shape_of(sight)
    text = Text(no_wrap=True)
    for number, name in enumerate(SHAPES):
        ground = CHOSEN if number == chosen else None
        style = Style(bold=number == chosen, bgcolor=ground, meta={PLACE: f"shape_{number}"})
        text.append(f" {number + 1}:{name}", style)
    text.append("\n\n")
    ways = formations(sight, chosen)
    for first in range(0, len(ways), ACROSS):
        for row in range(2):
            for formation in ways[first : first + ACROSS]:
                ground = CHOSEN if formation == sight.aimed else None
                text.append_text(draw_row(formation, row, Style(bgcolor=ground, meta={PLACE: f"form_{formation}"})))
                text.append(" ")
            text.append("\n")
        text.append("\n")
    return text


def lying(formation: int) -> int:
    """The quarter turns that make a formation lie flat, so that it takes two lines at most."""
    shape, _ = FORMATIONS[formation]
    return next(turn for turn, cells in enumerate(TURNED[shape]) if max(r for r, _ in cells) < 2)


def draw_row(formation: int, row: int, ground: Style) -> Text:
    """One row of a formation, always as wide as the widest."""
    dice = {c: symbol for r, c, symbol in placed_dice(formation, encode_enter(lying(formation), 0, 0)) if r == row}
    text = Text()
    for col in range(4):
        symbol = dice.get(col)
        mark = Style() if symbol is None else Style(color=SYMBOL_STYLES[symbol], bold=True)
        text.append("  " if symbol is None else f"{MARKS[symbol]} ", ground + mark)
    return text


def shape_of(sight: Sight) -> int:
    """The shape of the formation aimed at."""
    assert sight.aimed is not None
    return FORMATIONS[sight.aimed][0]


def formations(sight: Sight, shape: int) -> list[int]:
    """The legal formations of a shape."""
    return [m for m in sight.position.legal_moves(sight.seat) if is_form(m) and FORMATIONS[m][0] == shape]


def steer_palette(sight: Sight, key: str) -> int | None:
    """Arrows go through the ways to lay a shape; numbers and r, R go through the shapes."""
    assert sight.aimed is not None
    ways = formations(sight, shape_of(sight))
    steps = {"left": -1, "right": 1, "up": -ACROSS, "down": ACROSS}
    if key in steps:
        index = ways.index(sight.aimed) + steps[key]
        return ways[index] if 0 <= index < len(ways) else sight.aimed
    if key in ("r", "R"):
        return next_shape(sight, 1 if key == "r" else -1)
    return to_shape(sight, int(key) - 1) if key in "1234567" else None


def next_shape(sight: Sight, step: int) -> int | None:
    """The first formation of the next shape that can be laid."""
    shape = shape_of(sight)
    for _ in SHAPES:
        shape = (shape + step) % len(SHAPES)
        if ways := formations(sight, shape):
            return ways[0]
    return None


def to_shape(sight: Sight, shape: int) -> int | None:
    """The first formation of a shape; None where no formation of it can be laid."""
    ways = formations(sight, shape)
    return ways[0] if ways else None


def point_palette(sight: Sight, place: str) -> int | None:
    """A click on a shape or a formation."""
    kind, _, number = place.partition("_")
    if kind == "shape":
        return to_shape(sight, int(number))
    return int(number) if kind == "form" else None
