"""What self-play can teach about Maharani: patterns of a position, each with a weight of its own.

Of a seat: every quarter with its own workers and with those of the best other; every colour of tiles with its areas
that can still grow; the groups of its workers; every tile on the rondel as the seat will find it; markers; the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smalti.games.maharani.components import (
    COLOUR_COUNT,
    FACE_COUNT,
    MOST_SEATS,
    NEIGHBOURS,
    OF_COLOUR,
    QUARTER_COUNT,
    QUARTER_SPACES,
    SLOT_QUARTER,
    SLOTS,
)
from smalti.games.maharani.state import NONE, TURN, colours_each, first_colour, in_bag_of, occupied, side_of, supply
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, flood
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Places, Weights

LONGEST = 96
"""The most turns of a game that are learned from."""
NIBBLE, BYTE = 4, 8
FREE = 15
"""How many free spaces a quarter may have, and none."""
OWN_AT = 0
DUEL_AT = OWN_AT + MOST_SEATS * 7 * 4 * FREE
AREA_AT = DUEL_AT + MOST_SEATS * 8 * 8 * FREE
GROUP_AT = AREA_AT + MOST_SEATS * 10 * 5 * 6 * 3
SLOT_AT = GROUP_AT + MOST_SEATS * 8 * 4 * 4 * 8
MARKERS_AT = SLOT_AT + MOST_SEATS * FACE_COUNT * 8 * 2 * 10
TIME_AT = MARKERS_AT + MOST_SEATS * 16 * FREE
TABLE = TIME_AT + MOST_SEATS * 57 * (SLOTS + 1)
"""Where the patterns of each kind begin, and how many there are."""
TABLES = 3
"""For two, three and four seats."""
OWN, DUEL, AREA, GROUP, SLOT = 0, 8, 12, 18, 20
SINGLE, MOST = 24, 26
"""The patterns of a position by number: quarters by worker colours, quarters, colours, worker colours, slots, markers
and time."""


class Floor(NamedTuple):
    """What all seats see alike."""

    taken: int
    """The spaces that have a tile."""
    free: int
    """A byte for each quarter: how many of its spaces are free."""
    areas: int
    """A byte for each tile colour: the sizes of its two largest areas that can grow, the largest in the low nibble."""
    lying: int
    """A nibble for each tile colour: how many of its tiles are on the rondel; above them, how many tiles are."""
    hidden: int
    """A nibble for each tile colour: how many of its tiles are in the bag."""


@kernel
def read_floor(state: State) -> Floor:
    """Looks at what all seats see alike."""
    plan, taken = int(state.plan), occupied(state)
    free, areas, lying, hidden = 0, 0, 0, 0
    for quarter in range(QUARTER_COUNT):
        free |= count(int(QUARTER_SPACES[plan, quarter]) & ~taken) << BYTE * quarter
    for colour in range(COLOUR_COUNT):
        areas |= largest_two(int(state.tiles[colour]), ~taken, NEIGHBOURS[plan]) << BYTE * colour
        hidden |= in_bag_of(state, int(OF_COLOUR[colour])) << NIBBLE * colour
    for slot in range(SLOTS):
        tile = int(state.rondel[slot])
        if tile != NONE:
            lying += (1 << NIBBLE * (tile // FACE_COUNT)) + (1 << NIBBLE * COLOUR_COUNT)
    return Floor(taken, free, areas, lying, hidden)


@kernel
def largest_two(spaces: int, free: int, around: Numbers) -> int:
    """The sizes of the two largest parts of a set that have a free neighbour, a nibble each."""
    first, second, rest = 0, 0, int(spaces)
    while rest:
        part = flood(rest & -rest, rest, around)
        rest &= ~part
        size = count(part)
        if size <= second or not can_grow(part, free, around):
            continue
        if size > first:
            first, second = size, first
        else:
            second = size
    return min(first, 9) | min(second, 4) << NIBBLE


@kernel
def can_grow(part: int, free: int, around: Numbers) -> bool:
    """Whether a free space is beside it."""
    while part:
        if int(around[count((part & -part) - 1)]) & free:
            return True
        part &= part - 1
    return False


@kernel
def turns_until(state: State, seat: int) -> int:
    """How many others have their turn before this seat has one."""
    seats = int(state.seats)
    until = int(seat) - int(state.active) - (0 if int(state.phase) == TURN else 1)
    return until if until >= 0 else until + seats


@kernel
def pattern(state: State, seat: int, when: int, floor: Floor, number: int) -> int:
    """The place of one pattern of a seat in its table, or -1 where there is none."""
    if number < DUEL:
        return own_place(state, seat, when, floor, number % QUARTER_COUNT, number // QUARTER_COUNT)
    if number < AREA:
        return duel_place(state, seat, when, floor, number - DUEL)
    if number < GROUP:
        return area_place(when, floor, number - AREA)
    if number < SLOT:
        return group_place(state, seat, when, floor, number - GROUP)
    if number < SINGLE:
        return slot_place(state, seat, when, floor, number - SLOT)
    free = 56 - count(floor.taken)
    if number == SINGLE:
        return MARKERS_AT + (when * 16 + int(state.markers[seat])) * FREE + free // NIBBLE
    return TIME_AT + (when * 57 + free) * (SLOTS + 1) + (floor.lying >> NIBBLE * COLOUR_COUNT)


@kernel
def own_place(state: State, seat: int, when: int, floor: Floor, quarter: int, second: int) -> int:
    """The workers of one colour in a quarter, and how many are at home."""
    if second >= colours_each(state):
        return -1
    worker = first_colour(state, seat) + second
    there = count(int(state.workers[worker]) & int(QUARTER_SPACES[int(state.plan), quarter]))
    free = floor.free >> BYTE * quarter & 15
    return OWN_AT + ((when * 7 + there) * 4 + min(3, supply(state, worker))) * FREE + free


@kernel
def duel_place(state: State, seat: int, when: int, floor: Floor, quarter: int) -> int:
    """The workers of the seat in a quarter and those of the other who has most there."""
    spaces, each = int(QUARTER_SPACES[int(state.plan), quarter]), colours_each(state)
    own, most, worker = 0, 0, 0
    for other in range(int(state.seats)):
        there = 0
        for _ in range(each):
            there += count(int(state.workers[worker]) & spaces)
            worker += 1
        if other == seat:
            own = there
        else:
            most = max(most, there)
    return DUEL_AT + ((when * 8 + min(own, 7)) * 8 + min(most, 7)) * FREE + (floor.free >> BYTE * quarter & 15)


@kernel
def area_place(when: int, floor: Floor, colour: int) -> int:
    """The areas of a colour, and where its other tiles are."""
    first, second = floor.areas >> BYTE * colour & 15, floor.areas >> (BYTE * colour + NIBBLE) & 15
    hidden, lying = floor.hidden >> NIBBLE * colour & 15, floor.lying >> NIBBLE * colour & 15
    return AREA_AT + (((when * 10 + first) * 5 + second) * 6 + (hidden + 1) // 2) * 3 + min(lying, 2)


@kernel
def group_place(state: State, seat: int, when: int, floor: Floor, second: int) -> int:
    """The groups of one worker colour that can grow, and how many are at home."""
    if second >= colours_each(state):
        return -1
    worker = first_colour(state, seat) + second
    sizes = largest_two(int(state.workers[worker]), ~floor.taken, NEIGHBOURS[int(state.plan)])
    home, time = min(3, supply(state, worker)), count(floor.taken) // BYTE
    return GROUP_AT + (((when * 8 + min(7, sizes & 15)) * 4 + min(3, sizes >> NIBBLE)) * 4 + home) * 8 + time


@kernel
def slot_place(state: State, seat: int, when: int, floor: Floor, slot: int) -> int:
    """A tile on the rondel: its face, the quarter it will lie in, whether it may leave it, and what it can join."""
    tile = int(state.rondel[slot])
    if tile == NONE:
        return -1
    home = int(SLOT_QUARTER[side_of(state, seat), slot])
    may = int(int(state.markers[seat]) & bit(home) != 0)
    first, free = floor.areas >> BYTE * (tile // FACE_COUNT) & 15, floor.free >> BYTE * home & 15
    place = ((when * FACE_COUNT + tile % FACE_COUNT) * 8 + (free + 1) // 2) * 2 + may
    return SLOT_AT + place * 10 + first


@kernel
def learned(state: State, seat: int, floor: Floor, weights: Weights, first: int) -> float:
    """What the patterns of a seat are worth; the weights of the first table begin there."""
    table, when = int(first) + (int(state.seats) - 2) * TABLE, turns_until(state, seat)
    total = 0.0
    for number in range(MOST):
        place = pattern(state, seat, when, floor, number)
        if place >= 0:
            total += weights[table + place]
    return total


@kernel
def note_patterns(state: State, seat: int, first: int, found: Numbers) -> None:
    """Notes the patterns of a seat, from 1 on, and in `found[0]` where they end."""
    table, when, floor = int(first) + (int(state.seats) - 2) * TABLE, turns_until(state, seat), read_floor(state)
    n = 1
    for number in range(MOST):
        place = pattern(state, seat, when, floor, number)
        if place >= 0:
            found[n] = table + place
            n += 1
    found[0] = n


def own_weights(first: int) -> Places:
    """[pattern]: each has a weight of its own, behind those that were tuned."""
    return np.arange(first + TABLES * TABLE, dtype=np.int32)
