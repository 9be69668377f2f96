"""What a series of games showed, in figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from smalti.arena.play import Result
from smalti.arena.ratings import Skill, rate
from smalti.arena.series import Series
from smalti.arena.statistics import Estimate, Reals, Sprt, elo_ratings, mean_of, share_of


@dataclass(frozen=True)
class Standing:
    """One bot."""

    bot: str
    seats_played: int
    """How often it sat somewhere: three times in a game against one."""
    wins: Estimate
    """Its share of the wins for each seat it sat on; those who tie share a win."""
    points: Estimate
    elo: Estimate
    skill: Skill
    ms_per_move: float
    failures: int


@dataclass(frozen=True)
class Pair:
    """Two bots at the same tables."""

    one: str
    other: str
    ahead: Estimate
    """How often a seat of the one ends before a seat of the other; ties count half."""
    points: Estimate
    """By how many points."""


@dataclass(frozen=True)
class Report:
    """A finished match."""

    series: Series
    games: int
    deals: int
    standings: tuple[Standing, ...]
    """In the order in which the bots were named."""
    pairs: tuple[Pair, ...]
    sprt: Sprt | None = None
    verdict: str | None = None
    """The answer of the sequential test, if it came to one."""

    def fields(self) -> dict[str, Any]:
        """The report in plain fields, for JSON."""
        return {"series": self.series.fields()} | {
            name: value for name, value in asdict(self).items() if name != "series"
        }


class Deals:
    """The results as tables by deal and bot: sums over the seats that a bot had in the games of a deal."""

    def __init__(self, series: Series, results: Sequence[Result]) -> None:
        self.results = results
        count, bots = len({result.deal for result in results}), len(series.bots)
        self.seats = np.zeros((count, bots))
        self.shares = np.zeros((count, bots))
        self.points = np.zeros((count, bots))
        for result in results:
            for bot, share, points in zip(result.seating, result.shares(), result.scores, strict=True):
                self.seats[result.deal, bot] += 1
                self.shares[result.deal, bot] += share
                self.points[result.deal, bot] += points

    def compare(self, one: int, other: int) -> tuple[Reals, Reals] | None:
        """For each deal how often a seat of the one came before one of the other, and by how many points."""
        sums = np.zeros((len(self.seats), 3))
        for result in self.results:
            places = result.places()
            for a in (seat for seat, bot in enumerate(result.seating) if bot == one):
                for b in (seat for seat, bot in enumerate(result.seating) if bot == other):
                    ahead = 0.5 + 0.5 * float(np.sign(places[b] - places[a]))
                    sums[result.deal] += 1, ahead, result.scores[a] - result.scores[b]
        met = sums[:, 0]
        return (sums[:, 1] / met, sums[:, 2] / met) if met.all() else None


def make_report(series: Series, results: Sequence[Result], sprt: Sprt | None, verdict: str | None) -> Report:
    """The report on whole deals, numbered from 0."""
    deals = Deals(series, results)
    count = len(deals.seats)
    return Report(series, len(results), count, standings(series, deals), pairs(series, deals), sprt, verdict)


def standings(series: Series, deals: Deals) -> tuple[Standing, ...]:
    """Each bot's figures."""
    lineups = np.array([[lineup.count(bot) for bot in range(len(series.bots))] for lineup in series.lineups], float)
    elos, skills = elo_ratings(deals.shares, lineups), rate(deals.results, len(series.bots))
    shares, points = deals.shares / deals.seats, deals.points / deals.seats
    return tuple(
        Standing(
            name,
            int(deals.seats[:, bot].sum()),
            share_of(shares[:, bot], series.seats),
            mean_of(points[:, bot]),
            elos[bot],
            skills[bot],
            ms_per_move(deals.results, bot),
            sum(n for r in deals.results for sits, n in zip(r.seating, r.failures, strict=True) if sits == bot),
        )
        for bot, name in enumerate(series.bots)
    )


def ms_per_move(results: Sequence[Result], bot: int = 0) -> float:
    """How long a bot thinks where it has a choice."""
    own = [(r.seconds[seat], r.moves[seat]) for r in results for seat, sits in enumerate(r.seating) if sits == bot]
    return 1000 * sum(seconds for seconds, _ in own) / max(1, sum(moves for _, moves in own))


def pairs(series: Series, deals: Deals) -> tuple[Pair, ...]:
    """Every two bots that meet."""
    found = []
    for one, other in combinations(range(len(series.bots)), 2):
        if compared := deals.compare(one, other):
            ahead, points = compared
            found.append(Pair(series.bots[one], series.bots[other], share_of(ahead, series.seats), mean_of(points)))
    return tuple(found)
