"""What the environments of others share: positions that chance moves on by itself, seen as numbers and masks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smalti.envs.stepping import prize
from smalti.kernel.encoding import Encoding, Reals
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.sets import bit


def encoding_of(game: Game) -> Encoding:
    """What the numbers of a game mean; a game without any cannot be learned from."""
    if game.course.encoding is None:
        raise SmaltiError(f"{game.title} has no encoding, so its positions cannot be written as numbers")
    return game.course.encoding


def observe(position: Position, seat: int) -> Reals:
    """A position as one seat sees it."""
    encoding = encoding_of(position.game)
    numbers = np.zeros(encoding.length, np.float32)
    position.game.compiler(encoding.write)(position.state, seat, numbers)
    return numbers


def mask(position: Position, seat: int) -> npt.NDArray[np.int8]:
    """A 1 for each legal move of a seat; none when it is not to choose."""
    legal = np.zeros(position.game.course.action_count, np.int8)
    if seat in position.actors():
        legal[position.legal_moves(seat)] = 1
    return legal


def rewards(position: Position) -> tuple[float, ...]:
    """What each seat gets for the end: alone its points, else the prizes; one that was broken off is won by points."""
    points, seats = position.scores(), position.seats
    if seats == 1:
        return (float(points[0]),)
    winners = position.winners() or tuple(seat for seat in range(seats) if points[seat] == max(points))
    won = sum(map(bit, winners))
    return tuple(prize(won, seats, seat) for seat in range(seats))
