"""What each space costs and earns for a tile of the rondel, shown while that tile is picked or pointed at."""

from __future__ import annotations

from smalti.games.maharani.components import FACE_COUNT, FITS, QUARTER_OF, SLOTS
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows.looks import WORTH_LOOK
from smalti.games.maharani.rows.pieces import WORTH
from smalti.games.maharani.rows.places import WORTH_AT
from smalti.games.maharani.rules import home_quarter, placeable
from smalti.games.maharani.scoring import connected
from smalti.games.maharani.state import side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def worth_offers(state: State, seat: int, rows: Sheet) -> None:
    """For each tile the spaces it may go to."""
    for slot in range(SLOTS):
        home, spaces = home_quarter(state, seat, slot), placeable(state, seat, slot)
        while spaces:
            space = lowest(spaces)
            spaces &= spaces - 1
            at = home * SPACES + space
            put(rows, WORTH + at, WORTH_AT + at, worth_look(state, seat, slot, space), 0, earned(state, slot, space))


@kernel
def worth_look(state: State, seat: int, slot: int, space: int) -> int:
    """Rules 4.2, 4.3 and 6.1: whether it costs a marker, and whether a worker can come."""
    plan, face = int(state.plan), int(state.rondel[slot]) % FACE_COUNT
    away = int(QUARTER_OF[plan, space]) != home_quarter(state, seat, slot)
    comes = int(FITS[plan, face, side_of(state, seat)]) & bit(space) != 0
    return WORTH_LOOK + 2 * int(away) + int(comes)


@kernel
def earned(state: State, slot: int, space: int) -> int:
    """Rules 5.1 and 5.2: the gold for the tile there."""
    tiles = int(state.tiles[int(state.rondel[slot]) // FACE_COUNT])
    return connected(state, space, tiles | bit(space))
