"""How to search each game: settings picked by hand and tried in few games (docs/strength.md)."""

from __future__ import annotations

from smalti.bots.search.room import Plan

PLANS = {
    "mosaix": Plan(denial=1.0, explore=2.0, doubt=3.0, effort=400, ahead=1, trust=1.0),
    "maharani": Plan(denial=1.0, explore=2.0, doubt=2.0, effort=150, ahead=1, trust=1.0),
    "majolica": Plan(denial=0.5, explore=0.4, doubt=0.6, effort=2000, ahead=1, trust=1.0, beyond_chance=0, horizon=4),
}
TABLES = {("majolica", 1): PLANS["majolica"]._replace(explore=0.6)}
"""(game, seats): where the settings differ."""
OTHER_GAMES = Plan(denial=1.0, explore=2.0, doubt=2.0, effort=200, ahead=1, trust=1.0)


def plan_for(game: str, seats: int) -> Plan:
    """The settings for a game with so many seats."""
    return TABLES.get((game, seats)) or PLANS.get(game, OTHER_GAMES)
