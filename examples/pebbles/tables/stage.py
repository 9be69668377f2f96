"""What Pebbles looks like: panels, places and looks."""

from __future__ import annotations

from functools import cache

from examples.pebbles.components import CELL_NAMES, CELLS, COLOUR_COUNT, COLOURS, SHOWN, SIDE
from examples.pebbles.rows import places as p
from examples.pebbles.tables.symbols import (
    CELL,
    COURT,
    DEFS,
    EDGE,
    HEAD,
    STYLE,
    court_ground,
    display_ground,
)
from examples.pebbles.tables.words import KINDS, NAMES
from smalti.kernel.stage import SPECTATOR, Arrangement, Look, Panel, Place, Stage, arrangement_of
from smalti.kernel.state import State
from smalti.kernel.words import N_

MARGIN, GAP = 24, 12
WIDE, HIGH = COLOUR_COUNT * CELL, (SHOWN + 1) * CELL + GAP
"""The display: stands, and the bag below them."""


def stage(state: State) -> Stage:
    """The tables of Pebbles for so many seats."""
    return stage_for(int(state.seats))


@cache
def stage_for(seats: int) -> Stage:
    """The same stage for all positions of a game."""
    top = seats * HEAD
    return Stage(
        label=N_("Pebbles: the court and the display"),
        panels=(
            Panel(p.COURT, "court", N_("The court"), "board", COURT, top + COURT, court_ground(top)),
            Panel(p.DISPLAY, "display", N_("The display"), "board", WIDE, HIGH, display_ground()),
        ),
        places=cells(top) | stands() | heads(seats),
        looks=LOOKS,
        kinds=KINDS,
        arrangements={eyes: arrangement(top) for eyes in (SPECTATOR, *map(arrangement_of, range(seats)))},
        defs=DEFS,
        style=STYLE,
        names=NAMES,
        scores=tuple(p.SCORE + seat for seat in range(seats)),
    )


def cells(top: int) -> dict[int, Place]:
    """The cells of the court; they touch, so that a line of them can be outlined."""
    spots = [(EDGE + cell % SIDE * CELL, top + EDGE + cell // SIDE * CELL) for cell in range(CELLS)]
    return {
        p.CELL + cell: Place(p.COURT, x, y, CELL, CELL, CELL_NAMES[cell], speaks=True)
        for cell, (x, y) in enumerate(spots)
    }


def stands() -> dict[int, Place]:
    """Where pebbles are on display, a column for each colour, and the bag."""
    on_display = {
        p.STAND + p.stand(colour, n): Place(p.DISPLAY, colour * CELL, n * CELL, CELL, CELL, N_("on display"))
        for colour in range(COLOUR_COUNT)
        for n in range(SHOWN)
    }
    return on_display | {p.BAG: Place(p.DISPLAY, (WIDE - CELL) / 2, SHOWN * CELL + GAP, CELL, CELL, N_("bag"))}


def heads(seats: int) -> dict[int, Place]:
    """A line for each seat above the court: whose lines count, and what they are worth."""
    names = {p.NAME + seat: Place(p.COURT, 4, seat * HEAD, COURT - 64, HEAD) for seat in range(seats)}
    return names | {p.POINTS + seat: Place(p.COURT, COURT - 56, seat * HEAD, 52, HEAD) for seat in range(seats)}


def arrangement(top: int) -> Arrangement:
    """The court on the left, the display beside it."""
    side = MARGIN + COURT + MARGIN
    return Arrangement(
        width=side + WIDE + MARGIN,
        height=top + COURT + 2 * MARGIN,
        panels=((p.COURT, MARGIN, MARGIN, 1), (p.DISPLAY, side, MARGIN + top, 1)),
    )


def stone(colour: str) -> Look:
    """A pebble, a little smaller than its cell."""
    return Look(parts=((f"stone-{colour}", 0.06, 0.06, 0.88, 0.88),), name=colour)


def heading(words: str) -> Look:
    """Text above the court; the number of the piece is the seat."""
    return Look(text=words, css="title", anchor="start", at=(0, 0.7), size=0.55, click=False)


LOOKS = {
    **{p.STONE + number: stone(colour) for number, colour in enumerate(COLOURS)},
    p.FILLED_BAG: Look(symbol="pebble-bag", text="{number:number}", css="tally", size=0.3, at=(0.5, 0.75)),
    p.COUNTED: Look(
        text="{number:number}", name=N_("points"), css="gold", anchor="end", at=(1, 0.7), size=0.6, click=False
    ),
    p.OF_ROWS: heading(N_("{number:seat}, rows")),
    p.OF_COLUMNS: heading(N_("{number:seat}, columns")),
    p.OF_BOTH: heading(N_("{number:seat}, rows and columns")),
}
