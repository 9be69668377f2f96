"""A hint for a person: the move with the best points at once, and why, in a sentence.

It looks one move ahead and nothing further; a table that allows hints gets a helper, not a master.
"""

from __future__ import annotations

from smalti.kernel.position import Position
from smalti.kernel.words import N_, say


def advise(position: Position, seat: int, language: str = "en") -> tuple[int, str]:
    """The move that brings a seat most points at once (ties: the first), and why."""
    moves = position.legal_moves(seat)
    before, ready = position.scores()[seat], others_settled(position, seat)
    gains = [ready.after(seat, move).scores()[seat] - before for move in moves]
    best = max(range(len(moves)), key=gains.__getitem__)
    return moves[best], reason(gains, best, language)


def others_settled(position: Position, seat: int) -> Position:
    """Choices made at the same time count when all are in: the others take their first ones here.

    What they chose already stays, and tells nothing: only the seat's own points are looked at.
    """
    for other in position.actors():
        if other != seat:
            position = position.after(other, position.legal_moves(other)[0])
    return position


def reason(gains: list[int], best: int, language: str) -> str:
    """Why this one."""
    facts = {"points": gains[best], "count": len(gains)}
    if len(gains) == 1:
        return say(language, N_("It is the only thing you can do."))
    if gains[best] == min(gains):
        return say(language, N_("At once, all {count} possibilities are worth the same; follow your plan."), facts)
    if gains.count(gains[best]) > 1:
        return say(language, N_("It brings {points:+d} at once; none of {count} possibilities brings more."), facts)
    return say(language, N_("It brings {points:+d} at once, the most of all {count} possibilities."), facts)
