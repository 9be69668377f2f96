"""The drawings of Mosaix: glass inlays, dice and trays, each drawn once as an SVG symbol."""

from __future__ import annotations

from math import cos, pi, sin

from smalti.games.mosaix.components import SHAPES, SLOTS, SYMBOLS
from smalti.games.mosaix.tables.boxes import CARD, SHAPE_BOX, extent
from smalti.kernel.picture import tag, use

Place = tuple[float, float]

# Each symbol has a hue of its own, a lightness of its own (they differ in grey too) and a texture of its own.
GLASS = {
    "circle": ("#1f7f86", "#2f9aa0", "#57b7ba", "#0f5a61"),
    "triangle": ("#d9951f", "#e8ad3f", "#f3c76b", "#a8690c"),
    "cross": ("#8c2438", "#a5364a", "#bd566a", "#64152a"),
}
GROUND = {"circle": "#dcebe8", "triangle": "#f6e8c8", "cross": "#efd9da"}

STYLE = """
.smalti .cell{fill:var(--panel);stroke:var(--grout)}
.smalti .rim{fill:var(--slate);stroke:var(--slate-edge);stroke-width:2}
.smalti .well{fill:var(--grout)}
.smalti .chalk{fill:#d9d4c8}
.smalti .pencilled{opacity:.5}
.smalti .strong{font-weight:600}
"""


def polygon(points: list[Place], fill: str) -> str:
    """A piece of glass."""
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), fill=fill)


def around(angle: float, radius: float) -> Place:
    """A place around the middle of a 48 x 48 symbol."""
    return 24 + radius * cos(angle), 24 + radius * sin(angle)


def circle_inlay() -> str:
    """Two rings of wedges around an eye."""
    deep, mid, light, _ = GLASS["circle"]
    pieces = []
    for n in range(12):
        a, b = (n + 0.06) * pi / 6, (n + 0.94) * pi / 6
        tint = (deep, mid)[n % 2]
        pieces.append(
            polygon([around(a, 17.5), around((a + b) / 2, 18.2), around(b, 17.5), around(b, 11), around(a, 11)], tint)
        )
    for n in range(6):
        a, b = (n + 0.08) * pi / 3, (n + 0.92) * pi / 3
        pieces.append(
            polygon(
                [around(a, 10), around((a + b) / 2, 10.4), around(b, 10), around(b, 4.6), around(a, 4.6)],
                (mid, light)[n % 2],
            )
        )
    return "".join(pieces) + tag("circle", cx=24, cy=24, r=3.6, fill=light)


def triangle_inlay() -> str:
    """Sixteen small triangles in four rows."""
    deep, mid, light, _ = GLASS["triangle"]
    pieces, rows, top, left, step = [], 4, 7.0, 24.0, 8.4
    for row in range(rows):
        for n in range(2 * row + 1):
            x, y = left + (n - row) * step / 2, top + row * step
            up = n % 2 == 0
            points = [(0.0, 0.6), (step / 2 - 0.5, step - 0.5), (-step / 2 + 0.5, step - 0.5)]
            down = [(-step / 2 + 0.7, 0.4), (step / 2 - 0.7, 0.4), (0.0, step - 1.4)]
            corners = [(x + dx, y + dy) for dx, dy in (points if up else down)]
            pieces.append(polygon(corners, (deep, mid)[row % 2] if up else light))
    return "".join(pieces)


def cross_inlay() -> str:
    """Two bars of squares that cross."""
    deep, mid, light, _ = GLASS["cross"]
    pieces = [tag("rect", x=20.4, y=20.4, width=7.2, height=7.2, fill=light, transform="rotate(45 24 24)")]
    for n in range(4):
        for far, tint in ((8.4, mid), (16.4, deep)):
            x, y = around(pi / 4 + n * pi / 2, far)
            square = tag("rect", x=x - 3.6, y=y - 3.6, width=7.2, height=7.2, rx=0.8, fill=tint)
            pieces.append(tag("g", square, transform=f"rotate(45 {x:.1f} {y:.1f})"))
    return "".join(pieces)


INLAYS = {"circle": circle_inlay, "triangle": triangle_inlay, "cross": cross_inlay}


