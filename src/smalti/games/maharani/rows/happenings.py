"""What a move or an outcome does, in order: heads that speak, and under each the rows that act."""

from __future__ import annotations

from smalti.games.maharani.components import (
    ARROWS,
    FACE_COUNT,
    PAY,
    QUARTER_COUNT,
    QUARTER_OF,
    QUARTER_SPACES,
    SECOND_TILE,
    SLOTS,
)
from smalti.games.maharani.moves import END, FIRST_WORKER, PLACES_OF_SLOT
from smalti.games.maharani.rows.draws import tell_draw, tell_out, tell_start
from smalti.games.maharani.rows.kinds import (
    CENTRES_LEAVE,
    COMES,
    COSTS,
    EARNS_AREA,
    EARNS_GROUP,
    ENDS_TURN,
    EXPECTS,
    EXPECTS_FIRST,
    FILLS,
    FLIPS_DOWN,
    FLIPS_UP,
    LAYS,
    LEAVES,
    MOVES_WORKER,
    NEW_WORKER,
    PLACES,
    PLACES_WORKER,
    REFRESHES,
    RISES,
    STANDS,
    STANDS_FIRST,
    STOCKS,
    WALKS,
    WILL_COST,
    WORKER_CHOSEN,
    WORKER_MOVES,
)
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
    is_up,
    left_the_game,
    pawn,
    peg,
)
from smalti.games.maharani.rows.places import (
    BOX,
    JOINT,
    JOINT_AT,
    JOINTS,
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
from smalti.games.maharani.rules import apply, home_quarter, joined, standing, workers_due
from smalti.games.maharani.scoring import connected
from smalti.games.maharani.state import NONE, START, WORKER, occupied, side_of, supply
from smalti.kernel.compiling import kernel
from smalti.kernel.game import CHANCE
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State


@kernel
def happens(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    """Carries a legal move or an outcome out, as the rules do, and tells what it does; the same to all eyes."""
    told.n = 0
    if by == CHANCE:
        if int(state.phase) == START:
            tell_start(state, move, told)
        else:
            tell_draw(state, move, told)
    elif move < FIRST_WORKER:
        tell_place(state, by, move, told)
    elif move < END:
        tell_worker(state, by, move, told)
    else:
        tell_rest(state, by, move, told)


@kernel
def tell_rest(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 3.4 and 7.3: the turn ends, perhaps with all markers face up."""
    before = stood(state)
    said(told, ENDS_TURN if move == END else REFRESHES, seat, 0, 703 if move == END else 304)
    if move != END:
        for quarter in range(QUARTER_COUNT):
            if not is_up(state, seat, quarter):
                tell_marker(seat, quarter, True, FLIPS_UP, told)
    apply(state, seat, move)
    tell_turn_end(state, before, seat, told)


@kernel
def tell_marker(seat: int, quarter: int, up: bool, kind: int, told: Sheet) -> None:
    """An action marker is turned, on the card and in the court."""
    at = seat * QUARTER_COUNT + quarter
    place, look = MARKER_AT + at, marker_look(quarter, up)
    tell(told, kind, seat, MARKER + at, place, place, look, 0, quarter, NONE, 304 if up else 403)
    tell_court_marker(quarter, up, told)


# A tile


@kernel
def tell_place(state: State, seat: int, move: int, told: Sheet) -> None:
    """Sections 4, 5 and 7: a tile goes from the rondel to the floor and earns."""
    slot, space, arrow = move // PLACES_OF_SLOT, move % PLACES_OF_SLOT // ARROWS, move % ARROWS
    colour, quarter = int(state.rondel[slot]) // FACE_COUNT, int(QUARTER_OF[int(state.plan), space])
    markers, seconds, lay, before = int(state.markers[seat]), int(state.seconds[seat]), tiles_on(state), stood(state)
    tell(told, PLACES, seat, NONE, NOWHERE, SPACE + space, colour, arrow, slot + 1, quarter, 401)
    tell_tile(state, seat, slot, space, arrow, told)
    apply(state, seat, move)
    size = connected(state, space, int(state.tiles[colour]))
    tell_gold(told, EARNS_AREA, seat, SPACE + space, colour, size, 502 if size > 1 else 501)
    tell_due(state, seat, told)
    turned = markers & ~int(state.markers[seat])
    if turned:
        tell_marker(seat, lowest(turned), False, FLIPS_DOWN, told)
    if is_full(state, quarter):
        said(told, FILLS, seat, 0, 901)
    tell_costs(state, seat, seconds, told)
    tell_centres(state, seat, slot, lay, told)
    tell_turn_end(state, before, seat, told)


@kernel
def tiles_on(state: State) -> Four:
    """The tiles on the rondel."""
    return int(state.rondel[0]), int(state.rondel[1]), int(state.rondel[2]), int(state.rondel[3])


@kernel
def tell_tile(state: State, seat: int, slot: int, space: int, arrow: int, told: Sheet) -> None:
    """Rules 4.1 and 4.5: the tile on its way, and the columns that its halves complete."""
    plan, tile, taken = int(state.plan), int(state.rondel[slot]), occupied(state)
    source, look = LYING + home_quarter(state, seat, slot), tile_look(tile, arrow)
    renamed(told, LAYS, seat, RONDEL_TILE + slot, FLOOR_TILE + space, source, SPACE + space, look)
    for way in range(ARROWS):
        joint = int(JOINT_AT[plan, space, way])
        if joint != NONE:
            other = int(JOINTS[plan, joint, 0]) + int(JOINTS[plan, joint, 1]) - space
            if taken & bit(other):
                moved(told, RISES, NONE, COLUMN + joint, NOWHERE, JOINT + joint, COLUMN_LOOK)


@kernel
def tell_due(state: State, seat: int, told: Sheet) -> None:
    """Section 6: the worker that will come, and what it will bring at least; the price that waits for it."""
    if int(state.phase) != WORKER:
        return
    space = int(state.duty)
    due, least, kind = workers_due(state, seat, space), 0, WORKER_CHOSEN
    if due & (due - 1) == 0:
        kind = WORKER_MOVES if standing(state, lowest(due), space) else NEW_WORKER
    while due:
        worker = lowest(due)
        due &= due - 1
        size = connected(state, space, joined(state, worker, space))
        least = size if least == 0 or size < least else least
    said(told, kind, seat, least, 601)
    if int(state.placed) == 2:
        said(told, WILL_COST, seat, -SECOND_TILE, 702)


@kernel
def tell_costs(state: State, seat: int, seconds: int, told: Sheet) -> None:
    """Rule 7.2: a second tile is paid for at the end of the turn."""
    if int(state.seconds[seat]) > seconds:
        tell_gold(told, COSTS, seat, NOWHERE, NONE, -SECOND_TILE, 702)


@kernel
def tell_centres(state: State, seat: int, placed: int, lay: Four, told: Sheet) -> None:
    """Rule 8.3: once no centre space is free, centre tiles leave the rondel."""
    gone = 0
    for slot in range(SLOTS):
        if slot != placed and lay[slot] != int(state.rondel[slot]):
            gone += 1
    if gone == 0:
        return
    side = side_of(state, seat)
    said(told, CENTRES_LEAVE, NONE, gone, 803)
    for slot in range(SLOTS):
        if slot != placed and lay[slot] != int(state.rondel[slot]):
            look = tile_look(lay[slot], side)
            moved(told, LEAVES, NONE, RONDEL_TILE + slot, LYING + lying(side, slot), BOX, look)
    tell_out(told, left_the_game(state) - gone, gone, NOWHERE)


# A worker


@kernel
def tell_worker(state: State, seat: int, move: int, told: Sheet) -> None:
    """Section 6: a worker walks to the new tile, or comes from the supply, and earns."""
    worker, space, seconds = move - FIRST_WORKER, int(state.duty), int(state.seconds[seat])
    origin, before = standing(state, worker, space), stood_with(state, worker, space)
    figure, target, look = figure_of(state, worker, space), STAND + space, FIGURE_LOOK + worker
    if origin:
        start = lowest(origin)
        tell(told, MOVES_WORKER, seat, NONE, SPACE + start, SPACE + space, worker, 0, 0, NONE, 604)
        moved(told, WALKS, seat, figure, STAND + start, target, look)
    else:
        left = supply(state, worker) - 1
        tell(told, PLACES_WORKER, seat, NONE, NOWHERE, SPACE + space, worker, 0, 0, NONE, 603)
        renamed(told, COMES, seat, pawn(worker, left), figure, peg(worker, left), target, look)
        counted(told, STOCKS, seat, STOCK + worker, NOWHERE, NONE, -1, NONE)
        tell_prospect(state, seat, worker, int(QUARTER_OF[int(state.plan), space]), told)
    size = connected(state, space, before[worker])
    tell_gold(told, EARNS_GROUP, seat, target, worker, size, 606)
    apply(state, seat, move)
    tell_costs(state, seat, seconds, told)
    tell_turn_end(state, before, seat, told)


@kernel
def tell_prospect(state: State, seat: int, worker: int, quarter: int, told: Sheet) -> None:
    """Rule 9.2: one worker more in a quarter, and what they would be paid there now."""
    there = count(int(state.workers[worker]) & int(QUARTER_SPACES[int(state.plan), quarter]))
    at, more = worker * QUARTER_COUNT + quarter, int(PAY[there + 1]) - int(PAY[there])
    if there:
        counted(told, STANDS, seat, PROSPECT + at, NOWHERE, NONE, 1, NONE)
        counted(told, EXPECTS, seat, PROMISE + at, NOWHERE, NONE, more, NONE)
    else:
        look = PROSPECT_LOOK + worker
        tell(told, STANDS_FIRST, seat, PROSPECT + at, NOWHERE, PROSPECT_AT + at, look, 0, 1, NONE, NONE)
        tell(told, EXPECTS_FIRST, seat, PROMISE + at, NOWHERE, PROMISE_AT + at, PROMISE_LOOK, 0, more, NONE, NONE)
