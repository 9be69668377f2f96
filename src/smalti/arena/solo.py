"""How well a bot plays alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from smalti.arena.play import Result
from smalti.arena.report import ms_per_move
from smalti.arena.series import Series
from smalti.arena.statistics import Estimate, mean_of, share_of


@dataclass(frozen=True)
class SoloReport:
    """The points of many games alone."""

    series: Series
    games: int
    points: Estimate
    """The mean."""
    spread: float
    """The standard deviation."""
    least: int
    quartiles: tuple[float, float, float]
    most: int
    ranks: dict[str, Estimate]
    """The share of games that ended in each rank, the best rank first; empty for a game without ranks."""
    distribution: dict[int, int]
    """How many games ended with how many points."""
    ms_per_move: float
    failures: int

    def fields(self) -> dict[str, Any]:
        """The report in plain fields, for JSON."""
        return asdict(self) | {"series": self.series.fields()}


def make_solo_report(series: Series, results: Sequence[Result]) -> SoloReport:
    """The report on these games."""
    points = np.array([result.scores[0] for result in results], float)
    reached = np.array([result.rank for result in results], object)
    low, middle, high = (float(q) for q in np.percentile(points, [25, 50, 75]))
    return SoloReport(
        series,
        len(results),
        mean_of(points),
        float(points.std(ddof=1)),
        int(points.min()),
        (low, middle, high),
        int(points.max()),
        {rank: share_of((reached == rank).astype(float)) for rank in series.rules.facts.ranks},
        dict(sorted(Counter(result.scores[0] for result in results).items())),
        ms_per_move(results),
        sum(result.failures[0] for result in results),
    )
