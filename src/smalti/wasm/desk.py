"""Bots' thinking with records and numbers as arguments: everything a thought needs lies on one record, the desk.

Templates: the open names are filled in by a `Build`. What is done with what they find: `web/static/engine/thinking.js`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from smalti.bots.defaults import evaluation_of, plan_for, strength_of
from smalti.bots.levels import LEVELS as BOT_LEVELS
from smalti.bots.lookahead import MOST_OUTCOMES, MOST_TURNS
from smalti.bots.search.expectation import NO_SIGHT, Reach, list_turns, look_beyond
from smalti.bots.search.room import (
    COUNTS,
    DEEPEST,
    FIRST,
    ITERATION,
    LEVELS,
    MOST_SEATS,
    MOVE,
    NEXT,
    POOL,
    ROOT,
    SIZE,
    STEPS,
    Nodes,
    Room,
)
from smalti.bots.search.tree import simulate
from smalti.bots.search.turn import best_step, error, look_at_all, look_at_likely, weigh_terms
from smalti.bots.tree_search import MOST_NODES
from smalti.kernel.compiling import kernel
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.state import State
from smalti.kernel.thinking import MOST_TERMS, Plan, Strength, Weights
from smalti.reviewing.outlook import Reading
from smalti.reviewing.walk import Walk, foresee
from smalti.reviewing.weighing import DEPTHS

MOST_WALKS = max(max(one.walks, one.outcomes // 2) for one in DEPTHS.values())
"""So many are made at a time, by the deepest review."""
Desk = Any
"""A record with the fields of `desk_type`."""


def strengths(game: Game) -> dict[str, dict[int, Strength]]:
    """How each level plays, by the number of seats."""
    return {level: {n: strength_of(level, game, n) for n in game.facts.seat_counts} for level in BOT_LEVELS}


def ways(game: Game) -> tuple[bool, bool]:
    """Whether some level grows a tree, and whether some level looks beyond chance."""
    searching = [one for by_seats in strengths(game).values() for one in by_seats.values() if one.budget]
    return any(not one.beyond for one in searching), any(one.beyond for one in searching)


def desk_type(game: Game) -> np.dtype[np.void]:
    """The desk of a game: the room and the nodes of a search, its settings, and what it found."""
    grows, looks = ways(game)
    nodes, turns, actions = MOST_NODES if grows else 1, MOST_TURNS if looks else 1, game.course.action_count
    settings = [(name, np.int64 if isinstance(one, int) else np.float64) for name, one in plan_fields(game)]
    return np.dtype(
        (
            np.record,
            np.dtype(
                [
                    *settings,
                    ("reach", np.int64),
                    ("steps", np.int64),
                    ("pool", game.course.state_type, (POOL,)),
                    ("moves", np.int64, (LEVELS, actions)),
                    ("values", np.float64, (MOST_SEATS,)),
                    ("path", np.int64, (DEEPEST + 1,)),
                    ("child", np.int64, (actions,)),
                    ("counts", np.int64, (COUNTS,)),
                    ("moves_found", np.int64, (actions,)),
                    ("visits_found", np.int64, (actions,)),
                    ("totals_found", np.float64, (actions, MOST_SEATS)),
                    ("first_found", np.float64, (actions, MOST_SEATS)),
                    ("turns", np.int64, (turns, 2)),
                    ("turn_values", np.float64, (turns, MOST_SEATS)),
                    ("chances", np.int64, (2, MOST_OUTCOMES)),
                    ("weighed", np.float64, (MOST_SEATS,)),
                    *([("sight", evaluation_of(game).sight or NO_SIGHT)] if looks else []),
                    ("terms", np.float64, (2, MOST_TERMS)),
                    ("reading", np.float64, (len(Reading._fields),)),
                    ("points", np.int64, (MOST_SEATS,)),
                    ("worths", np.float64, (MOST_WALKS, MOST_SEATS)),
                    ("leads", np.float64, (MOST_WALKS, MOST_SEATS)),
                    ("visits", np.int64, (nodes,)),
                    ("totals", np.float64, (nodes, MOST_SEATS)),
                    ("first", np.float64, (nodes, MOST_SEATS)),
                    ("links", np.int64, (nodes, 3)),
                ],
                align=True,
            ),
        )
    )


def plan_fields(game: Game) -> list[tuple[str, float]]:
    """The settings of a plan by name."""
    return list(plan_for(game, game.facts.seat_counts[0])._asdict().items())


@kernel
def room_on(desk: Desk, weights: Weights) -> Room:
    """The room of a search on the desk."""
    desk.counts[STEPS] = desk.steps
    return Room(desk.pool, desk.moves, desk.values, desk.path, desk.child, desk.counts, weights)


@kernel
def look_around(state: State, desk: Desk, weights: Weights, seat: int) -> int:
    """A first look at every move; how many there are."""
    return found(desk, look_at_all(state, seat, room_on(desk, weights), desk.denial, desk.first_found))


@kernel
def look_likely(state: State, desk: Desk, weights: Weights, seat: int) -> int:
    """The same as levels see them, without what hardly ever pays."""
    return found(desk, look_at_likely(state, seat, room_on(desk, weights), desk.denial, desk.first_found))


@kernel
def found(desk: Desk, n: int) -> int:
    """Writes so many moves down that nobody has visited."""
    for i in range(n):
        desk.moves_found[i] = desk.moves[0, i]
        desk.visits_found[i] = 0
    return n


@kernel
def plant_tree(state: State, desk: Desk, weights: Weights) -> int:  # noqa: ARG001 - called as all are
    """Clears what the last tree wrote on; there is the root and nothing else."""
    for node in range(int(desk.counts[SIZE])):
        desk.visits[node] = 0
        for seat in range(MOST_SEATS):
            desk.totals[node, seat] = 0.0
            desk.first[node, seat] = 0.0
        for column in range(3):
            desk.links[node, column] = 0
    for place in range(COUNTS):
        desk.counts[place] = 0
    desk.counts[SIZE] = 1
    return 1


@kernel
def grow_tree(state: State, desk: Desk, weights: Weights, seat: int, simulations: int, seed: int) -> int:
    """So many simulations more; how many there are."""
    nodes = Nodes(desk.visits, desk.totals, desk.first, desk.links)
    plan = Plan(
        desk.denial,
        desk.explore,
        desk.doubt,
        desk.effort,
        desk.ahead,
        desk.trust,
        desk.beyond_chance,
        desk.horizon,
        desk.exact,
    )
    simulate(state, seat, nodes, room_on(desk, weights), plan, simulations, seed)
    return int(desk.counts[ITERATION])


@kernel
def read_tree(state: State, desk: Desk, weights: Weights) -> int:  # noqa: ARG001 - called as all are
    """What the tree found of each move; how many there are."""
    n, one = 0, int(desk.links[ROOT, FIRST])
    while one:
        desk.moves_found[n] = desk.links[one, MOVE]
        desk.visits_found[n] = desk.visits[one]
        for seat in range(MOST_SEATS):
            desk.totals_found[n, seat] = desk.totals[one, seat]
            desk.first_found[n, seat] = desk.first[one, seat]
        n += 1
        one = int(desk.links[one, NEXT])
    return n


@kernel
def find_turns(state: State, desk: Desk, weights: Weights, seat: int) -> int:
    """All turns of a seat, with a first look at each; how many there are."""
    return list_turns(state, seat, room_on(desk, weights), desk.denial, desk.turns, desk.turn_values)


@kernel
def weigh_turn(state: State, desk: Desk, weights: Weights, seat: int, turn: int, seed: int) -> int:
    """Looks beyond chance after a turn."""
    reach = Reach(desk.denial, desk.reach, 0)
    room = room_on(desk, weights)
    look_beyond(state, seat, desk.turns[turn], room, reach, seed, desk.chances, desk.sight, desk.weighed)
    return 1


@kernel
def give_reasons(state: State, desk: Desk, weights: Weights, seat: int, move: int) -> int:
    """What the parts of the evaluation are before a move and after it; how many there may be."""
    weigh_terms(state, seat, move, room_on(desk, weights), desk.denial, desk.terms)
    return MOST_TERMS


@kernel
def walk_on(
    state: State,
    desk: Desk,
    weights: Weights,
    seat: int,
    move: int,
    seed: int,
    walks: int,
    ply: int,
    turns: int,
    most: int,
    effort: int,
) -> int:
    """What a position, or a move in it, is worth in each of some walks of a review; how many there were."""
    walk = Walk(turns, most, effort, desk.denial)
    how = Reading(desk.reading[0], desk.reading[1], desk.reading[2], desk.reading[3], desk.reading[4])
    points, worths, leads = desk.points[: int(state.seats)], desk.worths[:walks], desk.leads[:walks]
    foresee(state, seat, move, room_on(desk, weights), walk, how, ply, seed, points, worths, leads)
    return walks


@kernel
def next_step(state: State, desk: Desk, weights: Weights, seat: int) -> int:
    """How walks finish the turn of a seat: its next move."""
    return best_step(state, seat, room_on(desk, weights), 2, desk.denial)


@kernel
def scattered(seed: int, index: int) -> int:
    """The generator of the index-th of many."""
    return spread(seed, index)


@kernel
def misjudged(generator: int, move: int) -> float:
    """How far off a first look at a move is."""
    return error(generator, move)
