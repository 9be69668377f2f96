"""The drawings: pebbles, the bag, and the grounds of the panels. Symbols style themselves."""

from __future__ import annotations

from examples.pebbles.components import CELLS, COLOUR_COUNT, COLOURS, SHOWN, SIDE
from smalti.kernel.picture import tag

CELL, EDGE = 72, 18
COURT = SIDE * CELL + 2 * EDGE
HEAD = 34
SHADES = {"white": ("#f4efe4", "#b9ae98"), "grey": ("#8d9499", "#5c6368"), "black": ("#2c2e33", "#0f1013")}
STYLE = """
.smalti .court{fill:var(--slate);stroke:var(--slate-edge);stroke-width:2}
.smalti .cell{fill:var(--grout);stroke:var(--slate-edge)}
.smalti .tally{fill:#2a2521}
"""


def stone(colour: str, number: int) -> str:
    """A pebble: each colour has a shape of its own, for those who see colours less well."""
    fill, edge = SHADES[colour]
    body = tag("ellipse", cx=24, cy=24, rx=18, ry=(18, 14, 16)[number], fill=fill, stroke=edge, stroke_width=2)
    veins = ("", "M9 26q15 -9 30 -2", "M12 19q12 8 24 0M13 29q11 -7 22 0")[number]
    vein = tag("path", d=veins, fill="none", stroke=edge)
    return tag("symbol", body, vein, id=f"stone-{colour}", viewBox="0 0 48 48")


def bag() -> str:
    """The bag that the pebbles are drawn from, tied at its neck."""
    body = tag("path", d="M17 14q-13 9 -11 23q1 7 18 7t18 -7q2 -14 -11 -23z", fill="#c9b48c", stroke="#7d6a45")
    neck = tag("path", d="M17 14q-5 -5 -3 -10q10 5 20 0q2 5 -3 10z", fill="#b79f72", stroke="#7d6a45")
    return tag("symbol", body, neck, id="pebble-bag", viewBox="0 0 48 48")


DEFS = "".join(stone(colour, number) for number, colour in enumerate(COLOURS)) + bag()


def court_ground(top: int) -> str:
    """The court with its cells."""
    rim = tag("rect", class_="court", x=1, y=top + 1, width=COURT - 2, height=COURT - 2, rx=12)
    boxes = ((EDGE + cell % SIDE * CELL, top + EDGE + cell // SIDE * CELL) for cell in range(CELLS))
    return rim + "".join(hollow(x, y) for x, y in boxes)


def display_ground() -> str:
    """A column of stands for each colour."""
    return "".join(hollow(colour * CELL, n * CELL) for colour in range(COLOUR_COUNT) for n in range(SHOWN))


def hollow(x: float, y: float) -> str:
    """A cell or a stand, for one pebble."""
    return tag("rect", class_="cell", x=x + 2, y=y + 2, width=CELL - 4, height=CELL - 4, rx=8)
