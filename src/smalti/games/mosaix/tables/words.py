"""The words of Mosaix: for each kind of row its effect and its sentence, and the names that fill the gaps."""

from __future__ import annotations

from smalti.games.mosaix.components import SHAPES
from smalti.games.mosaix.rows import kinds as k
from smalti.kernel.stage import Kind, Sentence
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

HEADS = {
    k.BEGINS: Kind("BEGINS", sentence=N_("{amount:seat} begins."), head=True),
    k.ROLLS_DICE: Kind("ROLLS_DICE", sentence=N_("The dice show {SHOWS...}."), head=True, round=True),
    k.FORMS: Kind("FORMS", sentence=N_("lays the shape {amount:shape} with {LAYS...}"), head=True),
    k.CHOOSES: Kind("CHOOSES", sentence=N_("has chosen"), head=True),
    k.ENTERS: Kind(
        "ENTERS",
        sentence={
            0: N_("enters {INKS PENCILS...}"),
            "one": N_("enters {INKS PENCILS...}; one lost"),
            "other": N_("enters {INKS PENCILS...}; {amount:number} lost"),
        },
        head=True,
    ),
    k.REVEALS: Kind(
        "REVEALS",
        sentence={
            0: N_("enters {INKS...}"),
            "one": N_("enters {INKS...}; one lost"),
            "other": N_("enters {INKS...}; {amount:number} lost"),
        },
        head=True,
    ),
    k.KEEPS: Kind("KEEPS", sentence=N_("enters what was chosen"), head=True),
    k.SKIPS: Kind("SKIPS", sentence=N_("can enter nothing and skips"), head=True),
    k.STOPS: Kind("STOPS", sentence=N_("stops the game"), head=True),
    k.PASSES: Kind("PASSES", sentence=N_("The dice pass to {amount:seat}."), head=True),
    k.ENDS: Kind("ENDS", sentence=N_("The game is over."), head=True),
    k.WINS: Kind(
        "WINS",
        sentence={"one": N_("wins with {amount:number} point"), "other": N_("wins with {amount:number} points")},
        head=True,
    ),
    k.REACHES: Kind(
        "REACHES",
        sentence={"one": N_("reaches {amount:number} point"), "other": N_("reaches {amount:number} points")},
        head=True,
    ),
}

GAIN: Sentence = {
    "one": N_("{amount:signed} point for {look:look}"),
    "other": N_("{amount:signed} points for {look:look}"),
}
ACTS = {
    k.GIVES: Kind("GIVES", "makes"),
    k.SHOWS: Kind("SHOWS", "moves", "{look:look}"),
    k.LAYS: Kind("LAYS", "moves", "{look:look}"),
    k.RETURNS: Kind("RETURNS", "moves"),
    k.PUTS_AWAY: Kind("PUTS_AWAY", "takes"),
    k.CALLS: Kind("CALLS", "makes", motion="still"),
    k.ANSWERS: Kind("ANSWERS", "moves", motion="still"),
    k.DISMISSES: Kind("DISMISSES", "takes", motion="still"),
    k.PENCILS: Kind("PENCILS", "makes", "{of:symbol} {target:place}"),
    k.INKS: Kind("INKS", "makes", "{look:look} {target:place}"),
    k.FIXES: Kind("FIXES", "moves", motion="still"),
    k.STRIKES: Kind("STRIKES", "makes"),
    k.LOSES: Kind("LOSES", "counts", N_("{amount:signed} on the scale"), small=True),
    k.PAYS: Kind("PAYS", "counts"),
    k.GAINS: Kind("GAINS", "counts", GAIN, small=True),
    k.PROMISES: Kind("PROMISES", "says", GAIN, gain=True, small=True),
}

QUESTIONS = {
    k.ASKS_SHAPE: Kind("ASKS_SHAPE", sentence=N_("Lay the four dice: in which shape?")),
    k.ASKS_CARD: Kind("ASKS_CARD", sentence=N_("Which die goes where?")),
    k.ASKS_DIE: Kind(
        "ASKS_DIE",
        sentence=N_("Enter the formation: pick it up by one of its dice."),
    ),
    k.ASKS_CELL: Kind("ASKS_CELL", sentence=N_("Where does this die go?")),
}

REFUSALS: dict[int, Sentence] = {
    k.IS_OVER: N_("the game is over; nothing more is entered"),
    k.NOT_ROLLER: N_("only the roller lays the formation; {seat:seat} has the dice"),
    k.HAS_ENTERED: N_("you have entered this formation already; wait for the others"),
    k.NO_ROLL: N_("the dice have to be rolled first"),
    k.OTHER_GRID: N_("you enter the formation in your own grid only"),
    k.NO_DIE: N_("first pick the formation up by one of its dice, then put that die on a cell"),
    k.TAKEN: N_("cell {target:place} is already marked; every die inside the grid needs a free cell"),
    k.NO_SCALE: {
        "one": N_("a symbol would be lost, but no cell of the scale is free"),
        "other": N_("{amount:number} symbols would be lost, but only {of:number} cells of the scale are free"),
    },
    k.NOT_INSIDE: N_("at least one die must lie inside the grid"),
    k.SAME_MARKS: N_("another turn marks the same cells; that one stands for both: move {amount:number}"),
    k.NOT_ALONE: N_("only a solo game can be stopped; with several players it ends by itself"),
    k.NOT_LAID: N_("lay the formation first"),
    k.NO_SKIP_ALONE: N_("alone you cannot skip; enter the formation or stop"),
    k.CAN_ENTER: N_("you can enter at least one symbol of this formation, so you may not skip"),
    k.IS_LAID: N_("the formation has been laid; now enter it"),
    k.OTHER_DICE: N_("a formation uses exactly the four dice that were rolled, with the symbols they show"),
    k.FITS_NOWHERE: N_("this formation fits nowhere with the scale you have left; lay another one"),
    k.LAY_FIRST: N_("lay the formation first, then enter it"),
}

EARNINGS = {
    k.NO_AREA: Kind("NO_AREA", sentence=N_("{look:look}: no area of five cells"), head=True),
    k.ONE_AREA: Kind("ONE_AREA", sentence=N_("{look:look}: an area with {turn:number} cells"), head=True, outline=True),
    k.AREAS: Kind(
        "AREAS",
        sentence=N_("{look:look}: {of:number} areas with {turn:number} cells, {of:number} x {turn:number}"),
        head=True,
        outline=True,
    ),
    k.FREE_SCALE: Kind("FREE_SCALE", sentence=N_("free cells of the scale: {amount:number}"), head=True),
    k.LIES: Kind("LIES"),
}

KIND_NAMES = {number: name for name, number in vars(k).items() if name.isupper()}
KINDS = {
    **HEADS,
    **ACTS,
    **QUESTIONS,
    **{kind: Kind(KIND_NAMES[kind], sentence=sentence) for kind, sentence in REFUSALS.items()},
    **EARNINGS,
}
