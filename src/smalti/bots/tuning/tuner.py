"""Weights from games: least squares on what became of positions, and evolution by results.

*Learning* plays games of an evaluation with itself and fits its weights, by least squares, to what every seat had more
in the end. *Evolution* changes weights at random and goes where the results are better: a separable CMA-ES (Ros and
Hansen 2008), all candidates of a generation with the same chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from smalti.bots.tuning.games import Contest, Lesson, Map, Sums, Table, compete, learn, margins, wins
from smalti.kernel.generator import spread
from smalti.kernel.knots import KNOTS
from smalti.kernel.thinking import Reals, Weights

RIDGE = 5.0
"""How strongly weights are held near 0 where the games say little."""
KEPT = 0.3
"""How much what earlier rounds saw still counts."""
LESSON = 10
"""Games that a process plays at a time."""
WIN = 10.0
"""How many points a won game is worth in evolution."""
PROFILES: Reals = np.array([[1.0, 1.0, 0.5, 0.0], [0.0, 0.0, 0.5, 1.0]])
"""[profile, knot]: evolution changes a weight as a whole early in the game, and late."""


@dataclass(frozen=True)
class Settings:
    """All that decides what a tuning gives."""

    table: Table
    seed: int
    rounds: int
    """Rounds of learning."""
    games: int
    """Games in a round."""
    generations: int
    population: int
    contests: int
    """Games of each candidate in a generation."""
    changed: int
    """How many features evolution changes, the first ones; learning fits only the rest if there is evolution."""


@dataclass(frozen=True)
class Step:
    """How far a tuning is."""

    weights: Weights
    part: str
    """`generations` or `rounds`: what it was one of."""
    words: str


GoOn = Callable[[Step], bool]


def learning(settings: Settings, start: Weights, _scale: Reals, run: Map[Lesson, Sums]) -> Iterator[Step]:
    """Rounds of games and least squares; the first plays with the weights it is given."""
    weights, seats = start.copy(), settings.table.seats
    size = weights.shape[1] * KNOTS
    squares, products = np.zeros((size, size)), np.zeros(size)
    for number in range(settings.rounds):
        seeds = [spread(settings.seed, number * settings.games + game) for game in range(settings.games)]
        lessons = [
            Lesson(settings.table, weights, tuple(seeds[first : first + LESSON]))
            for first in range(0, len(seeds), LESSON)
        ]
        squares, products, rows = KEPT * squares, KEPT * products, 0
        for sums in run(learn, lessons):
            squares, products, rows = squares + sums.squares, products + sums.products, rows + sums.rows
        weights[seats] = fitted(squares, products, weights[seats].ravel(), held(settings)).reshape(-1, KNOTS)
        yield Step(weights.copy(), "rounds", f"round {number + 1}: {rows:,} positions")


def held(settings: Settings) -> int:
    """How many weights learning leaves as they are."""
    return settings.changed * KNOTS if settings.generations else 0


def fitted(squares: Reals, products: Reals, before: Reals, kept: int) -> Reals:
    """The weights of least squares, the first ones held."""
    free = slice(kept, None)
    rest = products[free] - squares[free, :kept] @ before[:kept]
    found = before.astype(float).copy()
    found[free] = np.linalg.solve(squares[free, free] + RIDGE * np.eye(len(rest)), rest)
    return found


def evolution(settings: Settings, start: Weights, scale: Reals, run: Map[Contest, Reals]) -> Iterator[Step]:
    """Generations; the rival is where it began, and after each tenth generation where it has come to."""
    if not settings.generations:
        return
    size = 2 * settings.changed
    search = Search(size, settings.population, np.random.default_rng(settings.seed))
    rival = start
    for generation in range(settings.generations):
        points = search.ask()
        tasks = [
            Contest(settings.table, changed(settings, start, scale, point), rival, settings.contests, generation)
            for point in points
        ]
        search.tell(points, np.array([success(result) for result in run(compete, tasks)]))
        weights = changed(settings, start, scale, search.mean)
        if generation % 10 == 9:
            rival = weights
        yield Step(
            weights, "generations", f"generation {generation + 1}: {search.best:.2f}, steps of {search.step:.2f}"
        )


def success(points: Reals) -> float:
    """What evolution goes for."""
    return float(margins(points).mean() + WIN * wins(points).mean())


def changed(settings: Settings, start: Weights, scale: Reals, point: Reals) -> Weights:
    """The weights at a point of the search."""
    weights = start.copy()
    both = point.reshape(settings.changed, len(PROFILES)) * scale[: settings.changed, None]
    weights[settings.table.seats, : settings.changed] += (both @ PROFILES).astype(np.float32)
    return weights


class Search:
    """A separable CMA-ES for the greatest value; it begins at 0 with steps of 1."""

    def __init__(self, size: int, population: int, generator: np.random.Generator) -> None:
        self.generator, self.population = generator, population
        self.mean, self.variance, self.step, self.best = np.zeros(size), np.ones(size), 1.0, -math.inf
        self.path, self.pull = np.zeros(size), np.zeros(size)
        ranks = np.arange(1, population // 2 + 1)
        self.shares = np.log(population / 2 + 0.5) - np.log(ranks)
        self.shares /= self.shares.sum()
        self.parents = 1 / float((self.shares**2).sum())
        self.length = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))

    def ask(self) -> Reals:
        """Points to be judged."""
        drawn = self.generator.standard_normal((self.population, len(self.mean)))
        return np.asarray(self.mean + self.step * np.sqrt(self.variance) * drawn)

    def tell(self, points: Reals, values: Reals) -> None:
        """How good they are, the greater the better."""
        size, parents, width = len(self.mean), self.parents, np.sqrt(self.variance)
        chosen = (points[np.argsort(-values)[: len(self.shares)]] - self.mean) / self.step
        move = self.shares @ chosen
        self.best = float(values.max())
        self.mean = self.mean + self.step * move
        fade, turn = (parents + 2) / (size + parents + 5), 4 / (size + 4)
        self.path = (1 - fade) * self.path + math.sqrt(fade * (2 - fade) * parents) * move / width
        self.pull = (1 - turn) * self.pull + math.sqrt(turn * (2 - turn) * parents) * move
        one = (size + 2) / 3 * 2 / ((size + 1.3) ** 2 + parents)
        many = (size + 2) / 3 * 2 * (parents - 2 + 1 / parents) / ((size + 2) ** 2 + parents)
        one, many = min(one, 0.5), min(many, 0.5)
        spread_seen = self.shares @ chosen**2
        self.variance = (1 - one - many) * self.variance + one * self.pull**2 + many * spread_seen
        damping = 1 + fade + 2 * max(0.0, math.sqrt(max(0.0, (parents - 1) / (size + 1))) - 1)
        self.step *= math.exp(fade / damping * (float(np.linalg.norm(self.path)) / self.length - 1))


def tune(settings: Settings, start: Weights, scale: Reals, run: Map[Any, Any], go_on: GoOn) -> Weights:
    """Evolution, then learning of what is left; `go_on` hears of each step and may end either."""
    weights = start
    for steps in (evolution, learning):
        for step in steps(settings, weights, scale, run):
            weights = step.weights
            if not go_on(step):
                break
    return weights
