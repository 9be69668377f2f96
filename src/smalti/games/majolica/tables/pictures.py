"""The pictures beside the rules of Majolica, by section: positions in notation."""

from __future__ import annotations

from smalti.kernel.clauses import RulesPicture
from smalti.kernel.words import N_

BENCH = (
    "BB/-/YY/RRGG;D04,D24,D32|-/BY/-/G;D33,D23,D35 take:1 grid=..../..YR/..Y./...Y display=D11,D25 "
    "bottom=S4,S2,D07,D29,D16,D26,D19,D05,D31,D18,D14,D30 round=3"
)
BORDER = "-/-/-/Y;-,D29,S2|-/-/B/-;-,-,S4 place:1 grid=.G.Y/.RGB/RBRR/YYG. display=D07,D16,D18,D30,D33 hand=G due=tiles"

PICTURES = {
    "4": RulesPicture(BORDER, ("grid",), N_("Only tiles on the dashed border can be taken."), seat=1),
    "6": RulesPicture(
        BENCH, ("bench-0",), N_("A board: designs above, kilns below, carts from each kiln to the next.")
    ),
    "7": RulesPicture(BORDER, ("display",), N_("The designs on display."), seat=1),
}
