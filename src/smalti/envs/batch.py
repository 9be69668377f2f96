"""Many games side by side, for simulation and learning: one array of records, stepped by all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.stepping import (
    OUTCOME,
    POINTS,
    Deal,
    Games,
    begin_games,
    draw_actions,
    first_illegal,
    observe_games,
    play_games,
    step_games,
    write_masks,
)
from smalti.kernel.encoding import Encoding, Reals
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game, Options
from smalti.kernel.position import Position
from smalti.kernel.state import Numbers, copy_state

REWARDS = {"outcome": OUTCOME, "points": POINTS}
SMALLEST_PART = 64
"""Fewer games than this are not worth a thread of their own."""


class Batch:
    """So many games of one kind, each with a choice to make; a game that ends is followed by a new one at once."""

    def __init__(
        self,
        game: Game,
        size: int,
        seats: int,
        options: Options | None = None,
        *,
        seed: int = 0,
        first: int = 0,
        reward: str = "outcome",
        finals: bool = False,
        threads: int | None = None,
        compiled: bool = True,
    ) -> None:
        """The same `seed` gives the same games in the same places, whatever the size and the threads; `first` is the
        number of the first place. `reward` is "outcome" (at the end) or "points" (whenever there are any)."""
        if reward not in REWARDS:
            raise SmaltiError(f"a batch rewards one of {', '.join(REWARDS)}, not {reward!r}")
        if size < 1:
            raise SmaltiError(f"a batch has at least one game, not {size}")
        game.check_seats(seats)
        self.game, self.size, self.seats = game, size, seats
        self.threads = threads or os.cpu_count() or 1
        self._build = game.compiler if compiled else game.interpreted
        start = np.zeros(1, game.state_type)
        start[0] = game.setup(seats, options or {})
        self._deal = Deal(start, seed, first, REWARDS[reward])
        self._games = new_games(game, size, seats, finals=finals)
        self._actions = np.zeros(size, np.int64)
        self._moves = [np.zeros(game.action_count, np.int64) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begins the games of a seed, or those of the same seed again."""
        if seed is not None:
            self._deal = self._deal._replace(seed=seed)
        run = self._build(begin_games)
        self._share(lambda _, low, high: run(self._games, self._deal, low, high))

    @property
    def states(self) -> npt.NDArray[np.void]:
        """The positions, one record each."""
        return self._games.states  # type: ignore[no-any-return]

    @property
    def finals(self) -> npt.NDArray[np.void]:
        """The position in which the last game of each place ended; empty unless `finals` was asked for."""
        return self._games.finals  # type: ignore[no-any-return]

    @property
    def actors(self) -> npt.NDArray[np.int8]:
        """The seat that is to choose in each game."""
        return self._games.seats

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended a game."""
        return self._games.ended

    @property
    def episodes(self) -> Numbers:
        """How many games have ended in each place."""
        return self._games.episodes

    @property
    def rewards(self) -> Reals:
        """[game, seat]: what the last step brought."""
        return self._games.rewards

    @property
    def results(self) -> Numbers:
        """[game, seat]: the points of the last game that ended in each place."""
        return self._games.results

    @property
    def bytes_per_game(self) -> int:
        """How much memory each game takes."""
        return sum(array.nbytes for array in self._games) // self.size

    def position(self, place: int) -> Position:
        """One of the games as a value."""
        return Position(self.game, copy_state(self.states[place]), self.game.rules)

    def masks(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """[game, move]: whether the one who is to choose may choose it."""
        masks = np.empty((self.size, self.game.action_count), np.bool_) if out is None else out
        run = self._build(write_masks)
        self._share(lambda part, low, high: run(self._games, masks, self._moves[part], low, high))
        return masks

    def observe(self, out: Reals | None = None) -> Reals:
        """[game, number]: each position as the one who is to choose sees it; `encoding` tells what the numbers mean."""
        numbers = np.empty((self.size, self.encoding.length), np.float32) if out is None else out
        run = self._build(observe_games)
        self._share(lambda _, low, high: run(self._games, numbers, low, high))
        return numbers

    @property
    def encoding(self) -> Encoding:
        """What the numbers of `observe` mean."""
        if self.game.encoding is None:
            raise SmaltiError(f"{self.game.title} has no encoding, so its positions cannot be written as numbers")
        return self.game.encoding

    def sample(self) -> Numbers:
        """A random legal move for each game; the array is the batch's own and changes with the next call."""
        run = self._build(draw_actions)
        self._share(lambda part, low, high: run(self._games, self._actions, self._moves[part], low, high))
        return self._actions

    def step(self, actions: npt.ArrayLike) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """One choice in each game; returns the rewards and which games ended. An illegal move changes nothing."""
        chosen = np.asarray(actions, np.int64)
        if chosen is not self._actions:
            self._check(chosen)
        run = self._build(step_games)
        self._share(lambda _, low, high: run(self._games, self._deal, chosen, low, high))
        return self.rewards, self.ended

    def play(self, steps: int) -> None:
        """So many random choices in each game: `step(sample())` as often, faster."""
        run = self._build(play_games)
        self._share(lambda part, low, high: run(self._games, self._deal, steps, self._moves[part], low, high))

    def _check(self, actions: Numbers) -> None:
        if actions.shape != (self.size,):
            raise SmaltiError(f"a step takes one move for each of {self.size} games, not an array {actions.shape}")
        run = self._build(first_illegal)
        found = self._share(lambda part, low, high: int(run(self._games, actions, self._moves[part], low, high)))
        for place, (_, high) in zip(found, self._parts(), strict=True):
            if place < high:
                raise SmaltiError(f"{actions[place]} is no legal move of seat {self.actors[place]} in game {place}")

    def _parts(self) -> list[tuple[int, int]]:
        """The (first, end) of each thread's share."""
        parts = max(1, min(self.threads, self.size // SMALLEST_PART))
        ends = [self.size * n // parts for n in range(parts + 1)]
        return list(pairwise(ends))

    def _share(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Every thread does its part; the results in order."""
        parts = self._parts()
        if len(parts) == 1 or self._pool is None:
            return [work(n, low, high) for n, (low, high) in enumerate(parts)]
        return list(self._pool.map(lambda n: work(n, *parts[n]), range(len(parts))))


def new_games(game: Game, size: int, seats: int, *, finals: bool) -> Games:
    """Room for so many games."""
    return Games(
        states=np.zeros(size, game.state_type),
        finals=np.zeros(size if finals else 0, game.state_type),
        seats=np.zeros(size, np.int8),
        episodes=np.zeros(size, np.int64),
        ended=np.zeros(size, np.bool_),
        points=np.zeros((size, seats), np.int64),
        results=np.zeros((size, seats), np.int64),
        rewards=np.zeros((size, seats), np.float32),
    )
