"""The patterns of a Mosaix grid: what they promise by rule of thumb, and where their learned weights are.

A grid is read once (`Reading`); what was read is summed up by its weights, or noted for those who learn them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smalti.games.mosaix.components import DICE, GRID, RIM, SIDE, SMALLEST_AREA, SYMBOL_COUNT

# One by one: a build for a GPU finds its tables among the names that a function uses.
from smalti.games.mosaix.thinking.layout import (
    AREAS_AT,
    BAR_BITS,
    BAR_PLACES,
    FEATURES,
    GROUP_AREAS,
    GROUP_ROOM,
    GROUP_SIZES,
    GROUPS_AT,
    HOPES,
    HOPES_AT,
    MOST_AREAS,
    REGION_RIM,
    REGION_SIZES,
    REGIONS_AT,
    SQUARE_BITS,
    SQUARE_PLACES,
    STAGES,
    SUMS,
    SUMS_AT,
    SWAPPED_ROW,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Reals, Weights

LAST_COLUMN = sum(1 << row * SIDE + SIDE - 1 for row in range(SIDE))
FIRST_COLUMN = LAST_COLUMN >> SIDE - 1
ROW = (1 << SIDE) - 1

GROWN: Reals = np.array([0.0, 0.11, 0.27, 0.50, 0.78])
"""[size]: how surely a group with room becomes an area."""
ROOM: Reals = np.array([0.0, 0.55, 0.85, 1.0, 1.05])
"""[free neighbours]: how much that helps."""

NEAR = 3
"""Groups of this size are near to an area."""
SIX, WORD, TOP = 63, (1 << 60) - 1, 54
"""Codes of six bits, ten in a word."""


class Codes(NamedTuple):
    """A short list of codes below 64, the last one first, in three words: 30 at most, and a grid has 25 groups."""

    first: int
    second: int
    third: int
    number: int
    at: int
    """The place of the weight of code 0."""


class Reading(NamedTuple):
    """What is seen of a grid."""

    low: int
    """The cells with a symbol of the first or the third rank,"""
    high: int
    """and of the second or the third."""
    windows_at: int
    """Where the weights of its windows begin."""
    first: Codes
    """The groups of each symbol,"""
    second: Codes
    third: Codes
    regions: Codes
    """and the free regions."""
    sums: tuple[int, int, int]
    """The places of the weights of each symbol's areas and their cells,"""
    hopes: tuple[int, int, int]
    """of its groups that may become areas,"""
    areas_at: int
    """of all areas together,"""
    time_at: int
    """and of its time."""


@kernel
def pushed(codes: Codes, code: int) -> Codes:
    """One code more."""
    return Codes(
        (codes.first << 6 | code) & WORD,
        (codes.second << 6 | codes.first >> TOP) & WORD,
        (codes.third << 6 | codes.second >> TOP) & WORD,
        codes.number + 1,
        codes.at,
    )


@kernel
def popped(codes: Codes) -> Codes:
    """Without the last one, which is `codes.first & SIX`."""
    return Codes(
        codes.first >> 6 | (codes.second & SIX) << TOP,
        codes.second >> 6 | (codes.third & SIX) << TOP,
        codes.third >> 6,
        codes.number - 1,
        codes.at,
    )


@kernel
def beside(cells: int) -> int:
    """A set of cells and their neighbours, all at once."""
    return cells | (cells & ~LAST_COLUMN) << 1 | (cells & ~FIRST_COLUMN) >> 1 | cells << SIDE & GRID | cells >> SIDE


@kernel
def group_of(start: int, allowed: int) -> int:
    """The part of the allowed cells that hangs together with the start."""
    group = start
    grown = beside(group) & allowed
    while grown != group:
        group = grown
        grown = beside(group) & allowed
    return group


@kernel
def swapped(cells: int) -> int:
    """The cells with rows and columns swapped."""
    found = 0
    for row in range(SIDE):
        found |= SWAPPED_ROW[cells >> SIDE * row & ROW] << row
    return int(found)


@kernel
def read_groups(cells: int, free: int, stage: int, table: int) -> tuple[Codes, int, int, int, float]:
    """Each group of a symbol by its size and room, and by the areas of its symbol.

    Returns also the place of its hopes, the areas, their cells, and what rule 6.4 gives with groups for what they may
    become.
    """
    codes = Codes(0, 0, 0, 0, 0)
    areas, total, near, small = 0, 0, 0, 0
    hoped, filled = 0.0, 0.0
    rest = cells
    while rest:
        group = group_of(rest & -rest, rest)
        rest &= ~group
        size = count(group)
        room = count(beside(group) & free)
        if size >= SMALLEST_AREA:
            areas += 1
            total += size
        else:
            chance = min(0.95, GROWN[size] * ROOM[min(4, room)])
            hoped += chance
            filled += chance * SMALLEST_AREA
            near += int(room > 0 and size >= NEAR)
            small += int(room > 0 and size < NEAR)
        codes = pushed(codes, (min(size, GROUP_SIZES) - 1) * GROUP_ROOM + min(room, GROUP_ROOM - 1))
    at = table + GROUPS_AT + (stage * GROUP_AREAS + min(areas, GROUP_AREAS - 1)) * GROUP_SIZES * GROUP_ROOM
    placed = Codes(codes.first, codes.second, codes.third, codes.number, at)
    hope = table + hope_place(areas, near, small, stage)
    return placed, hope, areas, total, (areas + hoped) * (total + filled)