def glaze(ground: str, edge: str) -> str:
    """A glazed square: body, lighter bevel at the top left, darker edge at the bottom right."""
    body = tag("rect", x=1.5, y=1.5, width=45, height=45, rx=4, fill=ground, stroke=edge, stroke_opacity=0.55)
    light = tag("path", d="M4 43V8q0-4 4-4h35", fill="none", stroke="#fff", stroke_opacity=0.8, stroke_width=1.6)
    dark = tag("path", d="M5 45h36q4 0 4-4V6", fill="none", stroke="#000", stroke_opacity=0.16, stroke_width=1.6)
    return body + light + dark


def symbols() -> str:
    """All symbols: a mark in a cell, the bare inlay, and a die."""
    drawn = []
    for name in SYMBOLS:
        inlay = INLAYS[name]()
        _, _, _, edge = GLASS[name]
        drawn.append(tag("symbol", inlay, id=f"inlay-{name}", viewBox="0 0 48 48"))
        drawn.append(
            tag(
                "symbol",
                glaze(GROUND[name], edge) + use(f"inlay-{name}", 0, 0, 48),
                id=f"mark-{name}",
                viewBox="0 0 48 48",
            )
        )
        drawn.append(tag("symbol", die_body() + use(f"inlay-{name}", 4, 4, 39), id=f"die-{name}", viewBox="0 0 48 48"))
    return "".join(drawn)


def die_body() -> str:
    """A die with rounded edges and a soft shadow."""
    shadow = tag("rect", x=3.5, y=4.5, width=43, height=43, rx=10, fill="#000", fill_opacity=0.18)
    body = tag("rect", fill="#fffdf7", stroke="#c9bda6", x=2, y=2, width=43, height=43, rx=10)
    shine = tag("path", d="M6 34V13q0-7 7-7h21", fill="none", stroke="#fff", stroke_width=2.4, stroke_linecap="round")
    return shadow + body + shine


PAPER = "fill:var(--panel);stroke:var(--grout)"
"""Symbols style themselves: the rules of a page do not reach into them, its colours do."""


def paper(width: float, height: float) -> str:
    """The ground of what may be picked."""
    return tag("rect", style=PAPER, x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8)


def shape_symbol(shape: int) -> str:
    """The outline of a shape on paper."""
    columns, rows = extent(shape, 0)
    left, top = (SHAPE_BOX - 9 * columns) / 2, 5 + (28 - 9 * rows) / 2
    corners = [(left + c * 9, top + r * 9) for r, c in SLOTS[shape]]
    squares = [tag("rect", x=x, y=y, width=8, height=8, rx=1.5, style="fill:var(--soft)") for x, y in corners]
    box = f"0 0 {SHAPE_BOX} {SHAPE_BOX}"
    return tag("symbol", paper(SHAPE_BOX, SHAPE_BOX), *squares, id=f"mosaix-shape-{SHAPES[shape]}", viewBox=box)


def other_symbols() -> str:
    """A die before the roll, the frame of a printed symbol, the stroke through a cell of the scale, paper, shapes."""
    dashed = "fill:none;stroke:var(--slate);stroke-width:2;stroke-dasharray:3 3"
    frame = tag("rect", x=1, y=1, width=44, height=44, rx=6, style=dashed)
    stroke = tag("path", d="M6 22l16 -16", style="stroke:var(--alert);stroke-width:2.5;stroke-linecap:round")
    size = tag("rect", x=0.5, y=0.5, width=27, height=17, rx=8.5, style=PAPER)
    return "".join(
        (
            tag("symbol", die_body(), id="mosaix-die", viewBox="0 0 48 48"),
            tag("symbol", frame, id="mosaix-printed", viewBox="0 0 46 46"),
            tag("symbol", stroke, id="mosaix-stroke", viewBox="0 0 28 28"),
            tag("symbol", size, id="mosaix-size", viewBox="0 0 28 18"),
            tag("symbol", paper(*CARD), id="mosaix-card", viewBox=f"0 0 {CARD[0]} {CARD[1]}"),
            *map(shape_symbol, range(len(SHAPES))),
        )
    )


DEFS = symbols() + other_symbols()
