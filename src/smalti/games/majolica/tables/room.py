"""The room of a bench: what is the same for every player, as symbols of the defs, and where things stand in it."""

from __future__ import annotations

from functools import cache

from smalti.games.majolica.components import EDITIONS
from smalti.games.majolica.editions import WORKSHOPS, Workshop
from smalti.kernel.picture import tag, text, use

COLUMN, GUTTER, SIDE_ROOM = 150, 14, 16
BENCH = (2 * SIDE_ROOM + WORKSHOPS * COLUMN + (WORKSHOPS - 1) * GUTTER, 476)
CARDS_Y, LIFT_Y, KILN_Y, KILN_H = 62, 176, 192, 161
TOP_Y = KILN_Y + KILN_H
CARTS_H = 90
SHELF_Y = 418
TILE, STEP = 38, 40
LARGEST_TILE = 40.0
"""A tile on its way through a kiln or into the City Hall stays a tile."""
SERIF = "Iowan Old Style,Palatino Linotype,Palatino,Georgia,serif"

TINTS = "#7d4430", "#f7f0e2", "#d9a184"
SIGNS = "", "M{0:g} 144m4 0l2-2l2 2l-2 2Z", "M{0:g} 138m3.5 3.5l5 5m0-5l-5 5"
"""What tells the parts of a pattern apart."""


def column_x(workshop: int) -> float:
    """The left end of a workshop's column."""
    return SIDE_ROOM + workshop * (COLUMN + GUTTER)


