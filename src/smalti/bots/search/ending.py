"""The end of a game by enumeration: every line to the last move, once chance has nothing left to say.

Templates: the open names are filled in by a `Build` with the rules of a game and an evaluation.
"""

from __future__ import annotations

from collections.abc import Callable

from smalti.bots.search.room import DEEPEST, FIRST, LEVELS, MOVE, NEXT, ROOT, SIZE, Nodes, Room
from smalti.bots.search.turn import appraise, worth
from smalti.kernel.compiling import OPEN, kernel
from smalti.kernel.sets import lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.thinking import Plan

actors: Callable[[State], int] = OPEN
legal_moves: Callable[[State, int, Numbers], int] = OPEN
apply: Callable[[State, int, int], None] = OPEN
outcomes: Callable[[State, Numbers, Numbers], int] = OPEN
apply_outcome: Callable[[State, int], None] = OPEN
is_over: Callable[[State], bool] = OPEN


@kernel
def solve(root: State, me: int, nodes: Nodes, room: Room, plan: Plan) -> bool:
    """Tries every line to the end; whether that took no more than `plan.exact` steps and chance had no say in any.

    Every seat goes for its own worth. Then the root has a child for each move, whose first look is what the move
    brings. Until then the rows of the tree are a stack: the moves at each step of the line that is being tried, `path`
    where in it the line goes on, and `first` what is known of those that were tried.
    """
    room.pool[LEVELS] = root
    unfold(room.pool[LEVELS], me, ROOT, nodes, room)
    room.path[1] = nodes.links[ROOT, FIRST]
    depth, steps = 1, 0
    while depth and steps < plan.exact:
        if room.path[depth] == room.counts[SIZE]:
            depth -= 1
            if depth:
                fold(room.pool[LEVELS + depth], room.path[depth], nodes, room, plan.denial)
                room.path[depth] += 1
        elif not step(me, depth, nodes, room) or depth + 1 == DEEPEST:
            break
        elif is_over(room.pool[LEVELS + depth]):
            settle(room.pool[LEVELS + depth], me, room.path[depth], nodes, room, plan.denial)
            room.path[depth] += 1
        else:
            state = room.pool[LEVELS + depth]
            unfold(state, lowest(actors(state)), room.path[depth], nodes, room)
            depth += 1
            room.path[depth] = nodes.links[room.path[depth - 1], FIRST]
        steps += 1
    if depth:
        wipe(nodes, room, ROOT + 1)
        nodes.links[ROOT, FIRST] = 0
        return False
    link(nodes, room)
    return True


@kernel
def step(me: int, depth: int, nodes: Nodes, room: Room) -> bool:
    """Goes on with the line by the next move at this depth; whether chance had no say in what follows."""
    room.pool[LEVELS + depth] = room.pool[LEVELS + depth - 1]
    state = room.pool[LEVELS + depth]
    apply(state, me if depth == 1 else lowest(actors(state)), nodes.links[room.path[depth], MOVE])
    while not is_over(state) and actors(state) == 0:
        if outcomes(state, room.moves[0], room.moves[1]) != 1:
            return False
        apply_outcome(state, room.moves[0, 0])
    return True


@kernel
def settle(state: State, me: int, node: int, nodes: Nodes, room: Room, denial: float) -> None:
    """Writes what a line has brought that is at its end."""
    appraise(state, me, room, denial)
    for seat in range(int(state.seats)):
        nodes.first[node, seat] = room.values[seat]


@kernel
def unfold(state: State, seat: int, node: int, nodes: Nodes, room: Room) -> None:
    """Lays the moves of a position onto the stack."""
    begin, n = room.counts[SIZE], legal_moves(state, seat, room.moves[0])
    for i in range(n):
        nodes.links[begin + i, MOVE] = room.moves[0, i]
    nodes.links[node, FIRST] = begin
    room.counts[SIZE] += n


@kernel
def fold(state: State, node: int, nodes: Nodes, room: Room, denial: float) -> None:
    """Takes the moves of a position from the stack; what the best for its seat brings is what the position does."""
    begin, seats, chooser = nodes.links[node, FIRST], int(state.seats), lowest(actors(state))
    best, top = begin, -1e9
    for row in range(begin, room.counts[SIZE]):
        value = worth(nodes.first[row], seats, chooser, denial)
        if value > top:
            best, top = row, value
    for seat in range(seats):
        nodes.first[node, seat] = nodes.first[best, seat]
    wipe(nodes, room, begin)
    nodes.links[node, FIRST] = 0


@kernel
def wipe(nodes: Nodes, room: Room, begin: int) -> None:
    """Clears the stack from a row on, as a tree finds its ground."""
    for row in range(begin, room.counts[SIZE]):
        for seat in range(nodes.first.shape[1]):
            nodes.first[row, seat] = 0.0
        for column in range(nodes.links.shape[1]):
            nodes.links[row, column] = 0
    room.counts[SIZE] = begin


@kernel
def link(nodes: Nodes, room: Room) -> None:
    """Makes what is left on the stack the children of the root, each visited once with what it brings."""
    for row in range(ROOT + 1, room.counts[SIZE]):
        nodes.links[row, NEXT] = row + 1 if row + 1 < room.counts[SIZE] else 0
        nodes.visits[row] = 1
        for seat in range(nodes.first.shape[1]):
            nodes.totals[row, seat] = nodes.first[row, seat]
