"""The palace floor: terrace, spaces, tiles, columns, workers, and the players' places at the four sides.

Ids: `space-R-C` every space, `tile-R-C` a tile on it, `worker-COLOUR-ANIMAL-TILE` a worker (it keeps its id when it
moves, as it only ever moves to a tile of the same colour in the same quarter), `side-N` ... the four sides.
"""

from __future__ import annotations

from functools import lru_cache

from smalti.games.maharani.components import ANIMALS, COLOURS, PLANS, QUARTER_OF, WORKER_COLOURS
from smalti.games.maharani.names import direction_name, space_columns, space_name, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, SPACES, STEPS, Place, Plan
from smalti.games.maharani.rondel import COLUMN, half_column, rondel
from smalti.games.maharani.state import NONE, OVER, arrow_at, colours_each, first_colour, occupied, side_of, tile_colour
from smalti.kernel.scene import Panel, tag, text, use
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

BOARD, EDGE = 640, 34
SIZE = BOARD + 2 * EDGE


def floor_panel(state: State, language: str, x: float, y: float) -> Panel:
    """The board with everything on it, the rondel in its court."""
    plan = int(state.plan)
    layers = (
        ground(plan),
        *(draw_space(state, space, language) for space in range(SPACES)),
        borders(plan),
        tag("g", columns(state), class_="top"),
        rondel(state, language, SIZE / 2, court(PLANS[plan]) * unit(PLANS[plan])),
        workers(state, language),
        *(draw_side(state, side, language) for side in range(len(DIRECTIONS))),
    )
    return Panel("floor", say(language, N_("the palace floor")), SIZE, SIZE, "".join(layers), x, y)


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


def space_id(plan: int, space: int) -> str:
    """The name of a space in the picture."""
    row, col = PLANS[plan].places[space]
    return f"space-{row}-{col}"


def court(plan: Plan) -> int:
    """How many spaces wide the court in the middle is."""
    row = plan.rows // 2
    return sum((row, col) not in plan.columns for col in range(min(c for r, c in plan.columns if r == row), row)) * 2


# What never changes


@lru_cache
def ground(number: int) -> str:
    """The terrace, the slate rim with its gold inlay, the stone floor, and an animal in each quarter."""
    plan = PLANS[number]
    shape = tag("path", d="".join(square(plan, place) for place in plan.places), id="plan")
    size = COLUMN * unit(plan)
    for name, symbol in (("whole", "column"), ("faint", "spot")):
        shape += tag("g", use(symbol, -size / 2, -size / 2, size), id=name)
    terrace = tag("rect", x=1, y=1, width=SIZE - 2, height=SIZE - 2, rx=16, fill="var(--sand)", stroke="var(--grout)")
    screen = tag("rect", x=8, y=8, width=SIZE - 16, height=SIZE - 16, rx=11, fill="url(#screen)", stroke="var(--inlay)")
    rims = [("var(--shade)", 26), ("var(--night)", 19), ("var(--slate)", 16), ("#d9ab4a", 6.5), ("var(--night)", 4)]
    rim = "".join(
        tag("use", href="#plan", stroke=colour, stroke_width=width, stroke_linejoin="round") for colour, width in rims
    )
    chequer = "".join(square(plan, place) for place in plan.places if sum(place) % 2)
    stone = tag("use", href="#plan", fill="var(--stone)") + tag("path", d=chequer, fill="var(--shine)")
    return tag("defs", shape) + terrace + screen + rim + stone + engravings(plan) + medals(plan)


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
    side, near = unit(plan) * 0.96, EDGE + unit(plan) * 0.3
    far, drawn = SIZE - near, []
    for quarter, animal in zip(QUARTERS, ANIMALS, strict=True):
        x, y = far if "E" in quarter else near, far if "S" in quarter else near
        drawn.append(use("marker-up", x - side / 2, y - side / 2, side))
        drawn.append(use(f"animal-{animal}", x - side * 0.36, y - side * 0.36, side * 0.72))
    return tag("g", *drawn, color="#5b3d07")


@lru_cache
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


# Spaces and tiles


def draw_space(state: State, space: int, language: str) -> str:
    """One space, with its tile if it has one."""
    number = int(state.plan)
    plan, place, colour = PLANS[number], PLANS[number].places[space], tile_colour(state, space)
    drawn = tag("path", class_="sp", d=square(plan, place))
    if colour != NONE:
        way = DIRECTIONS[arrow_at(state, space)]
        name = f"tile-{place[0]}-{place[1]}"
        drawn += use(f"tile-{COLOURS[colour]}-{way}", *corner(plan, place), unit(plan), id=name)
    return tag("g", drawn, id=space_id(number, space), aria_label=spoken_space(state, space, colour, language))


def spoken_space(state: State, space: int, colour: int, language: str) -> str:
    """A space in words."""
    name = space_name(int(state.plan), space)
    if colour == NONE:
        return f"{name}: {say(language, space_columns(int(state.plan), space))}"
    return f"{name}: {say(language, tile_name(colour))} {say(language, direction_name(arrow_at(state, space)))}"


# Columns


