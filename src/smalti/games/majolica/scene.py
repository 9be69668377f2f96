"""The picture of Majolica: grid, display, City Hall, benches, missions, and the click paths of the legal moves.

Panels: `grid`, `display`, `hall`, `bench-SEAT` (the own one large), `missions`, and `actions` with what is chosen by
words. Each part of the picture has its own file: table.py, bench.py, card_art.py, actions.py; paths.py has the paths.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.actions import WIDTH, actions
from smalti.games.majolica.bench import bench
from smalti.games.majolica.components import MISSIONS
from smalti.games.majolica.labels import labels
from smalti.games.majolica.moves import ACTION_COUNT
from smalti.games.majolica.paths import gain, ghost, paths
from smalti.games.majolica.rules import actors, legal_moves
from smalti.games.majolica.state import has
from smalti.games.majolica.table import (
    DISPLAY_PANEL,
    GRID_PANEL,
    HALL_PANEL,
    display,
    grid,
    hall,
    missions,
    missions_size,
)
from smalti.games.majolica.tables.paper import CARD_SYMBOLS
from smalti.games.majolica.tables.room import BENCH, room_symbols
from smalti.games.majolica.tables.tiles import DEFS, STYLE
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import Choice, Panel, Scene
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

MARGIN, GAP = 26, 26
LEFT = max(GRID_PANEL[0], DISPLAY_PANEL[0])
RIGHT_X = MARGIN + LEFT + GAP
LARGE = 1.12


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat (its bench large, the others small) or for a spectator (all alike)."""
    moves = legal(state, seat)
    left = middle(state, moves, language)
    right = equal_benches(state, language) if seat == CHANCE else own_panels(state, seat, moves, language)
    panels = left + right
    if has(state, MISSIONS):
        panels.append(mission_panel(state, seat, language, left, right))
    width, height = extent(panels)
    return Scene(
        label=say(language, N_("Majolica: the table of {seats} potters"), {"seats": int(state.seats)}),
        width=width + MARGIN,
        height=height + MARGIN,
        panels=tuple(panels),
        choices=choices(state, seat, moves, language),
        defs=DEFS + CARD_SYMBOLS + room_symbols(int(state.edition)),
        style=STYLE,
    )


def legal(state: State, seat: int) -> list[int]:
    """The moves of the viewer, none for anybody who is not to choose now."""
    if seat == CHANCE or not actors(state) & bit(seat):
        return []
    moves = np.empty(ACTION_COUNT, np.int64)
    return [int(move) for move in moves[: legal_moves(state, seat, moves)]]


def extent(panels: list[Panel]) -> tuple[float, float]:
    """The right and the lower end of some panels."""
    return max(p.x + p.width * p.scale for p in panels), max(p.y + p.height * p.scale for p in panels)


# The sheet


def middle(state: State, moves: list[int], language: str) -> list[Panel]:
    """Grid, display and City Hall, the left column."""
    words = say(language, N_("the large tiles"))
    x = MARGIN + (LEFT - GRID_PANEL[0]) / 2
    y: float = MARGIN
    panels = [Panel("grid", words, *GRID_PANEL, grid(state, moves, language), x, y)]
    y += GRID_PANEL[1] + 14
    words = say(language, N_("the designs on display"))
    panels.append(Panel("display", words, *DISPLAY_PANEL, display(state, language), MARGIN, y))
    y += DISPLAY_PANEL[1] + 14
    words = say(language, N_("the City Hall"))
    panels.append(Panel("hall", words, *HALL_PANEL, hall(state, language), MARGIN, y))
    return panels


def mission_panel(state: State, viewer: int, language: str, left: list[Panel], right: list[Panel]) -> Panel:
    """The missions where there is room: below the own bench alone, beside the other one of two, else on the left."""
    width, height = missions_size(state)
    x, y, scale = float(MARGIN), extent(left)[1] + 14, 1.0
    if viewer != CHANCE and int(state.seats) == 1:
        x, y = RIGHT_X, extent(right)[1] + GAP
    elif viewer != CHANCE and int(state.seats) == 2:
        other = right[-1]
        x, y = other.x + other.width * other.scale + GAP, other.y
        scale = (extent(right)[0] - x) / width
    words, body = say(language, N_("the missions")), missions(state, viewer, language)
    return Panel("missions", words, width, height, body, x, y, scale)


def bench_panel(state: State, seat: int, viewer: int, language: str, x: float, y: float, scale: float) -> Panel:
    """The bench of one seat."""
    words = say(language, N_("the bench of {name}"), {"name": SeatName(seat)})
    return Panel(f"bench-{seat}", words, *BENCH, bench(state, seat, viewer, language), x, y, scale)


def equal_benches(state: State, language: str) -> list[Panel]:
    """All benches alike, for a spectator."""
    seats = int(state.seats)
    scale = LARGE if seats < 3 else 0.9
    across = 1 if seats < 3 else 2
    step_x, step_y = BENCH[0] * scale + GAP, BENCH[1] * scale + GAP
    places = [(RIGHT_X + n % across * step_x, MARGIN + n // across * step_y) for n in range(seats)]
    return [bench_panel(state, n, CHANCE, language, x, y, scale) for n, (x, y) in enumerate(places)]


def own_panels(state: State, seat: int, moves: list[int], language: str) -> list[Panel]:
    """The own bench large, what is asked below it, then the others small in turn order."""
    panels = [bench_panel(state, seat, seat, language, RIGHT_X, MARGIN, LARGE)]
    buttons, height = actions(state, seat, moves, language)
    if buttons:
        y = extent(panels)[1] + GAP
        panels.append(Panel("actions", say(language, N_("what you may do")), WIDTH, height, buttons, RIGHT_X, y))
    y = extent(panels)[1] + GAP
    others = int(state.seats) - 1
    across = max(2, others)
    scale = (BENCH[0] * LARGE - (across - 1) * GAP) / across / BENCH[0]
    for n in range(others):
        x = RIGHT_X + n * (BENCH[0] * scale + GAP)
        panels.append(bench_panel(state, (seat + n + 1) % int(state.seats), seat, language, x, y, scale))
    return panels


# The moves


def choices(state: State, seat: int, moves: list[int], language: str) -> tuple[Choice, ...]:
    """Every legal move of the viewer, with its ways to be clicked."""
    known = frozenset(moves)
    return tuple(
        Choice(move, words, paths(state, seat, move, known), ghost(state, seat, move), gain(state, seat, move))
        for move, words in zip(moves, labels(state, seat, moves, language), strict=True)
    )
