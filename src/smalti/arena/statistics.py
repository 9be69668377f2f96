"""What may be said of so many games. Deals are what was drawn independently, so they are what is counted.

The games of a deal share their chance and are summed up first; every interval is 95 % and rests on the spread between
deals. So pairing helps where it makes deals alike, and never pretends that there were more of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Reals: TypeAlias = npt.NDArray[np.float64]

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
RESAMPLES = 1000
ITERATIONS = 2000


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1f} ({self.low:.1f} to {self.high:.1f})"


def mean_of(deals: Reals) -> Estimate:
    """The mean of a figure that each of two or more deals gives, by Student's t."""
    n, value = len(deals), float(deals.mean())
    half = student(n - 1) * float(deals.std(ddof=1)) / math.sqrt(n)
    return Estimate(value, value - half, value + half)


def student(freedom: int) -> float:
    """The quantile of Student's t, by the first terms of its expansion (Abramowitz and Stegun 26.7.5)."""
    g1 = (Z**3 + Z) / 4
    g2 = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    g3 = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3


def share_of(deals: Reals, games_per_deal: int = 1) -> Estimate:
    """A share between 0 and 1 that each deal gives: Wilson's interval.

    It counts as many games as would scatter like the deals did, never more than there were. Where the deals did not
    scatter at all, each counts once: ten deals with nothing but wins are no certainty.
    """
    n, p = len(deals), float(deals.mean())
    variance = float(deals.var(ddof=1)) / n
    games = min(p * (1 - p) / variance, n * games_per_deal) if variance > 0 else n
    z = student(n - 1)
    centre = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half))


def elo_ratings(shares: Reals, lineups: Reals) -> list[Estimate]:
    """Ratings on Elo's scale, their mean 0, from the wins `shares[deal, bot]`; `lineups[line-up, bot]` counts seats.

    The chance of a seat to win is its strength over the sum at the table: Bradley and Terry's model for two, Luce's
    for more. One deal that everybody shares fairly is added, so that whoever wins all keeps a finite rating.
    Intervals are percentiles of a bootstrap over the deals.
    """
    fair = lineups.sum(axis=0)  # a line-up plays as many games a deal as it has seats: each seat wins one of them
    deals = np.vstack([shares, fair])
    n = len(deals)
    drawn = np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), RESAMPLES)
    wins = np.vstack([np.ones(n), drawn]) @ deals + fair / 2
    ratings = fit_strengths(wins, (n + 0.5) * lineups.sum(axis=1), lineups)
    low, high = np.percentile(ratings[1:], [50 - 50 * CONFIDENCE, 50 + 50 * CONFIDENCE], axis=0)
    return [Estimate(float(v), float(a), float(b)) for v, a, b in zip(ratings[0], low, high, strict=True)]


def fit_strengths(wins: Reals, games: Reals, lineups: Reals) -> Reals:
    """The likeliest ratings for each row of `wins[row, bot]`, by Hunter's iteration (Annals of Statistics 32, 2004)."""
    strength = np.ones_like(wins)
    for _ in range(ITERATIONS):
        chances = (games / (strength @ lineups.T)) @ lineups
        before, strength = strength, wins / chances
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
        if np.allclose(before, strength, rtol=1e-6, atol=0):
            break
    return 400 * np.log10(strength)


def expected_share(elo: float, seats: int) -> float:
    """The share of wins of one who is that much stronger than each of the others."""
    strength = 10 ** (elo / 400)
    return float(strength / (strength + seats - 1))


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first bot better than the second by `elo1`, or not more than `elo0`?"""

    elo0: float
    elo1: float
    error: float = 0.05
    """How often either answer may be wrong."""

    def llr(self, deals: Reals, seats: int) -> float:
        """The logarithm of the likelihood ratio of the two answers, from the first bot's share of each deal.

        As many engine testers do it: deals scatter about normally, with the variance that is seen. A lost and a won
        deal are added to that variance, so that a short run of equal deals proves nothing.
        """
        s0, s1 = expected_share(self.elo0, seats), expected_share(self.elo1, seats)
        variance = float(np.append(deals, [0.0, 1.0]).var())
        return len(deals) * (s1 - s0) * (float(deals.mean()) - (s0 + s1) / 2) / variance

    @property
    def bound(self) -> float:
        """Wald's: decided when the logarithm leaves -bound .. bound."""
        return math.log((1 - self.error) / self.error)

    def verdict(self, deals: Reals, seats: int) -> str | None:
        """`better`, `not better`, or None while it is open."""
        ratio = self.llr(deals, seats) if len(deals) else 0.0
        if abs(ratio) < self.bound:
            return None
        return "better" if ratio > 0 else "not better"
