"""The palace floor as it is without tiles: terrace, spaces, borders, the bases of the columns, court and plates."""

from __future__ import annotations

from functools import cache
from typing import Any

from smalti.games.maharani.components import ANIMALS, PLANS, SIDE, WORKER_COLOURS
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, STEPS, Place, Plan
from smalti.games.maharani.tables.drawing import put, short
from smalti.games.maharani.tables.rondel import COLUMN
from smalti.kernel.picture import tag, text, use

BOARD, EDGE = 640, 34
SIZE = BOARD + 2 * EDGE
PLATE = (132, 30)
"""The plate of a player at a side: its length and its depth."""

# Measures


def unit(plan: Plan) -> float:
    """The width of a space."""
    return BOARD / plan.rows


def corner(plan: Plan, place: Place) -> tuple[float, float]:
    """The top left corner of a space in the picture."""
    return EDGE + place[1] * unit(plan), EDGE + place[0] * unit(plan)


def square(plan: Plan, place: Place) -> str:
    """The path around a space."""
    (x, y), side = corner(plan, place), unit(plan)
    return f"M{x:g} {y:g}h{side:g}v{side:g}h-{side:g}z"


def court(plan: Plan) -> int:
    """How many spaces wide the court in the middle is."""
    row = plan.rows // 2
    return sum((row, col) not in plan.columns for col in range(min(c for r, c in plan.columns if r == row), row)) * 2


def medal_box(plan: Plan, quarter: int) -> tuple[float, float, float]:
    """Where the animal of a quarter stands in a corner of the terrace: x, y and width."""
    side, near = unit(plan) * 0.96, EDGE + unit(plan) * 0.3
    x, y = (SIZE - near if far in QUARTERS[quarter] else near for far in "ES")
    return x - side / 2, y - side / 2, side


def plate_box(side: int) -> tuple[float, float, float, float]:
    """The plate in the middle of a side: x, y, width and height."""
    row, col = STEPS[DIRECTIONS[side]]
    width, height = PLATE[::-1] if col else PLATE
    away = SIZE / 2 - 18
    return SIZE / 2 + col * away - width / 2, SIZE / 2 + row * away - height / 2, width, height


@cache
def joints(number: int) -> list[tuple[Place, Place, float, float]]:
    """Every column of a plan: the two spaces that share it (twice the same for a centre), and where it stands."""
    plan, found = PLANS[number], []
    side = unit(plan)
    for place, pattern in plan.columns.items():
        x, y = corner(plan, place)
        if pattern == "C":
            found.append((place, place, x + side / 2, y + side / 2))
        for way in ("E", "S"):
            if plan.has_half(place, way):
                row, col = STEPS[way]
                other = (place[0] + row, place[1] + col)
                found.append((place, other, x + (1 + col) * side / 2, y + (1 + row) * side / 2))
    return found


# The ground


def floor_ground(number: int, seats: int) -> str:
    """Everything of the floor that never changes in a game."""
    plan = PLANS[number]
    grid = tag("path", class_="grid", d="".join(square(plan, place) for place in plan.places))
    return (
        terrace(number) + grid + borders(number) + bases(number) + court_floor(plan) + plates(seats) + coordinates(plan)
    )


def coordinates(plan: Plan) -> str:
    """Columns and rows as the log calls them, along two sides; behind the plates in the corner of the first space."""
    half, side = PLATE[0] / 2, unit(plan)
    fill: dict[str, Any] = {"font_size": 13, "text_anchor": "middle", "fill": "var(--night)", "opacity": 0.7}
    found = []
    for n in range(plan.rows):
        middle = EDGE + (n + 0.5) * side
        is_behind = abs(middle - SIZE / 2) < half
        first = EDGE + n * side + 8
        (x, y), (left, down) = (
            ((first, EDGE + 14), (EDGE + 8, first + 6)) if is_behind else ((middle, 25), (20, middle + 5))
        )
        found += [text(x, y, chr(ord("a") + n), **fill), text(left, down, str(n + 1), **fill)]
    return "".join(found)


@cache
def shapes(number: int) -> str:
    """What the ground refers to: the outline of the plan, and its chequered stone."""
    side = unit(PLANS[number])
    squares = tag(
        "path", d=f"M0 0h{side:g}v{side:g}h{side:g}v{side:g}h-{side:g}v-{side:g}h-{side:g}z", fill="var(--stone-2)"
    )
    box = {"x": EDGE, "y": EDGE, "width": 2 * side, "height": 2 * side, "patternUnits": "userSpaceOnUse"}
    outside = tag("path", d=outline(PLANS[number]), id="maharani-plan")
    return outside + tag("pattern", squares, id="maharani-chequer", **box)


