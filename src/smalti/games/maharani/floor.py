"""The palace floor: terrace, spaces, tiles, columns, workers, and the players' places at the four sides.

Ids: `space-R-C` every space, `tile-R-C` a tile on it, `worker-COLOUR-ANIMAL-TILE` a worker (it keeps its id when it
moves, as it only ever moves to a tile of the same colour in the same quarter), `side-N` ... the four sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from smalti.games.maharani.components import ANIMALS, COLOURS, PLANS, QUARTER_OF, WORKER_COLOURS
from smalti.games.maharani.drawing import put, short, stamp
from smalti.games.maharani.names import direction_name, space_columns, space_name, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, SPACES, STEPS, Place, Plan
from smalti.games.maharani.rondel import COLUMN, half_column, rondel
from smalti.games.maharani.state import NONE, OVER, arrow_at, colours_each, first_colour, occupied, side_of, tile_colour
from smalti.kernel.once import once
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Panel, tag, text, use
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say, seat_name

BOARD, EDGE = 640, 34
SIZE = BOARD + 2 * EDGE


@once
def floor_panel(state: State, language: str, x: float, y: float) -> Panel:
    """The board with everything on it, the rondel in its court."""
    plan = int(state.plan)
    layers = (
        ground(plan),
        tag("g", spaces(state, language), class_="floor"),
        borders(plan),
        tag("g", columns(state), class_="top"),
        rondel(state, language, SIZE / 2, court(PLANS[plan]) * unit(PLANS[plan])),
        workers(state, language),
        sides(state, language),
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
    shape = tag("path", d=outline(plan), id="plan")
    size = COLUMN * unit(plan)
    shape += tag("g", put("column", -size / 2, -size / 2, size), id="whole")
    terrace = tag("rect", x=1, y=1, width=SIZE - 2, height=SIZE - 2, rx=16, fill="var(--sand)", stroke="var(--grout)")
    screen = tag("rect", x=8, y=8, width=SIZE - 16, height=SIZE - 16, rx=11, fill="url(#screen)", stroke="var(--inlay)")
    rims = [("var(--shade)", 26), ("var(--night)", 19), ("var(--slate)", 16), ("#d9ab4a", 6.5), ("var(--night)", 4)]
    rim = "".join(
        tag("use", href="#plan", stroke=colour, stroke_width=width, stroke_linejoin="round") for colour, width in rims
    )
    side = unit(plan)
    squares = tag(
        "path", d=f"M0 0h{side:g}v{side:g}h{side:g}v{side:g}h-{side:g}v-{side:g}h-{side:g}z", fill="var(--stone-2)"
    )
    box = {"x": EDGE, "y": EDGE, "width": 2 * side, "height": 2 * side, "patternUnits": "userSpaceOnUse"}
    shape += tag("pattern", squares, id="chequer", **box)
    stone = tag("use", href="#plan", fill="var(--stone)") + tag("use", href="#plan", fill="url(#chequer)")
    return tag("defs", shape) + terrace + screen + rim + stone + engravings(plan) + medals(plan)


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
    side, near = unit(plan) * 0.96, EDGE + unit(plan) * 0.3
    far, drawn = SIZE - near, []
    for quarter, animal in zip(QUARTERS, ANIMALS, strict=True):
        x, y = far if "E" in quarter else near, far if "S" in quarter else near
        drawn.append(put(f"up-{animal}", x - side / 2, y - side / 2, side))
    return "".join(drawn)


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


def spaces(state: State, language: str) -> str:
    """All spaces with their tiles."""
    number, drawn = int(state.plan), []
    tiles = [int(tiles) for tiles in state.tiles]
    for space in range(SPACES):
        colour = next((colour for colour, of in enumerate(tiles) if of & bit(space)), NONE)
        drawn.append(draw_space(number, space, colour, NONE if colour == NONE else arrow_at(state, space), language))
    return "".join(drawn)


@lru_cache(8192)
def draw_space(number: int, space: int, colour: int, arrow: int, language: str) -> str:
    """One space, with its tile if it has one."""
    plan, place = PLANS[number], PLANS[number].places[space]
    drawn, name = tag("path", d=square(plan, place)), space_name(number, space)
    if colour == NONE:
        words = f"{name}: {say(language, space_columns(number, space))}"
    else:
        words = f"{name}: {say(language, tile_name(colour))} {say(language, direction_name(arrow))}"
        tile = f"{COLOURS[colour]}-{DIRECTIONS[arrow]}"
        drawn += use(tile, *corner(plan, place), unit(plan), id=f"tile-{place[0]}-{place[1]}")
    return tag("g", drawn, id=space_id(number, space), aria_label=words)


# Columns


def columns(state: State) -> str:
    """Every column: its faint base in the empty floor, half marble beside one tile, whole where two meet."""
    plan, taken = PLANS[int(state.plan)], occupied(state)
    laid = {place for space, place in enumerate(plan.places) if taken & bit(space)}
    bases, drawn = [], []
    for place, other, x, y in joints(int(state.plan)):
        if place in laid and other in laid:
            drawn.append(stamp("whole", x, y))
            continue
        bases.append(f"M{x:g} {y:g}h0")
        for one, two in ((place, other), (other, place)):
            if one in laid:
                drawn.append(
                    half_column(*corner(plan, one), unit(plan), DIRECTION_OF[two[0] - one[0], two[1] - one[1]])
                )
    size = COLUMN * unit(plan) * 0.82
    path = tag("defs", tag("path", d="".join(bases), id="bases", stroke_linecap="round"))
    ring = tag("use", href="#bases", class_="base-ring", stroke_width=short(size))
    return path + ring + tag("use", href="#bases", class_="base", stroke_width=short(size - 2.4)) + "".join(drawn)


DIRECTION_OF = {step: way for way, step in STEPS.items()}


@lru_cache
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


# Workers and sides


def worker_id(state: State, worker: int, space: int) -> str:
    """The name of a worker on the floor; there is only one of a colour on a tile colour in a quarter."""
    animal = ANIMALS[int(QUARTER_OF[int(state.plan), space])]
    return f"worker-{WORKER_COLOURS[worker]}-{animal}-{COLOURS[tile_colour(state, space)]}"


def workers(state: State, language: str) -> str:
    """All workers, from the north to the south so that those in front cover those behind."""
    standing_on = [int(spaces) for spaces in state.workers]
    somebody = standing_on[0] | standing_on[1] | standing_on[2] | standing_on[3]
    drawn = []
    for space in range(SPACES):
        if somebody & bit(space):
            worker = next(worker for worker, on in enumerate(standing_on) if on & bit(space))
            drawn.append(figure(int(state.plan), space, worker, worker_id(state, worker, space), language))
    return "".join(drawn)


@lru_cache(4096)
def figure(number: int, space: int, worker: int, name: str, language: str) -> str:
    """One worker on a space."""
    (x, y), side = corner(PLANS[number], PLANS[number].places[space]), unit(PLANS[number])
    words = f"{space_name(number, space)}: {say(language, worker_name(worker))}"
    place = (short(x + side * 0.2), short(y + side * 0.06), short(side * 0.6), short(side * 0.82))
    return use(f"figure-{WORKER_COLOURS[worker]}", *place, id=name, aria_label=words)


@dataclass(frozen=True)
class Sitting:
    """Who sits at a side: the name, the worker colours, the gold, and whether it is their turn."""

    name: str
    colours: tuple[str, ...]
    gold: int
    active: bool


def sides(state: State, language: str) -> str:
    """The places of the players in the middle of the four sides."""
    sitting: dict[int, Sitting] = {}
    for seat in range(int(state.seats)):
        first, active = first_colour(state, seat), seat == int(state.active) and int(state.phase) != OVER
        colours = WORKER_COLOURS[first : first + colours_each(state)]
        sitting[side_of(state, seat)] = Sitting(seat_name(language, seat), colours, int(state.gold[seat]), active)
    return "".join(draw_side(side, sitting.get(side), language) for side in range(len(DIRECTIONS)))


@lru_cache(1024)
def draw_side(side: int, sitting: Sitting | None, language: str) -> str:
    """The place of a player with the gold; bare stone where nobody sits."""
    row, col = STEPS[DIRECTIONS[side]]
    width, height = (30, 132) if col else (132, 30)
    away = SIZE / 2 - 18
    x, y = SIZE / 2 + col * away - width / 2, SIZE / 2 + row * away - height / 2
    look = "seat now" if sitting and sitting.active else "seat" if sitting else "seat bare"
    plate = tag("rect", class_=look, x=x, y=y, width=width, height=height, rx=9)
    facts: dict[str, object] = {"direction": direction_name(side)}
    words = N_("{direction}: nobody")
    if sitting:
        words, plate = N_("{direction}: {name}, {gold} gold"), plate + on_plate(sitting, x, y, bool(col))
        facts |= {"name": Verbatim(sitting.name), "gold": sitting.gold}
    return tag("g", plate, id=f"side-{DIRECTIONS[side]}", aria_label=say(language, words, facts))


def on_plate(sitting: Sitting, x: float, y: float, upright: bool) -> str:
    """The workers' colours and the gold of a player."""
    drawn = []
    for n, colour in enumerate(sitting.colours):
        dx, dy = (4, 6 + 28 * n) if upright else (8 + 22 * n, 1)
        drawn.append(put(f"figure-{colour}", x + dx, y + dy, 20, 27.5))
    cx, cy = (x + 4, y + 76) if upright else (x + 62, y + 4)
    tx, ty = (x + 15, y + 119) if upright else (x + 90, y + 22)
    gold = text(tx, ty, str(sitting.gold), class_="pale t20 b mid" if upright else "pale t20 b")
    return "".join(drawn) + put("coin", cx, cy, 22) + gold
