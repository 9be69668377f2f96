"""What lies where. A piece is named by what it is: a tile on the floor by its space, a worker by its colour, its
quarter and the colour of the tile it stands on, for there is never another one (rule 6.8).
"""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows import looks, places
from smalti.games.maharani.rows.looks import marker_look, tile_look
from smalti.games.maharani.rows.places import lying, pointed, pointed_side
from smalti.games.maharani.scoring import winners
from smalti.games.maharani.state import (
    NONE,
    OVER,
    START,
    colours_each,
    in_bag,
    in_bag_of,
    left_in_bag,
    occupied,
    side_of,
    supply,
    tile_colour,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State

KIND_COUNT = len(places.TILE_KINDS)
ALL_TILES = int(components.TILES_IN_BOX.sum())

# Pieces
FLOOR_TILE = 0
RONDEL_TILE = FLOOR_TILE + SPACES
COLUMN = RONDEL_TILE + components.SLOTS
FIGURE = COLUMN + places.JOINT_COUNT
PAWN = FIGURE + components.WORKER_COLOUR_COUNT * components.QUARTER_COUNT * components.COLOUR_COUNT
STOCK = PAWN + components.WORKER_COLOUR_COUNT * components.LARGEST_GROUP
DISC = STOCK + components.WORKER_COLOUR_COUNT
BADGE = DISC + 1
COURT_MARKER = BADGE + components.SLOTS
MARKER = COURT_MARKER + components.QUARTER_COUNT
GOLD = MARKER + components.MOST_SEATS * components.QUARTER_COUNT
PLATE_GOLD = GOLD + components.MOST_SEATS
NAME = PLATE_GOLD + components.MOST_SEATS
RING = NAME + components.MOST_SEATS
FRAME = RING + 1
WINNER = FRAME + 1
PROSPECT = WINNER + components.MOST_SEATS
PROMISE = PROSPECT + components.WORKER_COLOUR_COUNT * components.QUARTER_COUNT
BAG_TILES = PROMISE + components.WORKER_COLOUR_COUNT * components.QUARTER_COUNT
BAG_COLOUR = BAG_TILES + 1
BAG_KIND = BAG_COLOUR + components.COLOUR_COUNT
OUT = BAG_KIND + components.COLOUR_COUNT * KIND_COUNT
WORTH = OUT + 1
"""From here on what is only there to choose: what a space is worth for a tile, then what is clicked."""
OFFER = WORTH + components.QUARTER_COUNT * SPACES


@kernel
def pieces(state: State, eyes: int, rows: Sheet) -> None:
    """Everything on the table, the same for all eyes."""
    rows.n = 0
    floor_pieces(state, rows)
    rondel_pieces(state, rows)
    for worker in range(colours_each(state) * int(state.seats)):
        worker_pieces(state, worker, rows)
        supply_pieces(state, worker, rows)
    for seat in range(int(state.seats)):
        seat_pieces(state, seat, rows)
    turn_pieces(state, rows)
    bag_pieces(state, rows)


# The floor


@kernel
def floor_pieces(state: State, rows: Sheet) -> None:
    """The tiles, with the half columns at their edges, and a whole column wherever two halves meet."""
    for colour in range(components.COLOUR_COUNT):
        colour_pieces(state, colour, rows)
    plan, taken = int(state.plan), occupied(state)
    for joint in range(places.JOINT_COUNT):
        if int(places.JOINT_SPACES[plan, joint]) & ~taken == 0:
            put(rows, COLUMN + joint, places.JOINT + joint, looks.COLUMN_LOOK, 0, 0)


@kernel
def colour_pieces(state: State, colour: int, rows: Sheet) -> None:
    """The tiles of a colour on the floor; their columns follow from those of the space."""
    plan, spaces = int(state.plan), int(state.tiles[colour])
    low, high = int(state.arrows[0]), int(state.arrows[1])
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        arrow = (low >> space & 1) + 2 * (high >> space & 1)  # agrees with state.arrow_at
        tile = colour * components.FACE_COUNT + int(places.FACE_ON[plan, space, arrow])
        put(rows, FLOOR_TILE + space, places.SPACE + space, tile_look(tile, arrow), 0, 0)


@kernel
def figure_of(state: State, worker: int, space: int) -> int:
    """The worker of this colour on a space."""
    quarter = int(components.QUARTER_OF[int(state.plan), space])
    return FIGURE + (worker * components.QUARTER_COUNT + quarter) * components.COLOUR_COUNT + tile_colour(state, space)


@kernel
def worker_pieces(state: State, worker: int, rows: Sheet) -> None:
    """The workers of a colour on the floor, and for each quarter what they would be paid there, or have been."""
    spaces = int(state.workers[worker])
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        put(rows, figure_of(state, worker, space), places.STAND + space, looks.FIGURE_LOOK + worker, 0, 0)
    for quarter in range(components.QUARTER_COUNT):
        at = worker * components.QUARTER_COUNT + quarter
        there = count(int(state.workers[worker]) & int(components.QUARTER_SPACES[int(state.plan), quarter]))
        paid = int(state.pays[worker, quarter])
        if paid:
            put(rows, PROMISE + at, places.PROMISE_AT + at, looks.PAID_LOOK, 0, int(components.PAY[paid]))
        elif there:
            put(rows, PROSPECT + at, places.PROSPECT_AT + at, looks.PROSPECT_LOOK + worker, 0, there)
            put(rows, PROMISE + at, places.PROMISE_AT + at, looks.PROMISE_LOOK, 0, int(components.PAY[there]))


@kernel
def supply_pieces(state: State, worker: int, rows: Sheet) -> None:
    """Rule 2.2: the workers that are not on the floor."""
    left = supply(state, worker)
    put(rows, STOCK + worker, places.SUPPLY_AT + worker, looks.STOCK_LOOK, 0, left)
    for n in range(left):
        put(rows, pawn(worker, n), peg(worker, n), looks.PAWN_LOOK + worker, 0, 0)


@kernel
def pawn(worker: int, n: int) -> int:
    """The n-th worker of a colour in the supply."""
    return PAWN + worker * components.LARGEST_GROUP + n


@kernel
def peg(worker: int, n: int) -> int:
    """The place of the n-th worker of a colour in the supply."""
    return places.PEG + worker * components.LARGEST_GROUP + n


# The rondel


@kernel
def rondel_pieces(state: State, rows: Sheet) -> None:
    """Rules 1.4 and 3.1: the disc with its numbers and tiles, turned to a player whose markers lie around it."""
    side, seat = pointed_side(state), pointed(state)
    put(rows, DISC, places.RONDEL, looks.DISC_LOOK, disc_turn(side), 0)
    for slot in range(components.SLOTS):
        quarter = lying(side, slot)
        put(rows, BADGE + slot, places.BADGE_AT + quarter, looks.BADGE_LOOK, 0, slot + 1)
        if int(state.rondel[slot]) != NONE:
            put(rows, RONDEL_TILE + slot, places.LYING + quarter, tile_look(int(state.rondel[slot]), side), 0, 0)
    for quarter in range(components.QUARTER_COUNT):
        up = is_up(state, seat, quarter)
        put(rows, COURT_MARKER + quarter, places.CORNER + quarter, marker_look(quarter, up), 0, 0)


@kernel
def disc_turn(side: int) -> int:
    """The quarter turns of the disc: its arrow is drawn to the south, the third of the sides."""
    return (side + 2) % 4


@kernel
def is_up(state: State, seat: int, quarter: int) -> bool:
    """Whether a seat's action marker of a quarter is face up."""
    return int(state.markers[seat]) & bit(quarter) != 0


# Cards and plates


@kernel
def seat_pieces(state: State, seat: int, rows: Sheet) -> None:
    """A seat's name, gold and action markers, and the gold once more on its plate."""
    gold, side = int(state.gold[seat]), side_of(state, seat)
    put(rows, NAME + seat, places.NAME_AT + seat, looks.NAME_LOOK, 0, seat)
    put(rows, GOLD + seat, places.GOLD_AT + seat, looks.GOLD_LOOK, 0, gold)
    put(rows, PLATE_GOLD + seat, places.PLATE_GOLD_AT + side, looks.PLATE_GOLD_LOOK + upright(side), 0, gold)
    for quarter in range(components.QUARTER_COUNT):
        at = seat * components.QUARTER_COUNT + quarter
        put(rows, MARKER + at, places.MARKER_AT + at, marker_look(quarter, is_up(state, seat, quarter)), 0, 0)


@kernel
def upright(side: int) -> int:
    """1 for the plates at the east and the west, which stand upright."""
    return side % 2


@kernel
def turn_pieces(state: State, rows: Sheet) -> None:
    """Whose turn it is, or who has won."""
    phase, active = int(state.phase), int(state.active)
    if phase == OVER:
        best = winners(state, state.gold)
        for seat in range(int(state.seats)):
            if best & bit(seat):
                put(rows, WINNER + seat, places.CARD_AT + seat, looks.WINNER_LOOK, 0, 0)
    elif phase != START:
        side = side_of(state, active)
        put(rows, RING, places.PLATE + side, looks.RING_LOOK + upright(side), 0, 0)
        put(rows, FRAME, places.CARD_AT + active, looks.FRAME_LOOK, 0, 0)


# The bag


@kernel
def bag_pieces(state: State, rows: Sheet) -> None:
    """How many tiles may still come, by colour and kind; and how many have left the game."""
    for colour in range(components.COLOUR_COUNT):
        left = 0
        for kind in range(KIND_COUNT):
            at, number = colour * KIND_COUNT + kind, of_kind(state, colour, kind)
            put(rows, BAG_KIND + at, places.BAG_KIND_AT + at, looks.BAG_KIND_LOOK, 0, number)
            left += number
        look = looks.BAG_COLOUR_LOOK if left else looks.BAG_NONE_LOOK
        put(rows, BAG_COLOUR + colour, places.BAG_COLOUR_AT + colour, look + colour, 0, left)
    put(rows, BAG_TILES, places.BAG_AT, looks.BAG_LOOK, 0, left_in_bag(state))
    gone = left_the_game(state)
    if gone:
        put(rows, OUT, places.BOX, looks.OUT_LOOK, 0, gone)


@kernel
def of_kind(state: State, colour: int, kind: int) -> int:
    """The tiles of a colour and a kind in the bag."""
    left = 0
    for face in range(int(places.FACES_BEFORE[kind]), int(places.FACES_BEFORE[kind + 1])):
        left += in_bag(state, colour * components.FACE_COUNT + face)
    return left


@kernel
def of_colour(state: State, colour: int) -> int:
    """The tiles of a colour in the bag."""
    return in_bag_of(state, int(components.OF_COLOUR[colour]))


@kernel
def left_the_game(state: State) -> int:
    """Rules 8.3 and 8.4: the tiles that are neither in the bag nor on the rondel nor on the floor."""
    gone = ALL_TILES - left_in_bag(state) - count(occupied(state))
    for slot in range(components.SLOTS):
        if int(state.rondel[slot]) != NONE:
            gone -= 1
    return gone
