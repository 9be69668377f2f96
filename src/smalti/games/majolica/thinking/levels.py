"""How well each level plays Majolica."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

LEVELS = {
    "novice": Strength(blur=3.0),
    "apprentice": Strength(blur=1.2),
    "journeyman": Strength(blur=0.7),
    "artisan": Strength(blur=0.25),
    "master": Strength(blur=0.02),
    "legend": Strength(budget=Budget(simulations=400, milliseconds=4500, cores=2)),
    "legend-1": Strength(budget=Budget(simulations=400, milliseconds=4500, cores=2)),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""
BY_SEATS = {
    ("master", 1): Strength(budget=Budget(simulations=100, milliseconds=900)),
    ("legend", 1): Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), horizon=6),
    ("legend-1", 1): Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), horizon=6),
}
"""(level, seats): where a level plays otherwise."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays with so many seats."""
    return BY_SEATS.get((level, seats)) or LEVELS[level]
