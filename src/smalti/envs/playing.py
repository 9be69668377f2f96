"""One game in an environment: what a choice brings, what an illegal one costs, and when it is enough."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.batch import ILLEGAL, REWARDS, read_word
from smalti.envs.seeing import encoding_of, rewards
from smalti.envs.stepping import END, POINTS, PRICE, RAISE
from smalti.kernel.door import read_seed, read_whole
from smalti.kernel.encoding import Reals
from smalti.kernel.errors import IllegalMove, SmaltiError, WrongSeat
from smalti.kernel.game import Game, Options
from smalti.kernel.position import Position

MOST_MOVES = 4000
"""Random games of Majolica would hardly end; after so many moves the points count as they stand."""


WAIT = object()
"""What a seat says that has nothing to choose."""


class CannotWait(WrongSeat):
    """A seat that is to choose wants to wait."""


@dataclass
class Playing:
    """Games one after the other, each with a number of moves at most; the settings are those of a `Batch`."""

    game: Game
    seats: int
    options: Options
    reward: str = "outcome"
    illegal: str = "raise"
    most_moves: int | None = MOST_MOVES
    seed: int = 0
    episode: int = -1
    moves: int = 0
    terminated: bool = False
    truncated: bool = False
    refused: dict[int, str] = field(default_factory=dict)
    """Why the last choices of some seats were not made."""
    _position: Position | None = None

    def __post_init__(self) -> None:
        self.game.facts.check_seats(self.seats)
        self.options = self.game.facts.read_options(self.options)
        self.game.course.setup(self.seats, self.options)  # so that an option there is not is told at once
        self._by_points = read_word("reward", self.reward, REWARDS) == POINTS
        self._punishing = read_word("illegal", self.illegal, ILLEGAL)
        if self.most_moves is not None:
            read_whole("`most_moves`", self.most_moves, 1 << 62)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        if self._position is None:
            raise SmaltiError("an environment begins with `reset`")
        return self._position

    def begin(self, seed: int | None, options: Options | None = None) -> None:
        """The first game of a seed; without one the next game of the last seed, or of any."""
        asked = {**self.options, **self.game.facts.read_options(options)}
        if seed is not None:
            self.seed, self.episode = read_seed(seed), 0
        elif self.episode < 0:
            self.seed, self.episode = secrets.randbits(62), 0
        else:
            self.episode += 1
        self._position = Position.new(self.game, self.seats, asked, seed=self.seed, episode=self.episode, compiled=True)
        self.moves, self.terminated, self.truncated, self.refused = 0, False, False, {}

    def make(self, choices: Mapping[int, Any]) -> tuple[float, ...]:
        """Carries out a choice of each of some seats, as numbers or in notation; what each seat gets for all that."""
        position, refused = self.position, {}
        for seat, move in choices.items():
            try:
                if move is WAIT:
                    raise CannotWait(f"seat {seat} is to choose and cannot wait")
                position = position.play(move, seat)
            except (IllegalMove, CannotWait) as error:
                if self._punishing == RAISE:
                    raise
                refused[seat] = str(error)
        before, self._position, self.refused = self.position, position, refused
        self.moves += 1
        ends = bool(refused) and self._punishing == END
        self.terminated = position.is_over or ends
        self.truncated = not self.terminated and self.most_moves is not None and self.moves >= self.most_moves
        earned = self._earned(before, ends)
        return tuple(PRICE if seat in refused else earned[seat] for seat in range(self.seats))

    def _earned(self, before: Position, broken: bool) -> tuple[float, ...]:
        """What legal moves brought: the points since, or at the end the outcome; nobody wins a broken game."""
        if self._by_points:
            return tuple(float(now - then) for now, then in zip(self.position.scores(), before.scores(), strict=True))
        if not broken and (self.terminated or self.truncated):
            return rewards(self.position)
        return (0.0,) * self.seats

    def facts(self, seat: int) -> dict[str, Any]:
        """What an environment tells besides: points, whose choice it is, and at the end how it went."""
        told: dict[str, Any] = {"points": self.position.scores()[seat], "to_choose": seat in self.position.actors()}
        if outcome := self.position.outcome():
            told |= {"won": seat in outcome.winners, "rank": outcome.rank or ""}
        if seat in self.refused:
            told["illegal"] = self.refused[seat]
        return told


def bounds(game: Game) -> tuple[Reals, Reals]:
    """The least and the most of each number of an observation."""
    encoding = encoding_of(game)
    high = np.full(encoding.length, encoding.most, np.float32)
    high[: encoding.length - len(encoding.values)] = 1.0
    return np.zeros(encoding.length, np.float32), high


def check_mode(mode: str | None, known: Iterable[str]) -> str | None:
    """A way to render that there is; what pixels need is asked for at once."""
    if mode is not None:
        read_word("render_mode", mode, dict.fromkeys(known, 0))
    if mode == "rgb_array":
        import smalti.envs.raster  # noqa: F401 - so that a missing extra is told here
    return mode


def frame(position: Position, width: int = 900) -> npt.NDArray[np.uint8]:
    """The picture of a position as [row, column, colour]."""
    from smalti.envs.raster import raster

    return raster(position._repr_svg_(), width)
