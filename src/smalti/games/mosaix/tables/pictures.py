"""The pictures beside the rules of Mosaix, by section: positions in notation."""

from __future__ import annotations

from smalti.kernel.clauses import RulesPicture
from smalti.kernel.words import N_

AREAS = "oooxxtt/ooxxxtt/tttoot1/t1oOoxx/t1ooox1/1xtoxx1/xxtt3"

PICTURES = {
    "3": RulesPicture(
        "o6/x6/5x1/3O1o1/4tt1/o6/txo4,5tx/7/7/3T3/7/4xxx/3xo2 form:1:ottt",
        ("roll", "formations"),
        N_("A roll, and every formation that can be laid with it."),
        seat=1,
    ),
    "4": RulesPicture(
        "o6/x6/5x1/3O1o1/4tt1/o6/txo4,5tx/7/7/3T3/7/4xxx/3xo2 enter:1:t./t./to:-,-",
        ("tray-0", "turns"),
        N_("A grid, and the formation in its four turns."),
    ),
    "6": RulesPicture(
        f"{AREAS},5tx/7/7/3T3/7/4xxx/3xo2 form:1:ottt",
        ("tray-0",),
        N_("Six areas count: circles 2 · 14, triangles 2 · 10, crosses 2 · 10, 68 points together."),
    ),
}
