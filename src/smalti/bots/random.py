"""The bot that makes any legal move: the yardstick of all others."""

from __future__ import annotations

from smalti.bots.bot import Bot
from smalti.kernel.position import Position
from smalti.kernel.words import N_


def choose(position: Position, seat: int, generator: int) -> int:
    """Each legal move is equally likely; 62 bits make the bias of the remainder too small to matter."""
    moves = position.legal_moves(seat)
    return moves[generator % len(moves)]


RANDOM = Bot("random", N_("Makes any legal move."), choose)
