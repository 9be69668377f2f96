"""How well each level plays Mosaix."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

LEVELS = {
    "novice": Strength(blur=16.0, by_hand=True),
    "apprentice": Strength(blur=6.0, by_hand=True),
    "journeyman": Strength(blur=8.0),
    "artisan": Strength(blur=3.4),
    "master": Strength(blur=2.5),
    "legend": Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=1000),
    "legend-1": Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=1000),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays; alike with any number of seats."""
    return LEVELS[level]
