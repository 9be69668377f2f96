"""The entries of a record (docs/records.md), both ways."""

from __future__ import annotations

from smalti.games.mosaix.components import DICE, OVERHANG, ROLLS, SIDE, SYMBOLS, roll_of
from smalti.games.mosaix.formation import Die, formation_dice, placed_dice, symbol_number
from smalti.games.mosaix.moves import SKIP, STOP, is_form
from smalti.games.mosaix.rows.refusals import refuse_turn
from smalti.games.mosaix.rules import FIRST_ROLL, actors, is_over
from smalti.games.mosaix.state import START, is_solo
from smalti.games.mosaix.text.refusals import DOOR, entered, laid
from smalti.kernel.entry import is_number, read_by, read_number, read_word, show
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.reason import Reason
from smalti.kernel.state import State
from smalti.kernel.words import N_


def write_entry(state: State, by: int, move: int) -> Entry:
    """A move or outcome in plain fields."""
    if by == CHANCE:
        return write_outcome(state, move)
    if move == STOP:
        return {"by": by, "do": "stop"}
    if move == SKIP:
        return {"by": by, "do": "skip"}
    if is_form(move):
        return {"by": by, "do": "form", "cells": write_dice(formation_dice(move))}
    return {"by": by, "do": "enter", "cells": write_dice(placed_dice(int(state.formation), move))}


def write_outcome(state: State, outcome: int) -> Entry:
    """What chance gave, in plain fields."""
    if int(state.phase) == START:
        return {"by": "chance", "do": "start", "seat": outcome}
    counts = ROLLS[outcome - FIRST_ROLL]
    return {"by": "chance", "do": "roll", "dice": [s for s, n in zip(SYMBOLS, counts, strict=True) for _ in range(n)]}


def write_dice(dice: tuple[Die, ...]) -> list[list[int | str]]:
    """Dice as [row, column, symbol], in reading order."""
    return [[r, c, SYMBOLS[symbol]] for r, c, symbol in sorted(dice)]


def read_entry(state: State, entry: Entry) -> tuple[int, int]:
    """The (by, move or outcome) of an entry that is legal here."""
    by = read_by(entry, int(state.seats))
    if by == CHANCE:
        return by, read_outcome(state, entry)
    do = read_word(entry, "do", ("form", "enter", "skip", "stop"))
    if do == "stop" and is_solo(state) and not is_over(state):
        return by, STOP  # rule 7.6: at any moment, so also between two rounds, where nobody is asked
    if do in ("stop", "skip"):
        return by, DOOR.legal(state, by, STOP if do == "stop" else SKIP)
    DOOR.heed(state, refuse_turn, by)
    dice = read_dice(entry.get("cells"))
    return by, read_form(state, by, dice) if do == "form" else entered(state, by, dice)


def read_form(state: State, seat: int, dice: tuple[Die, ...]) -> int:
    """The move that lays these dice."""
    move = laid(state, seat, dice)
    if min(r for r, _, _ in dice) != 0 or min(c for _, c, _ in dice) != 0:
        raise InvalidNotation("the smallest row and the smallest column of a formation are 0")
    return move


def read_dice(value: object) -> tuple[Die, ...]:
    """Four dice as [row, column, symbol], anywhere a formation could reach."""
    if not isinstance(value, list) or len(value) != DICE:
        raise InvalidNotation(f"the field 'cells' is {show(value)}, expected four dice")
    return tuple(read_die(die) for die in value)


def read_die(value: object) -> Die:
    """One die as [row, column, symbol]."""
    if isinstance(value, list) and len(value) == 3:
        row, col, word = value
        if is_number(row) and is_number(col) and isinstance(word, str) and word in SYMBOLS:
            if max(abs(row), abs(col)) < SIDE + OVERHANG:
                return row, col, symbol_number(word)
    raise InvalidNotation(f"{show(value)} is no die; expected [row, column, symbol] near the grid")


def read_outcome(state: State, entry: Entry) -> int:
    """What chance gave, where chance is next."""
    do = read_word(entry, "do", ("start", "roll"))
    if is_over(state):
        raise IllegalMove(Reason("5.5", N_("the game is over; nothing more is entered")))
    if actors(state) or (do == "start") != (int(state.phase) == START):
        raise IllegalMove(
            Reason("2.2", N_("the dice are rolled once a round, after all have entered the last formation"))
        )
    if do == "start":
        return read_number(entry, "seat", 0, int(state.seats) - 1)
    dice = entry.get("dice")
    if not isinstance(dice, list) or len(dice) != DICE or not all(isinstance(d, str) and d in SYMBOLS for d in dice):
        raise InvalidNotation(f"the field 'dice' is {show(dice)}, expected four of {', '.join(SYMBOLS)}")
    return FIRST_ROLL + roll_of(tuple(map(symbol_number, dice)))
