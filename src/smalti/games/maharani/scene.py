"""The picture of Maharani, and the click paths of the legal moves.

Panels: `floor` the board with the rondel, `player-0` ... a card for each seat, `bag` what may still come,
`actions` the buttons of the viewer whose turn it is. The ids are named in floor, rondel and table.
"""

from __future__ import annotations

from smalti.games.maharani.choices import choices, legal, several_ways
from smalti.games.maharani.floor import floor_panel
from smalti.games.maharani.moves import END, REFRESH, decode_worker, is_worker
from smalti.games.maharani.reasons import moving_from
from smalti.games.maharani.state import OVER
from smalti.games.maharani.table import (
    BAG,
    CARD,
    GAP,
    ROW,
    WIDTH,
    arrow_buttons,
    bag_panel,
    button,
    player_panel,
    worker_button,
)
from smalti.games.maharani.tables.art import DEFS, STYLE
from smalti.games.maharani.tables.floor import SIZE
from smalti.kernel.scene import Panel, Scene, text
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

MARGIN = 20


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat or a spectator: the floor, and beside it players, bag and buttons."""
    moves = legal(state, seat)
    floor = floor_panel(state, language, MARGIN, MARGIN)
    x, y = MARGIN + SIZE + MARGIN, float(MARGIN)
    rail = []
    for one in range(int(state.seats)):
        rail.append(player_panel(state, one, seat, language, x, y))
        y += CARD + GAP
    rail.append(bag_panel(state, language, x, y))
    rail += actions_panel(state, seat, language, moves, x, y + BAG + GAP)
    return Scene(
        label=title(state, language),
        width=x + WIDTH + MARGIN,
        height=max(SIZE + MARGIN, *(p.y + p.height for p in rail)) + MARGIN,
        panels=(floor, *rail),
        choices=choices(state, seat, language, moves),
        defs=DEFS,
        style=STYLE,
    )


def title(state: State, language: str) -> str:
    """Whose turn it is."""
    if int(state.phase) == OVER:
        return say(language, N_("Maharani: the game is over"))
    return say(language, N_("Maharani: {name} to play"), {"name": SeatName(int(state.active))})


def actions_panel(state: State, seat: int, language: str, moves: list[int], x: float, y: float) -> list[Panel]:
    """The buttons for what is no place on the board; no panel if there are none."""
    rows, top = [], 0.0
    if several_ways(moves):
        rows.append(text(4, 16, say(language, N_("Where the arrow points")), class_="title", font_size=15))
        rows.append(arrow_buttons(state, seat, language, 22))
        top = 90
    for move in moves:
        if is_worker(move):
            worker = decode_worker(move)
            rows.append(worker_button(state, worker, moving_from(state, worker) is not None, language, top))
            top += ROW + 6
    for move, name, words in ((END, "end", N_("End the turn")), (REFRESH, "refresh", N_("Refresh your markers"))):
        if move in moves:
            rows.append(button(name, say(language, words), 0, top, WIDTH))
            top += ROW + 6
    return [Panel("actions", say(language, N_("your choices")), WIDTH, top, "".join(rows), x, y)] if rows else []
