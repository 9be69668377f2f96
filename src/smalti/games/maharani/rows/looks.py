"""The numbers of looks; how they are drawn and called is in tables/looks.py."""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.kernel.compiling import kernel

TILE_LOOK = 0  # + 4 x tile + side of its arrow: light falls from the same side however a tile lies
COLUMN_LOOK = TILE_LOOK + components.TILE_COUNT * components.ARROWS
FIGURE_LOOK = COLUMN_LOOK + 1
PAWN_LOOK = FIGURE_LOOK + components.WORKER_COLOUR_COUNT
DISC_LOOK = PAWN_LOOK + components.WORKER_COLOUR_COUNT
BADGE_LOOK = DISC_LOOK + 1
UP_LOOK = BADGE_LOOK + 1
DOWN_LOOK = UP_LOOK + components.QUARTER_COUNT
GOLD_LOOK = DOWN_LOOK + components.QUARTER_COUNT
PLATE_GOLD_LOOK = GOLD_LOOK + 1  # + 1 on the upright plates
RING_LOOK = PLATE_GOLD_LOOK + 2  # + 1 around an upright plate
NAME_LOOK, FRAME_LOOK, WINNER_LOOK, PROSPECT_LOOK = range(RING_LOOK + 2, RING_LOOK + 6)
PROMISE_LOOK = PROSPECT_LOOK + components.WORKER_COLOUR_COUNT
PAID_LOOK, STOCK_LOOK, BAG_LOOK, BAG_COLOUR_LOOK = range(PROMISE_LOOK + 1, PROMISE_LOOK + 5)
BAG_NONE_LOOK = BAG_COLOUR_LOOK + components.COLOUR_COUNT
BAG_KIND_LOOK = BAG_NONE_LOOK + components.COLOUR_COUNT
OUT_LOOK, ARROW_HEAD_LOOK, ARROW_LOOK = range(BAG_KIND_LOOK + 1, BAG_KIND_LOOK + 4)
OWN_ARROW_LOOK = ARROW_LOOK + components.ARROWS
NEW_WORKER_LOOK = OWN_ARROW_LOOK + components.ARROWS
MOVING_WORKER_LOOK = NEW_WORKER_LOOK + components.WORKER_COLOUR_COUNT
END_LOOK = MOVING_WORKER_LOOK + components.WORKER_COLOUR_COUNT
REFRESH_LOOK = END_LOOK + 1
WORTH_LOOK = REFRESH_LOOK + 1  # + 2 if it costs a marker, + 1 if a worker can come


@kernel
def tile_look(tile: int, arrow: int) -> int:
    """A tile with its arrow to that side."""
    return TILE_LOOK + tile * components.ARROWS + arrow


@kernel
def marker_look(quarter: int, up: bool) -> int:
    """An action marker, face up or face down."""
    return UP_LOOK + quarter if up else DOWN_LOOK + quarter
