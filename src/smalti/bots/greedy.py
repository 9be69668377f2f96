"""The bot that takes most points at once, in any game."""

from __future__ import annotations

from smalti.bots.bot import Budget, Candidate, Thought, thinking_bot
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.words import N_


def think(position: Position, seat: int, generator: int, _budget: Budget | None = None) -> Thought:
    """The move with the most points at once; among equal ones any."""
    ready = others_settled(position, seat)
    found = []
    for move in position.legal_moves(seat):
        points = tuple(map(float, ready.after(seat, move).scores()))
        found.append(Candidate(move, 1, points, points[seat]))
    found.sort(key=lambda one: (-one.worth, spread(generator, one.move)))
    return Thought(found[0].move, tuple(found), len(found))


def others_settled(position: Position, seat: int) -> Position:
    """Choices made at the same time count when all are in: the others take their first ones here."""
    for other in position.actors():
        if other != seat:
            position = position.after(other, position.legal_moves(other)[0])
    return position


GREEDY = thinking_bot("greedy", N_("Takes the most points at once."), think)
