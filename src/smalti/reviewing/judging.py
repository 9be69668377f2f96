"""What a decision lost by the search of the best level, where that tells players apart better than walks do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from smalti.bots.defaults import plan_of, strength_of
from smalti.bots.levels import think
from smalti.bots.lookahead import best_turns, look_at
from smalti.bots.search.expectation import Reach
from smalti.bots.search.room import ROOT, SOLVED, new_room
from smalti.bots.tree_search import Tree, build, merged
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget, Plan, Reals
from smalti.reviewing.outlook import read_leads

BEST, SECOND = "legend", "master"
"""With several, the look of the second advises where the best looks beyond chance, and that of the best judges."""
HALVES = 2
"""Alone: searches, with half the simulations each; what one of them advises is judged by the other."""
JUDGES = 2
"""With several: so often what a search advises and what was made are judged, so that an error can be stated."""
SEEDS = 5
"""Seeds of searches come after those of walks."""
EXACT = 200_000
"""So many steps of lines to the end are tried at most: a tenth of a second."""
NOTHING = np.zeros(1)
"""What is lost by whoever does as advised."""
NOTHING.setflags(write=False)


def lost_by_search(position: Position, seat: int, made: int, seed: int, simulations: int) -> Reals:
    """[way]: by how many points the lead after the move that a search advises is more than after the one made.

    Who judges is never who advised: so nobody is measured by the best of several noisy estimates.
    """
    if position.seats == 1:
        return by_each_other(position, seat, made, seed, simulations)
    looks = strength_of(BEST, position.game, position.seats).beyond
    return (by_looks if looks else by_trees)(position, seat, made, seed, simulations)


def by_each_other(position: Position, seat: int, made: int, seed: int, simulations: int) -> Reals:
    """Two searches that judge each other's advice; a look beyond chance alone draws nothing by lot: one is enough."""
    strength = strength_of(BEST, position.game, position.seats)
    number = 1 if strength.beyond else HALVES
    budget = Budget(simulations=simulations // number, cores=1)
    thoughts = [think(position, seat, spread(seed, SEEDS + n), strength, budget) for n in range(number)]
    leads = [{one.move: lead_of(one.expected, seat) for one in thought.candidates} for thought in thoughts]
    pairs = zip(thoughts, reversed(leads), strict=True)
    return np.array([judged[thought.move] - judged[made] for thought, judged in pairs])


def by_looks(position: Position, seat: int, made: int, seed: int, number: int) -> Reals:
    """A look beyond chance after the best turns advises one; closer looks judge it and the best one that was begun."""
    best, second = (strength_of(level, position.game, position.seats) for level in (BEST, SECOND))
    reach = Reach(plan_of(best, position.game, position.seats).denial, best.beyond)
    new = partial(new_room, position.game)
    turns, _ = best_turns(position, seat, reach, new())
    look = partial(look_at, position, seat, cores=1, end=None, new=new)
    beyond = look(spread(seed, SEEDS), turns[:number], reach._replace(effort=second.beyond or best.beyond))
    leads = [lead_of(points[: position.seats], seat) for points in beyond]
    advised = int(np.argmax(leads))
    if turns[advised, 0] == made:
        return NOTHING
    begun = [n for n in range(len(turns)) if turns[n, 0] == made]
    own = max((n for n in begun if n < len(leads)), key=lambda n: leads[n], default=begun[0])

    def judged(turn: int, judge: int) -> float:
        points = look(spread(seed, SEEDS + 1 + judge), turns[turn : turn + 1], reach)[0]
        return lead_of(points[: position.seats], seat)

    return np.array([judged(advised, n) - judged(own, n) for n in range(JUDGES)])


def by_trees(position: Position, seat: int, made: int, seed: int, simulations: int) -> Reals:
    """A tree advises a move; trees that begin after it judge it, and others, with the same seeds, the one made.

    An ending that the first tree has tried to the last move is known, so nothing is left to judge.
    """
    plan = plan_of(strength_of(BEST, position.game, position.seats), position.game, position.seats)
    tree = grown(position, seat, spread(seed, SEEDS), plan._replace(exact=min(plan.exact, EXACT)), simulations)
    thought, is_known = merged([tree]), tree.simulations >= SOLVED
    if is_known:
        leads = {one.move: lead_of(one.expected, seat) for one in thought.candidates}
        return np.array([leads[thought.move] - leads[made]])
    if thought.move == made:
        return NOTHING
    judged = partial(lead_after, position, seat, plan=plan._replace(exact=0), simulations=simulations)
    seeds = [spread(seed, SEEDS + 1 + n) for n in range(JUDGES)]
    return np.array([judged(thought.move, own) - judged(made, own) for own in seeds])


def grown(position: Position, seat: int, seed: int, plan: Plan, simulations: int) -> Tree:
    """A tree with so many simulations."""
    tree = Tree(position, seat, seed, plan, build(position.game))
    tree.grow(simulations)
    return tree


def lead_after(position: Position, seat: int, move: int, seed: int, plan: Plan, simulations: int) -> float:
    """The mean lead of a seat in the simulations of a tree that begins after a move."""
    nodes = grown(position.after(seat, move), seat, seed, plan, simulations).nodes
    return lead_of(nodes.totals[ROOT, : position.seats] / nodes.visits[ROOT], seat)


def lead_of(points: Sequence[float] | Reals, seat: int) -> float:
    """By how many points a seat leads the mean of the others; alone its points."""
    expected = np.array(points)
    leads = np.zeros(len(expected))
    read_leads(expected, expected, len(expected), leads)
    return float(leads[seat])
