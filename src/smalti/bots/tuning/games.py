"""Games for tuning, handed out to processes: what they are played with goes along, so each follows from its task."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from smalti.bots import tree_search
from smalti.bots.defaults import plan_for
from smalti.bots.search.room import new_room
from smalti.bots.tuning.play import contest, observe
from smalti.games import find_game
from smalti.kernel.generator import spread
from smalti.kernel.knots import KNOTS
from smalti.kernel.thinking import Reals, Weights

MOST_ROWS = 4000
"""Rows that a game can give at most; what comes later in a very long game is left out."""

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Map = Callable[[Callable[[Task], Answer], Sequence[Task]], list[Answer]]


@dataclass(frozen=True)
class Table:
    """A game and how many play it."""

    game: str
    seats: int


@dataclass(frozen=True)
class Lesson:
    """Games of an evaluation with itself, to learn from."""

    table: Table
    weights: Weights
    """[seats, feature, knot]"""
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Contest:
    """Games of one evaluation against another on all other seats."""

    table: Table
    weights: Weights
    rival: Weights
    games: int
    seed: int


@dataclass(frozen=True)
class Sums:
    """What least squares needs of many rows."""

    squares: Reals
    products: Reals
    rows: int


def learn(lesson: Lesson) -> Sums:
    """Plays a lesson."""
    table, size = lesson.table, lesson.weights.shape[1] * KNOTS
    game = find_game(table.game)
    start, pool, room = game.course.setup(table.seats, {}), _pool(table), new_room(game, lesson.weights.ravel())
    rows, probe = np.zeros((MOST_ROWS, size + 1)), np.zeros(lesson.weights.size, np.float32)
    denial, play = plan_for(game, table.seats).denial, tree_search.build(game)(observe)
    squares, products, count = np.zeros((size, size)), np.zeros(size), 0
    for seed in lesson.seeds:
        n = play(start, pool, room, denial, spread(seed, 0), probe, table.seats * size, rows)
        features, gained = rows[:n, :size], rows[:n, size]
        squares += features.T @ features
        products += features.T @ gained
        count += n
    return Sums(squares, products, count)


def compete(match: Contest) -> Reals:
    """[game, seat]: the points at the end; the evaluation sits in seat `game % seats`."""
    table, game = match.table, find_game(match.table.game)
    points = np.zeros((match.games, table.seats))
    own, other = new_room(game, match.weights.ravel()), new_room(game, match.rival.ravel())
    denial, play = plan_for(game, table.seats).denial, tree_search.build(game)(contest)
    play(game.course.setup(table.seats, {}), _pool(table), own, other, denial, match.games, match.seed, points)
    return points


def margins(points: Reals) -> Reals:
    """How much better than the best other the evaluation did in each game; alone, its points."""
    games, seats = points.shape
    own = points[np.arange(games), np.arange(games) % seats]
    if seats == 1:
        return np.asarray(own)
    others = points.copy()
    others[np.arange(games), np.arange(games) % seats] = -np.inf
    return np.asarray(own - others.max(axis=1))


def wins(points: Reals) -> Reals:
    """1 for a win, a half for a tie; alone, nothing is won."""
    ahead = margins(points)
    return np.asarray((np.sign(ahead) + 1) / 2 if points.shape[1] > 1 else np.zeros(len(points)))


def _pool(table: Table) -> Any:
    return np.zeros(1, find_game(table.game).course.state_type).view(np.recarray)


@contextmanager
def processes(workers: int) -> Iterator[Map[Any, Any]]:
    """Maps tasks to answers in that many processes, in order; one works here."""
    if workers == 1:
        yield lambda work, tasks: [work(task) for task in tasks]
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield lambda work, tasks: pool.map(work, tasks, chunksize=1)
