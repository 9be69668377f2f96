"""What self-play can teach about Majolica: patterns of a position, each with a weight of its own.

Of a seat: every workshop with its tiles and what the design above still wants of each colour, colours alike; every
design; every workshop with the one its leftovers ride to; all designs together; purple tiles; and the time.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.components import (
    CARD_BONUS,
    CARD_POINTS,
    CARD_SIZE,
    CARD_SPACES,
    COLOURS,
    NEXT,
    PURPLE,
    TARGET,
)
from smalti.games.majolica.editions import HALL, SLOTS, WORKSHOPS
from smalti.games.majolica.phases import REVEAL, TAKE
from smalti.games.majolica.policy import lying_in, matching
from smalti.games.majolica.state import NONE, is_solo
from smalti.games.majolica.workshops import held
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Places, Weights

LONGEST = 128
"""The most turns of a game that are learned from."""
NIBBLE = 4
STAGES = 4
TILES, WANTS = 5, 3
"""How many tiles of a colour, and how many spaces for it, are told apart."""
KIND = TILES * WANTS
MIXES = KIND * (KIND + 1) * (KIND + 2) * (KIND + 3) // 24
"""The ways in which four colours may stand, whichever is which."""
PURPLES, MOST_POINTS, MOST_MISSING, FILLED = 3, 8, 7, 7
MOST_FINISHED, WAITS, MOST_TURNS = 8, 4, 25

WORKSHOP_AT = 0
DESIGN_AT = WORKSHOP_AT + WORKSHOPS * STAGES * PURPLES * MIXES
PAIR_AT = DESIGN_AT + SLOTS * STAGES * 2 * MOST_POINTS * MOST_MISSING * 4
DESIGNS_AT = PAIR_AT + WORKSHOPS * FILLED**3
PURPLE_AT = DESIGNS_AT + STAGES * MOST_MISSING**3
TIME_AT = PURPLE_AT + STAGES * 6 * 4 * 4
TABLE = TIME_AT + WAITS * 9 * MOST_FINISHED**2
"""Where the patterns of each kind begin, and how many there are."""
TABLES = 3
"""For one seat, for two, for more."""
DESIGN, PAIR, SINGLE, MOST = 4, 7, 11, 14
"""The patterns of a position by number: workshops, designs, pairs of workshops, all designs, purple tiles, time."""


@kernel
def read_workshops(state: State, seat: int) -> int:
    """A nibble for each workshop: how much of its pattern is there."""
    filled = 0
    for workshop in range(WORKSHOPS):
        tiles = lying_in(state, seat, workshop)
        if tiles:
            filled |= matching(int(state.edition), workshop, tiles) << NIBBLE * workshop
    return filled


@kernel
def pattern(state: State, seat: int, filled: int, gone: float, number: int) -> int:
    """The place of one pattern of a seat in its table, or -1 where there is none."""
    stage = min(int(gone * STAGES), STAGES - 1)
    if number < DESIGN:
        return workshop_place(state, seat, stage, number)
    if number < PAIR:
        return design_place(state, seat, stage, number - DESIGN)
    if number < SINGLE:
        return pair_place(state, seat, filled, number - PAIR)
    if number == SINGLE:
        return designs_place(state, seat, stage)
    if number == SINGLE + 1:
        first, second = min(3, int(state.tiles[seat, 0, PURPLE])), min(3, int(state.tiles[seat, 1, PURPLE]))
        return PURPLE_AT + ((stage * 6 + min(5, int(state.hall_purples))) * 4 + first) * 4 + second
    return time_place(state, seat)


@kernel
def workshop_place(state: State, seat: int, stage: int, workshop: int) -> int:
    """The tiles of a workshop, each colour with what the design above wants of it."""
    edition = int(state.edition)
    slot = int(TARGET[edition, workshop])
    card = NONE if slot == HALL else int(state.slots[seat, slot])
    a = colour_kind(state, seat, workshop, slot, card, 0)
    b = colour_kind(state, seat, workshop, slot, card, 1)
    c = colour_kind(state, seat, workshop, slot, card, 2)
    d = colour_kind(state, seat, workshop, slot, card, 3)
    purples = min(int(state.tiles[seat, workshop, PURPLE]), PURPLES - 1)
    if slot == HALL:
        purples = int(int(state.hall_purples) > 0) + int(int(state.hall_purples) + int(state.hall_ones) > 0)
    return WORKSHOP_AT + ((workshop * STAGES + stage) * PURPLES + purples) * MIXES + mix_of(a, b, c, d)


@kernel
def colour_kind(state: State, seat: int, workshop: int, slot: int, card: int, colour: int) -> int:
    """How one colour stands in a workshop: its tiles, and the spaces for them."""
    tiles = min(int(state.tiles[seat, workshop, colour]), TILES - 1)
    if card == NONE:
        return tiles * WANTS
    free = int(CARD_SPACES[int(state.edition), card, colour]) - int(state.covered[seat, slot, colour])
    return tiles * WANTS + max(0, min(free, WANTS - 1))


@kernel
def mix_of(a: int, b: int, c: int, d: int) -> int:
    """The number of four kinds in any order."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a * (a + 1) * (a + 2) * (a + 3) // 24 + b * (b + 1) * (b + 2) // 6 + c * (c + 1) // 2 + d


