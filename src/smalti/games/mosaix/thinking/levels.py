"""How well each level plays Mosaix."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

LEVELS = {
    "novice": Strength(blur=16.0, faith=0.0),
    "apprentice": Strength(blur=4.0, faith=0.0),
    "journeyman": Strength(blur=5.5),
    "artisan": Strength(blur=1.0),
    "master": Strength(budget=Budget(simulations=6, milliseconds=900), beyond=300),
    "legend": Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=1000),
    "legend-1": Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=1000),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""


BY_SEATS = {
    ("journeyman", 1): Strength(blur=15.0, faith=0.5),
    ("artisan", 1): Strength(blur=7.0, faith=0.5),
    ("master", 1): Strength(blur=2.0, faith=0.75),
    ("legend", 1): Strength(budget=Budget(simulations=20, milliseconds=4500, cores=2), beyond=-1),
}
"""(level, seats): where a level plays otherwise."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays with so many seats."""
    return BY_SEATS.get((level, seats)) or LEVELS[level]
