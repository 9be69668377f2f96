"""How to search Majolica: settings picked by hand and tried in few games (docs/strength.md)."""

from __future__ import annotations

from smalti.kernel.thinking import Plan

PLAN = Plan(denial=1.0, explore=0.4, doubt=0.6, effort=2000, ahead=1, trust=1.0, beyond_chance=0, horizon=4)
ALONE = PLAN._replace(explore=1.2, doubt=1.2)


def plan_for(seats: int) -> Plan:
    """The settings with so many seats."""
    return ALONE if seats == 1 else PLAN
