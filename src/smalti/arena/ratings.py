"""Ratings by OpenSkill (Weng and Lin's Plackett-Luce): games of any number of seats, with ties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from smalti.arena.play import Result
from smalti.kernel.extras import extra


@dataclass(frozen=True)
class Skill:
    """What OpenSkill believes of a bot; before the first game 25 and 8.33."""

    mu: float
    sigma: float


def require_openskill() -> None:
    """Says which extra is missing, before hours of games."""
    with extra("arena", "a match with ratings"):
        import openskill  # noqa: F401 - only whether it is there


def rate(results: Iterable[Result], bots: int) -> list[Skill]:
    """The bots after these games, in the order of their numbers.

    A bot that sits on several seats takes the mean of what they would make of it. Strength does not drift (tau 0).
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)
    skills = [Skill(model.mu, model.sigma) for _ in range(bots)]
    for result in sorted(results, key=lambda one: one.number):
        teams = [[model.rating(mu=skills[bot].mu, sigma=skills[bot].sigma)] for bot in result.seating]
        rated = model.rate(teams, ranks=[float(place) for place in result.places()])
        for bot in set(result.seating):
            own = [team[0] for team, sits in zip(rated, result.seating, strict=True) if sits == bot]
            skills[bot] = Skill(sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own))
    return skills
