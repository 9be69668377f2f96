"""What somebody in a first game should know, by clause, in plain words."""

from __future__ import annotations

from smalti.kernel.words import N_

TIPS = {
    301: N_("The rondel turns to whoever plays. Each of its four tiles lies in front of one quarter."),
    303: N_("Nothing fits now, so you refresh your markers."),
    304: N_("To refresh turns all your markers up again, and takes the whole turn."),
    402: N_("A tile costs nothing in the quarter that it lies in front of."),
    403: N_("Into any other quarter it costs a marker: that of the quarter the tile lies in front of."),
    404: N_("Where your marker is face down, the tile can only go into that quarter until you refresh."),
    405: N_("A tile fits where its columns match those of the floor. You can click only where it fits."),
    408: N_("A full quarter takes no more tiles. A tile in front of it leaves only with that quarter's marker."),
    502: N_("A tile earns 1 gold for each tile of its colour that hangs together with it, itself included."),
    601: N_("If the arrow of the tile points at you, a worker of yours comes onto it. Otherwise none comes."),
    603: N_("A new worker comes from your supply."),
    604: N_("Your worker already stands on this colour in this quarter, so it moves here."),
    606: N_("A worker earns 1 gold for each worker of its colour that hangs together with it, itself included."),
    701: N_("You may place a second tile now, with the same rules."),
    702: N_("A second tile costs 2 gold, taken at the end of your turn."),
    704: N_("The full quarter pays as soon as your turn is over."),
    902: N_("A full quarter pays 4, 6, 9, 13, 18 or 24 gold for one to six workers of one colour."),
    1102: N_("You choose the colour of your worker. Each colour is paid by itself, so keep them together."),
    1103: N_("One of your colours already stands on this tile colour here: move it, or bring the other colour."),
    1104: N_("Both your colours already stand on this tile colour here, so one of the two moves."),
}
