"""Open-loop tree search: statistics for every sequence of moves, chance drawn anew in each simulation.

Each seat goes for its own worth (max^n), so it is the same for one to four players. Which child to try is decided as
in PUCT: by the mean of its results, in which the first look counts for a few simulations, and by a doubt that is
larger for moves that look good at first and shrinks with visits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from smalti.bots.search.ending import solve
from smalti.bots.search.room import (
    DEEPEST,
    EVALUATED,
    FIRST,
    ITERATION,
    MOVE,
    NEXT,
    ROOT,
    SIZE,
    SOLVED,
    TURNS,
    Nodes,
    Room,
)
from smalti.bots.search.turn import appraise, finish_turn, first_look, quick_move, shuffle_next, worth
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.generator import spread
from smalti.kernel.playout import await_choice
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Plan

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
likely_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN

LOG2_E, LN_2_HIGH, LN_2_LOW = 1.4426950408889634, 0.693147180369123816490, 1.90821492927058770002e-10
"""The natural logarithm of 2 in two parts, so that multiples of the first are exact."""
TERMS, NOTHING = 14, 62


@kernel
def simulate(root: State, me: int, nodes: Nodes, room: Room, plan: Plan, simulations: int, seed: int) -> None:
    """So many simulations more; the i-th of a tree is the same whatever the slices they come in.

    Where the end can be reached by enumeration there are none: the first slice has all there is to know.
    """
    if plan.exact and room.counts[ITERATION] == 0 and solve(root, me, nodes, room, plan):
        room.counts[ITERATION] = SOLVED
    if room.counts[ITERATION] >= SOLVED:
        return
    for _ in range(simulations):
        room.pool[0] = root
        state = room.pool[0]
        state.rng = spread(seed, room.counts[ITERATION])
        depth = descend(state, me, nodes, room, plan)
        play_on(state, room, plan)
        appraise(state, me, room, plan.denial)
        for i in range(depth):
            node = room.path[i]
            nodes.visits[node] += 1
            for seat in range(int(state.seats)):
                nodes.totals[node, seat] += room.values[seat]
        room.counts[ITERATION] += 1


@kernel
def descend(state: State, me: int, nodes: Nodes, room: Room, plan: Plan) -> int:
    """Walks down to a node that was not visited yet, or to the end; returns the length of the path."""
    node, depth = ROOT, 1
    room.path[0] = node
    room.counts[TURNS] = 0
    while depth < DEEPEST and (depth == 1 or nodes.visits[node] > 0):
        if (plan.beyond_chance == 0 and actors(state) == 0) or not await_choice(state):
            break
        choosing = actors(state)
        seat = me if depth == 1 and choosing & bit(me) else lowest(choosing)
        n = legal_moves(state, seat, room.moves[0]) if node == ROOT else likely_moves(state, seat, room.moves[0])
        if n == 1:
            apply(state, seat, room.moves[0, 0])
            room.counts[TURNS] += has_ended(state, seat)
            continue
        node = choose_child(state, seat, nodes, room, plan, node, n)
        if node == 0:
            break
        apply(state, seat, nodes.links[node, MOVE])
        room.counts[TURNS] += has_ended(state, seat)
        room.path[depth] = node
        depth += 1
    return depth


@kernel
def has_ended(state: State, seat: int) -> int:
    """1 if the turn of a seat is over."""
    return 1 if actors(state) & bit(seat) == 0 else 0


@kernel
def play_on(state: State, room: Room, plan: Plan) -> None:
    """Some turns by first looks, so that the evaluation sees what the next chance brings."""
    for _ in range(max(plan.ahead, plan.horizon - room.counts[TURNS])):
        if not await_choice(state):
            return
        seat = lowest(actors(state))
        apply(state, seat, quick_move(state, seat, room, plan.effort, plan.denial))
        finish_turn(state, seat, room, 2, plan.denial)


@kernel
def choose_child(state: State, seat: int, nodes: Nodes, room: Room, plan: Plan, node: int, n: int) -> int:
    """The child to try: one for a move that is legal now; 0 when the tree is full."""
    mark_children(nodes, room, node, True)
    effort = plan.effort if node != ROOT else 1 << 40
    grow(state, seat, nodes, room, plan, node, n, effort)
    if node == ROOT:
        n = keep_likely(state, seat, nodes, room, plan, n)
    best, top = 0, -1e9
    highest = -1e9
    for i in range(n):
        one = room.child[room.moves[0, i]]
        if one:
            highest = max(highest, worth(nodes.first[one], int(state.seats), seat, plan.denial))
    root = math.sqrt(1.0 + nodes.visits[node])
    for i in range(n):
        one = room.child[room.moves[0, i]]
        if one:
            value = promise(state, seat, nodes, plan, one, highest, root)
            if value > top:
                best, top = one, value
    mark_children(nodes, room, node, False)
    return best


@kernel
def keep_likely(state: State, seat: int, nodes: Nodes, room: Room, plan: Plan, n: int) -> int:
    """Leaves of what hardly ever pays only the moves that a first look likes better than all others; how many stay."""
    moves, likely, seats = room.moves[1], likely_moves(state, seat, room.moves[1]), int(state.seats)
    if likely == n:
        return n
    highest, kept = -1e9, likely
    for i in range(likely):
        highest = max(highest, worth(nodes.first[room.child[moves[i]]], seats, seat, plan.denial))
    for i in range(n):
        one = room.child[room.moves[0, i]]
        if one and worth(nodes.first[one], seats, seat, plan.denial) > highest:
            moves[kept] = room.moves[0, i]
            kept += 1
    for i in range(kept):
        room.moves[0, i] = moves[i]
    return kept


@kernel
def promise(state: State, seat: int, nodes: Nodes, plan: Plan, one: int, highest: float, root: float) -> float:
    """The mean of a child's results and its first look, and the doubt about it."""
    seats = int(state.seats)
    first = worth(nodes.first[one], seats, seat, plan.denial)
    visits = nodes.visits[one]
    mean = first
    if visits:
        mean = (plan.trust * first + worth(nodes.totals[one], seats, seat, plan.denial)) / (plan.trust + visits)
    doubt = plan.explore * falling((first - highest) / plan.doubt)
    return float(mean + doubt * root / (1.0 + visits))