@cache
def terrace(number: int) -> str:
    """The terrace, the slate rim with its gold inlay, the stone floor, and an animal in each quarter."""
    plan = PLANS[number]
    sand = tag("rect", x=1, y=1, width=SIZE - 2, height=SIZE - 2, rx=16, fill="var(--sand)", stroke="var(--grout)")
    screen = tag("rect", x=8, y=8, width=SIZE - 16, height=SIZE - 16, rx=11, fill="url(#screen)", stroke="var(--inlay)")
    rims = [("var(--shade)", 26), ("var(--night)", 19), ("var(--slate)", 16), ("#d9ab4a", 6.5), ("var(--night)", 4)]
    rim = "".join(
        tag("use", href="#maharani-plan", stroke=colour, stroke_width=width, stroke_linejoin="round")
        for colour, width in rims
    )
    stone = tag("use", href="#maharani-plan", fill="var(--stone)")
    stone += tag("use", href="#maharani-plan", fill="url(#maharani-chequer)")
    return sand + screen + rim + stone + engravings(plan) + medals(plan)


def outline(plan: Plan) -> str:
    """The floor as one path, a bar for each run of spaces in a row."""
    side, bars = unit(plan), []
    for row, col in plan.places:
        if (row, col - 1) not in plan.columns:
            run = next(n for n in range(1, plan.rows + 1) if (row, col + n) not in plan.columns)
            x, y = corner(plan, (row, col))
            bars.append(f"M{x:g} {y:g}h{run * side:g}v{side:g}h-{run * side:g}z")
    return "".join(bars)


def engravings(plan: Plan) -> str:
    """The animal of each quarter, cut into the outer corner of its floor."""
    side, near = 2 * unit(plan), EDGE + outer_block(plan) * unit(plan)
    far, drawn = SIZE - near - side, []
    for quarter, animal in zip(QUARTERS, ANIMALS, strict=True):
        x, y = far if "E" in quarter else near, far if "S" in quarter else near
        ring = tag("circle", cx=x + side / 2, cy=y + side / 2, r=side * 0.46, fill="none", stroke="currentColor")
        drawn.append(ring + use(f"animal-{animal}", x + side * 0.12, y + side * 0.12, side * 0.76, style="--line:.8"))
    return tag("g", *drawn, color="var(--soft)", opacity=0.6)


def outer_block(plan: Plan) -> int:
    """How far from the corner of the square the first four spaces of a quarter lie around a joint."""
    block = ((0, 0), (0, 1), (1, 0), (1, 1))
    return next((n for n in range(plan.rows // 2) if all((n + r, n + c) in plan.columns for r, c in block)), 1)


def medals(plan: Plan) -> str:
    """The animals again in the corners of the terrace, where no tile covers them."""
    return "".join(put(f"up-{animal}", *medal_box(plan, quarter)) for quarter, animal in enumerate(ANIMALS))


@cache
def borders(number: int) -> str:
    """Gold lines along the borders of the quarters."""
    plan = PLANS[number]
    half, lines = plan.rows // 2, []
    for row, col in plan.places:
        x, y = corner(plan, (row, col))
        if row == half and (row - 1, col) in plan.columns:
            lines.append(f"M{x:g} {y:g}h{unit(plan):g}")
        if col == half and (row, col - 1) in plan.columns:
            lines.append(f"M{x:g} {y:g}v{unit(plan):g}")
    return tag("path", d="".join(lines), class_="border top")


def bases(number: int) -> str:
    """The faint base of every column; a tile covers its half of it."""
    size = COLUMN * unit(PLANS[number]) * 0.82
    path = "".join(f"M{x:g} {y:g}h0" for _, _, x, y in joints(number))
    ring = tag("path", d=path, class_="base-ring", stroke_width=short(size), stroke_linecap="round")
    return ring + tag("path", d=path, class_="base", stroke_width=short(size - 2.4), stroke_linecap="round")


def court_floor(plan: Plan) -> str:
    """The floor of the court in which the rondel turns."""
    edge = court(plan) * unit(plan) - 12
    left = (SIZE - edge) / 2
    return tag("rect", x=left, y=left, width=edge, height=edge, rx=6, fill="var(--night)")


def plates(seats: int) -> str:
    """The places of the players in the middle of the four sides, with their colours; bare stone where nobody sits."""
    drawn, each = [], 2 if seats == 2 else 1
    for side in range(len(DIRECTIONS)):
        x, y, width, height = plate_box(side)
        seat = next((seat for seat in range(seats) if SIDE[seats, seat] == side), None)
        look = "seat bare" if seat is None else "seat"
        drawn.append(tag("rect", class_=look, x=x, y=y, width=width, height=height, rx=9))
        if seat is not None:
            drawn += [on_plate(colour, n, x, y, width) for n, colour in enumerate(colours_of(seat, each))]
            drawn.append(put("coin", *((x + 62, y + 4) if width > height else (x + 4, y + 76)), 22))
    return "".join(drawn)


def colours_of(seat: int, each: int) -> tuple[str, ...]:
    """Rule 2.2: the worker colours of a seat."""
    return WORKER_COLOURS[seat * each : (seat + 1) * each]


def on_plate(colour: str, n: int, x: float, y: float, width: float) -> str:
    """The n-th figure on a plate."""
    dx, dy = (8 + 22 * n, 1) if width == PLATE[0] else (4, 6 + 28 * n)
    return put(f"figure-{colour}", x + dx, y + dy, 20, 27.5)
