"""The gold of Maharani, and how often each source brought it."""

from __future__ import annotations

from smalti.games.maharani.components import (
    NEIGHBOURS,
    PAY,
    QUARTER_SPACES,
    SECOND_TILE,
    WORKER_COLOUR_COUNT,
)
from smalti.games.maharani.state import colours_each
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, flood, leaders
from smalti.kernel.state import Numbers, State


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
