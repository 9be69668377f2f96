"""Why a move is better than another, by the terms of the evaluation, and how surely that may be said.

The test is that of hints (docs/bots.md): a term decides if the move would not be ahead without it; at a first look,
and by the walks too.
"""

from __future__ import annotations

from typing import NamedTuple

from smalti.bots.bot import Candidate
from smalti.bots.hints import LEAST, REASONS, Reasons, deciding, parts_of, term_gains
from smalti.bots.tree_search import look
from smalti.kernel.position import Position

TIED = 1e-6
"""Points: where one term is all that two moves differ by, nothing but rounding is left without it."""


class Why(NamedTuple):
    """What speaks for a move and against another, at the end of the turn."""

    reasons: Reasons = ()
    """Terms, and by how many points the move is ahead in each, the most first; none if it shows only later."""
    decides: bool | None = None
    """Whether the one reason decides, or none of all decides alone; None where there is none to ask this of."""


def why_better(seen: Position, seat: int, best: int, made: int, gap: float) -> Why:
    """Why one move is better than another: what decides, else what it is ahead by; nothing if it is not ahead yet.

    `gap`: by how many points of the lead it is better by the walks.
    """
    pair = first_looks(seen, seat, best, made)
    if pair[0].worth <= pair[1].worth:
        return Why()
    parts = [parts_of(seen, seat, one) for one in pair]
    found = deciding(pair, parts, TIED)
    if found and found[1] > LEAST and 0 < gap <= found[1] + TIED:
        return Why((rounded(*found),), decides=True)
    reasons = ahead_in(*parts)
    return Why(reasons, decides=False) if reasons else Why()


def why_found(seen: Position, seat: int, made: int, quick: int) -> Why:
    """What speaks at once for a move that the walks prefer to the favourite of a first look; it cannot decide."""
    return Why(ahead_in(*(parts_of(seen, seat, one) for one in first_looks(seen, seat, made, quick))))


def ahead_by(seen: Position, seat: int, best: int, made: int) -> Reasons:
    """The terms of the seat itself in which a move is ahead at the end of the turn: what a puzzle is about."""
    return ahead_in(term_gains(seen, seat, best), term_gains(seen, seat, made))


def first_looks(seen: Position, seat: int, *moves: int) -> list[Candidate]:
    """What a first look finds about some moves."""
    found = {one.move: one for one in look(seen, seat)}
    return [found[move] for move in moves]


def ahead_in(ours: dict[str, float], theirs: dict[str, float]) -> Reasons:
    """The terms in which a move is ahead of another, the most first."""
    gains = ((term, gain - theirs.get(term, 0.0)) for term, gain in ours.items())
    found = [rounded(term, gain) for term, gain in gains if gain > LEAST]
    return tuple(sorted(found, key=lambda one: -one[1])[:REASONS])


def rounded(term: str, gain: float) -> tuple[str, float]:
    """A reason as it is told."""
    return term, round(float(gain), 2)
