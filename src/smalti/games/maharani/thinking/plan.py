"""How to search Maharani: settings picked by hand and tried in few games (docs/strength.md)."""

from __future__ import annotations

from smalti.kernel.thinking import Plan

PLAN = Plan(denial=1.0, explore=2.0, doubt=2.0, effort=150, ahead=1, trust=1.0)


def plan_for(seats: int) -> Plan:
    """The settings, alike with any number of seats."""
    return PLAN
