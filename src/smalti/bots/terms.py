"""The parts of each evaluation, by name: they add up to what it expects of a seat, and say what a move is for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from smalti.bots.evaluations import EVALUATIONS, maharani, majolica, mosaix
from smalti.bots.evaluations.mosaix_patterns import new_notes, note_regions, total
from smalti.games.maharani import state as maharani_state
from smalti.games.majolica import scoring as majolica_scoring
from smalti.games.majolica import state as majolica_state
from smalti.games.majolica.missions import mission_points
from smalti.games.mosaix.components import GRID, SYMBOL_COUNT
from smalti.games.mosaix.scoring import symbol_points
from smalti.games.mosaix.state import OVER, is_solo
from smalti.kernel.game import Game
from smalti.kernel.state import State
from smalti.kernel.words import N_

Terms = dict[str, float]

AREAS, GROUPS, ROOM, SCALE = N_("areas"), N_("groups that can become areas"), N_("room kept open"), N_("the scale")
GOLD, PAY, MARKERS = N_("gold at once"), N_("workers who will be paid"), N_("action markers kept face up")
POINTS, DESIGNS, WORKSHOPS = N_("points at once"), N_("designs on the way"), N_("workshops close to running")
MISSION, OTHERS = N_("the mission"), N_("less for the others")
CHAINS, LATER = N_("room beside the own workers"), N_("turns still to come")
PATTERNS = N_("patterns that did well in many games")


def mosaix_terms(state: State, seat: int) -> Terms:
    """Areas there are, what groups add, room, the scale, and what was learned; agrees with `mosaix.seat_value`."""
    cells = [int(state.marks[seat, s]) | mosaix.pending(state, seat, s) for s in range(SYMBOL_COUNT)]
    areas = float(sum(map(symbol_points, cells)))
    solo = is_solo(state)
    if int(state.phase) == OVER:
        return {AREAS: areas, SCALE: float(state.scale) if solo else 0.0}
    found = new_notes()
    room = mosaix.FREE_CELL * note_regions(GRID & ~(cells[0] | cells[1] | cells[2]), 0, found)
    scale = mosaix.LOST_CELL * int(state.scale) if solo else 0.0
    promised = float(mosaix.note(state, seat, found))
    weights = EVALUATIONS["mosaix"].weights()
    return {
        AREAS: areas,
        GROUPS: promised - areas - room - scale,
        ROOM: room,
        SCALE: scale,
        PATTERNS: float(total(weights, found)) if len(weights) else 0.0,
    }


def maharani_terms(state: State, seat: int) -> Terms:
    """Gold, workers, groups, markers and turns to come; agrees with `maharani.evaluate`."""
    gold = float(state.gold[seat])
    if int(state.phase) == maharani_state.OVER:
        return {GOLD: gold}
    weights = EVALUATIONS["maharani"].weights()
    found = {
        GOLD: gold,
        PAY: maharani.workers_ahead(state, seat, weights),
        CHAINS: maharani.groups_ahead(state, seat, weights),
        MARKERS: maharani.markers_ahead(state, seat, weights),
        LATER: maharani.turns_ahead(state, seat, weights),
    }
    return found | {PAY: found[PAY] + maharani.ahead(state, seat, weights) - maharani.outlook(state, seat, weights)}


def majolica_terms(state: State, seat: int) -> Terms:
    """Points, designs, workshops, the mission and turns to come; agrees with `majolica.evaluate`."""
    points = float(majolica_scoring.design_points(state, seat) + majolica_scoring.token_points(state, seat))
    if int(state.phase) == majolica_state.OVER:
        return {POINTS: points, MISSION: float(mission_points(state, seat))}
    weights = EVALUATIONS["majolica"].weights()
    return {
        POINTS: points,
        DESIGNS: majolica.designs_ahead(state, seat, weights),
        WORKSHOPS: majolica.workshops_ahead(state, seat, weights),
        MISSION: float(mission_points(state, seat)) + majolica.mission_ahead(state, seat),
        LATER: majolica.turns_ahead(state, seat, weights),
    }


TERMS: dict[str, Callable[[State, int], Terms]] = {
    "mosaix": mosaix_terms,
    "maharani": maharani_terms,
    "majolica": majolica_terms,
}


def terms_of(game: Game) -> Callable[[State, int], Terms]:
    """The parts of a game's evaluation; its points as they stand where nobody has named any."""
    return TERMS.get(game.name) or partial(points_alone, game)


def points_alone(game: Game, state: State, seat: int) -> Terms:
    """All points as one part."""
    points = np.zeros(int(state.seats), np.int64)
    game.rules.scores(state, points)
    return {POINTS: float(points[seat])}
