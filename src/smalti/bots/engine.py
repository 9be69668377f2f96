"""The compiled parts of search for a game, and thinking with them within a budget."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from time import perf_counter

import numpy as np

from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.evaluations import EVALUATIONS, Evaluate
from smalti.bots.plans import plan_for
from smalti.bots.search.room import FIRST, ITERATION, MOVE, NEXT, SIZE, Nodes, Plan, Room, new_nodes, new_room
from smalti.bots.search.tree import simulate
from smalti.bots.search.turn import look_at_all, worth
from smalti.kernel.compiling import Build
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state

SLICE = 16
"""Simulations between two looks at the clock, at first."""
MOST_NODES = 1 << 19


@cache
def build(game: Game, evaluate: Evaluate | None = None, *, compiled: bool = True) -> Build:
    """The templates of this package for a game with an evaluation (its own unless another is given).

    With its own evaluation the label is the game's, so that its compiled rules are shared with everybody else.
    """
    own = EVALUATIONS[game.name].evaluate
    label = game.name if evaluate in (None, own) else f"{game.name}-{evaluate.__module__.rsplit('.', 1)[-1]}"
    return Build(label, game.rules.named() | {"evaluate": evaluate or own}, compiled=compiled)


def look(position: Position, seat: int, plan: Plan | None = None, made: Build | None = None) -> list[Candidate]:
    """A first look at every legal move, the best first."""
    game, seats = position.game, position.seats
    plan = plan or plan_for(game.name, seats)
    room, values = new_room(game), np.zeros((game.action_count, 4))
    n = (made or build(game))(look_at_all)(copy_state(position.state), seat, room, plan.denial, values)
    found = [
        Candidate(int(move), 0, tuple(map(float, row[:seats])), float(worth(row, seats, seat, plan.denial)))
        for move, row in zip(room.moves[0, :n], values[:n], strict=True)
    ]
    return sorted(found, key=lambda one: -one.worth)


@dataclass
class Tree:
    """A search from one position: grows with every call of `grow`."""

    position: Position
    seat: int
    seed: int
    plan: Plan
    made: Build
    room: Room = field(init=False)
    nodes: Nodes = field(init=False)

    def __post_init__(self) -> None:
        self.room = new_room(self.position.game)
        self.nodes = _nodes()
        used = _used.get(id(self.nodes), 0)
        for table in self.nodes:
            table[:used] = 0
        self.room.counts[SIZE] = 1

    def grow(self, simulations: int) -> None:
        """So many simulations more."""
        run = self.made(simulate)
        run(self.position.state, self.seat, self.nodes, self.room, self.plan, simulations, self.seed)
        _used[id(self.nodes)] = int(self.room.counts[SIZE])

    @property
    def simulations(self) -> int:
        """How many were made."""
        return int(self.room.counts[ITERATION])

    def thought(self) -> Thought:
        """The most visited move, and all others behind it."""
        found = sorted(map(self._candidate, self._children()), key=lambda one: (-one.visits, -one.worth, one.move))
        return Thought(found[0].move, tuple(found), self.simulations)

    def _children(self) -> list[int]:
        nodes, one = [], int(self.nodes.links[0, FIRST])
        while one:
            nodes.append(one)
            one = int(self.nodes.links[one, NEXT])
        return nodes

    def _candidate(self, node: int) -> Candidate:
        visits, seats = int(self.nodes.visits[node]), self.position.seats
        mean = (self.plan.trust * self.nodes.first[node] + self.nodes.totals[node]) / (self.plan.trust + visits)
        value = float(worth(mean, seats, self.seat, self.plan.denial))
        return Candidate(int(self.nodes.links[node, MOVE]), visits, tuple(map(float, mean[:seats])), value)


@cache
def _nodes() -> Nodes:
    return new_nodes(MOST_NODES)


_used: dict[int, int] = {}


def think(
    position: Position, seat: int, generator: int, budget: Budget, plan: Plan | None = None, made: Build | None = None
) -> Thought:
    """Searches within a budget. With a budget of simulations alone the thought follows from the arguments."""
    began = perf_counter()
    moves = position.legal_moves(seat)
    if len(moves) == 1:
        return Thought(moves[0])
    game = position.game
    tree = Tree(position, seat, generator, plan or plan_for(game.name, position.seats), made or build(game))
    if budget.milliseconds is None:
        tree.grow(budget.simulations or 1)
    else:
        _grow_until(tree, began + budget.milliseconds / 1000, budget.simulations)
    return tree.thought()


def _grow_until(tree: Tree, end: float, most: int | None) -> None:
    """Slices of about a tenth of the time that is left."""
    number, began = SLICE, perf_counter()
    tree.grow(1)
    while (now := perf_counter()) < end and (most is None or tree.simulations < most):
        pace = tree.simulations / max(now - began, 1e-6)
        number = max(1, min(int(pace * (end - now) / 4) + 1, SLICE * tree.simulations))
        tree.grow(number if most is None else min(number, most - tree.simulations))
