"""The room a search works in, laid out once: compiled code allocates nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from smalti.bots.evaluations import evaluation_of
from smalti.bots.evaluations.types import Reals, Weights
from smalti.kernel.game import Game
from smalti.kernel.state import Numbers

MOST_SEATS = 4
LEVELS = 4
"""The simulated position, a move of it, the rest of that turn, a move of that."""
DEEPEST = 64

MOVE, FIRST, NEXT = range(3)
"""Columns of `links`."""
ITERATION, SIZE, EVALUATED, TURNS, COUNTS = range(5)
"""Places in `counts`: simulations made, nodes in use, evaluations made, turns that ended on the way to the leaf."""
ROOT = 0
"""The node where simulations begin."""


class Plan(NamedTuple):
    """How to search, for one game."""

    denial: float
    """The share of the best other seat's points that counts against the own."""
    explore: float
    """How many points the doubt about a move is worth."""
    doubt: float
    """Differences of this many points between first looks are taken seriously."""
    effort: int
    """How many evaluations a look at the moves of a deeper node may take."""
    ahead: int
    """How many turns are played on from a leaf, each seat by a first look, before it is evaluated."""
    trust: float
    """How many simulations a first look counts for."""
    beyond_chance: int = 1
    """1: the tree goes on beyond chance, blind to what it brings; 0: it ends where chance is next."""
    horizon: int = 0
    """How many turns a simulation sees at least, counted from the root, so that all are evaluated at the same time."""


class Room(NamedTuple):
    """Scratch space."""

    pool: Any
    """Positions, an array of the game's records."""
    moves: Numbers
    """[level, n]: legal moves."""
    values: Reals
    """[seat]: what the last evaluation wrote."""
    path: Numbers
    """The nodes from the root to the leaf."""
    child: Numbers
    """[move]: the node of a move, or 0; all 0 between visits."""
    counts: Numbers
    weights: Weights
    """What the evaluation has learned."""


class Nodes(NamedTuple):
    """A tree: statistics for every sequence of moves, whatever chance gave between them."""

    visits: Numbers
    totals: Reals
    """[node, seat]: the sum of the results."""
    first: Reals
    """[node, seat]: the first look at a move."""
    links: Numbers
    """[node, column]: the move that leads here, the first child, the next sibling; 0 for none."""


def new_room(game: Game, weights: Weights | None = None) -> Room:
    """Room for positions of this game, with the weights of its own evaluation unless others are given."""
    return Room(
        np.zeros(LEVELS, game.course.state_type).view(np.recarray),
        np.zeros((LEVELS, game.course.action_count), np.int64),
        np.zeros(MOST_SEATS),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(game.course.action_count, np.int64),
        np.zeros(COUNTS, np.int64),
        evaluation_of(game.name).weights() if weights is None else weights,
    )


def new_nodes(most: int) -> Nodes:
    """An empty tree."""
    return Nodes(
        np.zeros(most, np.int64),
        np.zeros((most, MOST_SEATS)),
        np.zeros((most, MOST_SEATS)),
        np.zeros((most, 3), np.int64),
    )
