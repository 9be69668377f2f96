"""The measures of the rondel, and how a tile lies on it."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.games.maharani.components import FACES, QUARTER_COUNT, tile_parts
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, STEPS
from smalti.kernel.picture import tag, use

WIDE_COURT = 200
COLUMN = 0.44
"""The width of a column, in parts of a tile."""


@dataclass(frozen=True)
class Measures:
    """The proportions of a rondel, in parts of its radius."""

    radius: float
    tile: float
    offset: float
    badge: float
    room: float = 0
    """The side of the square that takes a click, where a tile alone would be too small for a finger."""


def measures(width: float) -> Measures:
    """A wide court has room for a ring of numbers around the tiles; in a small one they lie over the corners."""
    if width >= WIDE_COURT:
        return Measures(width / 2 - 9, 0.47, 0.345, 0.86)
    return Measures(width / 2 - 5, 0.57, 0.375, 0.89, width / 2 - 6)


def quarter_signs(quarter: int) -> tuple[int, int]:
    """Whether a quarter lies to the right and below, as factors."""
    return 1 if "E" in QUARTERS[quarter] else -1, 1 if "S" in QUARTERS[quarter] else -1


def edges_of(tile: int, side: int) -> str:
    """The edges where a tile shows half a column when its arrow points to that side; C for a column in the middle."""
    kind, arrow = FACES[tile_parts(tile)[1]]
    if kind == "centre":
        return "C"
    if kind == "half":
        return DIRECTIONS[(side - int(arrow or 0) // 90) % 4]
    first = side if arrow == "along" else (side + 1) % 4
    return DIRECTIONS[first] + DIRECTIONS[(first + 2) % 4]


def half_box(way: str) -> tuple[float, float, float, float]:
    """Where a tile shows half a column at one edge: x, y, width and height in parts of the tile."""
    row, col = STEPS[way]
    width, height = (COLUMN / 2, COLUMN) if col else (COLUMN, COLUMN / 2)
    left = 0.5 - COLUMN / 2 if not col else 0 if col < 0 else 1 - width
    top = 0.5 - COLUMN / 2 if not row else 0 if row < 0 else 1 - height
    return left, top, width, height


def rondel_symbol(size: Measures) -> str:
    """The disc with a hollow for each of its four tiles."""
    edge, hollows = 100 * size.tile, []
    for quarter in range(QUARTER_COUNT):
        right, down = quarter_signs(quarter)
        x, y = (100 * sign * size.offset - edge / 2 for sign in (right, down))
        look = {"fill": "#000", "fill_opacity": 0.28, "stroke": "#e0b354", "stroke_opacity": 0.5}
        hollows.append(tag("rect", x=x, y=y, width=edge, height=edge, rx=edge * 0.07, **look))
    disc = use("disc", -100, -100, 200)
    return tag("symbol", disc, *hollows, id="maharani-rondel", viewBox="-100 -100 200 200")
