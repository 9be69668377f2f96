"""Games that go on by what PPO learned, many side by side: what a position is worth, in points that are really made."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from examples.agents.ppo import FOLDER, file_name, narrow, read_brain, think
from smalti.envs.batch import Batch
from smalti.games import find_game
from smalti.games.mosaix.state import NONE
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state

GRAIN = 2.0**-10
"""PPO's value is told in such parts of a point, so that it is the same however a processor rounds."""
AHEAD = 64
"""After so many moves of all seats together PPO's value has to tell the rest, of every game at the same moment."""


class Trial:
    """Room for so many games of one kind."""

    def __init__(self, name: str, seats: int, games: int) -> None:
        self.name, self.seats, self.others = name, seats, max(1, seats - 1)
        self.brain = read_brain(FOLDER / file_name(name, seats))
        self.batch = Batch(find_game(name), games, seats, reward="points", threads=1)
        self.seen, self.legal = self.batch.observe(), self.batch.masks()

    def load(self, position: Position, generator: int, same: int = 1) -> None:
        """Goes on from a position, so many games next to each other with the `same` luck."""
        lots = [spread(generator, n) for n in range(-(-self.batch.size // same))]
        states = np.repeat(np.array([position.state], position.game.course.state_type), self.batch.size)
        states["rng"] = np.repeat(lots, same)[: self.batch.size]
        self.batch.load(states)

    def play_on(self, moves: Any) -> Any:
        """[game, seat]: what each seat gains beyond the others, from these moves on."""
        self.batch.step(moves)
        gained, going = self._beyond(), ~self.batch.ended
        for _ in range(AHEAD):
            if not going.any():
                return gained
            self.batch.step(self.likeliest())
            gained += self._beyond() * going[:, None]
            going &= ~self.batch.ended
        return gained + self._expected() * going[:, None]

    def likeliest(self) -> Any:
        """[game]: the likeliest move."""
        logits, _ = think(self.brain, self.batch.observe(self.seen))
        legal = narrow(self.batch.masks(self.legal), self.name, self.seats)
        return np.where(legal, logits, -np.inf).argmax(axis=1)

    def _beyond(self) -> Any:
        """[game, seat]: the points of the last step, less the mean of the others'."""
        points = self.batch.rewards.astype(np.float64)
        return points - (points.sum(axis=1, keepdims=True) - points) / self.others

    def _expected(self) -> Any:
        """[game, seat]: what is still to be gained, in the eyes of the one who is to choose."""
        _, values = think(self.brain, self.batch.observe(self.seen))
        values = np.rint(values / GRAIN) * GRAIN
        choosing = self.batch.actors[:, None] == np.arange(self.seats)
        return np.where(choosing, values[:, None], -values[:, None] / self.others)


trial = cache(Trial)
"""The room for a kind of games, made once."""


def reopened(position: Position) -> Position:
    """A position as its seat may see it, in which others choose again what they have chosen unseen."""
    state = copy_state(position.state)
    if position.game.name == "mosaix":
        state.chosen[:] = NONE
    return Position.of(position.game, state)
