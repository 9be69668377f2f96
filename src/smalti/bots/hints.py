"""Hints and explanations: what a move is for, in words, from the evaluation's own terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from smalti.bots import tree_search
from smalti.bots.bot import Budget, Candidate, Thought
from smalti.bots.defaults import plan_for, terms_of
from smalti.bots.levels import LEGEND
from smalti.bots.search.room import new_room
from smalti.bots.search.turn import weigh_terms
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from smalti.kernel.thinking import MOST_TERMS
from smalti.kernel.words import N_, say, translated

OTHERS = N_("less for the others")
NOTHING = N_("Nothing is gained here; it loses least.")
ONLY = N_("It is the only thing you can do.")
BRINGS = N_("It brings {reasons}.")
DECIDES = N_("What decides: {reasons}; without it another move would be best.")
AMONG = N_("It brings {reasons}, among other things; none of them decides alone.")
SURELY = {None: BRINGS, True: DECIDES, False: AMONG}
"""How surely a reason is given: not at all, because it decides, or because nothing does alone."""
HINTS = 3
REASONS = 2
PATIENCE = Budget(simulations=2000, milliseconds=2000)
"""How long a hint is thought of; a person waits for it."""
COMPARED = 6
"""So many of the best moves are compared to find what decides."""
LEAST = 0.05
"""Points below which a term is not worth a word."""

Reasons = tuple[tuple[str, float], ...]
"""Terms of the evaluation, and how many points a move gains by each, the most first."""


@dataclass(frozen=True)
class Hint:
    """A move worth thinking of."""

    move: int
    difference: float = 0.0
    """How many points fewer than after the best move are expected; 0 for the best."""
    reasons: Reasons = ()
    is_only: bool = False
    """Whether there is nothing else to do."""
    decides: bool | None = None
    """Of the best: whether its reason decides, so that without it another move would be chosen."""

    def say(self, language: str = "en") -> str:
        """Why this move, in a sentence that is as sure as the reason."""
        if self.is_only:
            return say(language, ONLY)
        return say_why(self.reasons, language, SURELY[self.decides])


def hint(position: Position, seat: int, budget: Budget = PATIENCE, generator: int = 0) -> list[Hint]:
    """The best three moves of a seat as the strongest level sees them, with the expected difference and why."""
    thought = LEGEND.think(position, seat, generator, budget)
    if not thought.candidates:
        return [Hint(thought.move, is_only=True)]
    seen, best = position.view(seat), thought.candidates[:HINTS]
    found = [Hint(c.move, min(0.0, c.worth - best[0].worth), reasons(seen, seat, c, thought)) for c in best]
    deciding = what_decides(seen, seat, thought.candidates[:COMPARED])
    first = replace(found[0], decides=deciding is not None, reasons=(deciding,) if deciding else found[0].reasons)
    return [first, *found[1:]]


def what_decides(position: Position, seat: int, candidates: Sequence[Candidate]) -> tuple[str, float] | None:
    """The term without which the first of some moves would not be chosen, and by how much it is ahead in it.

    Of several the one in which it is most ahead of the move that would be chosen then; None if there is none.
    """
    return deciding(candidates, [parts_of(position, seat, one) for one in candidates])


def deciding(
    candidates: Sequence[Candidate], parts: Sequence[dict[str, float]], tied: float = 0.0
) -> tuple[str, float] | None:
    """The same of moves whose parts are known."""
    found = [(term, parts[0][term] - parts[rival].get(term, 0.0)) for term, rival in rivals(candidates, parts, tied)]
    return max(found, key=lambda one: one[1], default=None)


def rivals(
    candidates: Sequence[Candidate], parts: Sequence[dict[str, float]], tied: float = 0.0
) -> Iterator[tuple[str, int]]:
    """The terms without which another move is best, or within `tied` points of the first, and which one."""
    for term in parts[0]:
        left = [one.worth - part.get(term, 0.0) for one, part in zip(candidates, parts, strict=True)]
        rival = max(range(1, len(left)), key=left.__getitem__, default=0)
        if left[rival] > left[0] - tied:
            yield term, rival


def parts_of(position: Position, seat: int, candidate: Candidate) -> dict[str, float]:
    """What a move is worth, in parts: how the terms of its seat change, and what the others expect."""
    others = [points for other, points in enumerate(candidate.expected) if other != seat]
    denial = plan_for(position.game, position.seats).denial
    parts = term_gains(position, seat, candidate.move)
    return parts | ({OTHERS: -denial * max(others)} if others else {})


def explain(position: Position, seat: int, thought: Thought, language: str = "en") -> str:
    """What the move of a thought is for."""
    for candidate in thought.candidates:
        if candidate.move == thought.move:
            return say_why(reasons(position.view(seat), seat, candidate, thought), language)
    return say(language, N_("It is the only thing to do, or one as good as any."))


def reasons(position: Position, seat: int, candidate: Candidate, thought: Thought) -> Reasons:
    """The terms that the move gains most by."""
    gains = term_gains(position, seat, candidate.move)
    gains[OTHERS] = denied(candidate, thought, seat)
    found = sorted(((term, gain) for term, gain in gains.items() if gain > LEAST), key=lambda one: -one[1])
    return tuple(found[:REASONS])


def say_why(gained: Reasons, language: str, words: str = BRINGS) -> str:
    """The reasons as a sentence."""
    if not gained:
        return say(language, NOTHING)
    parts = [f"{translated(language, term)} ({decimal(language, gain)})" for term, gain in gained]
    return say(language, words, {"reasons": ", ".join(parts)})


def decimal(language: str, number: float) -> str:
    """A signed number with one decimal, as the language writes it."""
    written = f"{number:+.1f}"
    return written.replace(".", ",") if language == "fr" else written


def term_gains(position: Position, seat: int, move: int) -> dict[str, float]:
    """How the terms of a seat change by a move and the rest of its turn, without those that do not count any more."""
    game, found = position.game, np.zeros((2, MOST_TERMS))
    state, denial = copy_state(position.state), plan_for(game, position.seats).denial
    tree_search.build(game)(weigh_terms)(state, seat, move, new_room(game), denial, found)
    gains = dict(zip(terms_of(game).words, (found[1] - found[0]).tolist(), strict=False))
    return {term: gain for term, gain in gains.items() if not np.isnan(gain)}


def denied(candidate: Candidate, thought: Thought, seat: int) -> float:
    """How many points fewer the best other seat expects than after the other candidates."""

    def others(one: Candidate) -> float:
        return max(points for other, points in enumerate(one.expected) if other != seat)

    rest = [one for one in thought.candidates[: 2 * HINTS] if one.move != candidate.move]
    if len(candidate.expected) < 2 or not rest:
        return 0.0
    return sum(map(others, rest)) / len(rest) - others(candidate)
