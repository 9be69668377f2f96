"""What is said when something is not allowed: why, and what would make it legal."""

from __future__ import annotations

from smalti.kernel.stage import Sentence
from smalti.kernel.words import N_

REFUSALS: dict[str, Sentence] = {
    # Whose turn it is
    "IS_OVER": N_("the game is over; nothing more is placed"),
    "NO_START_PLAYER": N_("the start player has to be drawn first"),
    "NOT_FILLED": N_("the rondel has to be filled first"),
    "NOT_YOUR_TURN": N_("it is the turn of {seat:seat}; wait for yours"),
    "CANNOT_PASS": N_("you cannot pass: place a tile, or refresh your markers"),
    "REFRESH_IS_A_TURN": N_("a refresh is a whole turn and cannot follow a tile; refresh in your next turn"),
    "ALL_FACE_UP": N_("all your action markers are face up already; place a tile"),
    "ONLY_END": N_("no tile of the rondel can be placed now; end your turn"),
    "ONLY_REFRESH": N_("no tile of the rondel can be placed now; refresh your markers"),
    # Tiles
    "SLOT_IS_EMPTY": N_("slot {amount:number} is empty; choose a tile that lies on the rondel"),
    "QUARTER_IS_FULL": N_("the {of:quarter} is full, so nothing can be placed there; choose another quarter"),
    "SPACE_IS_TAKEN": N_("space {target:place} already has a tile; choose a free space"),
    "LIES_OTHERWISE": N_(
        "so turned, the columns do not agree with space {target:place}; there the arrow can point to {of:ways}"
    ),
    "COLUMNS_DIFFER": N_(
        "the tile of slot {amount:number} has {look:columns}, but space {target:place} shows {of:columns}; "
        "choose a space that agrees"
    ),
    "IS_STUCK": N_("the {of:quarter} is full and your {of:marker} is face down, so this tile is stuck; refresh first"),
    "IS_TIED": N_(
        "your {of:marker} is face down, so this tile can only go into the {of:quarter}; refresh first to set it free"
    ),
    "FITS_NOT_AT_HOME": N_(
        "your {of:marker} is face down, so this tile can only go into the {of:quarter}, "
        "where no free space agrees with its columns; refresh first to set it free"
    ),
    "FITS_NOWHERE": N_(
        "the tile of slot {amount:number} has {look:columns}, and no free space agrees with it; choose another tile"
    ),
    "TILE_STAYS": N_("a tile on the floor stays where it is; choose one from the rondel"),
    "TILE_FIRST": N_("first choose a tile of the rondel, then the space where it goes"),
    "SPACE_FIRST": N_("first choose the space; the columns there decide where the arrow can point"),
    "COMES_FROM_BAG": N_("tiles come from the bag onto the rondel at the end of a turn; choose a tile of the rondel"),
    # Workers
    "WORKER_IS_DUE": N_("the arrow on {target:place} points to you: place or move a worker there first"),
    "NO_WORKER_IS_DUE": N_("no worker is due: one comes only onto a new tile whose arrow points to you"),
    "IS_NOT_YOURS": N_("the {look:workers} are not yours; choose one of your own"),
    "SUPPLY_IS_EMPTY": N_(
        "your supply of {look:workers} is empty and none of them can move here; choose your {of:workers}"
    ),
    "NEW_ONE_COMES": N_("no {look:worker} stands on another {of:tile} of this quarter; a new one comes"),
    "OLD_ONE_MOVES": N_(
        "the {look:worker} on {target:place} stands on another {of:tile} of this quarter and must move"
    ),
    # Markers
    "OTHERS_MARKER": N_("this action marker belongs to {seat:seat}; only your own can be turned"),
    "TURNED_BY_TILE": N_(
        "the {of:marker} is turned by placing the tile of the {of:quarter} in another quarter; choose that tile"
    ),
    "TURNED_TOGETHER": N_("action markers are turned face up all together, which is a whole turn; choose to refresh"),
}
