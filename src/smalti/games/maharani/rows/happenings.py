"""What a move or an outcome does, in order: heads that speak, and under each the rows that act."""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.moves import END, FIRST_WORKER, PLACES_OF_SLOT
from smalti.games.maharani.rows import kinds
from smalti.games.maharani.rows.draws import tell_chance, tell_out, tell_start
from smalti.games.maharani.rows.looks import (
    COLUMN_LOOK,
    FIGURE_LOOK,
    PROMISE_LOOK,
    PROSPECT_LOOK,
    marker_look,
    tile_look,
)
from smalti.games.maharani.rows.pieces import (
    COLUMN,
    FLOOR_TILE,
    MARKER,
    PROMISE,
    PROSPECT,
    RONDEL_TILE,
    STOCK,
    figure_of,
    left_the_game,
    pawn,
    peg,
)
from smalti.games.maharani.rows.places import (
    BOX,
    JOINT,
    JOINT_AT,
    JOINT_SPACES,
    LYING,
    MARKER_AT,
    PROMISE_AT,
    PROSPECT_AT,
    SPACE,
    STAND,
    lying,
)
from smalti.games.maharani.rows.refusals import is_full
from smalti.games.maharani.rows.turning import (
    Four,
    stood,
    stood_with,
    tell_court_marker,
    tell_gold,
    tell_turn_end,
)
from smalti.games.maharani.rules import apply, apply_outcome, home_quarter, joined, standing, workers_due
from smalti.games.maharani.scoring import connected
from smalti.games.maharani.state import NONE, START, WORKER, occupied, side_of, supply, tile_colour
from smalti.kernel.compiling import kernel
from smalti.kernel.game import CHANCE
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State


