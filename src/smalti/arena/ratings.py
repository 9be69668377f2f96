"""Ratings by OpenSkill (Weng and Lin's Plackett-Luce): games of any number of seats, with ties.

The same formulas rate bots in the arena and people and bots at a server. Where more is known of a game than who came
first, namely by how much once luck is taken out, `rate_shares` uses that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING

from smalti.arena.play import Result
from smalti.kernel.extras import extra

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU = 25.0
SIGMA = MU / 3
BETA = MU / 6
"""By how much a performance scatters: with two sure ratings a lead of 5.9 wins 73 games in a hundred."""
KEPT = 0.0001
"""The least share of a variance that one game leaves."""


@dataclass(frozen=True)
class Skill:
    """What is believed of a player; before the first game 25 and 8.33."""

    mu: float = MU
    sigma: float = SIGMA


def require_openskill() -> None:
    """Says which extra is missing, before hours of games."""
    with extra("arena", "a match with ratings"):
        import openskill  # noqa: F401 - only whether it is there


@cache
def _model() -> PlackettLuce:
    """OpenSkill's, in which strength does not drift (tau 0)."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KEPT, tau=0)


def rate_places(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The players after a game that they ended on these places, the lowest the best; who ties has the same."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


def rate_shares(skills: Sequence[Skill], shares: Sequence[float], left: float = 1.0) -> list[Skill]:
    """The players after a game in which they had these shares of the win, any numbers that add up to 1.

    The first step of Plackett-Luce, with the share in the place of who won: for two it is what OpenSkill does. Shares
    that scatter less than wins do, with only a part `left` of their variance, count for so many games more.
    """
    c = sqrt(sum(one.sigma**2 + BETA**2 for one in skills))
    most = max(one.mu for one in skills)
    odds = [exp((one.mu - most) / c) for one in skills]
    rated = []
    for one, share, odd in zip(skills, shares, odds, strict=True):
        chance, variance = odd / sum(odds), one.sigma**2
        known = one.sigma / c * variance / c**2 * chance * (1 - chance) / left
        rated.append(Skill(one.mu + variance / c * (share - chance) / left, one.sigma * sqrt(max(1 - known, KEPT))))
    return rated


def rate(results: Iterable[Result], bots: int) -> list[Skill]:
    """The bots after these games, in the order of their numbers.

    A bot that sits on several seats takes the mean of what they would make of it.
    """
    skills = [Skill()] * bots
    for result in sorted(results, key=lambda one: one.number):
        rated = rate_places([skills[bot] for bot in result.seating], result.places())
        for bot in set(result.seating):
            own = [skill for skill, sits in zip(rated, result.seating, strict=True) if sits == bot]
            skills[bot] = Skill(sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own))
    return skills
