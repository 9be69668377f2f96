"""A stage as small as it gets: a board of two squares and a pile beside it, for the tests of the renderers."""

from __future__ import annotations

from smalti.kernel.stage import SPECTATOR, Arrangement, Kind, Look, Panel, Place, Stage, catalogue
from smalti.kernel.telling import Telling

LEFT, RIGHT, PILE, TALLY, FOLDED = range(5)
RED, BLUE, POINTS, OWNER, BUTTON = range(5)
PUTS, GOES, GAINS, ENDS, ASKS, FORBIDS, LOSES = range(7)

STAGE = Stage(
    label="A small table",
    panels=(
        Panel(0, "board", "The board", "board", 100, 50, ground='<rect width="100" height="50"/>', title="Board"),
        Panel(1, "pile", "The pile", "hand", 50, 50),
    ),
    places={
        LEFT: Place(0, 0, 0, 50, 50, "a1", speaks=True),
        RIGHT: Place(0, 50, 0, 50, 50, "b1", speaks=True),
        PILE: Place(1, 0, 0, 50, 50, "pile"),
        TALLY: Place(0, 60, 0, 40, 20, turn=1),
        FOLDED: Place(1, 0, 0, 50, 50, under=PILE),
    },
    looks={
        RED: Look(symbol="red", name="red"),
        BLUE: Look(parts=(("blue", 0.25, 0, 0.5, 1),), name="blue", layer=1),
        POINTS: Look(text="{number:number}", name="points", css="gold", least=1),
        OWNER: Look(text="{number:seat} & co", own="you"),
        BUTTON: Look(text="Stop", button=True),
    },
    kinds={
        PUTS: Kind("PUTS", sentence="puts {GOES...}", head=True),
        GOES: Kind("GOES", effect="moves", sentence="{look:look} from {source:place} to {target:place}"),
        GAINS: Kind(
            "GAINS",
            effect="counts",
            sentence={
                "one": "{amount:signed} point for {seat:seat}",
                "other": "{amount:signed} points for {seat:seat}",
            },
            small=True,
        ),
        ENDS: Kind("ENDS", sentence={0: "nobody wins", "other": "{amount:number} win"}, head=True),
        ASKS: Kind("ASKS", sentence="Put {amount:number} on a free square."),
        FORBIDS: Kind("FORBIDS", sentence="{target:place} is taken by {of:animal}"),
        LOSES: Kind("LOSES", effect="takes"),
    },
    arrangements={
        SPECTATOR: Arrangement(200, 60, ((0, 5, 5, 1), (1, 120, 5, 0.5))),
        "seat-0": Arrangement(200, 60, ((0, 5, 5, 2), (1, 120, 5, 0.5))),
    },
    defs='<symbol id="red"/><symbol id="blue"/>',
    style=".gold{fill:gold}",
    names={"animal": ("lion", "crane")},
    scores=(3,),
)


def telling(names: tuple[str, ...] = ("Ann", "Bob"), eyes: int = -1, language: str = "en") -> Telling:
    """Its words."""
    return Telling(catalogue("small", STAGE, language), names, eyes)
