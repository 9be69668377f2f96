"""What a position of Majolica promises: points, and by tuned weights designs, workshops and the turns to come.

The evaluation is linear in its weights; colours count alike, so that renaming them changes nothing. Weights that go on
behind the tuned ones add what self-play has taught about patterns (`smalti train`).
"""

from __future__ import annotations

from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import (
    CAPACITY,
    CARD_BONUS,
    CARD_POINTS,
    CARD_SIZE,
    CARD_SPACES,
    COLOURS,
    FINISHED_TO_END,
    MISSION_N,
    MISSION_POINTS,
    PURPLE,
    SOLO_ROUNDS,
    TARGET,
)
from smalti.games.majolica.editions import HALL, MOST_SEATS, SLOTS, WORKSHOPS
from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.phases import OVER, PLACE, STORE, TAKE
from smalti.games.majolica.rules import legal_moves, legal_parts
from smalti.games.majolica.scoring import design_points, token_points
from smalti.games.majolica.state import NONE, is_solo
from smalti.games.majolica.taking import legal_stores, legal_takes
from smalti.games.majolica.thinking.patterns import NIBBLE, learned, note_patterns, read_workshops, upcoming
from smalti.games.majolica.workshops import deliverable
from smalti.kernel.compiling import kernel
from smalti.kernel.knots import KNOTS, at
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights

MISSING, SPACES, EMPTY, BONUS, WILD = 0, 5, 8, 11, 12
CLOSE, CLOSER, BLOCKED, FITTING = 14, 18, 22, 25
PROGRESS, HALVES, LATER, FINISHED, NEXT, FEATURES = 28, 29, 30, 31, 32, 33
"""The features. Designs: the points of those that miss one, two, three, four, more tiles; the tiles that each slot
misses; empty slots; bonus symbols. Purple tiles in the first two workshops. Workshops: the part of the pattern that is
filled, and its square; the same where nothing could be delivered; tiles that fit the design. The turns to come, designs
finished and being next."""
MOST_MISSING = 5
IN_HAND = 0.1
"""What a tile is worth that waits to be put."""
WEIGHTS = (MOST_SEATS + 1) * FEATURES * KNOTS
"""A row for each number of seats."""


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:
    """Writes the points that every seat may expect."""
    for seat in range(int(state.seats)):
        values[seat] = expect(state, seat, weights)


@kernel
def expect(state: State, seat: int, weights: Weights) -> float:
    """The points that one seat may expect."""
    points = points_now(state, seat)
    if int(state.phase) == OVER:
        return points
    filled, gone = read_workshops(state, seat), time_gone(state)
    points += outlook(state, seat, weights, filled, gone)
    return points + learned(state, seat, filled, gone, weights, WEIGHTS) if len(weights) > WEIGHTS else points


@kernel
def likely_moves(state: State, seat: int, moves: Numbers) -> int:
    """The legal moves without giving up a tile freely (rule 5.3)."""
    phase = int(state.phase)
    if phase == TAKE:
        return legal_takes(state, moves)
    if phase == PLACE:
        return legal_parts(state, seat, moves)
    return legal_stores(state, seat, moves) if phase == STORE else legal_moves(state, seat, moves)


@kernel
def note(state: State, seat: int, weights: Weights, found: Numbers) -> float:
    """Notes the patterns of a seat at the end of a turn; returns what it may expect besides."""
    gone = time_gone(state)
    note_patterns(state, seat, gone, WEIGHTS, found)
    return points_now(state, seat) + outlook(state, seat, weights, read_workshops(state, seat), gone)


@kernel
def points_now(state: State, seat: int) -> float:
    """The points as they stand."""
    return float(design_points(state, seat) + token_points(state, seat) + mission_points(state, seat))


@kernel
def outlook(state: State, seat: int, weights: Weights, filled: int, gone: float) -> float:
    """What is to come, by tuned weights."""
    total = designs_ahead(state, seat, weights, gone) + workshops_ahead(state, seat, weights, filled, gone)
    return total + mission_ahead(state, seat) + turns_ahead(state, seat, weights, gone)


@kernel
def feature(state: State, number: int) -> int:
    """Where the weights of a feature stand, with this number of seats."""
    return int(state.seats) * FEATURES + number


