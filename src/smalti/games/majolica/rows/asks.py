"""What is to be decided, from click to click, where to look for it, and which clauses explain it."""

from __future__ import annotations

import numpy as np

from smalti.games.majolica import phases
from smalti.games.majolica.components import MISSIONS
from smalti.games.majolica.rows import kinds, places
from smalti.games.majolica.rows.offers import is_kept
from smalti.games.majolica.rules import actors
from smalti.games.majolica.state import CARD_DUE, NONE, ORDER_DUE, TILES_DUE, has, is_solo
from smalti.games.majolica.workshops import overflowing
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import ask, explain
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, Sheet, State

QUESTIONS = {
    phases.START_CARD: kinds.ASK_START_CARD,
    phases.PICK: kinds.ASK_PICK,
    phases.TAKE: kinds.ASK_TAKE,
    phases.STORE: kinds.ASK_STORE,
    phases.PUT: kinds.ASK_PUT,
    phases.EXCESS: kinds.ASK_EXCESS,
    phases.RUN: kinds.ASK_RUN,
    phases.DELIVER: kinds.ASK_DELIVER,
    phases.FRAGMENT: kinds.ASK_FRAGMENT,
    phases.BONUS: kinds.ASK_BONUS,
    phases.BONUS_AFTER: kinds.ASK_BONUS_AFTER,
}
PARTS = {
    TILES_DUE: kinds.ASK_TILES,
    CARD_DUE: kinds.ASK_CARD,
    ORDER_DUE: kinds.ASK_ORDER,
    TILES_DUE | CARD_DUE: kinds.ASK_TILE_OR_CARD,
    TILES_DUE | ORDER_DUE: kinds.ASK_TILE_OR_ORDER,
}
NEXT_QUESTIONS = {phases.START_CARD: kinds.ASK_SLOT, phases.TAKE: kinds.ASK_WITH, phases.STORE: kinds.ASK_GIVEN_UP}
TAUGHT = {
    phases.START_CARD: (103, 204),
    phases.PICK: (1301, 1302),
    phases.TAKE: (401, 402, 403, 404, 405),
    phases.STORE: (1306,),
    phases.PLACE: (406, 501, 503, 601),
    phases.PUT: (705, 706),
    phases.EXCESS: (502,),
    phases.RUN: (605,),
    phases.DELIVER: (606, 607, 801),
    phases.FRAGMENT: (609,),
    phases.BONUS: (705, 706),
    phases.BONUS_AFTER: (705, 706),
}
MOST_TAUGHT = 5


def _by_phase(values: dict[int, int]) -> Numbers:
    return np.array([values.get(phase, NONE) for phase in range(phases.OVER + 1)], np.int64)


QUESTION = _by_phase(QUESTIONS)
NEXT_QUESTION = _by_phase(NEXT_QUESTIONS)
"""[phase]: what is asked before and after the first click."""
PART: Numbers = np.array([PARTS.get(due, NONE) for due in range(8)], np.int64)
"""[due]: what is asked while the parts of a choice are carried out."""
CLAUSES: Numbers = np.array(
    [[*TAUGHT.get(phase, ()), *[0] * (MOST_TAUGHT - len(TAUGHT.get(phase, ())))] for phase in range(phases.OVER + 1)],
    np.int64,
)
"""[phase, n]: the clauses that explain a decision, then zeros."""


@kernel
def asks(view: State, seat: int, rows: Sheet) -> None:
    """What this actor is asked, and where to look."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    phase = int(view.phase)
    workshop = overflowing(view, seat) if phase == phases.EXCESS else int(view.running)
    ask(rows, question(view), 0, workshop + 1, focus(view, seat))
    if next_question(view, seat) != NONE:
        ask(rows, next_question(view, seat), 1, 0, focus(view, seat))
    look_around(view, seat, rows)
    if phase == phases.TAKE and is_solo(view):
        explain(rows, 1403)
        return
    for n in range(MOST_TAUGHT):
        if int(CLAUSES[phase, n]):
            explain(rows, int(CLAUSES[phase, n]))


@kernel
def question(view: State) -> int:
    """What is asked before any click."""
    phase = int(view.phase)
    if phase == phases.PLACE:
        return int(PART[int(view.due)])
    if phase == phases.TAKE and is_solo(view):
        return kinds.ASK_TAKE_ALONE
    if phase == phases.DELIVER and int(view.delivered):
        return kinds.ASK_FURTHER
    return int(QUESTION[phase])


@kernel
def next_question(view: State, seat: int) -> int:
    """What is asked after the first click, where a move has more than one."""
    phase = int(view.phase)
    if phase == phases.PLACE:
        return kinds.ASK_WHERE
    if phase == phases.FRAGMENT and is_kept(view, seat):
        return kinds.ASK_MISSION_OR_SUPPLY
    if phase == phases.BONUS:
        return kinds.ASK_GIVEN_UP
    return int(NEXT_QUESTION[phase])


@kernel
def focus(view: State, seat: int) -> int:
    """The panel where the decision is made."""
    phase = int(view.phase)
    if phase == phases.TAKE:
        return places.GRID_PANEL
    return places.MISSIONS_PANEL if phase == phases.PICK else places.BENCH_PANEL + seat


@kernel
def look_around(view: State, seat: int, rows: Sheet) -> None:
    """Further panels that matter now."""
    phase = int(view.phase)
    if phase in (
        phases.START_CARD,
        phases.TAKE,
        phases.STORE,
        phases.PLACE,
        phases.FRAGMENT,
        phases.BONUS,
        phases.BONUS_AFTER,
        phases.DELIVER,
    ):
        ask(rows, NONE, 0, 0, places.ACTIONS_PANEL)
    if phase == phases.TAKE:
        ask(rows, NONE, 0, 0, places.BENCH_PANEL + seat)
    if phase == phases.TAKE or (phase == phases.PLACE and int(view.due) & CARD_DUE):
        ask(rows, NONE, 0, 0, places.DISPLAY_PANEL)
    if has(view, MISSIONS) and phase in (phases.STORE, phases.FRAGMENT):
        ask(rows, NONE, 0, 0, places.MISSIONS_PANEL)
