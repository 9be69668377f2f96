"""The compiled parts of search for a game, and thinking with them within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from threading import local
from time import perf_counter

import numpy as np

from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.defaults import evaluation_of, plan_for
from smalti.bots.search.names import thinking_names
from smalti.bots.search.room import FIRST, ITERATION, MOVE, NEXT, ROOT, SIZE, SOLVED, Nodes, Room, new_nodes, new_room
from smalti.bots.search.tree import simulate
from smalti.bots.search.turn import look_at_all, look_at_likely, worth
from smalti.bots.watching import TELL_S, Watch, onlooker
from smalti.kernel.compiling import Build
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from smalti.kernel.thinking import Evaluate, Plan, Weights

SLICE = 16
"""Simulations between two looks at the clock, at first."""
MOST_NODES = 1 << 19


@cache
def build(game: Game, evaluate: Evaluate | None = None, *, compiled: bool = True) -> Build:
    """The templates of this package for a game with an evaluation (its own unless another is given).

    With its own evaluation the label is the game's, so that its compiled rules are shared with everybody else.
    """
    own = evaluation_of(game)
    label = game.name if evaluate in (None, own.evaluate) else f"{game.name}-{evaluate.__module__}"
    return Build(label, game.rules.named() | thinking_names(game, evaluate), compiled=compiled)


def look(
    position: Position,
    seat: int,
    plan: Plan | None = None,
    made: Build | None = None,
    weights: Weights | None = None,
    *,
    likely: bool = False,
) -> list[Candidate]:
    """A first look at every legal move, the best first, with the weights of the game unless others are given.

    `likely`: without those that hardly ever pay, unless one is the best (`Evaluation.likely`)."""
    game, seats = position.game, position.seats
    plan = plan or plan_for(game, seats)
    room, values = new_room(game, weights), np.zeros((game.course.action_count, 4))
    looking = (made or build(game))(look_at_likely if likely else look_at_all)
    n = looking(copy_state(position.state), seat, room, plan.denial, values)
    found = [
        Candidate(int(move), 0, tuple(map(float, row[:seats])), float(worth(row, seats, seat, plan.denial)))
        for move, row in zip(room.moves[0, :n], values[:n], strict=True)
    ]
    return sorted(found, key=lambda one: -one.worth)


@dataclass
class Ground:
    """Nodes on which trees grow one after the other."""

    nodes: Nodes
    used: int = 0
    """How many of them the last tree has written to."""


class Grounds(local):
    """The grounds of a thread, one for each core: who thinks beside others has trees of its own."""

    def __init__(self) -> None:
        self._known: dict[int, Ground] = {}

    def of(self, core: int) -> Ground:
        """The ground for a core."""
        if core not in self._known:
            self._known[core] = Ground(new_nodes(MOST_NODES))
        return self._known[core]


@dataclass
class Tree:
    """A search from one position on one core: grows with every call of `grow`."""

    position: Position
    seat: int
    seed: int
    plan: Plan
    made: Build
    core: int = 0
    """Trees of a thread that grow at the same time have different ones: each has its own ground."""
    weights: Weights | None = None
    room: Room = field(init=False)
    ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        self.room = new_room(self.position.game, self.weights)
        self.ground = _grounds.of(self.core)
        for table in self.nodes:
            table[: self.ground.used] = 0
        self.room.counts[SIZE] = 1

    @property
    def nodes(self) -> Nodes:
        """Its nodes, until another tree grows there."""
        return self.ground.nodes

    def grow(self, simulations: int) -> None:
        """So many simulations more."""
        run = self.made(simulate)
        run(self.position.state, self.seat, self.nodes, self.room, self.plan, simulations, self.seed)
        self.ground.used = int(self.room.counts[SIZE])

    def grow_within(self, simulations: int | None, end: float | None) -> None:
        """So many simulations more, or until the clock says so, whichever comes first."""
        if end is None:
            self.grow(simulations or 1)
            return
        before, began = self.simulations, perf_counter()
        most = SOLVED if simulations is None else min(before + simulations, SOLVED)
        self.grow(1)
        while (now := perf_counter()) < end and self.simulations < most:
            done = self.simulations - before
            number = max(1, min(int(done / max(now - began, 1e-6) * (end - now) / 4) + 1, SLICE * done))
            self.grow(number if simulations is None else min(number, simulations - done))

    @property
    def simulations(self) -> int:
        """How many were made."""
        return int(self.room.counts[ITERATION])

    def children(self) -> dict[int, int]:
        """The nodes of the moves."""
        nodes, one = {}, int(self.nodes.links[ROOT, FIRST])
        while one:
            nodes[int(self.nodes.links[one, MOVE])] = one
            one = int(self.nodes.links[one, NEXT])
        return nodes


def merged(trees: Sequence[Tree]) -> Thought:
    """What trees from the same position say together: the most visited move, and all others behind it."""
    branches = [(tree.nodes, tree.children()) for tree in trees]
    tree, (nodes, known) = trees[0], branches[0]
    seats, plan = tree.position.seats, tree.plan
    found = []
    for move, node in known.items():
        visits = sum(int(some.visits[children[move]]) for some, children in branches)
        totals = sum(some.totals[children[move]] for some, children in branches)
        mean = (plan.trust * nodes.first[node] + totals) / (plan.trust + visits)
        value = float(worth(mean, seats, tree.seat, plan.denial))
        found.append(Candidate(move, visits, tuple(map(float, mean[:seats])), value))
    found.sort(key=lambda one: (-one.visits, -one.worth, one.move))
    return Thought(found[0].move, tuple(found), sum(one.visits for one in found))


_grounds = Grounds()


def think(
    position: Position,
    seat: int,
    generator: int,
    budget: Budget,
    plan: Plan | None = None,
    made: Build | None = None,
    weights: Weights | None = None,
) -> Thought:
    """Searches within a budget. With a budget of simulations alone the thought follows from the arguments.

    Each of the budget's cores grows a tree of its own, with a seed of its own and an even part of the simulations; so
    the thought depends on how many cores the budget names, and not on how many there are.
    """
    end = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    game = position.game
    plan, made = plan or plan_for(game, position.seats), made or build(game)
    cores = min(budget.cores, budget.simulations or budget.cores)
    seeds = [spread(generator, core) if core else generator for core in range(cores)]
    trees = [Tree(position, seat, seed, plan, made, core, weights) for core, seed in enumerate(seeds)]
    grow_all(trees, budget, end)
    return merged(trees)


def grow_all(trees: Sequence[Tree], budget: Budget, end: float | None) -> None:
    """Lets all trees grow at the same time, each by its part of the simulations."""
    parts: list[int | None] = [None] * len(trees)
    if budget.simulations is not None:
        parts = [(budget.simulations + core) // len(trees) for core in range(len(trees))]
    watch = onlooker()
    if watch is None:
        grow_together(trees, parts, end)
    else:
        grow_watched(trees, parts, end, watch)


def grow_watched(trees: Sequence[Tree], parts: Sequence[int | None], end: float | None, watch: Watch) -> None:
    """The same in short spans, between which is told what the trees say; the trees become the same."""
    enough = False
    while not enough:
        now = perf_counter()
        left = [part and part - tree.simulations for part, tree in zip(parts, trees, strict=True)]
        growing = [n for n, part in enumerate(left) if trees[n].simulations < SOLVED and (part is None or part > 0)]
        if not growing or (end is not None and now >= end and trees[-1].simulations):
            return
        pause = now + TELL_S if end is None else min(now + TELL_S, end)
        grow_together([trees[n] for n in growing], [left[n] for n in growing], pause)
        enough = watch(merged(trees))


def grow_together(trees: Sequence[Tree], parts: Sequence[int | None], end: float | None) -> None:
    """Each tree on a core of its own."""
    jobs: list[Callable[[], None]] = [
        partial(tree.grow_within, part, end) for tree, part in zip(trees, parts, strict=True)
    ]
    if len(jobs) == 1:
        jobs[0]()
        return
    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()
