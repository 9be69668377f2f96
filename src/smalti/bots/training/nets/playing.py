"""Games played side by side on the cores, each position seen with its best turns after every outcome."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from smalti.kernel.compiling import Build
from smalti.kernel.state import Numbers, new_state
from smalti.kernel.thinking import Reals, Weights
from smalti.kernel.vision import GOES_ON, Codes, Turns, Vision, new_turns

Judge: TypeAlias = Callable[[Turns, int, int], Weights]
"""(turns, mirror, exchange): what turns are worth, looked at by one of the symmetries."""
CARELESS: Reals = np.array([0.0, 0.0, 0.1, 0.3, 0.6])
"""A game has one of these chances that a turn is any of the kept ones: two in five are played as well as can be, the
others come to positions that good play does not know."""
PARTS = 8
"""So many parts for each core, so that none waits long for another."""
TOP = 4
"""So many turns after each outcome are learned from."""
LAST = 2000
"""The mean points are those of so many games."""


class Seen(NamedTuple):
    """Positions after a turn, and the turns that may follow."""

    codes: Codes
    lefts: Codes
    values: Weights
    after: Turns
    """[position, outcome, turn]"""


class Crowd:
    """Games that go on side by side; one that ends begins anew."""

    def __init__(self, vision: Vision, weights: Weights, games: int, cores: int, chance: np.random.Generator) -> None:
        self.vision, self.weights, self.cores, self.chance = vision, weights, cores, chance
        self._list = Build("vision", {}, compiled=True)(vision.list_turns)
        self._pool = ThreadPoolExecutor(cores)
        marks, left = vision.begin
        self.grids = np.tile(np.array(marks, np.int64), (games, 1))
        self.lefts = np.full(games, left, np.int64)
        self.codes = np.zeros((games, vision.mirrors.shape[1]), np.uint8)
        self.values = np.zeros(games, np.float32)
        self.begun = np.zeros(games, bool)
        """Whether a turn was made: before, there is nothing to judge."""
        self.careless = chance.choice(CARELESS, games)
        self.ended = 0
        self.points: list[float] = []
        """Of the last games that were played as well as can be."""

    def play(self, turns: int, judge: Judge) -> Seen:
        """So many turns in every game; the positions seen with the best turns after every outcome."""
        seen = [self.turn(judge) for _ in range(turns)]
        after = Turns(*map(np.concatenate, zip(*[one.after for one in seen], strict=True)))
        codes, lefts, values = (np.concatenate([one[n] for one in seen]) for n in range(3))
        return Seen(codes, lefts, values, after)

    def turn(self, judge: Judge) -> Seen:
        """A turn in every game."""
        after, who = self.look(), np.flatnonzero(self.begun)
        best = after.at((who, slice(None), slice(TOP)))
        seen = Seen(self.codes[who], self.lefts[who].astype(np.uint8), self.values[who], best)
        games = np.arange(len(self.begun))
        turns = after.at((games, self.chance.choice(len(self.vision.chances), len(games), p=self.vision.chances)))
        mirror, exchange = (int(self.chance.integers(len(one))) for one in (self.vision.mirrors, self.vision.exchanges))
        picked = self.picked(turns, judge(turns, mirror, exchange))
        self.go_on(turns.at((games, picked)))
        return seen

    def look(self) -> Turns:
        """The best turns in every game after every outcome."""
        turns = new_turns(self.vision, len(self.begun), self.vision.kept)
        parts = PARTS * self.cores
        bounds = list(pairwise(len(self.begun) * n // parts for n in range(parts + 1)))

        def work(bound: tuple[int, int]) -> None:
            sight = new_state(self.vision.sight)
            self._list(self.grids, self.lefts, self.weights, sight, self.vision.kept, turns, *bound)

        list(self._pool.map(work, bounds))
        return turns

    def picked(self, turns: Turns, worth: Weights) -> Numbers:
        """The best turn of each game, or any with which it goes on where somebody is careless."""
        best, on = worth.argmax(1), turns.kinds == GOES_ON
        loose = (self.chance.random(len(best)) < self.careless) & on.any(1)
        any_of = (self.chance.random(len(best)) * on.sum(1)).astype(np.int64)
        order = np.argsort(~on, axis=1, kind="stable")
        found: Numbers = np.where(loose, order[np.arange(len(best)), any_of], best)
        return found

    def go_on(self, made: Turns) -> None:
        """Makes a turn in every game; those that are over begin anew."""
        over = made.kinds != GOES_ON
        self.points = (self.points + made.values[over & (self.careless == 0.0)].tolist())[-LAST:]
        self.ended += int(over.sum())
        marks, left = self.vision.begin
        self.grids = np.where(over[:, None], np.array(marks, np.int64), made.grids)
        self.lefts = np.where(over, left, made.lefts.astype(np.int64))
        self.codes, self.values, self.begun = made.codes, made.values, ~over
        self.careless = np.where(over, self.chance.choice(CARELESS, len(over)), self.careless)

    def mean_points(self) -> float:
        """The mean of the last games that were played as well as can be."""
        return float(np.mean(self.points or [0.0]))

    def close(self) -> None:
        """Ends what is under way, within a part."""
        self._pool.shutdown(cancel_futures=True)