@kernel
def time_gone(state: State) -> float:
    """How much of the game is over, from 0 to 1: alone the turns, else the designs of the first and the last round."""
    edition = int(state.edition)
    if is_solo(state):
        turned = 0
        for colour in range(COLOURS):
            turned += int(state.face_down[colour])
        return float((int(state.round_number) - turned / 16.0) / SOLO_ROUNDS[edition, 0])
    most = 0
    for seat in range(int(state.seats)):
        most = max(most, count(int(state.finished[seat])))
    goal = int(FINISHED_TO_END[edition, 0])
    if most >= goal:
        return 1.0 - 0.2 * count(int(state.face_up)) / 16.0
    return 0.8 * most / goal


@kernel
def designs_ahead(state: State, seat: int, weights: Weights, gone: float) -> float:
    """Rule 10.1: designs by how many tiles they miss; empty slots."""
    edition = int(state.edition)
    total = 0.0
    for slot in range(SLOTS):
        card = int(state.slots[seat, slot])
        if card == NONE:
            total += at(weights, feature(state, EMPTY + slot), gone)
            continue
        tiles, size, points = tiles_on(state, seat, slot), int(CARD_SIZE[edition, card]), CARD_POINTS[edition, card]
        missing = size - tiles
        total += at(weights, feature(state, MISSING + min(missing, MOST_MISSING) - 1), gone) * points
        total += at(weights, feature(state, PROGRESS), gone) * points * tiles / size
        total += at(weights, feature(state, HALVES), gone) * (tiles // 2)
        total += at(weights, feature(state, SPACES + slot), gone) * missing
        total += at(weights, feature(state, BONUS), gone) * CARD_BONUS[edition, card]
    return total


@kernel
def workshops_ahead(state: State, seat: int, weights: Weights, filled: int, gone: float) -> float:
    """Rules 6.1 and 6.2: workshops by how close they are to their pattern, and to being able to deliver."""
    edition = int(state.edition)
    total = at(weights, feature(state, WILD), gone) * int(state.tiles[seat, 0, PURPLE])
    total += at(weights, feature(state, WILD + 1), gone) * int(state.tiles[seat, 1, PURPLE])
    for workshop in range(WORKSHOPS):
        fills = filled >> NIBBLE * workshop & 15
        if fills == 0:
            continue
        part = fills / CAPACITY[edition, workshop]
        square = part * part
        total += at(weights, feature(state, CLOSE + workshop), gone) * part
        total += at(weights, feature(state, CLOSER + workshop), gone) * square
        if TARGET[edition, workshop] == HALL:
            continue
        if deliverable(state, seat, workshop) == 0:
            total += at(weights, feature(state, BLOCKED + workshop), gone) * square
        else:
            fits = fitting(state, seat, workshop) / CAPACITY[edition, workshop]
            total += at(weights, feature(state, FITTING + workshop), gone) * fits
    return total


@kernel
def fitting(state: State, seat: int, workshop: int) -> int:
    """How many tiles of a workshop have a space of their colour on its design."""
    edition, slot = int(state.edition), int(TARGET[int(state.edition), workshop])
    card = int(state.slots[seat, slot])
    if card == NONE:
        return 0
    tiles = 0
    for colour in range(COLOURS):
        free = int(CARD_SPACES[edition, card, colour]) - int(state.covered[seat, slot, colour])
        tiles += min(int(state.tiles[seat, workshop, colour]), max(0, free))
    return tiles


@kernel
def mission_ahead(state: State, seat: int) -> float:
    """Rule 13.2: a mission by how much of it is done, while it is not."""
    mission, edition = int(state.mission[seat]), int(state.edition)
    if mission == NONE:
        return 0.0
    part = reached(state, seat, mission) / MISSION_N[edition, mission]
    return 0.0 if part >= 1.0 else (1.0 - time_gone(state)) * 0.6 * MISSION_POINTS[edition, mission] * part * part


@kernel
def turns_ahead(state: State, seat: int, weights: Weights, gone: float) -> float:
    """The points of the turns to come, more for who is next; tiles in hand are not lost."""
    total = at(weights, feature(state, LATER), gone)
    total += at(weights, feature(state, FINISHED), gone) * count(int(state.finished[seat]))
    if seat == upcoming(state):
        total += at(weights, feature(state, NEXT), gone)
    if seat == int(state.seat):
        for colour in range(COLOURS):
            total += IN_HAND * int(state.hand[colour])
    return total
