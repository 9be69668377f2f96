"""How the pieces of Maharani look in a terminal: letters, and colours that only repeat them."""

from __future__ import annotations

from rich.style import Style

from smalti.games.maharani.components import COLOURS, WORKER_COLOURS, tile_parts
from smalti.games.maharani.tables.art import GLAZE, INITIALS
from smalti.games.maharani.tables.figures import ROBE
from smalti.kernel.words import N_, say

POINTERS = "↑→↓←"
"""The directions in their order."""
COLUMN_SIGNS = {
    "C": " ● ",
    "N": " ▀ ",
    "S": " ▄ ",
    "NS": " : ",
    "E": "  ▐",
    "W": "▌  ",
    "EW": "▌ ▐",
}
"""Where the columns of a space stand; two halves meet across the edge."""
ANIMAL = {"lion": N_("lion"), "monkey": N_("monkey"), "peacock": N_("peacock"), "elephant": N_("elephant")}
INK = {"orange": "black", "turquoise": "black", "yellow": "black"}
"""Of what is pale; white on the others."""


def tile_letter(colour: int, language: str) -> str:
    """The letter of a tile as in the picture; of two (V is vert in French, Vi violet) the one that tells it apart."""
    return say(language, INITIALS[COLOURS[colour]])[-1].upper()


def tile_style(colour: int) -> Style:
    """A glazed ground."""
    name = COLOURS[colour]
    return Style(color=INK.get(name, "white"), bgcolor=GLAZE[name][0], bold=True)


def tile_sign(tile: int, language: str) -> str:
    """The letter of a tile on the rondel."""
    return tile_letter(tile_parts(tile)[0], language)


def worker_sign(worker: int, language: str) -> str:
    """A worker's letter, small where those of tiles are large."""
    return say(language, WORKER_COLOURS[worker])[0]


def worker_style(worker: int) -> Style:
    """A worker's robe."""
    name = WORKER_COLOURS[worker]
    return Style(color=INK.get(name, "white"), bgcolor=ROBE[name][0], bold=True)