@kernel
def hope_place(areas: int, near: int, small: int, stage: int) -> int:
    """Where the weight of a symbol's groups that may become areas is."""
    most, nearest, smallest = HOPES
    place = (min(areas, most - 1) * nearest + min(near, nearest - 1)) * smallest + min(small, smallest - 1)
    return HOPES_AT + place * STAGES + stage


@kernel
def sum_place(areas: int, cells: int, stage: int) -> int:
    """Where the weight of a symbol's areas and their cells is."""
    most, halves = SUMS
    return SUMS_AT + (min(areas, most - 1) * halves + min(cells // 2, halves - 1)) * STAGES + stage


@kernel
def read_regions(free: int, scale: int, table: int) -> tuple[Codes, int]:
    """Each free region by its size, its cells at the rim, and the scale (-1 with several players).

    Returns also how many free cells may still be filled: those in regions of four and more, half of the others.
    """
    level = 4 if scale < 0 else min(3, (scale + 2) // 3)
    codes = Codes(0, 0, 0, 0, table + REGIONS_AT + level * REGION_SIZES * REGION_RIM)
    usable = 0
    rest = free
    while rest:
        region = group_of(rest & -rest, rest)
        rest &= ~region
        cells = count(region)
        usable += cells if cells >= DICE else cells // 2
        size, rim = min(cells, REGION_SIZES - 1), min(count(region & RIM), REGION_RIM - 1)
        codes = pushed(codes, size * REGION_RIM + rim)
    return codes, usable


@kernel
def area_place(most: int, more: int, least: int, stage: int) -> int:
    """Where the weight of the areas of the three symbols is."""
    first, second, third = MOST_AREAS
    areas = (min(most, first - 1) * second + min(more, second - 1)) * third + min(least, third - 1)
    return AREAS_AT + stage * first * second * third + areas


@kernel
def square_place(low: int, high: int, i: int) -> int:
    """Where the weight of the i-th window of 3 x 3 cells is; the sets are the low and the high bits of the ranks."""
    first = SQUARE_PLACES[i, 0]
    a, b = low >> first, high >> first
    below = (a & 7) | (a >> SIDE & 7) << 3 | (a >> 2 * SIDE & 7) << 6
    above = (b & 7) | (b >> SIDE & 7) << 3 | (b >> 2 * SIDE & 7) << 6
    image = SQUARE_PLACES[i, 1]
    return int(SQUARE_PLACES[i, 2] + SQUARE_BITS[image, below] + 2 * SQUARE_BITS[image, above])


@kernel
def bar_place(low: int, high: int, i: int) -> int:
    """The same for the i-th window of 2 x 4 cells."""
    first = BAR_PLACES[i, 0]
    a, b = low >> first, high >> first
    below, above = (a & 15) | (a >> SIDE & 15) << 4, (b & 15) | (b >> SIDE & 15) << 4
    image = BAR_PLACES[i, 1]
    return int(BAR_PLACES[i, 2] + BAR_BITS[image, below] + 2 * BAR_BITS[image, above])


@kernel
def rank(areas: int, cells: int, symbols: int) -> int:
    """The order of symbols: by areas, by the cells in them, by all cells."""
    return (areas * 64 + cells) * 64 + symbols


@kernel
def total_of(codes: Codes, weights: Weights) -> float:
    """The sum of the weights of a list."""
    value, rest = 0.0, codes
    while rest.number:
        value += weights[rest.at + (rest.first & SIX)]
        rest = popped(rest)
    return value


@kernel
def total(reading: Reading, weights: Weights) -> float:
    """The sum of the weights of all that was read."""
    value = total_of(reading.first, weights) + total_of(reading.second, weights) + total_of(reading.third, weights)
    value += total_of(reading.regions, weights) + weights[reading.areas_at] + weights[reading.time_at]
    for i in range(SYMBOL_COUNT):
        value += weights[reading.sums[i]] + weights[reading.hopes[i]]
    for i in range(len(SQUARE_PLACES)):
        value += weights[reading.windows_at + square_place(reading.low, reading.high, i)]
    low, high = swapped(reading.low), swapped(reading.high)
    for i in range(len(BAR_PLACES)):
        value += weights[reading.windows_at + bar_place(reading.low, reading.high, i)]
        value += weights[reading.windows_at + bar_place(low, high, i)]
    return float(value)


@kernel
def note_place(place: int, found: Numbers) -> None:
    """Notes a weight; `found[0]` is where the notes end."""
    found[found[0]] = place
    found[0] += 1


@kernel
def note_codes(codes: Codes, found: Numbers) -> None:
    """Notes the weights of a list."""
    rest = codes
    while rest.number:
        note_place(rest.at + (rest.first & SIX), found)
        rest = popped(rest)


@kernel
def note_all(reading: Reading, found: Numbers) -> None:
    """Notes the weights that `total` adds up, from 1 on."""
    found[0] = 1
    note_codes(reading.first, found)
    note_codes(reading.second, found)
    note_codes(reading.third, found)
    note_codes(reading.regions, found)
    note_place(reading.areas_at, found)
    note_place(reading.time_at, found)
    for i in range(SYMBOL_COUNT):
        note_place(reading.sums[i], found)
        note_place(reading.hopes[i], found)
    for i in range(len(SQUARE_PLACES)):
        note_place(reading.windows_at + square_place(reading.low, reading.high, i), found)
    low, high = swapped(reading.low), swapped(reading.high)
    for i in range(len(BAR_PLACES)):
        note_place(reading.windows_at + bar_place(reading.low, reading.high, i), found)
        note_place(reading.windows_at + bar_place(low, high, i), found)


NOTES = FEATURES + 1
"""The length of an array for notes."""
