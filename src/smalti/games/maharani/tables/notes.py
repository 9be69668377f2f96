"""What things are, for whoever points at them."""

from __future__ import annotations

from smalti.games.maharani.components import MOST_SEATS
from smalti.games.maharani.rows import looks as k
from smalti.games.maharani.rows import places as p
from smalti.kernel.stage import Note
from smalti.kernel.words import N_

NOTES = (
    Note(
        "look",
        k.TILE_LOOK,
        k.COLUMN_LOOK - 1,
        N_("Columns say where a tile fits, its arrow whether a worker comes."),
        405,
    ),
    Note("look", k.COLUMN_LOOK, k.COLUMN_LOOK, N_("A column: its two halves must meet."), 102),
    Note("look", k.FIGURE_LOOK, k.PAWN_LOOK - 1, N_("A worker. It is paid when its quarter is full."), 902),
    Note("look", k.PAWN_LOOK, k.DISC_LOOK - 1, N_("A worker in the supply, to be placed."), 202),
    Note(
        "look",
        k.DISC_LOOK,
        k.DISC_LOOK,
        N_("The rondel turns to whoever plays; each tile lies in front of a quarter."),
        301,
    ),
    Note("look", k.BADGE_LOOK, k.BADGE_LOOK, N_("Empty slots are filled in the order of their numbers."), 802),
    Note(
        "look", k.UP_LOOK, k.DOWN_LOOK - 1, N_("Turned down, it pays for a tile from here into another quarter."), 403
    ),
    Note(
        "look",
        k.DOWN_LOOK,
        k.GOLD_LOOK - 1,
        N_("It is spent: a tile from here stays in this quarter until you refresh."),
        404,
    ),
    Note("look", k.GOLD_LOOK, k.RING_LOOK - 1, N_("Gold is the score."), 105),
    Note("look", k.RING_LOOK, k.WINNER_LOOK - 1, N_("Everyone sits at a side of the board."), 201),
    Note("look", k.WINNER_LOOK, k.WINNER_LOOK, N_("The most gold wins."), 1003),
    Note("look", k.PROSPECT_LOOK, k.PAID_LOOK, N_("The workers in this quarter, and what it pays for them."), 902),
    Note("look", k.STOCK_LOOK, k.STOCK_LOOK, N_("So many workers are left."), 202),
    Note("look", k.BAG_LOOK, k.BAG_KIND_LOOK, N_("So many tiles are still to be drawn."), 204),
    Note("look", k.OUT_LOOK, k.OUT_LOOK, N_("Tiles with a centre column leave once all their spaces are filled."), 804),
    Note(
        "look",
        k.ARROW_HEAD_LOOK,
        k.NEW_WORKER_LOOK - 1,
        N_("If the arrow points at you, a worker of yours comes."),
        601,
    ),
    Note("look", k.NEW_WORKER_LOOK, k.MOVING_WORKER_LOOK - 1, N_("A new worker comes from the supply."), 603),
    Note("look", k.MOVING_WORKER_LOOK, k.END_LOOK - 1, N_("The worker that stands on this colour here moves."), 604),
    Note("look", k.END_LOOK, k.END_LOOK, N_("Without a second tile the turn ends here."), 703),
    Note(
        "look",
        k.REFRESH_LOOK,
        k.REFRESH_LOOK,
        N_("All your markers are turned up again. That is your whole turn."),
        304,
    ),
    Note(
        "look", k.WORTH_LOOK, k.WORTH_LOOK + 1, N_("Free of charge, for the tile lies in front of this quarter."), 402
    ),
    Note(
        "look",
        k.WORTH_LOOK + 2,
        k.WORTH_LOOK + 3,
        N_("It costs the marker of the quarter the tile lies in front of."),
        403,
    ),
    Note("place", p.SPACE, p.STAND - 1, N_("A free space. A tile fits if its columns match."), 405),
    Note("panel", p.FLOOR, p.FLOOR, N_("The palace floor, in four quarters of 14 spaces."), 101),
    Note("panel", p.BAG, p.BAG, N_("The tiles that are still to be drawn."), 204),
    Note("panel", p.ACTIONS, p.ACTIONS, N_("What may be done now."), 302),
    Note("panel", p.CARD, p.CARD + MOST_SEATS - 1, N_("Markers, workers and gold of a player."), 105),
)
