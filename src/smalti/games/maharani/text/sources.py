"""Where the gold of a seat came from, as a position lists it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from smalti.games.maharani.components import PAY, SECOND_TILE
from smalti.games.maharani.state import colours_each, first_colour
from smalti.kernel.state import Numbers, State


@dataclass(frozen=True)
class Area:
    """Gold for a tile: the colour and the size of its area."""

    colour: int
    size: int


@dataclass(frozen=True)
class Group:
    """Gold for a worker: its colour and the size of its group."""

    worker: int
    size: int


@dataclass(frozen=True)
class Pay:
    """Gold of an evaluation: the colour, the quarter and how many workers stood there."""

    worker: int
    quarter: int
    paid: int


@dataclass(frozen=True)
class Second:
    """The price of a second tile."""


Source = Area | Group | Pay | Second


def sources(state: State, seat: int) -> dict[Source, int]:
    """Where a seat's gold came from, and how often."""
    first = first_colour(state, seat)
    own = slice(first, first + colours_each(state))
    found: dict[Source, int] = {Area(colour, n + 1): times for (colour, n), times in entries(state.areas[seat])}
    found |= {Group(first + one, n + 1): times for (one, n), times in entries(state.groups[own])}
    found |= {Pay(first + one, quarter, paid): 1 for (one, quarter), paid in entries(state.pays[own])}
    if state.seconds[seat]:
        found[Second()] = int(state.seconds[seat])
    return found


def entries(table: Numbers) -> Iterator[tuple[tuple[int, int], int]]:
    """The places of a table that are not 0, with what stands there."""
    for row, col in np.argwhere(table):
        yield (int(row), int(col)), int(table[row, col])


def gold_of(source: Source) -> int:
    """The gold that a source brings each time."""
    if isinstance(source, Area | Group):
        return source.size
    return int(PAY[source.paid]) if isinstance(source, Pay) else -SECOND_TILE
