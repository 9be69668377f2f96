"""How to search each game: settings picked by hand and tried in few games; matches between them are still to come."""

from __future__ import annotations

from smalti.bots.search.room import Plan

PLANS = {
    "mosaix": Plan(denial=0.0, explore=2.0, doubt=3.0, effort=400, ahead=1, trust=1.0),
    "maharani": Plan(denial=1.0, explore=2.0, doubt=2.0, effort=150, ahead=1, trust=1.0),
    "majolica": Plan(denial=1.0, explore=0.6, doubt=0.6, effort=200, ahead=1, trust=1.0),
}


def plan_for(game: str, seats: int) -> Plan:  # noqa: ARG001 - the settings may differ by the number of seats
    """The settings for a game with so many seats. What all seats may still expect alike cancels out where a seat goes
    for its lead over the best other."""
    return PLANS[game]
