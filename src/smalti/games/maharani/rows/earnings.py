"""Where the gold of a seat came from, line by line."""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.rows import kinds
from smalti.games.maharani.state import colours_each, first_colour
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, NOWHERE, tell
from smalti.kernel.state import Sheet, State


@kernel
def earns(state: State, seat: int, told: Sheet) -> None:
    """Every source of a seat's gold."""
    told.n = 0
    for colour in range(components.COLOUR_COUNT):
        earns_areas(state, seat, colour, told)
    first = first_colour(state, seat)
    for worker in range(first, first + colours_each(state)):
        earns_groups(state, seat, worker, told)
    for worker in range(first, first + colours_each(state)):
        earns_pays(state, seat, worker, told)
    times = int(state.seconds[seat])
    if times:
        kind = kinds.SECOND_TILES if times == 1 else kinds.SECOND_TILES_AGAIN
        line(told, kind, seat, NONE, times, -times * components.SECOND_TILE, NONE, 702)


@kernel
def line(told: Sheet, kind: int, seat: int, look: int, times: int, gold: int, of: int, clause: int) -> None:
    """One line: the gold, the colour, how often, and the size or the quarter."""
    tell(told, kind, seat, NONE, NOWHERE, NOWHERE, look, times, gold, of, clause)


@kernel
def earns_areas(state: State, seat: int, colour: int, told: Sheet) -> None:
    """Rules 5.1 and 5.2: the tiles of a colour."""
    for n in range(components.LARGEST_AREA):
        times, size = int(state.areas[seat, colour, n]), n + 1
        if times:
            once, again = (kinds.LONE_TILE, kinds.LONE_TILE_AGAIN) if size == 1 else (kinds.AREA, kinds.AREA_AGAIN)
            line(
                told, once if times == 1 else again, seat, colour, times, times * size, size, 501 if size == 1 else 502
            )


@kernel
def earns_groups(state: State, seat: int, worker: int, told: Sheet) -> None:
    """Rule 6.6: the workers of a colour as they came."""
    for n in range(components.LARGEST_GROUP):
        times, size = int(state.groups[worker, n]), n + 1
        if times:
            once, again = (
                (kinds.LONE_WORKER, kinds.LONE_WORKER_AGAIN) if size == 1 else (kinds.GROUP, kinds.GROUP_AGAIN)
            )
            line(told, once if times == 1 else again, seat, worker, times, times * size, size, 606)


@kernel
def earns_pays(state: State, seat: int, worker: int, told: Sheet) -> None:
    """Rule 9.2: the pay of a colour in each quarter."""
    for quarter in range(components.QUARTER_COUNT):
        paid = int(state.pays[worker, quarter])
        if paid:
            kind = kinds.PAID_ONE if paid == 1 else kinds.PAID
            line(told, kind, seat, worker, paid, int(components.PAY[paid]), quarter, 902)
