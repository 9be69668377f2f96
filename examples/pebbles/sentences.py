"""What is asked and what was done, in a sentence."""

from __future__ import annotations

from examples.pebbles.components import CELL_NAMES, CELLS, COLOURS
from examples.pebbles.rules import FIRST_SEAT
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say


def ask(state: State, seat: int, language: str) -> str:
    """What this actor is asked to decide now."""
    return say(language, N_("Take a pebble from the display and lay it on a free cell."))


def describe(state: State, by: int, move: int, language: str) -> str:
    """A move or outcome as a sentence."""
    if by == CHANCE and move >= FIRST_SEAT:
        return say(language, N_("{name} begins."), {"name": SeatName(move - FIRST_SEAT)})
    if by == CHANCE:
        return say(language, N_("A {colour} pebble comes on display."), {"colour": COLOURS[move]})
    colour, cell = divmod(move, CELLS)
    facts = {"colour": COLOURS[colour], "cell": Verbatim(CELL_NAMES[cell])}
    return say(language, N_("lays a {colour} pebble on {cell}"), facts)


def teaches(state: State, seat: int) -> tuple[str, ...]:
    """The clauses that explain the decision at hand."""
    return ("3.1", "3.2", "4.4") if int(state.seats) == 1 else ("3.1", "3.2", "4.1", "4.2")
