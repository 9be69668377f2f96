"""The gold of Maharani, with the reason for each piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from smalti.games.maharani.components import (
    NEIGHBOURS,
    PAY,
    QUARTER_SPACES,
    SECOND_TILE,
    WORKER_COLOUR_COUNT,
)
from smalti.games.maharani.names import quarter_name, tile_name, worker_name
from smalti.games.maharani.state import colours_each, first_colour
from smalti.kernel.compiling import kernel
from smalti.kernel.once import once
from smalti.kernel.reason import Point
from smalti.kernel.sets import bit, count, flood, leaders
from smalti.kernel.state import Numbers, State
from smalti.kernel.words import N_

# Earning


@kernel
def connected(state: State, space: int, spaces: int) -> int:
    """Rules 5.2 and 6.6: how many of these spaces hang together with one of them."""
    return count(flood(bit(space), spaces, NEIGHBOURS[int(state.plan)]))


@kernel
def earn_area(state: State, seat: int, colour: int, space: int) -> None:
    """Rules 5.1 to 5.3: one gold for each tile of the area, the new one included."""
    size = connected(state, space, int(state.tiles[colour]))
    state.areas[seat, colour, size - 1] += 1
    state.gold[seat] += size


@kernel
def earn_group(state: State, seat: int, worker: int, space: int) -> None:
    """Rules 6.6 and 11.5: one gold for each worker of this colour in the group, the new one included."""
    size = connected(state, space, int(state.workers[worker]))
    state.groups[worker, size - 1] += 1
    state.gold[seat] += size


@kernel
def pay_second(state: State, seat: int) -> None:
    """Rule 7.2: a second tile costs 2 gold."""
    state.seconds[seat] += 1
    state.gold[seat] -= SECOND_TILE


@kernel
def evaluate(state: State, quarter: int) -> None:
    """Rules 9.2, 9.3 and 11.6: each colour is paid by its number of workers, which then go home.

    A quarter that has been evaluated holds no worker any more, so evaluating it again would change nothing.
    """
    spaces = int(QUARTER_SPACES[int(state.plan), quarter])
    for worker in range(WORKER_COLOUR_COUNT):
        paid = count(int(state.workers[worker]) & spaces)
        if paid:
            state.pays[worker, quarter] = paid
            state.gold[worker // colours_each(state)] += PAY[paid]
            state.workers[worker] &= ~spaces


@kernel
def scores(state: State, points: Numbers) -> None:
    """Rule 1.5: gold is the score."""
    for seat in range(int(state.seats)):
        points[seat] = int(state.gold[seat])


@kernel
def winners(state: State, points: Numbers) -> int:
    """Rule 10.3: most gold wins; ties share."""
    return leaders(points, int(state.seats))


# Where it came from


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


@once
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


def derivation(state: State, seat: int) -> tuple[Point, ...]:
    """A line for every source of a seat's gold."""
    return tuple(explain(source, times) for source, times in sources(state, seat).items())


def earned(before: State, after: State, seat: int) -> tuple[Point, ...]:
    """The lines that a move or an outcome added to a seat's gold."""
    old = sources(before, seat)
    new = ((source, times - old.get(source, 0)) for source, times in sources(after, seat).items())
    return tuple(explain(source, times) for source, times in new if times)


def explain(source: Source, times: int) -> Point:
    """One line: the gold, its clause and its words."""
    clause, words, facts = _explain_once(source)
    if times > 1:
        words, facts = REPEATED[words], facts | {"times": times}
    return Point(times * gold_of(source), clause, words, facts)


def _explain_once(source: Source) -> tuple[str, str, dict[str, object]]:
    if isinstance(source, Area):
        facts: dict[str, object] = {"size": source.size, "tiles": tile_name(source.colour, source.size)}
        return ("5.2", AREA, facts) if source.size > 1 else ("5.1", LONE_TILE, facts)
    if isinstance(source, Group):
        facts = {"size": source.size, "workers": worker_name(source.worker, source.size)}
        return "6.6", GROUP if source.size > 1 else LONE_WORKER, facts
    if isinstance(source, Pay):
        facts = {"workers": worker_name(source.worker, source.paid), "quarter": quarter_name(source.quarter)}
        return "9.2", PAID, facts | {"paid": source.paid}
    return "7.2", SECOND, {}


AREA, LONE_TILE = N_("area of {size} {tiles}"), N_("one {tiles} alone")
GROUP, LONE_WORKER = N_("group of {size} {workers}"), N_("one {workers} alone")
PAID, SECOND = N_("{paid} {workers} in the {quarter}"), N_("second tile")
REPEATED = {
    AREA: N_("area of {size} {tiles}, {times} times"),
    LONE_TILE: N_("one {tiles} alone, {times} times"),
    GROUP: N_("group of {size} {workers}, {times} times"),
    LONE_WORKER: N_("one {workers} alone, {times} times"),
    SECOND: N_("second tile, {times} times"),
}
