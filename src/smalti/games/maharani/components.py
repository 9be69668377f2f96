"""The facts of the box, read from components.json and the plans beside it, and the tables made from them.

The tables of all plans lie behind each other, the plan first, so that the rules are the same for every plan.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from smalti.games.maharani.plans import DIRECTIONS, KIND_OF, QUARTERS, SPACES, Plan, read_plans
from smalti.kernel.state import Numbers

BOX = json.loads(Path(__file__).with_name("components.json").read_text(encoding="utf-8"))

COLOURS: tuple[str, ...] = tuple(BOX["tiles"]["colours"])
COLOUR_COUNT = len(COLOURS)
FACES: tuple[tuple[str, int | str | None], ...] = tuple((f["kind"], f["arrow"]) for f in BOX["tiles"]["of_each_colour"])
"""(kind, arrow) of the tiles of a colour. A tile is the number colour x FACE_COUNT + face."""
FACE_COUNT = len(FACES)
CENTRE_FACE = FACES.index(("centre", None))
TILE_COUNT = COLOUR_COUNT * FACE_COUNT
FACE_COPIES: tuple[int, ...] = tuple(f["count"] for f in BOX["tiles"]["of_each_colour"])
MOST_COPIES = max(FACE_COPIES)
TILES_IN_BOX: Numbers = np.array(FACE_COPIES * COLOUR_COUNT, np.int64)
OF_COLOUR: Numbers = np.array([((1 << FACE_COUNT) - 1) << FACE_COUNT * colour for colour in range(COLOUR_COUNT)])
"""[colour]: the tiles of a colour as a set."""
LARGEST_AREA = sum(FACE_COPIES)

SLOTS = 4
ARROWS = len(DIRECTIONS)
QUARTER_COUNT = len(QUARTERS)
ANIMALS: tuple[str, ...] = tuple(BOX["quarters"][quarter] for quarter in QUARTERS)

WORKER_COLOURS: tuple[str, ...] = tuple(BOX["workers"]["colours"])
WORKER_COLOUR_COUNT = len(WORKER_COLOURS)
SEAT_COUNTS: tuple[int, ...] = tuple(map(int, BOX["sides"]))
MOST_SEATS = max(SEAT_COUNTS)
LARGEST_GROUP: int = max(BOX["workers"]["of_each_colour"].values())
SECOND_TILE: int = BOX["second_tile"]
PAY: Numbers = np.array(BOX["pay"], np.int64)
"""[workers]: the gold of an evaluation."""

KIND_TOTALS: Counter[str] = Counter()
for (_kind, _), _copies in zip(FACES, FACE_COPIES, strict=True):
    KIND_TOTALS[_kind] += COLOUR_COUNT * _copies

if (
    (COLOUR_COUNT, LARGEST_AREA, int(TILES_IN_BOX.sum()), KIND_TOTALS["centre"]) != (6, 10, 60, 12)
    or MOST_COPIES != 2
    or BOX["workers"]["of_each_colour"] != {"2": 7, "3": 10, "4": 8}
    or BOX["pay"] != [0, 4, 6, 9, 13, 18, 24]
):
    raise ValueError("components.json does not agree with the counts of the rule book")

PLANS: tuple[Plan, ...] = read_plans(BOX["default_plan"], KIND_TOTALS)
PLAN_NAMES = tuple(plan.name for plan in PLANS)
ALL_SPACES = (1 << SPACES) - 1


def by_seats(facts: dict[str, int]) -> Numbers:
    """[seats]: a fact that depends on the number of players; 0 where there is no such game."""
    return np.array([facts.get(str(seats), 0) for seats in range(MOST_SEATS + 1)], np.int64)


SUPPLY = by_seats(BOX["workers"]["of_each_colour"])
"""[seats]: rule 2.2, the workers of each colour."""


def _sides() -> Numbers:
    """[seats, seat]: rule 2.1, the side where a seat is, as a direction."""
    table = np.full((MOST_SEATS + 1, MOST_SEATS), -1, np.int64)
    for seats, sides in BOX["sides"].items():
        table[int(seats), : int(seats)] = [DIRECTIONS.index(side) for side in sides]
    return table


SIDE = _sides()
SLOT_QUARTER: Numbers = np.array(
    [[QUARTERS.index(quarter) for quarter in BOX["rondel"][side]] for side in DIRECTIONS], np.int64
)
"""[side, slot]: rule 3.1, the quarter in which a slot lies when the rondel points to that side."""


@cache
def arrows_on(face: int, columns: str) -> tuple[int, ...]:
    """Rule 4.6: where the arrow of a tile may point on a space with these columns; nowhere if they do not agree."""
    kind, arrow = FACES[face]
    if KIND_OF[columns] != kind:
        return ()
    if kind == "centre":
        return tuple(range(ARROWS))
    if kind == "half":
        return ((DIRECTIONS.index(columns) + int(arrow or 0) // 90) % ARROWS,)
    along = tuple(DIRECTIONS.index(letter) for letter in columns)
    return tuple(direction for direction in range(ARROWS) if (direction in along) == (arrow == "along"))


@cache
def face_with(columns: str, arrow: int) -> int:
    """The face of a tile that lies on such a space with its arrow to that side."""
    return next(face for face in range(FACE_COUNT) if arrow in arrows_on(face, columns))


def _fits() -> Numbers:
    """[plan, face, arrow]: rule 4.5, the spaces where a tile may lie with its arrow to that side, as sets."""
    table = np.zeros((len(PLANS), FACE_COUNT, ARROWS), np.int64)
    for (number, plan), face in product(enumerate(PLANS), range(FACE_COUNT)):
        for space, columns in enumerate(plan.columns.values()):
            for arrow in arrows_on(face, columns):
                table[number, face, arrow] |= 1 << space
    return table


FITS = _fits()
FITS_SOMEHOW: Numbers = np.bitwise_or.reduce(FITS, axis=2)
"""[plan, face]: the spaces where a tile may lie one way or another."""
WAYS: Numbers = np.array(
    [len(arrows_on(face, next(c for c in KIND_OF if arrows_on(face, c)))) for face in range(FACE_COUNT)]
)
"""[face]: how many ways round a tile may lie, the same on every space where it fits."""
CENTRE_SPACES: Numbers = FITS_SOMEHOW[:, CENTRE_FACE].copy()
"""[plan]: rule 1.2, the eight spaces with a whole column."""


def _neighbours() -> Numbers:
    """[plan, space]: rule 1.1, the neighbours as sets."""
    table = np.zeros((len(PLANS), SPACES), np.int64)
    for (number, plan), (space, direction) in product(enumerate(PLANS), product(range(SPACES), DIRECTIONS)):
        other = plan.neighbour(plan.places[space], direction)
        if other is not None:
            table[number, space] |= 1 << plan.places.index(other)
    return table


NEIGHBOURS = _neighbours()
QUARTER_OF: Numbers = np.array([[QUARTERS.index(plan.quarter(place)) for place in plan.places] for plan in PLANS])
"""[plan, space]: the quarter of a space."""
QUARTER_SPACES: Numbers = np.array(
    [[sum(1 << s for s in range(SPACES) if of[s] == quarter) for quarter in range(QUARTER_COUNT)] for of in QUARTER_OF]
)
"""[plan, quarter]: the spaces of a quarter as a set."""


def space_at(plan: int, row: int, col: int) -> int | None:
    """The number of the space at a place, if there is one."""
    places = PLANS[plan].places
    return places.index((row, col)) if (row, col) in places else None


def tile_number(colour: int, face: int) -> int:
    """The number of a tile."""
    return colour * FACE_COUNT + face


def tile_parts(tile: int) -> tuple[int, int]:
    """The (colour, face) of a tile."""
    return divmod(tile, FACE_COUNT)
