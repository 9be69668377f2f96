"""Symbols of the table besides tiles, kilns and paper: handles, frames, glowing kilns, numbers on seals."""

from __future__ import annotations

from functools import cache

from smalti.games.majolica.components import EDITIONS, SIDE
from smalti.games.majolica.tables.boxes import BIG, HAND_LABEL, HAND_STEP, JOINT, ORDER, STRIDE
from smalti.games.majolica.tables.kilns import fire_in_mouth
from smalti.games.majolica.tables.paper import CARD, CARD_SYMBOLS
from smalti.games.majolica.tables.room import BENCH, SERIF, room_symbols
from smalti.games.majolica.tables.tiles import DEFS
from smalti.kernel.picture import tag, text, use

HANDLE = 22
"""How thick the handle of a run is."""
LONGEST_HAND = 5


@cache
def defs(edition: int) -> str:
    """Everything that looks refer to."""
    drawn = [large_tiles(), borders(), handles(), frames(), numbers(edition), slots()]
    return DEFS + CARD_SYMBOLS + room_symbols(edition) + "".join(drawn)


def symbol(name: str, width: float, height: float, *body: str) -> str:
    """A symbol in its own box."""
    return tag("symbol", *body, id=name, viewBox=f"0 0 {width:g} {height:g}")


def large_tiles() -> str:
    """The shadow of a large tile, and a tile face down in the grid."""
    drop = tag("rect", x=3, y=5, width=BIG - 3, height=BIG - 3, rx=9, fill="#0004")
    back = use("tile-back", 4, 4, BIG - 8, opacity=0.5)
    return symbol("large-drop", BIG, BIG + 4, drop) + symbol("large-back", BIG, BIG, back)


def borders() -> str:
    """The dotted line around the tiles face up, for every size."""
    drawn = []
    for rows in range(1, SIDE + 1):
        for columns in range(1, SIDE + 1):
            width, height = columns * STRIDE - JOINT + 10, rows * STRIDE - JOINT + 10
            line = tag(
                "rect", x=1, y=1, width=width - 2, height=height - 2, rx=9, fill="none", stroke="var(--gold)",
                stroke_width=2, stroke_dasharray="2 5", stroke_linecap="round",
            )  # fmt: skip
            drawn.append(symbol(f"border-{rows}-{columns}", width, height, line))
    return "".join(drawn)


def handles() -> str:
    """Golden bars with the number of tiles along them, lying and standing; and a longer one for all four alone."""
    drawn = []
    for n in range(1, SIDE + 1):
        length = n * STRIDE - JOINT - 20
        drawn.append(symbol(f"grip-flat-{n}", length, HANDLE, bar(length, HANDLE), knob(length / 2, 11, str(n))))
        drawn.append(symbol(f"grip-tall-{n}", HANDLE, length, bar(HANDLE, length), knob(11, length / 2, str(n))))
    drawn.append(symbol("grip-all", 234, HANDLE, bar(234, HANDLE), knob(117, 11, "", 90)))
    return "".join(drawn)


def bar(width: float, height: float) -> str:
    """A golden bar that takes everything along it."""
    box = {"x": 0.75, "y": 0.75, "width": width - 1.5, "height": height - 1.5, "rx": min(width, height) / 2 - 0.75}
    return tag("rect", **box, fill="var(--gold)", fill_opacity=0.35, stroke="var(--gold)", stroke_width=1.5)


def knob(x: float, y: float, words: str, wide: float = 21) -> str:
    """What is held of a handle, with a number on it."""
    box = {"x": x - wide / 2 + 0.75, "y": y - 10.25, "width": wide - 1.5, "height": 20.5, "rx": 10}
    number = {"font_size": 14, "font_weight": 700, "text_anchor": "middle", "font_family": "system-ui,sans-serif"}
    shape = tag("rect", **box, fill="#8f6210", stroke="#f2c14e", stroke_width=1.5)
    return shape + (text(x, y + 5, words, **number, style="fill:#fffaf0") if words else "")


def frames() -> str:
    """The frame around the bench whose turn it is, what tiles in hand lie on, and boxes of arrangements."""
    width, height = BENCH
    lit = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 12}
    drawn = [symbol("lit", width, height, tag("rect", **lit, fill="none", stroke="var(--gold)", stroke_width=3))]
    for n in range(1, LONGEST_HAND + 1):
        wide = n * HAND_STEP + HAND_LABEL
        drawn.append(symbol(f"hand-{n}", wide, 42, tag("rect", width=wide, height=42, rx=9, fill="var(--shade)")))
    box = {"x": 1, "y": 1, "width": ORDER[0] - 2, "height": ORDER[1] - 2, "rx": 9}
    paper = tag("rect", **box, fill="var(--panel)", stroke="var(--gold)", stroke_width=1.5)
    drawn.append(symbol("order-box", *ORDER, paper))
    drawn.append(symbol("button-box", 230, 52, tag(
        "rect", x=1, y=1, width=228, height=50, rx=10, fill="var(--panel)", stroke="var(--gold)", stroke_width=1.5
    )))  # fmt: skip
    return "".join(drawn) + symbol("kiln-fire", 160, 172, fire_in_mouth())


def numbers(edition: int) -> str:
    """The points on the seals of cards and missions."""
    box = EDITIONS[edition]
    points = sorted({card.points for card in box.cards} | {mission.points for mission in box.missions})
    fill = {"font_size": 20, "text_anchor": "middle", "font_family": SERIF, "style": "fill:#fff6e6"}
    dark = fill | {"style": "fill:#2a2521"}
    return "".join(
        symbol(f"points-{n}", 30, 30, text(15, 22, str(n), **fill))
        + symbol(f"print-{n}", 30, 30, text(15, 22, str(n), **dark))
        for n in points
    )


def slots() -> str:
    """A free slot, a free place of the display, and both small."""
    width, height = CARD
    dashes = {"fill": "none", "stroke": "var(--soft)", "stroke_width": 1.5, "stroke_dasharray": "5 5"}
    box = {"x": 3, "y": 3, "width": width - 7, "height": height - 8, "rx": 8}
    empty = tag("rect", **box, **dashes, stroke_opacity=0.75)
    shade = tag("rect", x=1, y=1, width=width - 2, height=height - 4, rx=8, fill="var(--shade)", fill_opacity=0.3)
    small = tag("rect", x=1, y=1, width=42, height=40, rx=5, **dashes, stroke_opacity=0.75)
    mini = tag("rect", width=44, height=42, rx=5, fill="var(--marble)", stroke="#00000026")
    return (
        symbol("free-slot", *CARD, shade, empty)
        + symbol("clip", 24, 13, tag("path", d="M0 0h24v10q0 3-3 3h-18q-3 0-3-3Z", fill="#3f444a"))
        + symbol("no-card", *CARD, empty)
        + symbol("mini-free", 44, 42, small)
        + symbol("mini-sheet", 44, 42, mini)
    )
