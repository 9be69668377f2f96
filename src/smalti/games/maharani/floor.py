"""The palace floor: terrace, spaces, tiles, columns, workers, and the players' places at the four sides.

Ids: `space-R-C` every space, `tile-R-C` a tile on it, `worker-COLOUR-ANIMAL-TILE` a worker (it keeps its id when it
moves, as it only ever moves to a tile of the same colour in the same quarter), `side-N` ... the four sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from smalti.games.maharani.components import ANIMALS, COLOURS, PLANS, QUARTER_OF, WORKER_COLOURS
from smalti.games.maharani.names import direction_name, space_columns, space_name, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS, SPACES, STEPS
from smalti.games.maharani.rondel import half_column, rondel
from smalti.games.maharani.state import NONE, OVER, arrow_at, colours_each, first_colour, occupied, side_of, tile_colour
from smalti.games.maharani.tables.drawing import put, short, stamp
from smalti.games.maharani.tables.floor import SIZE, borders, corner, court, joints, shapes, square, terrace, unit
from smalti.games.maharani.tables.rondel import COLUMN
from smalti.kernel.once import once
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Panel, tag, text, use
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say, seat_name


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


def space_id(plan: int, space: int) -> str:
    """The name of a space in the picture."""
    row, col = PLANS[plan].places[space]
    return f"space-{row}-{col}"


@lru_cache
def ground(number: int) -> str:
    """The terrace, and the shapes that it refers to."""
    size = COLUMN * unit(PLANS[number])
    whole = tag("g", put("column", -size / 2, -size / 2, size), id="whole")
    return tag("defs", shapes(number) + whole) + terrace(number)


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