@kernel
def falling(x: float) -> float:
    """e to the power of a number that is not above 0, by plain arithmetic: no two libraries agree on the last bit."""
    halvings = int(0.5 - x * LOG2_E)
    if halvings >= NOTHING:
        return 0.0
    rest = x + halvings * LN_2_HIGH + halvings * LN_2_LOW
    power = 1.0
    for n in range(TERMS, 0, -1):
        power = 1.0 + power * rest / n
    return power / (1 << halvings)


@kernel
def mark_children(nodes: Nodes, room: Room, node: int, on: bool) -> None:
    """Enters the children of a node under their moves, or takes them out again."""
    one = nodes.links[node, FIRST]
    while one:
        room.child[nodes.links[one, MOVE]] = one if on else 0
        one = nodes.links[one, NEXT]


@kernel
def grow(state: State, seat: int, nodes: Nodes, room: Room, plan: Plan, node: int, n: int, effort: int) -> None:
    """New children for legal moves that have none, in random order, as far as the effort goes."""
    limit = room.counts[EVALUATED] + effort
    for i in range(n):
        move = shuffle_next(state, room.moves[0], i, n)
        if room.child[move]:
            continue
        if room.counts[EVALUATED] >= limit or room.counts[SIZE] >= len(nodes.visits):
            break
        one = room.counts[SIZE]
        room.counts[SIZE] += 1
        first_look(state, seat, move, room, plan.denial)
        for other in range(int(state.seats)):
            nodes.first[one, other] = room.values[other]
        nodes.links[one, MOVE] = move
        nodes.links[one, NEXT] = nodes.links[node, FIRST]
        nodes.links[node, FIRST] = one
        room.child[move] = one
