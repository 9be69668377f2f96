"""Missions: which one a seat has, and whether it is fulfilled."""

from __future__ import annotations

from smalti.games.majolica.components import (
    MISSION_CARDS,
    MISSION_KIND,
    MISSION_N,
    MISSION_POINTS,
)
from smalti.games.majolica.editions import FRAGMENTED, OF_VALUE, PURPLES, TAKEN, TOGETHER, TOTAL, VALUES
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import count
from smalti.kernel.state import State


@kernel
def stores(state: State, seat: int, kind: int) -> bool:
    """Rules 13.4 and 13.6: whether the seat's mission is of the kind that collects tiles in this way."""
    mission = int(state.mission[seat])
    return mission != NONE and MISSION_KIND[int(state.edition), mission] == kind


@kernel
def reached(state: State, seat: int, mission: int) -> int:
    """Rules 13.3 to 13.10: how much of what the mission asks for the seat has."""
    edition = int(state.edition)
    kind = MISSION_KIND[edition, mission]
    finished = int(state.finished[seat])
    if kind == TOTAL:
        return count(finished)
    if kind in (FRAGMENTED, TAKEN):
        return count(int(state.stored[seat]))
    if kind == OF_VALUE:
        return count(finished & MISSION_CARDS[edition, mission, 0])
    if kind == VALUES:
        return values_finished(finished, edition, mission)
    if kind == PURPLES:
        return int(state.purples[seat])
    if kind == TOGETHER:
        return max(int(state.together[seat]), int(state.now) if seat == int(state.seat) else 0)
    return int(MISSION_N[edition, mission]) if int(state.leader) == seat else 0


@kernel
def values_finished(finished: int, edition: int, mission: int) -> int:
    """Rule 13.8: how many of the values that the mission names are among the finished designs."""
    found = 0
    for n in range(MISSION_N[edition, mission]):
        if finished & MISSION_CARDS[edition, mission, n]:
            found += 1
    return found


@kernel
def mission_points(state: State, seat: int) -> int:
    """Rule 13.2: the points of a fulfilled mission, nothing otherwise."""
    mission, edition = int(state.mission[seat]), int(state.edition)
    if mission == NONE or reached(state, seat, mission) < MISSION_N[edition, mission]:
        return 0
    return int(MISSION_POINTS[edition, mission])
