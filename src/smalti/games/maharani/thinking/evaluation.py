"""What a position of Maharani promises: gold, and by tuned weights the workers' pay, markers, groups and turns to come.

The evaluation is linear in its weights, and every seat is judged by what is its own: colours and quarters count alike.
Weights that go on behind the tuned ones add what self-play has taught about patterns (`smalti train`).
"""

from __future__ import annotations

from smalti.games.maharani.components import (
    MOST_SEATS,
    NEIGHBOURS,
    PAY,
    QUARTER_COUNT,
    QUARTER_SPACES,
    SECOND_TILE,
)
from smalti.games.maharani.rules import standing, workers_due
from smalti.games.maharani.state import OVER, TURN, WORKER, colours_each, first_colour, occupied, supply
from smalti.games.maharani.thinking.patterns import Floor, learned, note_patterns, read_floor
from smalti.kernel.compiling import kernel
from smalti.kernel.knots import KNOTS, at
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Reals, Weights

PAID, STANDING, MARKERS, OPEN, CHAINS, SUPPLY, LATER, NEXT, FEATURES = 0, 1, 2, 7, 8, 9, 10, 11, 12
"""The features: the pay of the workers in a quarter and their number; one for each number of markers face up; free
spaces beside workers, and those times the workers around; workers at home; the turns to come, and being next."""
WEIGHTS = (MOST_SEATS + 1) * FEATURES * KNOTS
"""A row for each number of seats."""
UNREAD = Floor(-1, 0, 0, 0, 0)
"""Instead of the floor, where nothing was learned about it."""


@kernel
def evaluate(state: State, weights: Weights, values: Reals) -> None:
    """Writes the gold that every seat may expect."""
    going_on = int(state.phase) != OVER
    floor = read_floor(state) if going_on and len(weights) > WEIGHTS else UNREAD
    for seat in range(int(state.seats)):
        values[seat] = float(state.gold[seat])
        if going_on:
            values[seat] += ahead(state, seat, weights, floor)


@kernel
def note(state: State, seat: int, weights: Weights, found: Numbers) -> float:
    """Notes the patterns of a seat at the end of a turn; returns what it may expect besides."""
    note_patterns(state, seat, WEIGHTS, found)
    return float(state.gold[seat]) + outlook(state, seat, weights, UNREAD)


@kernel
def ahead(state: State, seat: int, weights: Weights, floor: Floor) -> float:
    """The gold to come; a worker that is due already counts where it earns most."""
    if int(state.phase) != WORKER or int(state.active) != seat:
        return outlook(state, seat, weights, floor)
    best, space = -1e9, int(state.duty)
    due = workers_due(state, seat, space)
    while due:
        worker = lowest(due)
        before = int(state.workers[worker])
        state.workers[worker] = before & ~standing(state, worker, space) | bit(space)
        group = count(flood(bit(space), int(state.workers[worker]), NEIGHBOURS[int(state.plan)]))
        best = max(best, group + outlook(state, seat, weights, floor))
        state.workers[worker] = before
        due &= due - 1
    return best


@kernel
def outlook(state: State, seat: int, weights: Weights, floor: Floor) -> float:
    """All terms together."""
    total = workers_ahead(state, seat, weights) + groups_ahead(state, seat, weights)
    total += markers_ahead(state, seat, weights) + turns_ahead(state, seat, weights)
    return total + learned(state, seat, floor, weights, WEIGHTS) if floor.taken != UNREAD.taken else total


@kernel
def feature(state: State, number: int) -> int:
    """Where the weights of a feature stand, with this number of seats."""
    return int(state.seats) * FEATURES + number


@kernel
def time_gone(state: State) -> float:
    """How much of the floor is laid, from 0 to 1."""
    return count(occupied(state)) / 56.0


@kernel
def workers_ahead(state: State, seat: int, weights: Weights) -> float:
    """Rule 9.2: what the workers of a seat will be paid, by how full their quarter is."""
    total = 0.0
    taken = occupied(state)
    first = first_colour(state, seat)
    for quarter in range(QUARTER_COUNT):
        spaces = int(QUARTER_SPACES[int(state.plan), quarter])
        filled = count(taken & spaces) / count(spaces)
        pay, workers = 0, 0
        for worker in range(first, first + colours_each(state)):
            there = count(int(state.workers[worker]) & spaces)
            pay += PAY[there]
            workers += there
        if workers:
            total += at(weights, feature(state, PAID), filled) * pay
            total += at(weights, feature(state, STANDING), filled) * workers
    return total


@kernel
def groups_ahead(state: State, seat: int, weights: Weights) -> float:
    """Rule 6.6: room beside the own workers, more where several stand together; and workers at home."""
    free = ~occupied(state)
    first = first_colour(state, seat)
    room, chains, home = 0, 0, 0
    for worker in range(first, first + colours_each(state)):
        own = int(state.workers[worker])
        home += min(3, supply(state, worker))
        rest = own
        while rest:
            around = int(NEIGHBOURS[int(state.plan), lowest(rest)])
            beside = count(around & free)
            room += beside
            chains += beside * count(around & own)
            rest &= rest - 1
    gone = time_gone(state)
    total = at(weights, feature(state, OPEN), gone) * room + at(weights, feature(state, CHAINS), gone) * chains
    return total + at(weights, feature(state, SUPPLY), gone) * home


@kernel
def markers_ahead(state: State, seat: int, weights: Weights) -> float:
    """Rule 4.2: action markers that are face up."""
    return at(weights, feature(state, MARKERS + count(int(state.markers[seat]))), time_gone(state))


@kernel
def turns_ahead(state: State, seat: int, weights: Weights) -> float:
    """The gold of the turns to come, more for who is next; the price of a second tile is as good as paid."""
    gone, active = time_gone(state), int(state.active)
    total = at(weights, feature(state, LATER), gone)
    upcoming = active if int(state.phase) == TURN else (active + 1) % int(state.seats)
    if seat == upcoming:
        total += at(weights, feature(state, NEXT), gone)
    if seat == active and int(state.placed) == 2:
        total -= SECOND_TILE
    return total
