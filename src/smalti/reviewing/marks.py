"""What is worth a word: marks and decisions that count, in spreads of a result; the performance, in those of a lead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from smalti.kernel.words import N_
from smalti.reviewing.weighing import INDIFFERENT, Weighed, error_of, mean_of

COSTS = ((0.16, "blunder"), (0.08, "mistake"), (0.04, "inaccuracy"))
"""From so many spreads on; those of backgammon, where a spread is about one point."""
FIND = 0.04
LUCK = 0.3
SURE = 2.0
"""Standard errors a mark needs."""
OBVIOUS = 0.3
"""A best move that also looks best at first and leads by so many spreads is seen by everybody."""
WORST = 0.4
"""So many spreads of a lead a decision counts for at most: it is a gross blunder, and not the whole performance."""
FEWEST = 5
"""Decisions below which a rate says nothing."""
WORDS = {
    "blunder": N_("blunder"),
    "mistake": N_("mistake"),
    "inaccuracy": N_("inaccuracy"),
    "find": N_("good find"),
    "lucky": N_("lucky"),
    "unlucky": N_("unlucky"),
}
"""How each mark is called."""
ERRORS, FOUND = tuple(name for _, name in COSTS), "find"


def mark_decision(weighed: Weighed, made: int, seat: int, unit: float) -> str:
    """The mark of a decision: what it cost, or that it was found where a first look goes elsewhere."""
    cost, error = float(weighed.before[seat] - weighed.after[seat]), float(weighed.errors[seat])
    if cost > SURE * error:
        return mark_cost(cost, error, unit)
    found = made == weighed.best != weighed.quick
    if found and weighed.quick_loss >= max(FIND * unit, SURE * weighed.quick_error):
        return FOUND
    return ""


def mark_cost(cost: float, error: float, unit: float) -> str:
    """What something that cost so much is called; nothing if it is little, or if nobody can be sure."""
    return next((name for least, name in COSTS if cost >= least * unit), "") if cost > SURE * error else ""


def mark_chance(luck: Sequence[float], errors: Sequence[float], unit: float) -> str:
    """Alone: whether chance was kind; with several what one has another lacks, so the numbers speak."""
    if len(luck) > 1 or abs(luck[0]) < max(LUCK * unit, SURE * errors[0]):
        return ""
    return "lucky" if luck[0] > 0 else "unlucky"


def counts(weighed: Weighed, made: int, unit: float) -> bool:
    """Whether a decision was one: something was at stake, and not everybody would have seen it, or it was missed."""
    if weighed.choices < 2 or weighed.stake < INDIFFERENT:
        return False
    obvious = weighed.best == weighed.quick and weighed.lead >= OBVIOUS * unit
    return not obvious or made != weighed.best


def performance(lost: Sequence[float], unit: float) -> tuple[float | None, float | None]:
    """Thousandths of the spread of a lead lost in each decision that counts, and the standard error of that."""
    if len(lost) < FEWEST:
        return None, None
    rates = np.array([1000 * max(-WORST, min(points / unit, WORST)) for points in lost])
    return round(float(mean_of(rates)), 2) + 0.0, round(float(error_of(rates)), 2)
