"""How well each level plays Majolica."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

HALF = 0.5
"""The tuned weights were found by players to whom the points of the best other counted so much."""
LEVELS = {
    "novice": Strength(blur=3.0, faith=0.0, denial=HALF),
    "apprentice": Strength(blur=1.5, faith=0.0, denial=HALF),
    "journeyman": Strength(blur=0.55, faith=0.0, denial=HALF),
    "artisan": Strength(blur=0.02, faith=0.0, denial=HALF),
    "master": Strength(budget=Budget(simulations=40, milliseconds=900)),
    "legend": Strength(budget=Budget(simulations=1600, milliseconds=4500, cores=2)),
    "legend-1": Strength(budget=Budget(simulations=400, milliseconds=4500, cores=2), denial=HALF),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""
BY_SEATS = {
    ("novice", 1): Strength(blur=3.0),
    ("apprentice", 1): Strength(blur=1.8),
    ("journeyman", 1): Strength(blur=1.0),
    ("artisan", 1): Strength(blur=0.45),
    ("master", 1): Strength(budget=Budget(simulations=20, milliseconds=900)),
    ("legend", 1): Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), horizon=6),
    ("legend-1", 1): Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), horizon=6),
}
"""(level, seats): where a level plays otherwise."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays with so many seats."""
    return BY_SEATS.get((level, seats)) or LEVELS[level]
