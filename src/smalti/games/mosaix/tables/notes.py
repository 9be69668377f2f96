"""What things are, for whoever points at them."""

from __future__ import annotations

from smalti.games.mosaix.components import FORMATION_COUNT, MOST_SEATS
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.rows import places as p
from smalti.kernel.stage import Note
from smalti.kernel.words import N_

NOTES = (
    Note("look", r.MARKED, r.SHOWN - 1, N_("From five alike side by side they are an area that counts."), 602),
    Note("look", r.SHOWN, r.BLANK - 1, N_("One of the four dice. Each symbol is on two of its six faces."), 103),
    Note("look", r.BLANK, r.BLANK, N_("Who has the dice rolls them next."), 202),
    Note("look", r.COUNTED, r.COUNTED, N_("For each symbol: its areas of five or more, times the cells in them."), 604),
    Note("look", r.LAYING, r.CHOSEN, N_("Who rolled lays the dice. Then everybody enters them at the same time."), 402),
    Note("look", r.LEFT, r.STRUCK, N_("Each symbol lost over the edge takes a cell of the scale."), 702),
    Note("look", r.STOPPING, r.STOPPING, N_("The game ends here, and the grid counts as it is."), 706),
    Note("look", r.SKIPPING, r.SKIPPING, N_("Nothing of these dice fits into your grid."), 408),
    Note("look", r.SHAPED, r.TURNED_DIE_LOOK - 1, N_("One of the seven shapes in which four dice can lie."), 304),
    Note("look", r.TURNED_DIE_LOOK, r.CARDED - 1, N_("Pick the dice up by this one, turned as you see them."), 403),
    Note("look", r.CARDED, r.CARDED + FORMATION_COUNT - 1, N_("A way to lay the four dice in this shape."), 301),
    Note("look", r.SIZED, r.SIZED, N_("So many hang together here; from five on they count."), 602),
    Note("place", p.CELL, p.NAME - 1, N_("A free cell. Every die inside the grid needs one."), 406),
    Note("panel", p.TRAY, p.TRAY + MOST_SEATS - 1, N_("Everyone has a grid of seven rows and seven columns."), 101),
    Note("panel", p.ROLL_PANEL, p.ROLL_PANEL, N_("The four dice are rolled together, once in a round."), 202),
    Note("panel", p.FORMATION_PANEL, p.FORMATION_PANEL, N_("The dice as they were laid, the same for everybody."), 303),
    Note("panel", p.CARDS_PANEL, p.CARDS_PANEL, N_("Who rolled chooses a shape, and which die goes where."), 301),
    Note(
        "panel",
        p.TURNS_PANEL,
        p.TURNS_PANEL,
        N_("The dice may be turned before they are entered, never mirrored."),
        403,
    ),
    Note("panel", p.BUTTONS_PANEL, p.BUTTONS_PANEL, N_("What else may be done now."), 706),
)