def columns(state: State) -> str:
    """Every column: faint in the empty floor, half marble beside one tile, whole where two meet."""
    number = int(state.plan)
    plan, taken = PLANS[number], occupied(state)
    laid = {place for space, place in enumerate(plan.places) if taken & bit(space)}
    drawn = []
    for place, pattern in plan.columns.items():
        if pattern == "C":
            drawn.append(standing(plan, place, None, "whole" if place in laid else "faint"))
        for way in ("E", "S"):
            if plan.has_half(place, way):
                drawn.append(joint(plan, place, way, laid))
    return "".join(drawn)


def joint(plan: Plan, place: Place, way: str, laid: set[Place]) -> str:
    """The column that stands between a space and its neighbour to the east or south."""
    other = (place[0] + STEPS[way][0], place[1] + STEPS[way][1])
    if place in laid and other in laid:
        return standing(plan, place, way, "whole")
    faint = standing(plan, place, way, "faint")
    if place in laid or other in laid:
        edge = way if place in laid else {"E": "W", "S": "N"}[way]
        return faint + half_column(*corner(plan, place if place in laid else other), unit(plan), edge)
    return faint


def standing(plan: Plan, place: Place, way: str | None, symbol: str) -> str:
    """A column in the middle of a space or on its edge."""
    (x, y), side = corner(plan, place), unit(plan)
    row, col = STEPS[way] if way else (0, 0)
    return tag("use", href=f"#{symbol}", x=x + (1 + col) * side / 2, y=y + (1 + row) * side / 2)


# Workers and sides


def worker_id(state: State, worker: int, space: int) -> str:
    """The name of a worker on the floor; there is only one of a colour on a tile colour in a quarter."""
    animal = ANIMALS[int(QUARTER_OF[int(state.plan), space])]
    return f"worker-{WORKER_COLOURS[worker]}-{animal}-{COLOURS[tile_colour(state, space)]}"


def workers(state: State, language: str) -> str:
    """All workers, from the north to the south so that those in front cover those behind."""
    plan, drawn = PLANS[int(state.plan)], []
    side = unit(plan)
    for space in range(SPACES):
        for worker, colour in enumerate(WORKER_COLOURS):
            if int(state.workers[worker]) & bit(space):
                x, y = corner(plan, plan.places[space])
                words = f"{space_name(int(state.plan), space)}: {say(language, worker_name(worker))}"
                figure = use(
                    f"figure-{colour}",
                    x + side * 0.2,
                    y + side * 0.06,
                    side * 0.6,
                    side * 0.82,
                    id=worker_id(state, worker, space),
                    aria_label=words,
                )
                drawn.append(figure)
    return "".join(drawn)


def draw_side(state: State, side: int, language: str) -> str:
    """The place of a player in the middle of a side, with the gold; bare stone where nobody sits."""
    row, col = STEPS[DIRECTIONS[side]]
    long, deep = 132, 30
    width, height = (deep, long) if col else (long, deep)
    x = SIZE / 2 + col * (SIZE / 2 - deep / 2 - 3) - width / 2
    y = SIZE / 2 + row * (SIZE / 2 - deep / 2 - 3) - height / 2
    seats = [seat for seat in range(int(state.seats)) if side_of(state, seat) == side]
    active = bool(seats) and seats[0] == int(state.active) and int(state.phase) != OVER
    line = "var(--gold)" if active else "var(--slate-edge)"
    plate = tag(
        "rect", x=x, y=y, width=width, height=height, rx=9, fill="var(--slate)" if seats else "var(--stone)",
        stroke=line, stroke_width=3 if active else 1.5, opacity=None if seats else 0.6,
    )  # fmt: skip
    return tag(
        "g",
        plate,
        *(on_plate(state, seat, x, y, bool(col)) for seat in seats),
        id=f"side-{DIRECTIONS[side]}",
        aria_label=side_words(state, side, seats, language),
    )


def on_plate(state: State, seat: int, x: float, y: float, upright: bool) -> str:
    """The workers' colours and the gold of a player."""
    first, drawn = first_colour(state, seat), []
    for n in range(colours_each(state)):
        dx, dy = (4, 6 + 28 * n) if upright else (8 + 22 * n, 1)
        drawn.append(use(f"figure-{WORKER_COLOURS[first + n]}", x + dx, y + dy, 20, 27.5))
    gold = str(int(state.gold[seat]))
    cx, cy = (x + 4, y + 76) if upright else (x + 62, y + 4)
    tx, ty = (x + 15, y + 119) if upright else (x + 90, y + 22)
    drawn.append(use("coin", cx, cy, 22))
    anchor = "middle" if upright else "start"
    return "".join(drawn) + text(tx, ty, gold, class_="pale", font_size=20, font_weight=700, text_anchor=anchor)


def side_words(state: State, side: int, seats: list[int], language: str) -> str:
    """A side in words."""
    if not seats:
        return say(language, N_("{direction}: nobody"), {"direction": direction_name(side)})
    facts: dict[str, object] = {
        "direction": direction_name(side),
        "seat": seats[0] + 1,
        "gold": int(state.gold[seats[0]]),
    }
    return say(language, N_("{direction}: seat {seat}, {gold} gold"), facts)
