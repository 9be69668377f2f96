"""The words of Mosaix: for each kind of row its effect and its sentence, and the names that fill the gaps."""

from __future__ import annotations

from smalti.games.mosaix.components import SHAPES
from smalti.games.mosaix.rows import kinds
from smalti.kernel.stage import Effect, Kind, Sentence, numbered
from smalti.kernel.words import N_

SYMBOL_WORDS = N_("circle"), N_("triangle"), N_("cross")
"""The words of the box; they must be those of components.json."""
PRINTED_WORDS = N_("circle, printed"), N_("triangle, printed"), N_("cross, printed")
PENCILLED_WORDS = N_("circle, not shown yet"), N_("triangle, not shown yet"), N_("cross, not shown yet")
TURNED_WORDS = N_("circle, {number:turned}"), N_("triangle, {number:turned}"), N_("cross, {number:turned}")
TURN_WORDS = N_("as laid"), N_("turned right"), N_("upside down"), N_("turned left")
NAMES = {"shape": SHAPES, "symbol": SYMBOL_WORDS, "turned": TURN_WORDS}
DIE_WORDS = N_("first die"), N_("second die"), N_("third die"), N_("fourth die")
SPOT_WORDS = {
    (0, 0): N_("row 1, column 1"),
    (0, 1): N_("row 1, column 2"),
    (0, 2): N_("row 1, column 3"),
    (0, 3): N_("row 1, column 4"),
    (1, 0): N_("row 2, column 1"),
    (1, 1): N_("row 2, column 2"),
    (1, 2): N_("row 2, column 3"),
    (2, 0): N_("row 3, column 1"),
    (2, 1): N_("row 3, column 2"),
    (3, 0): N_("row 4, column 1"),
}
"""Where a die lies in a formation, for ears."""
LABELS = N_("Mosaix: one grid"), N_("Mosaix: two grids"), N_("Mosaix: three grids"), N_("Mosaix: four grids")

POINTS: dict[str, Sentence] = {
    "WINS": {"one": N_("wins with {amount:number} point"), "other": N_("wins with {amount:number} points")},
    "REACHES": {"one": N_("reaches {amount:number} point"), "other": N_("reaches {amount:number} points")},
}
ENTERED: Sentence = {
    0: N_("enters {INKS PENCILS FIXES...}"),
    "one": N_("enters {INKS PENCILS FIXES...}; one lost"),
    "other": N_("enters {INKS PENCILS FIXES...}; {amount:number} lost"),
}
HEADS: dict[str, Sentence] = {
    "BEGINS": N_("{amount:seat} begins."),
    "ROLLS_DICE": N_("The dice show {SHOWS...}."),
    "FORMS": N_("lays the shape {amount:shape} with {LAYS...}"),
    "CHOOSES": N_("has chosen"),
    "ENTERS": ENTERED,
    "REVEALS": ENTERED,
    "KEEPS": ENTERED,
    "SKIPS": N_("can enter nothing and skips"),
    "STOPS": N_("stops the game"),
    "PASSES": N_("The dice pass to {amount:seat}."),
    "ENDS": N_("The game is over."),
    "NO_AREA": N_("{look:look}: no area of five cells"),
    "FREE_SCALE": N_("free cells of the scale: {amount:number}"),
}
OUTLINED: dict[str, Sentence] = {
    "ONE_AREA": N_("{look:look}: an area with {turn:number} cells"),
    "AREAS": N_("{look:look}: {of:number} areas with {turn:number} cells, {of:number} x {turn:number}"),
}

GAIN: Sentence = {
    "one": N_("{amount:signed} point for {look:look}"),
    "other": N_("{amount:signed} points for {look:look}"),
}
ACTS: dict[str, tuple[Effect, Sentence]] = {
    "GIVES": ("makes", ""),
    "SHOWS": ("moves", "{look:look}"),
    "LAYS": ("moves", "{look:look}"),
    "RETURNS": ("moves", ""),
    "PUTS_AWAY": ("takes", ""),
    "PENCILS": ("makes", "{of:symbol} {target:place}"),
    "INKS": ("makes", "{look:look} {target:place}"),
    "STRIKES": ("makes", ""),
    "PAYS": ("counts", ""),
    "LIES": ("says", ""),
}
STILL: dict[str, tuple[Effect, Sentence]] = {
    "CALLS": ("makes", ""),
    "ANSWERS": ("moves", ""),
    "DISMISSES": ("takes", ""),
    "FIXES": ("moves", "{look:look} {target:place}"),
}
SMALL: dict[str, Sentence] = {"LOSES": N_("{amount:signed} on the scale"), "GAINS": GAIN}

QUESTIONS: dict[str, Sentence] = {
    "ASKS_SHAPE": N_("Lay the four dice: in which shape?"),
    "ASKS_CARD": N_("Which die goes where?"),
    "ASKS_DIE": N_("Enter the formation: pick it up by one of its dice."),
    "ASKS_CELL": N_("Where does this die go?"),
}

REFUSALS: dict[str, Sentence] = {
    "IS_OVER": N_("the game is over; nothing more is entered"),
    "NOT_ROLLER": N_("only the roller lays the formation; {seat:seat} has the dice"),
    "HAS_ENTERED": N_("you have entered this formation already; wait for the others"),
    "NO_ROLL": N_("the dice have to be rolled first"),
    "OTHER_GRID": N_("you enter the formation in your own grid only"),
    "NO_DIE": N_("first pick the formation up by one of its dice, then put that die on a cell"),
    "TAKEN": N_("cell {target:place} is already marked; every die inside the grid needs a free cell"),
    "NO_SCALE": {
        "one": N_("a symbol would be lost, but no cell of the scale is free"),
        "other": N_("{amount:number} symbols would be lost, but only {of:number} cells of the scale are free"),
    },
    "NOT_INSIDE": N_("at least one die must lie inside the grid"),
    "SAME_MARKS": N_("another turn marks the same cells; that one stands for both: move {amount:number}"),
    "NOT_ALONE": N_("only a solo game can be stopped; with several players it ends by itself"),
    "NOT_LAID": N_("lay the formation first"),
    "NO_SKIP_ALONE": N_("alone you cannot skip; enter the formation or stop"),
    "CAN_ENTER": N_("you can enter at least one symbol of this formation, so you may not skip"),
    "IS_LAID": N_("the formation has been laid; now enter it"),
    "OTHER_DICE": N_("a formation uses exactly the four dice that were rolled, with the symbols they show"),
    "FITS_NOWHERE": N_("this formation fits nowhere with the scale you have left; lay another one"),
    "LAY_FIRST": N_("lay the formation first, then enter it"),
}

KINDS = numbered(
    kinds,
    {name: Kind(name, sentence=words, head=True) for name, words in (HEADS | POINTS).items()},
    {"ROLLS_DICE": Kind("ROLLS_DICE", sentence=HEADS["ROLLS_DICE"], head=True, round=True)},
    {name: Kind(name, sentence=words, head=True, outline=True) for name, words in OUTLINED.items()},
    {name: Kind(name, effect, words) for name, (effect, words) in ACTS.items()},
    {name: Kind(name, effect, words, motion="still") for name, (effect, words) in STILL.items()},
    {name: Kind(name, "counts", words, small=True) for name, words in SMALL.items()},
    {"PROMISES": Kind("PROMISES", sentence=GAIN, gain=True, small=True)},
    {"MEASURES": Kind("MEASURES", "makes", small=True)},
    {name: Kind(name, sentence=words) for name, words in (QUESTIONS | REFUSALS).items()},
)
