"""Hints and explanations: what a move is for, in words, from the evaluation's own terms."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots import engine
from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.plans import plan_for
from smalti.bots.search.room import new_room
from smalti.bots.search.turn import first_look
from smalti.bots.terms import OTHERS, TERMS, Terms
from smalti.kernel.position import Position
from smalti.kernel.state import State, copy_state
from smalti.kernel.words import N_, catalogue, say

HINTS = 3
REASONS = 2
LEAST = 0.05
"""Points below which a term is not worth a word."""


@dataclass(frozen=True)
class Hint:
    """A move worth thinking of."""

    move: int
    difference: float
    """How many points fewer than after the best move are expected; 0 for the best."""
    expected: tuple[float, ...]
    words: str


def hint(position: Position, seat: int, budget: Budget, language: str = "en", generator: int = 0) -> list[Hint]:
    """The best three moves of a seat, with the expected difference and a sentence why."""
    seen = position.view(seat)
    thought = engine.think(seen, seat, generator, budget)
    if not thought.candidates:
        return [Hint(thought.move, 0.0, (), say(language, N_("It is the only thing you can do.")))]
    best = thought.candidates[: HINTS if len(thought.candidates) > HINTS else None]
    top = best[0].worth
    return [Hint(c.move, c.worth - top, c.expected, reason(seen, seat, c, thought, language)) for c in best]


def explain(position: Position, seat: int, thought: Thought, language: str = "en") -> str:
    """What the move of a thought is for."""
    for candidate in thought.candidates:
        if candidate.move == thought.move:
            return reason(position.view(seat), seat, candidate, thought, language)
    return say(language, N_("It is the only thing to do, or one as good as any."))


def reason(position: Position, seat: int, candidate: Candidate, thought: Thought, language: str) -> str:
    """The terms that the move gains most by, as a sentence."""
    gains = term_gains(position, seat, candidate.move)
    gains[OTHERS] = denied(candidate, thought, seat)
    found = sorted(((gain, term) for term, gain in gains.items() if gain > LEAST), key=lambda one: -one[0])
    words = catalogue(language)
    parts = [f"{words.gettext(term)} ({gain:+.1f})" for gain, term in found[:REASONS]]
    if not parts:
        return say(language, N_("Nothing is gained here; it loses least."))
    return say(language, N_("It is for: {reasons}."), {"reasons": ", ".join(parts)})


def term_gains(position: Position, seat: int, move: int) -> Terms:
    """How the terms of a seat change by a move and the rest of its turn."""
    before = TERMS[position.game.name](position.state, seat)
    after = TERMS[position.game.name](after_turn(position, seat, move), seat)
    return {term: value - before.get(term, 0.0) for term, value in after.items()}


def after_turn(position: Position, seat: int, move: int) -> State:
    """The state after a move and the best steps of the same seat."""
    game = position.game
    room, plan = new_room(game), plan_for(game.name, position.seats)
    engine.build(game)(first_look)(copy_state(position.state), seat, move, room, plan.denial)
    return copy_state(room.pool[1])


def denied(candidate: Candidate, thought: Thought, seat: int) -> float:
    """How many points fewer the best other seat expects than after the other candidates."""

    def others(one: Candidate) -> float:
        return max(points for other, points in enumerate(one.expected) if other != seat)

    rest = [one for one in thought.candidates[: 2 * HINTS] if one.move != candidate.move]
    if len(candidate.expected) < 2 or not rest:
        return 0.0
    return sum(map(others, rest)) / len(rest) - others(candidate)
