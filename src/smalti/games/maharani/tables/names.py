"""The words of the box as people say them: whole phrases, so that adjectives agree in every language."""

from __future__ import annotations

from smalti.games.maharani.components import PLANS
from smalti.games.maharani.plans import KIND_OF
from smalti.kernel.words import N_

ONE_TILE = {
    "blue": N_("blue tile"),
    "orange": N_("orange tile"),
    "red": N_("red tile"),
    "green": N_("green tile"),
    "purple": N_("purple tile"),
    "turquoise": N_("turquoise tile"),
}
SOME_TILES = {
    "blue": N_("blue tiles"),
    "orange": N_("orange tiles"),
    "red": N_("red tiles"),
    "green": N_("green tiles"),
    "purple": N_("purple tiles"),
    "turquoise": N_("turquoise tiles"),
}
ONE_WORKER = {
    "red": N_("red worker"),
    "green": N_("green worker"),
    "blue": N_("blue worker"),
    "yellow": N_("yellow worker"),
}
SOME_WORKERS = {
    "red": N_("red workers"),
    "green": N_("green workers"),
    "blue": N_("blue workers"),
    "yellow": N_("yellow workers"),
}
QUARTER = {
    "lion": N_("lion quarter"),
    "monkey": N_("monkey quarter"),
    "peacock": N_("peacock quarter"),
    "elephant": N_("elephant quarter"),
}
MARKER = {
    "lion": N_("lion marker"),
    "monkey": N_("monkey marker"),
    "peacock": N_("peacock marker"),
    "elephant": N_("elephant marker"),
}
DIRECTION = {"N": N_("to the north"), "E": N_("to the east"), "S": N_("to the south"), "W": N_("to the west")}
COLUMNS = {
    "half": N_("one half column"),
    "opposite": N_("two half columns"),
    "centre": N_("a column in the centre"),
}


def space_columns(plan: int, space: int) -> str:
    """The columns of a space."""
    return COLUMNS[KIND_OF[PLANS[plan].columns[PLANS[plan].places[space]]]]


def space_name(plan: int, space: int) -> str:
    """A space as people say it: the column from a on, the row from 1 on, from the north-west."""
    row, col = PLANS[plan].places[space]
    return f"{chr(ord('a') + col)}{row + 1}"
