"""What a position of Majolica promises: points, started designs, and workshops close to their pattern."""

from __future__ import annotations

import numpy as np

from smalti.bots.evaluations.types import Reals, Weights
from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import (
    CAPACITY,
    CARD_POINTS,
    CARD_SIZE,
    COLOURS,
    FINISHED_TO_END,
    MISSION_N,
    MISSION_POINTS,
    PURPLE,
    SOLO_ROUNDS,
    TARGET,
)
from smalti.games.majolica.editions import HALL, SLOTS, WORKSHOPS
from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.policy import FULL, closeness, lying_in
from smalti.games.majolica.scoring import design_points, token_points
from smalti.games.majolica.state import NONE, OVER, is_solo
from smalti.games.majolica.workshops import deliverable
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import State

WORKSHOP: Reals = np.array([1.1, 1.8, 0.15, 0.4])
"""[workshop]: what its pattern is worth."""
STARTED = 0.65
"""The share of its points that a design is worth just before it is finished."""
MISFIT = 0.65
"""The share that remains of a workshop whose design wants nothing of what lies in it."""
WILD = 0.5
EMPTY_SLOT = 0.4
"""What an empty slot costs: nothing can be delivered there."""


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:  # noqa: ARG001 - nothing was learned
    """Writes the points that every seat may expect."""
    left = time_left(state)
    for seat in range(int(state.seats)):
        values[seat] = float(design_points(state, seat) + token_points(state, seat) + mission_points(state, seat))
        if int(state.phase) != OVER:
            values[seat] += left * (designs_ahead(state, seat) + workshops_ahead(state, seat))
            values[seat] += left * mission_ahead(state, seat) + (0.1 * hand_size(state) if seat == state.seat else 0.0)


@kernel
def time_left(state: State) -> float:
    """How much of the game is left, from 1 to nearly 0: what is only started must still be finished."""
    edition = int(state.edition)
    if is_solo(state):
        rounds = float(SOLO_ROUNDS[edition, 0])
        turned = 0
        for colour in range(COLOURS):
            turned += int(state.face_down[colour])
        left = (rounds - int(state.round_number)) + turned / 16.0
        return float(min(1.0, 0.15 + 0.45 * left))
    most = 0
    for seat in range(int(state.seats)):
        most = max(most, count(int(state.finished[seat])))
    missing = int(FINISHED_TO_END[edition, 0]) - most
    if missing <= 0:
        return 0.15 + 0.4 * count(int(state.face_up)) / 16.0
    return min(1.0, 0.55 + 0.15 * missing)


@kernel
def hand_size(state: State) -> int:
    """How many tiles wait to be put."""
    tiles = 0
    for colour in range(COLOURS):
        tiles += int(state.hand[colour])
    return tiles


@kernel
def designs_ahead(state: State, seat: int) -> float:
    """Rule 10.1: started designs by how far they are, less what they already count for."""
    edition = int(state.edition)
    total = 0.0
    for slot in range(SLOTS):
        card = int(state.slots[seat, slot])
        if card == NONE:
            total -= EMPTY_SLOT
            continue
        tiles, points = tiles_on(state, seat, slot), float(CARD_POINTS[edition, card])
        if tiles > 0:
            total += max(0.0, STARTED * points * (tiles / CARD_SIZE[edition, card]) ** 0.9 - tiles // 2)
        total += 0.02 * points
    return total


@kernel
def workshops_ahead(state: State, seat: int) -> float:
    """Rule 6.1: workshops by how close they are to their pattern, less for one that could not deliver."""
    edition = int(state.edition)
    total = 0.0
    for workshop in range(WORKSHOPS):
        tiles = lying_in(state, seat, workshop)
        if tiles == 0:
            continue
        fit = 1.0
        if TARGET[edition, workshop] != HALL and deliverable(state, seat, workshop) == 0:
            fit = MISFIT
        total += WORKSHOP[workshop] * fit * closeness(edition, workshop, tiles) / FULL
        total += 0.01 * count(tiles) / CAPACITY[edition, workshop]
    return total + WILD * int(state.tiles[seat, 0, PURPLE])


@kernel
def mission_ahead(state: State, seat: int) -> float:
    """Rule 13.2: a mission by how much of it is done, while it is not."""
    mission, edition = int(state.mission[seat]), int(state.edition)
    if mission == NONE:
        return 0.0
    part = reached(state, seat, mission) / MISSION_N[edition, mission]
    return 0.0 if part >= 1.0 else 0.6 * MISSION_POINTS[edition, mission] * part * part
