"""The numbers of panels and places; their boxes and names are in tables/stage.py.

The slots of the rondel have no places of their own: a tile lies towards a quarter, and when the rondel turns it goes
to the place at the next one.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from smalti.games.maharani import components
from smalti.games.maharani.components import face_with
from smalti.games.maharani.plans import DIRECTIONS, SPACES
from smalti.games.maharani.state import OVER, side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE
from smalti.kernel.state import Numbers, State

# Panels
FLOOR, BAG, ACTIONS, CARD = range(4)
"""A card for each seat: CARD + seat."""

TILE_KINDS: tuple[str, ...] = tuple(dict.fromkeys(kind for kind, _ in components.FACES))
KIND_OF_FACE: Numbers = np.array([TILE_KINDS.index(kind) for kind, _ in components.FACES], np.int64)
"""[face]: one half column, two, or one in the centre."""


def _joints(plan: int) -> list[tuple[int, int]]:
    """The pairs of spaces that share a column at their edge."""
    of, found = components.PLANS[plan], []
    for space, place in enumerate(of.places):
        for way in ("E", "S"):
            other = of.neighbour(place, way)
            if other is not None and of.has_half(place, way):
                found.append((space, of.places.index(other)))
    return found


JOINTS: Numbers = np.array([_joints(plan) for plan in range(len(components.PLANS))], np.int64)
"""[plan, joint, end]: the two spaces that share a column."""
JOINT_COUNT: int = JOINTS.shape[1]
JOINT_SPACES: Numbers = (1 << JOINTS[:, :, 0]) | (1 << JOINTS[:, :, 1])
"""[plan, joint]: the same as a set."""
FACES_BEFORE: Numbers = np.array(
    [sum(TILE_KINDS.index(k) < n for k, _ in components.FACES) for n in range(len(TILE_KINDS) + 1)]
)
"""[kind]: how many faces come before those of a kind: the faces of a kind lie behind each other."""
assert all(KIND_OF_FACE[:-1] <= KIND_OF_FACE[1:])

# Places of the floor
SPACE = 0
STAND = SPACE + SPACES  # where a worker stands on a space
JOINT = STAND + SPACES
RONDEL = JOINT + JOINT_COUNT
LYING = RONDEL + 1  # on the rondel, towards a quarter
BADGE_AT = LYING + components.QUARTER_COUNT
CORNER = BADGE_AT + components.QUARTER_COUNT  # of the court
MEDAL = CORNER + components.QUARTER_COUNT  # in the corners of the terrace
PLATE = MEDAL + components.QUARTER_COUNT  # in the middle of each side
PLATE_GOLD_AT = PLATE + components.ARROWS

# Places of the cards
CARD_AT = PLATE_GOLD_AT + components.ARROWS
NAME_AT = CARD_AT + components.MOST_SEATS
GOLD_AT = NAME_AT + components.MOST_SEATS
MARKER_AT = GOLD_AT + components.MOST_SEATS  # + 4 x seat + quarter
PROSPECT_AT = MARKER_AT + components.MOST_SEATS * components.QUARTER_COUNT  # + 4 x worker colour + quarter
PROMISE_AT = PROSPECT_AT + components.WORKER_COLOUR_COUNT * components.QUARTER_COUNT
SUPPLY_AT = PROMISE_AT + components.WORKER_COLOUR_COUNT * components.QUARTER_COUNT
PEG = SUPPLY_AT + components.WORKER_COLOUR_COUNT  # + 10 x worker colour + number

# Places of the bag, and the buttons
BAG_AT = PEG + components.WORKER_COLOUR_COUNT * components.LARGEST_GROUP
BAG_COLOUR_AT = BAG_AT + 1
BAG_KIND_AT = BAG_COLOUR_AT + components.COLOUR_COUNT  # + 3 x colour + kind
BOX = BAG_KIND_AT + components.COLOUR_COUNT * len(TILE_KINDS)
ARROW_HEAD_AT = BOX + 1
ARROW_AT = ARROW_HEAD_AT + 1
BRING_AT = ARROW_AT + components.ARROWS
END_AT = BRING_AT + components.WORKER_COLOUR_COUNT
REFRESH_AT = END_AT + 1
WORTH_AT = REFRESH_AT + 1  # + 56 x quarter of the tile + space
PLACE_COUNT = WORTH_AT + components.QUARTER_COUNT * SPACES


def _slots_at() -> Numbers:
    """[side, quarter]: the slot that lies towards a quarter when the rondel points to that side."""
    return np.argsort(components.SLOT_QUARTER, axis=1).astype(np.int64)


SLOT_AT = _slots_at()


def _joint_at() -> Numbers:
    """[plan, space, way]: the column at that edge of a space, or NONE."""
    table = np.full((len(components.PLANS), SPACES, components.ARROWS), NONE, np.int64)
    for plan, (joint, way) in product(
        range(len(components.PLANS)), product(range(JOINT_COUNT), range(components.ARROWS))
    ):
        for space, other in (JOINTS[plan, joint], JOINTS[plan, joint, ::-1]):
            places = components.PLANS[plan].places
            if components.PLANS[plan].neighbour(places[space], DIRECTIONS[way]) == places[other]:
                table[plan, space, way] = joint
    return table


JOINT_AT = _joint_at()
FACE_ON: Numbers = np.array(
    [
        [[face_with(columns, arrow) for arrow in range(components.ARROWS)] for columns in p.columns.values()]
        for p in components.PLANS
    ]
)
"""[plan, space, arrow]: the face of the tile that lies there with its arrow to that side."""
assert SLOT_AT.shape == (components.ARROWS, components.SLOTS)


@kernel
def pointed(state: State) -> int:
    """Rule 3.1: the seat to which the rondel points; after the last turn it is not turned any more."""
    active, seats = int(state.active), int(state.seats)
    return (active + seats - 1) % seats if int(state.phase) == OVER else active


@kernel
def lying(side: int, slot: int) -> int:
    """Rule 3.1: the quarter towards which a slot lies when the rondel points to that side."""
    return int(components.SLOT_QUARTER[side, slot])


@kernel
def pointed_side(state: State) -> int:
    """The side to which the rondel points."""
    return side_of(state, pointed(state))