@kernel
def happens(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    """Carries a legal move or an outcome out, as the rules do, and tells what it does; the same to all eyes.

    The rules are called in one place, for each place more would be compiled anew.
    """
    told.n = 0
    was, starts, before = int(state.active), int(state.phase) == START, stood(state)
    if by == CHANCE:
        tell_chance(state, move, told)
        apply_outcome(state, move)
    else:
        before = stood_after(state, move)
        lay, markers, seconds = tiles_on(state), int(state.markers[by]), int(state.seconds[by])
        tell_move(state, by, move, told)
        apply(state, by, move)
        tell_effects(state, by, move, markers, seconds, told)
        tell_centres(state, by, move, lay, told)
    if starts:
        tell_start(state, was, told)
    else:
        tell_turn_end(state, before, was, told)


@kernel
def tell_move(state: State, seat: int, move: int, told: Sheet) -> None:
    """What a seat does, told from the position before."""
    if move < FIRST_WORKER:
        tell_tile(state, seat, move, told)
    elif move < END:
        tell_worker(state, seat, move - FIRST_WORKER, told)
    elif move == END:
        said(told, kinds.ENDS_TURN, seat, 0, 703)
    else:
        said(told, kinds.REFRESHES, seat, 0, 304)


@kernel
def tell_effects(state: State, seat: int, move: int, markers: int, seconds: int, told: Sheet) -> None:
    """What it brought, told from the position after: gold, a worker that is due, turned markers, a price."""
    space = move % PLACES_OF_SLOT // components.ARROWS
    if move < FIRST_WORKER:
        tell_area(state, seat, space, told)
        tell_due(state, seat, told)
    turned = markers ^ int(state.markers[seat])
    while turned:
        tell_marker(seat, lowest(turned), markers & bit(lowest(turned)) == 0, told)
        turned &= turned - 1
    if move < FIRST_WORKER and is_full(state, int(components.QUARTER_OF[int(state.plan), space])):
        said(told, kinds.FILLS, seat, 0, 901)
    if int(state.seconds[seat]) > seconds:
        tell_gold(told, kinds.COSTS, seat, NOWHERE, NONE, -components.SECOND_TILE, 702)


@kernel
def stood_after(state: State, move: int) -> Four:
    """Where the workers will stand once this move is made, before anybody goes home."""
    if FIRST_WORKER <= move < END:
        return stood_with(state, move - FIRST_WORKER, int(state.duty))
    return stood(state)


@kernel
def tell_marker(seat: int, quarter: int, up: bool, told: Sheet) -> None:
    """Rules 3.4 and 4.3: an action marker is turned, on the card and in the court."""
    kind, clause = (kinds.FLIPS_UP, 304) if up else (kinds.FLIPS_DOWN, 403)
    at, look = seat * components.QUARTER_COUNT + quarter, marker_look(quarter, up)
    place = MARKER_AT + at
    tell(told, kind, seat, MARKER + at, place, place, look, 0, quarter, NONE, clause)
    tell_court_marker(quarter, up, told)


# A tile


@kernel
def tiles_on(state: State) -> Four:
    """The tiles on the rondel."""
    return int(state.rondel[0]), int(state.rondel[1]), int(state.rondel[2]), int(state.rondel[3])


@kernel
def tell_tile(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 4.1 and 4.5: a tile goes from the rondel to the floor, and its halves complete columns."""
    slot, space, arrow = move // PLACES_OF_SLOT, move % PLACES_OF_SLOT // components.ARROWS, move % components.ARROWS
    plan, tile, taken = int(state.plan), int(state.rondel[slot]), occupied(state)
    source, target = LYING + home_quarter(state, seat, slot), SPACE + space
    quarter = int(components.QUARTER_OF[plan, space])
    tell(told, kinds.PLACES, seat, NONE, NOWHERE, target, tile // components.FACE_COUNT, arrow, slot + 1, quarter, 401)
    renamed(told, kinds.LAYS, seat, RONDEL_TILE + slot, FLOOR_TILE + space, source, target, tile_look(tile, arrow))
    for way in range(components.ARROWS):
        joint = int(JOINT_AT[plan, space, way])
        if joint != NONE and int(JOINT_SPACES[plan, joint]) & taken:
            moved(told, kinds.RISES, NONE, COLUMN + joint, NOWHERE, JOINT + joint, COLUMN_LOOK)


@kernel
def tell_area(state: State, seat: int, space: int, told: Sheet) -> None:
    """Rules 5.1 and 5.2: the gold of the new tile."""
    colour = tile_colour(state, space)
    size = connected(state, space, int(state.tiles[colour]))
    tell_gold(told, kinds.EARNS_AREA, seat, SPACE + space, colour, size, 502 if size > 1 else 501)


@kernel
def tell_due(state: State, seat: int, told: Sheet) -> None:
    """Section 6: the worker that will come, and what it will bring at least; the price that waits for it."""
    if int(state.phase) != WORKER:
        return
    space = int(state.duty)
    due, least, kind = workers_due(state, seat, space), 0, kinds.WORKER_CHOSEN
    if due & (due - 1) == 0:
        kind = kinds.WORKER_MOVES if standing(state, lowest(due), space) else kinds.NEW_WORKER
    while due:
        worker = lowest(due)
        due &= due - 1
        size = connected(state, space, joined(state, worker, space))
        least = size if least == 0 or size < least else least
    said(told, kind, seat, least, 601)
    if int(state.placed) == 2:
        said(told, kinds.WILL_COST, seat, -components.SECOND_TILE, 702)


@kernel
def tell_centres(state: State, seat: int, move: int, lay: Four, told: Sheet) -> None:
    """Rule 8.3: once no centre space is free, centre tiles leave the rondel."""
    gone, placed = 0, move // PLACES_OF_SLOT
    for slot in range(components.SLOTS):
        if slot != placed and lay[slot] != int(state.rondel[slot]):
            gone += 1
    if gone == 0:
        return
    side = side_of(state, seat)
    said(told, kinds.CENTRES_LEAVE, NONE, gone, 803)
    for slot in range(components.SLOTS):
        if slot != placed and lay[slot] != int(state.rondel[slot]):
            look = tile_look(lay[slot], side)
            moved(told, kinds.LEAVES, NONE, RONDEL_TILE + slot, LYING + lying(side, slot), BOX, look)
    tell_out(told, left_the_game(state) - gone, gone, NOWHERE)


# A worker


@kernel
def tell_worker(state: State, seat: int, worker: int, told: Sheet) -> None:
    """Section 6: a worker walks to the new tile, or comes from the supply, and earns."""
    space = int(state.duty)
    origin, figure = standing(state, worker, space), figure_of(state, worker, space)
    target, look = STAND + space, FIGURE_LOOK + worker
    if origin:
        start = lowest(origin)
        tell(told, kinds.MOVES_WORKER, seat, NONE, SPACE + start, SPACE + space, worker, 0, 0, NONE, 604)
        moved(told, kinds.WALKS, seat, figure, STAND + start, target, look)
    else:
        left = supply(state, worker) - 1
        tell(told, kinds.PLACES_WORKER, seat, NONE, NOWHERE, SPACE + space, worker, 0, 0, NONE, 603)
        renamed(told, kinds.COMES, seat, pawn(worker, left), figure, peg(worker, left), target, look)
        counted(told, kinds.STOCKS, seat, STOCK + worker, NOWHERE, NONE, -1, NONE)
        tell_prospect(state, seat, worker, int(components.QUARTER_OF[int(state.plan), space]), told)
    size = connected(state, space, joined(state, worker, space))
    tell_gold(told, kinds.EARNS_GROUP, seat, target, worker, size, 606)


@kernel
def tell_prospect(state: State, seat: int, worker: int, quarter: int, told: Sheet) -> None:
    """Rule 9.2: one worker more in a quarter, and what they would be paid there now."""
    there = count(int(state.workers[worker]) & int(components.QUARTER_SPACES[int(state.plan), quarter]))
    at, more = worker * components.QUARTER_COUNT + quarter, int(components.PAY[there + 1]) - int(components.PAY[there])
    if there:
        counted(told, kinds.STANDS, seat, PROSPECT + at, NOWHERE, NONE, 1, NONE)
        counted(told, kinds.EXPECTS, seat, PROMISE + at, NOWHERE, NONE, more, NONE)
    else:
        look = PROSPECT_LOOK + worker
        tell(told, kinds.STANDS_FIRST, seat, PROSPECT + at, NOWHERE, PROSPECT_AT + at, look, 0, 1, NONE, NONE)
        tell(told, kinds.EXPECTS_FIRST, seat, PROMISE + at, NOWHERE, PROMISE_AT + at, PROMISE_LOOK, 0, more, NONE, NONE)