@kernel
def design_place(state: State, seat: int, stage: int, slot: int) -> int:
    """A design: its points, what it misses, its bonus, and how many tiles of the workshop below would fit."""
    edition, card = int(state.edition), int(state.slots[seat, slot])
    if card == NONE:
        return -1
    missing, fits = int(CARD_SIZE[edition, card]), 0
    for colour in range(COLOURS):
        lies = int(state.covered[seat, slot, colour])
        missing -= lies
        free = int(CARD_SPACES[edition, card, colour]) - lies
        fits += max(0, min(free, int(state.tiles[seat, slot, colour])))
    points, bonus = min(int(CARD_POINTS[edition, card]), MOST_POINTS - 1), int(CARD_BONUS[edition, card])
    place = ((slot * STAGES + stage) * 2 + bonus) * MOST_POINTS + points
    return DESIGN_AT + (place * MOST_MISSING + min(missing, MOST_MISSING - 1)) * 4 + min(fits, 3)


@kernel
def pair_place(state: State, seat: int, filled: int, workshop: int) -> int:
    """How much of its pattern a workshop has, and the one its leftovers ride to."""
    after = int(NEXT[int(state.edition), workshop])
    here, there = filled >> NIBBLE * workshop & 15, filled >> NIBBLE * after & 15
    return PAIR_AT + ((workshop * FILLED + here) * FILLED + there) * FILLED + min(held(state, seat, after), FILLED - 1)


@kernel
def designs_place(state: State, seat: int, stage: int) -> int:
    """What all designs miss; an empty slot counts as nothing missing."""
    place = stage
    for slot in range(SLOTS):
        card = int(state.slots[seat, slot])
        missing = 0 if card == NONE else int(CARD_SIZE[int(state.edition), card])
        for colour in range(COLOURS):
            missing -= int(state.covered[seat, slot, colour])
        place = place * MOST_MISSING + min(missing, MOST_MISSING - 1)
    return DESIGNS_AT + place


@kernel
def time_place(state: State, seat: int) -> int:
    """Alone the turns that are left, else the tiles of the round, and whose turn is next; the designs finished."""
    done = min(count(int(state.finished[seat])), MOST_FINISHED - 1)
    if is_solo(state):
        turned = 0
        for colour in range(COLOURS):
            turned += int(state.face_down[colour])
        turn = 4 * int(state.round_number) - turned // 4
        return TIME_AT + min(turn, MOST_TURNS - 1) * MOST_FINISHED + done
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, count(int(state.finished[other])))
    left = count(int(state.face_up)) // 2
    when = (int(seat) - upcoming(state)) % int(state.seats)
    return TIME_AT + ((when * 9 + left) * MOST_FINISHED + done) * MOST_FINISHED + min(most, MOST_FINISHED - 1)


@kernel
def upcoming(state: State) -> int:
    """Rules 3.1 and 9.3: whose turn begins next."""
    if int(state.phase) < REVEAL:
        return int(state.first)
    if int(state.phase) <= TAKE:
        return int(state.seat)
    return (int(state.seat) + 1) % int(state.seats)


@kernel
def learned(state: State, seat: int, filled: int, gone: float, weights: Weights, first: int) -> float:
    """What the patterns of a seat are worth; the weights of the first table begin there."""
    table = int(first) + min(int(state.seats) - 1, TABLES - 1) * TABLE
    total = 0.0
    for number in range(MOST):
        place = pattern(state, seat, filled, gone, number)
        if place >= 0:
            total += weights[table + place]
    return total


@kernel
def note_patterns(state: State, seat: int, gone: float, first: int, found: Numbers) -> None:
    """Notes the patterns of a seat, from 1 on, and in `found[0]` where they end."""
    table, filled = int(first) + min(int(state.seats) - 1, TABLES - 1) * TABLE, read_workshops(state, seat)
    n = 1
    for number in range(MOST):
        place = pattern(state, seat, filled, gone, number)
        if place >= 0:
            found[n] = table + place
            n += 1
    found[0] = n


def own_weights(first: int) -> Places:
    """[pattern]: each has a weight of its own, behind those that were tuned."""
    return np.arange(first + TABLES * TABLE, dtype=np.int32)
