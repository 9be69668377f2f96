"""The score of a seat, line by line with its places."""

from __future__ import annotations

from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import BLOOM_POINTS, CARD_POINTS, MISSION_N, ONE_POINTS, TILES_PER_POINT
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.rows import kinds, places
from smalti.games.majolica.rows.places import at_bench, finished_at, index_in, slot_at
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, lies, tell
from smalti.kernel.sets import lowest
from smalti.kernel.state import Sheet, State


@kernel
def earns(view: State, seat: int, told: Sheet) -> None:
    """Sections 10 and 13: a line for each card, for the tokens, and for the mission."""
    told.n = 0
    earns_designs(view, seat, told)
    edition, ones, blooms = int(view.edition), int(view.ones[seat]), int(view.bloom[seat])
    if ones:
        points = ones * int(ONE_POINTS[edition, 0])
        line(told, kinds.SCORES_ONES, seat, points, ones, 0, NONE, 1003, at_bench(seat, places.ONES))
    if blooms:
        points = blooms * int(BLOOM_POINTS[edition, 0])
        line(told, kinds.SCORES_BLOOM, seat, points, blooms, 0, NONE, 1101, at_bench(seat, places.BLOOMS))
    mission = int(view.mission[seat])
    if mission != NONE:
        points, goal = mission_points(view, seat), int(MISSION_N[edition, mission])
        far = reached(view, seat, mission)
        line(told, kinds.SCORES_MISSION, seat, points, mission, far, goal, 1302, places.MISSION + seat)


@kernel
def line(
    told: Sheet, kind: int, seat: int, points: int, of: int, turn: int, look: int, clause: int, place: int
) -> None:
    """One line and its place."""
    tell(told, kind, seat, NONE, NOWHERE, NOWHERE, look, turn, points, of, clause)
    lies(told, kinds.LIES, place)


@kernel
def earns_designs(view: State, seat: int, told: Sheet) -> None:
    """Rules 10.1 and 10.2: finished designs, then those in the slots."""
    edition, done = int(view.edition), int(view.finished[seat])
    while done:
        card = lowest(done)
        done &= done - 1
        place = finished_at(seat, index_in(int(view.finished[seat]), card))
        line(told, kinds.SCORES_DESIGN, seat, int(CARD_POINTS[edition, card]), card + 1, 0, NONE, 1001, place)
    for slot in range(SLOTS):
        card, tiles = int(view.slots[seat, slot]), tiles_on(view, seat, slot)
        if card != NONE:
            points = tiles // int(TILES_PER_POINT[edition, 0])
            line(told, kinds.SCORES_UNFINISHED, seat, points, card + 1, tiles, NONE, 1002, slot_at(seat, slot))
