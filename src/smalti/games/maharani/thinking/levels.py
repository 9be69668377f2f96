"""How well each level plays Maharani."""

from __future__ import annotations

from smalti.kernel.thinking import Budget, Strength

QUICKLY, PATIENTLY = 200_000, 1_000_000
"""So many steps of lines to the end are tried at most, in less than a tenth and half a second."""
LEVELS = {
    "novice": Strength(blur=10.0),
    "apprentice": Strength(blur=5.0),
    "journeyman": Strength(blur=2.5),
    "artisan": Strength(budget=Budget(simulations=25, milliseconds=900)),
    "master": Strength(budget=Budget(simulations=200, milliseconds=900), exact=QUICKLY),
    "legend": Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), ahead=6, exact=PATIENTLY),
    "legend-1": Strength(budget=Budget(simulations=1000, milliseconds=4500, cores=2), ahead=6),
}
"""The simulations keep a level the same on every machine that is fast enough; the time is what a person waits."""
BY_SEATS = {
    ("legend", 2): Strength(budget=Budget(simulations=1600, milliseconds=4500, cores=2), ahead=3, exact=PATIENTLY),
    ("legend", 4): Strength(budget=Budget(simulations=1800, milliseconds=4500, cores=2), ahead=3, exact=PATIENTLY),
    ("artisan", 3): Strength(blur=1.0),
    ("artisan", 4): Strength(blur=1.0),
    ("master", 3): Strength(blur=0.3),
    ("master", 4): Strength(blur=0.3),
}
"""(level, seats): where a level plays otherwise."""


def strength_of(level: str, seats: int) -> Strength:
    """How a level plays with so many seats."""
    return BY_SEATS.get((level, seats)) or LEVELS[level]
