"""What Pebbles says: a sentence for each kind of row, with typed gaps."""

from __future__ import annotations

from examples.pebbles.components import COLOURS
from examples.pebbles.rows import kinds as k
from smalti.kernel.stage import Kind, Sentence
from smalti.kernel.words import N_

POINTS: Sentence = {
    "one": N_("{amount:signed} point for {seat:seat}"),
    "other": N_("{amount:signed} points for {seat:seat}"),
}
WINS: Sentence = {"one": N_("wins with {amount:number} point"), "other": N_("wins with {amount:number} points")}

KINDS = {
    k.BEGINS: Kind("BEGINS", sentence=N_("begins"), head=True),
    k.DRAWS: Kind("DRAWS", sentence=N_("A {amount:colour} pebble comes on display."), head=True),
    k.LAYS: Kind("LAYS", sentence=N_("lays a {amount:colour} pebble on {GOES...}"), head=True),
    k.ENDS: Kind("ENDS", sentence=N_("The game is over."), head=True),
    k.WINS: Kind("WINS", sentence=WINS, head=True),
    k.COMES: Kind("COMES", effect="makes"),
    k.LEAVES: Kind("LEAVES", effect="counts"),
    k.GOES: Kind("GOES", effect="moves", sentence="{target:place}"),
    k.GAINS: Kind("GAINS", effect="counts", sentence=POINTS, small=True),
    k.TAKE: Kind("TAKE", sentence=N_("Take a pebble from the display and lay it on a free cell.")),
    k.PUT: Kind("PUT", sentence=N_("Lay the pebble on a free cell.")),
    k.OVER: Kind("OVER", sentence=N_("the court is full, and the game is over")),
    k.TOO_EARLY: Kind("TOO_EARLY", sentence=N_("two pebbles have to lie on display first")),
    k.NOT_YOURS: Kind("NOT_YOURS", sentence=N_("it is the turn of {seat:seat}")),
    k.NOT_SHOWN: Kind("NOT_SHOWN", sentence=N_("there is no {amount:colour} pebble on display")),
    k.NOT_FREE: Kind("NOT_FREE", sentence=N_("a pebble lies on {target:place} already; lay yours on a free cell")),
    k.NOTHING_TAKEN: Kind("NOTHING_TAKEN", sentence=N_("first take a pebble from the display, then choose its cell")),
    k.ROW_PAIRS: Kind("ROW_PAIRS", sentence=N_("pairs in row {of:number}"), head=True, outline=True),
    k.COLUMN_PAIRS: Kind("COLUMN_PAIRS", sentence=N_("pairs in column {of:number}"), head=True, outline=True),
    k.LIES: Kind("LIES"),
}
NAMES = {"colour": COLOURS}
