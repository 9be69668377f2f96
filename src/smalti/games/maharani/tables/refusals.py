"""What is said when something is not allowed: why, and what would make it legal."""

from __future__ import annotations

from smalti.games.maharani.rows import kinds as k
from smalti.kernel.stage import Sentence
from smalti.kernel.words import N_

REFUSALS: dict[int, tuple[str, Sentence]] = {
    # Whose turn it is
    k.IS_OVER: ("IS_OVER", N_("the game is over; nothing more is placed")),
    k.NO_START_PLAYER: ("NO_START_PLAYER", N_("the start player has to be drawn first")),
    k.NOT_FILLED: ("NOT_FILLED", N_("the rondel has to be filled first")),
    k.NOT_YOUR_TURN: ("NOT_YOUR_TURN", N_("it is the turn of {seat:seat}; wait for yours")),
    k.CANNOT_PASS: ("CANNOT_PASS", N_("you cannot pass: place a tile, or refresh your markers")),
    k.REFRESH_IS_A_TURN: (
        "REFRESH_IS_A_TURN",
        N_("a refresh is a whole turn and cannot follow a tile; refresh in your next turn"),
    ),
    k.ALL_FACE_UP: ("ALL_FACE_UP", N_("all your action markers are face up already; place a tile")),
    k.ONLY_END: ("ONLY_END", N_("no tile of the rondel can be placed now; end your turn")),
    k.ONLY_REFRESH: ("ONLY_REFRESH", N_("no tile of the rondel can be placed now; refresh your markers")),
    # Tiles
    k.SLOT_IS_EMPTY: ("SLOT_IS_EMPTY", N_("slot {amount:number} is empty; choose a tile that lies on the rondel")),
    k.QUARTER_IS_FULL: (
        "QUARTER_IS_FULL",
        N_("the {of:quarter} is full, so nothing can be placed there; choose another quarter"),
    ),
    k.SPACE_IS_TAKEN: ("SPACE_IS_TAKEN", N_("space {target:place} already has a tile; choose a free space")),
    k.LIES_OTHERWISE: (
        "LIES_OTHERWISE",
        N_("so turned, the columns do not agree with space {target:place}; there the arrow can point to {of:ways}"),
    ),
    k.COLUMNS_DIFFER: (
        "COLUMNS_DIFFER",
        N_(
            "the tile of slot {amount:number} has {look:columns}, but space {target:place} shows {of:columns}; "
            "choose a space that agrees"
        ),
    ),
    k.IS_STUCK: (
        "IS_STUCK",
        N_("the {of:quarter} is full and your {of:marker} is face down, so this tile is stuck; refresh first"),
    ),
    k.IS_TIED: (
        "IS_TIED",
        N_(
            "your {of:marker} is face down, so this tile can only go into the {of:quarter}; "
            "refresh first to set it free"
        ),
    ),
    k.FITS_NOT_AT_HOME: (
        "FITS_NOT_AT_HOME",
        N_(
            "your {of:marker} is face down, so this tile can only go into the {of:quarter}, "
            "where no free space agrees with its columns; refresh first to set it free"
        ),
    ),
    k.FITS_NOWHERE: (
        "FITS_NOWHERE",
        N_(
            "the tile of slot {amount:number} has {look:columns}, and no free space agrees with it; choose another tile"
        ),
    ),
    k.TILE_STAYS: ("TILE_STAYS", N_("a tile on the floor stays where it is; choose one from the rondel")),
    k.TILE_FIRST: ("TILE_FIRST", N_("first choose a tile of the rondel, then the space where it goes")),
    k.SPACE_FIRST: (
        "SPACE_FIRST",
        N_("first choose the space; the columns there decide where the arrow can point"),
    ),
    k.COMES_FROM_BAG: (
        "COMES_FROM_BAG",
        N_("tiles come from the bag onto the rondel at the end of a turn; choose a tile of the rondel"),
    ),
    # Workers
    k.WORKER_IS_DUE: (
        "WORKER_IS_DUE",
        N_("the arrow on {target:place} points to you: place or move a worker there first"),
    ),
    k.NO_WORKER_IS_DUE: (
        "NO_WORKER_IS_DUE",
        N_("no worker is due: one comes only onto a new tile whose arrow points to you"),
    ),
    k.IS_NOT_YOURS: ("IS_NOT_YOURS", N_("the {look:workers} are not yours; choose one of your own")),
    k.SUPPLY_IS_EMPTY: (
        "SUPPLY_IS_EMPTY",
        N_("your supply of {look:workers} is empty and none of them can move here; choose your {of:workers}"),
    ),
    k.NEW_ONE_COMES: (
        "NEW_ONE_COMES",
        N_("no {look:worker} stands on another {of:tile} of this quarter; a new one comes"),
    ),
    k.OLD_ONE_MOVES: (
        "OLD_ONE_MOVES",
        N_("the {look:worker} on {target:place} stands on another {of:tile} of this quarter and must move"),
    ),
    # Markers
    k.OTHERS_MARKER: (
        "OTHERS_MARKER",
        N_("this action marker belongs to {seat:seat}; only your own can be turned"),
    ),
    k.TURNED_BY_TILE: (
        "TURNED_BY_TILE",
        N_("the {of:marker} is turned by placing the tile of the {of:quarter} in another quarter; choose that tile"),
    ),
    k.TURNED_TOGETHER: (
        "TURNED_TOGETHER",
        N_("action markers are turned face up all together, which is a whole turn; choose to refresh"),
    ),
}