def shelf_place(n: int, capacity: int) -> tuple[float, float]:
    """Where the n-th tile of a kiln stands: two shelves, filled from the left."""
    across = -(-capacity // 2)
    return COLUMN / 2 - across * STEP / 2 + 1 + n % across * STEP, 48 + n // across * STEP


@cache
def room_symbols(edition: int) -> str:
    """The symbols `room-E`, `carts-E` and `face-E-W` of an edition."""
    width, height = BENCH
    drawn = [tag("symbol", room(edition), id=f"room-{edition}", viewBox=f"0 0 {width} {height}")]
    drawn.append(tag("symbol", carts(edition), id=f"carts-{edition}", viewBox=f"0 {TOP_Y - 30} {width} {CARTS_H}"))
    for w, plan in enumerate(EDITIONS[edition].workshops):
        drawn.append(tag("symbol", face(plan, w), id=f"face-{edition}-{w}", viewBox=f"0 0 {COLUMN} {KILN_H}"))
    return "".join(drawn)


def room(edition: int) -> str:
    """The wall, the rail for the cards, the board that the kilns stand on, and the icons of each workshop."""
    width, height = BENCH
    wall = tag(
        "rect", fill="var(--panel)", stroke="var(--grout)", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12
    )
    tiles = tag("rect", x=7, y=CARDS_Y - 4, width=width - 14, height=TOP_Y - CARDS_Y, fill="url(#wall) none")
    rail = tag("rect", x=8, y=CARDS_Y - 7, width=width - 16, height=6, rx=3, fill="#8d6544")
    top = tag("rect", x=6, y=TOP_Y - 4, width=width - 12, height=26, rx=5, fill="#a87d57")
    edge = tag("rect", x=6, y=TOP_Y + 14, width=width - 12, height=10, rx=3, fill="#6a4930")
    veins = f"M20 {TOP_Y + 5}h180m40 0h210m30 0h170M60 {TOP_Y + 10}h260m50 0h200"
    grain = tag("path", d=veins, stroke="#8d6544", stroke_width=1.2)
    lifts = "".join(lift(one, column_x(w)) for w, one in enumerate(EDITIONS[edition].workshops))
    return wall + tiles + rail + top + grain + edge + lifts


def lift(workshop: Workshop, x: float) -> str:
    """How many tiles a run must and may deliver, left of the chimney; right of it, whether one is fragmented."""
    icons = ["must"] * workshop.must + ["may"] * workshop.may
    plate = tag("rect", x=x - 2, y=LIFT_Y - 5, width=7 + 17 * len(icons), height=33, rx=7, fill="#efe6d4")
    left = "".join(use(icon, x - 1 + n * 17, LIFT_Y - 2, 22, 27.5) for n, icon in enumerate(icons))
    if not workshop.fragment:
        return plate + left
    ground = tag("rect", x=x + COLUMN - 35, y=LIFT_Y - 5, width=35, height=33, rx=7, fill="#efe6d4")
    return plate + left + ground + use("crack", x + COLUMN - 31, LIFT_Y - 2, 28)


def carts(edition: int) -> str:
    """The carts from each workshop to the next, and the long way back."""
    drawn = []
    for w, one in enumerate(EDITIONS[edition].workshops):
        if one.leftovers_to == w + 1:
            x = column_x(w + 1) - GUTTER / 2
            arrow = f"M{x - 9:g} {TOP_Y - 11}h12m-4-4l4 4l-4 4"
            drawn.append(use("cart", x - 24, TOP_Y - 23, 44, 28))
            drawn.append(tag("path", d=arrow, fill="none", stroke="#fff6e6", stroke_width=2))
            continue
        start, end = column_x(w) + COLUMN / 2, column_x(one.leftovers_to) + COLUMN / 2
        track = f"M{start:g} {TOP_Y + 24}v14q0 12-12 12H{end + 12:g}q-12 0-12-12v-10"
        tip = f"M{end - 5:g} {TOP_Y + 33}l5-6l5 6"
        lines = tag("path", d=track, stroke_dasharray="1 5") + tag("path", d=tip)
        drawn.append(tag("g", lines, fill="none", stroke="var(--soft)", stroke_width=1.8, stroke_linecap="round"))
        drawn.append(use("cart", (start + end) / 2 - 24, TOP_Y + 27, 44, 28))
    return "".join(drawn)


def face(plan: Workshop, workshop: int) -> str:
    """What a kiln shows: its number, empty places on the shelves, and the pattern on its foot."""
    plate = tag("circle", cx=COLUMN / 2, cy=26, r=13, fill="#f7f0e2", stroke="#7d4430", stroke_width=2)
    number = text(
        COLUMN / 2, 32, str(workshop + 1), font_size=17, text_anchor="middle", fill="#2a2521", font_family=SERIF
    )
    holes = ""
    for n in range(plan.capacity):
        x, y = shelf_place(n, plan.capacity)
        holes += f"M{x + 6:g} {y + 2:g}h26q4 0 4 4v26q0 4-4 4h-26q-4 0-4-4v-26q0-4 4-4Z"
    places = tag("path", d=holes, fill="#fff", fill_opacity=0.1, stroke="#a5836e", stroke_width=1.2)
    return places + plate + number + pattern(plan.pattern)


def pattern(parts: tuple[int, ...]) -> str:
    """The pattern on the foot; its parts differ in filling: full, open with a dot, crossed."""
    size, gap = 12, 8
    width = sum(parts) * (size + 2) + (len(parts) - 1) * gap
    x = (COLUMN - width) / 2
    drawn = [tag("rect", x=x - 7, y=134, width=width + 12, height=20, rx=6, fill="#f7f0e2", stroke="#7d4430")]
    for part, n in enumerate(parts):
        lefts = [x + k * (size + 2) for k in range(n)]
        squares = "".join(f"M{left:g} 138h12v12h-12Z" for left in lefts)
        signs = "".join(SIGNS[part % 3].format(left) for left in lefts)
        drawn.append(tag("path", d=squares, fill=TINTS[part % 3]) + (tag("path", d=signs) if signs else ""))
        x += n * (size + 2) + gap
    return tag("g", *drawn, stroke="#5c3020", stroke_width=1.6, stroke_linejoin="round", stroke_linecap="round")
