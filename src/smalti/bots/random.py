"""The bot that makes any legal move: the yardstick of all others."""

from __future__ import annotations

import numpy as np

from smalti.bots.bot import Bot
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from smalti.kernel.words import N_


def choose(position: Position, seat: int, generator: int) -> int:
    """The game's own way to play at random: each move equally likely, unless such a game would hardly ever end."""
    game = position.game
    state = copy_state(position.state)
    state.rng = generator
    moves = np.array(position.legal_moves(seat), np.int64)
    policy = game.compiler(game.course.policy) if position.is_compiled else game.course.policy
    return int(policy(state, seat, moves, len(moves)))


RANDOM = Bot("random", N_("Makes any legal move."), choose)
