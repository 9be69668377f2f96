"""The room a search works in, laid out once: compiled code allocates nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.kernel.game import Game
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Reals, Weights

MOST_SEATS = 4
LEVELS = 4
"""The simulated position, a move of it, the rest of that turn, a move of that."""
DEEPEST = 64
POOL = LEVELS + DEEPEST
"""Behind those levels the positions of one line, step by step (`ending.py`)."""
SOLVED = 1 << 30
"""More simulations than anybody asks for: what is known is exact, and nothing is left to find."""

MOVE, FIRST, NEXT = range(3)
"""Columns of `links`."""
ITERATION, SIZE, EVALUATED, TURNS, STEPS, COUNTS = range(6)
"""Places in `counts`: simulations made, nodes in use, evaluations made, turns that ended on the way to the leaf, and
how many of the weights judge steps inside a turn (0: all)."""
ROOT = 0
"""The node where simulations begin."""


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
    evaluation, counts = evaluation_of(game), np.zeros(COUNTS, np.int64)
    counts[STEPS] = evaluation.steps()
    return Room(
        np.zeros(POOL, game.course.state_type).view(np.recarray),
        np.zeros((LEVELS, game.course.action_count), np.int64),
        np.zeros(MOST_SEATS),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(game.course.action_count, np.int64),
        counts,
        evaluation.weights() if weights is None else weights,
    )


def new_nodes(most: int) -> Nodes:
    """An empty tree."""
    return Nodes(
        np.zeros(most, np.int64),
        np.zeros((most, MOST_SEATS)),
        np.zeros((most, MOST_SEATS)),
        np.zeros((most, 3), np.int64),
    )
