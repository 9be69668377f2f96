"""The ladder: each first answer is a game between a person and a puzzle, by Glicko-2; and the puzzle of the day."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from smalti.puzzles.puzzle import Puzzle

EASIEST, STEP = 1300, 150
"""What a puzzle is rated at first that all levels but the lowest solve, and how much more for each that does not."""
SURE = 120.0
"""A deviation below which a place on the ladder means something."""


class Rating(NamedTuple):
    """How strong somebody is, or how hard a puzzle."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    tries: int = 0

    @property
    def is_sure(self) -> bool:
        """Whether it means something."""
        return self.deviation <= SURE

    def after(self, other: Rating, score: float) -> Rating:
        """After a game against another with this score, from 0 to 1."""
        against = [(rating_to_mu(other.rating), rd_to_phi(other.deviation), score)]
        new = update_rating(rating_to_mu(self.rating), rd_to_phi(self.deviation), self.volatility, against)
        return Rating(mu_to_rating(new.mu), phi_to_rd(new.phi), new.sigma, self.tries + 1)


def first_rating(puzzle: Puzzle) -> Rating:
    """How hard a puzzle is before anybody has tried it: by how many levels miss it."""
    return Rating(EASIEST + STEP * (puzzle.missed - 1), 200.0)


def of_the_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The same for everybody with these puzzles."""
    drawn = hashlib.sha256(f"{puzzles[0].game} {day.isoformat()}".encode()).digest()
    return puzzles[int.from_bytes(drawn[:8], "big") % len(puzzles)]
