"""What is asked and what was done, in a sentence."""

from __future__ import annotations

from functools import lru_cache

from smalti.games.mosaix.components import DICE, FORMATIONS, ROLLS, SHAPES, SYMBOLS
from smalti.games.mosaix.formation import cell_name, inside, placed_dice
from smalti.games.mosaix.moves import SKIP, STOP, is_form
from smalti.games.mosaix.rules import FIRST_ROLL
from smalti.games.mosaix.state import FORM, START, is_solo
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

SYMBOL_WORDS = N_("circle"), N_("triangle"), N_("cross")
"""The words of the box, marked for the catalogues; they must be those of components.json."""


def ask(state: State, seat: int, language: str) -> str:
    """What this actor is asked to decide now."""
    if int(state.phase) == FORM:
        return say(language, N_("Lay the four dice: choose a shape and which die goes where."))
    return say(language, N_("Enter the formation in your grid: pick it up by a die and put that die on a cell."))


def teaches(state: State, seat: int) -> tuple[str, ...]:
    """The clauses that explain the decision at hand."""
    if int(state.phase) == FORM:
        return ("3.1", "3.3", "3.4", "7.4") if is_solo(state) else ("3.1", "3.3", "3.4")
    return ("4.3", "4.5", "4.6", "6.4", "7.2") if is_solo(state) else ("4.2", "4.3", "4.5", "4.6", "6.4")


def describe(state: State, by: int, move: int, language: str) -> str:
    """A move or outcome as a sentence."""
    if by == CHANCE:
        return describe_outcome(state, move, language)
    if move == STOP:
        return say(language, N_("stops the game"))
    if move == SKIP:
        return say(language, N_("can enter nothing and skips"))
    if is_form(move):
        shape, symbols = FORMATIONS[move]
        facts = {"shape": Verbatim(SHAPES[shape]), "dice": dice_words(symbols, language)}
        return say(language, N_("lays the shape {shape} with {dice}"), facts)
    return describe_entering(int(state.formation), move, language)


@lru_cache(100_000)
def describe_entering(formation: int, move: int, language: str) -> str:
    """The marks that entering makes; many grids ask for the same."""
    dice = inside(placed_dice(formation, move))
    marks = ", ".join(f"{say(language, SYMBOLS[symbol])} {cell_name(r, c)}" for r, c, symbol in dice)
    lost = DICE - len(dice)
    if lost == 0:
        return say(language, N_("enters {marks}"), {"marks": Verbatim(marks)})
    return say(language, N_("enters {marks}; {lost} lost"), {"marks": Verbatim(marks), "lost": lost})


def describe_outcome(state: State, outcome: int, language: str) -> str:
    """What chance gave, as a sentence."""
    if int(state.phase) == START:
        return say(language, N_("{name} begins."), {"name": SeatName(outcome)})
    symbols = [symbol for symbol, n in enumerate(ROLLS[outcome - FIRST_ROLL]) for _ in range(n)]
    return say(language, N_("The dice show {dice}."), {"dice": dice_words(tuple(symbols), language)})


def dice_words(symbols: tuple[int, ...], language: str) -> Verbatim:
    """Symbols as words with commas."""
    return Verbatim(", ".join(say(language, SYMBOLS[symbol]) for symbol in symbols))
