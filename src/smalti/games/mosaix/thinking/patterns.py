"""The patterns of a Mosaix grid: what they promise by rule of thumb, and where their learned weights are."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix.components import CELLS_IN_GRID, DICE, GRID, RIM, SIDE, SMALLEST_AREA
from smalti.games.mosaix.thinking import layout
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
        found |= layout.SWAPPED_ROW[cells >> SIDE * row & ROW] << row
    return int(found)


@kernel
def note_groups(cells: int, free: int, stage: int, found: Numbers) -> tuple[int, int, float]:
    """Notes each group of a symbol by its size and room, and by the areas of its symbol.

    Returns the areas, their cells, and what rule 6.4 gives with groups for what they may become.
    """
    first = found[0]
    areas, total = 0, 0
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
        found[found[0]] = (
            layout.GROUPS_AT
            + (min(size, layout.GROUP_SIZES) - 1) * layout.GROUP_ROOM
            + min(room, layout.GROUP_ROOM - 1)
        )
        found[0] += 1
    context = (stage * layout.GROUP_AREAS + min(areas, layout.GROUP_AREAS - 1)) * layout.GROUP_SIZES * layout.GROUP_ROOM
    for i in range(first, found[0]):
        found[i] += context
    return areas, total, (areas + hoped) * (total + filled)


@kernel
def note_regions(free: int, scale: int, found: Numbers) -> int:
    """Notes each free region by its size, its cells at the rim, and the scale (-1 with several players).

    Returns how many free cells may still be filled: those in regions of four and more, half of the others.
    """
    usable = 0
    level = 4 if scale < 0 else min(3, (scale + 2) // 3)
    rest = free
    while rest:
        region = group_of(rest & -rest, rest)
        rest &= ~region
        cells = count(region)
        usable += cells if cells >= DICE else cells // 2
        size, rim = min(cells, layout.REGION_SIZES - 1), min(count(region & RIM), layout.REGION_RIM - 1)
        found[found[0]] = layout.REGIONS_AT + (level * layout.REGION_SIZES + size) * layout.REGION_RIM + rim
        found[0] += 1
    return usable


@kernel
def note_squares(low: int, high: int, found: Numbers) -> None:
    """Notes every window of 3 x 3 cells; the two sets are the low and the high bits of the ranks."""
    at = found[0]
    for i in range(len(layout.SQUARE_PLACES)):
        first = layout.SQUARE_PLACES[i, 0]
        a, b = low >> first, high >> first
        below = (a & 7) | (a >> SIDE & 7) << 3 | (a >> 2 * SIDE & 7) << 6
        above = (b & 7) | (b >> SIDE & 7) << 3 | (b >> 2 * SIDE & 7) << 6
        image = layout.SQUARE_PLACES[i, 1]
        found[at + i] = (
            layout.SQUARE_PLACES[i, 2] + layout.SQUARE_BITS[image, below] + 2 * layout.SQUARE_BITS[image, above]
        )
    found[0] = at + len(layout.SQUARE_PLACES)


@kernel
def note_bars(low: int, high: int, found: Numbers) -> None:
    """Notes every window of 2 x 4 cells."""
    at = found[0]
    for i in range(len(layout.BAR_PLACES)):
        first = layout.BAR_PLACES[i, 0]
        a, b = low >> first, high >> first
        below, above = (a & 15) | (a >> SIDE & 15) << 4, (b & 15) | (b >> SIDE & 15) << 4
        image = layout.BAR_PLACES[i, 1]
        found[at + i] = layout.BAR_PLACES[i, 2] + layout.BAR_BITS[image, below] + 2 * layout.BAR_BITS[image, above]
    found[0] = at + len(layout.BAR_PLACES)


@kernel
def note_windows(low: int, high: int, found: Numbers) -> None:
    """Notes all windows."""
    note_squares(low, high, found)
    note_bars(low, high, found)
    note_bars(swapped(low), swapped(high), found)


@kernel
def note_areas(most: int, more: int, least: int, stage: int, found: Numbers) -> None:
    """Notes how many areas the three symbols have."""
    first, second, third = layout.MOST_AREAS
    areas = (min(most, first - 1) * second + min(more, second - 1)) * third + min(least, third - 1)
    found[found[0]] = layout.AREAS_AT + stage * first * second * third + areas
    found[0] += 1


@kernel
def rank(areas: int, cells: int, symbols: int) -> int:
    """The order of symbols: by areas, by the cells in them, by all cells."""
    return (areas * 64 + cells) * 64 + symbols


@kernel
def note_time(empty: int, scale: int, found: Numbers) -> None:
    """Alone: notes the free cells and the scale."""
    found[found[0]] = layout.TIME_AT + scale * (CELLS_IN_GRID + 1) + empty
    found[0] += 1


@kernel
def note_pace(empty: int, others: int, rolls: int, seats: int, found: Numbers) -> None:
    """With several players: notes the free cells of the own grid and of the fullest other, and who rolls next."""
    near, own, rolling, tables = layout.PACE
    place = (min(others // 3, near - 1) * own + min(empty // 2, own - 1)) * rolling + rolls
    found[found[0]] = layout.TIME_AT + layout.TABLE + place * tables + seats - 2
    found[0] += 1
    for i in range(1, found[0] - 1):
        found[i] += layout.TABLE


@kernel
def total(weights: Weights, found: Numbers) -> float:
    """The sum of the weights noted."""
    value = 0.0
    for i in range(1, found[0]):
        value += weights[found[i]]
    return value


NOTES = layout.FEATURES + 1
"""The length of an array for notes."""


def new_notes() -> Numbers:
    """Room for the notes on one grid."""
    notes = np.zeros(NOTES, np.int64)
    notes[0] = 1
    return notes
