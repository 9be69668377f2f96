"""What is to be decided now, click by click, where to look for it, and which clauses explain it."""

from __future__ import annotations

from smalti.games.maharani.components import QUARTER_COUNT, SECOND_TILE
from smalti.games.maharani.rows import kinds
from smalti.games.maharani.rows.paths import is_actor, leaves_a_choice
from smalti.games.maharani.rows.places import ACTIONS, CARD, FLOOR, SPACE
from smalti.games.maharani.rows.refusals import is_full
from smalti.games.maharani.rules import can_place, can_refresh, standing, workers_due
from smalti.games.maharani.state import ALL_MARKERS, SECOND, WORKER, colours_each, first_colour
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, ask, explain
from smalti.kernel.sets import count
from smalti.kernel.state import Sheet, State


@kernel
def asks(state: State, seat: int, rows: Sheet) -> None:
    """What this actor is asked; nothing for anybody else."""
    rows.n = 0
    if not is_actor(state, seat):
        return
    if int(state.phase) == WORKER:
        ask_worker(state, seat, rows)
        explain_worker(state, seat, rows)
        return
    ask_tile(state, seat, rows)
    if int(state.phase) == SECOND:
        explain_second(state, seat, rows)
    else:
        explain_turn(state, seat, rows)


@kernel
def ask_worker(state: State, seat: int, rows: Sheet) -> None:
    """Section 6: a worker is due."""
    one = count(workers_due(state, seat, int(state.duty))) == 1
    ask(rows, kinds.ASKS_WORKER if one else kinds.ASKS_WHICH_WORKER, 0, SPACE + int(state.duty), ACTIONS)
    ask(rows, NONE, 0, 0, FLOOR)
    ask(rows, NONE, 0, 0, CARD + seat)


@kernel
def ask_tile(state: State, seat: int, rows: Sheet) -> None:
    """Sections 3 and 7: a tile, then its space, then its arrow; or one of the buttons."""
    if int(state.phase) == SECOND:
        kind = kinds.ASKS_SECOND if can_place(state, seat) else kinds.ASKS_END
    elif not can_place(state, seat):
        kind = kinds.ASKS_REFRESH
    else:
        kind = kinds.ASKS_TILE_OR_REFRESH if can_refresh(state, seat) else kinds.ASKS_TILE
    if not can_place(state, seat):
        ask(rows, kind, 0, 0, ACTIONS)
        return
    ask(rows, kind, 0, SECOND_TILE, FLOOR)
    ask(rows, kinds.ASKS_SPACE, 1, 0, FLOOR)
    if leaves_a_choice(state, seat):
        ask(rows, kinds.ASKS_ARROW, 2, 0, ACTIONS)


@kernel
def explain_worker(state: State, seat: int, rows: Sheet) -> None:
    """Sections 6 and 11: whether a worker comes or moves, and what it earns."""
    first, each, moving = first_colour(state, seat), colours_each(state), 0
    for worker in range(first, first + each):
        if standing(state, worker, int(state.duty)):
            moving += 1
    explain(rows, 601)
    if each == 1:
        explain(rows, 604 if moving else 603)
        if moving:
            explain(rows, 607)
        explain(rows, 606)
        return
    explain(rows, 1102 + moving)
    explain(rows, 1105)
    explain(rows, 606)
    if moving:
        explain(rows, 607)
    explain(rows, 902)


@kernel
def explain_second(state: State, seat: int, rows: Sheet) -> None:
    """Section 7: a second tile, or the end of the turn."""
    if not can_place(state, seat):
        explain(rows, 703)
        explain(rows, 801)
        explain(rows, 802)
        return
    explain(rows, 701)
    explain(rows, 702)
    explain(rows, 703)
    if is_any_full(state):
        explain(rows, 704)


@kernel
def explain_turn(state: State, seat: int, rows: Sheet) -> None:
    """Sections 3 to 6: where tiles may go, what the markers are for, what it earns."""
    if not can_place(state, seat):
        explain(rows, 303)
        explain(rows, 304)
        explain(rows, 408)
        return
    fresh = int(state.markers[seat]) == ALL_MARKERS
    explain(rows, 301 if fresh else 404)
    explain(rows, 402 if fresh else 304)
    if not fresh:
        explain(rows, 408 if is_any_full(state) else 403)
    explain(rows, 405)
    explain(rows, 502)
    explain(rows, 601)
    if fresh:
        explain(rows, 403)


@kernel
def is_any_full(state: State) -> bool:
    """Whether some quarter is full."""
    for quarter in range(QUARTER_COUNT):
        if is_full(state, quarter):
            return True
    return False
