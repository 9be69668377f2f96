"""How well each level plays Maharani."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

LEVELS = {
    "apprentice": Strength(blur=3.0),
    "artisan": Strength(blur=1.0),
    "master": Strength(budget=Budget(simulations=100, milliseconds=900)),
    "legend": Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), ahead=6),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""
BY_SEATS = {("master", 3): Strength(blur=0.3), ("master", 4): Strength(blur=0.3)}
"""(level, seats): where a level plays otherwise."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays with so many seats."""
    return BY_SEATS.get((level, seats)) or LEVELS[level]
