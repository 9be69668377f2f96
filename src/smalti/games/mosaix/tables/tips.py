"""What somebody in a first game should know, by clause, in plain words."""

from __future__ import annotations

from smalti.kernel.words import N_

TIPS = {
    301: N_("You rolled, so you choose how the dice lie: what suits your own grid, or spoils the others'."),
    304: N_("Seven shapes are possible. Click one, then the way the dice lie in it."),
    402: N_("Everybody enters the same dice at the same time. Nobody sees your choice before all have chosen."),
    403: N_("Here are the dice turned all ways. Pick them up the way you like, by any die."),
    405: N_("Some dice may stick out over the edge of the grid. What lies outside is lost."),
    406: N_("Every die inside the grid needs a free cell."),
    604: N_(
        "From five alike side by side an area counts, a point for each cell. "
        "With two areas of one symbol all their cells count twice, with three thrice."
    ),
    702: N_("Alone, each symbol lost over the edge takes a cell of your scale. Each cell left is a point."),
    704: N_("Alone you lay only what you can enter yourself."),
}
