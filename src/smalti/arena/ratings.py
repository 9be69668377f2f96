"""Ratings by OpenSkill (Weng and Lin's Plackett-Luce): games of any number of seats, with ties.

The same formulas rate bots in the arena and people and bots at a server. Where more is known of a game than who came
first, namely by how much luck, `rate_without_luck` uses that.
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


def rate_without_luck(
    skills: Sequence[Skill], places: Sequence[int], lucks: Sequence[float], left: float = 1.0
) -> list[Skill]:
    """The players after a game that they ended on these places with so much luck, in shares of the win.

    By places as above, less luck: for two a share of the win in the place of a win. What scatters less than places do,
    with only a part `left` of their variance, counts for so many games more.
    """
    c = sqrt(sum(one.sigma**2 + BETA**2 for one in skills))
    rated = []
    for seat, (one, luck) in enumerate(zip(skills, lucks, strict=True)):
        score, spread = _score([other.mu / c for other in skills], places, seat)
        variance = one.sigma**2
        known = one.sigma / c * variance / c**2 * spread / left
        rated.append(Skill(one.mu + variance / c * (score - luck) / left, one.sigma * sqrt(max(1 - known, KEPT))))
    return rated


def scores(mus: Sequence[float], places: Sequence[int]) -> list[float]:
    """By how much everybody came to more than their strength says, whole wins apart; all of them add up to nothing."""
    return [_score(mus, places, seat)[0] for seat in range(len(places))]


def _score(strengths: Sequence[float], places: Sequence[int], seat: int) -> tuple[float, float]:
    """Plackett-Luce: place by place somebody is chosen among those who are left; who ties shares the place.

    What that says of a seat, and how surely.
    """
    most = max(strengths)
    odds = [exp(one - most) for one in strengths]
    score = spread = 0.0
    for other, place in enumerate(places):
        if place <= places[seat]:
            chance = odds[seat] / sum(odd for odd, behind in zip(odds, places, strict=True) if behind >= place)
            ties = places.count(place)
            score += ((other == seat) - chance) / ties
            spread += chance * (1 - chance) / ties
    return score, spread


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
