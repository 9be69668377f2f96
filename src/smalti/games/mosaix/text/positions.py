"""Positions as text, both ways.

A position is a few fields with spaces between: the grids (rows from the top, digits count empty cells, the printed
symbol is a capital), what is next, and what differs from the usual:

    7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 start
    7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 form:1:ootx end=formation-impossible
    7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 enter:1:oo/tx:-,o:f7+o:g7
    7/7/7/3X3/7/7/7 roll:0 scale=6
"""

from __future__ import annotations

import re

from smalti.games.mosaix.components import MOST_SEATS, ROLLS, SCALE, SIDE, roll_of
from smalti.games.mosaix.formation import (
    find_formation,
    formation_dice,
)
from smalti.games.mosaix.state import ENTER, FORM, FORMATION_IMPOSSIBLE, HIDDEN, NONE, OVER, ROLL, START, STATE, is_solo
from smalti.games.mosaix.text.notation import LETTERS, parse_formation, parse_move, write_formation, write_move
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.state import State, new_state

PHASES = {"start": START, "roll": ROLL, "form": FORM, "enter": ENTER, "over": OVER}
DETAILS = {"start": 0, "roll": 1, "form": 2, "enter": 2, "over": 0}
"""How many fields follow what is next: the roller, then what lies on the table."""
GRID_ROW = re.compile(r"[1-7otxOTX]+")


def write_position(state: State) -> str:
    """The whole position as text."""
    fields = [",".join(write_grid(state, seat) for seat in range(int(state.seats))), write_next(state)]
    if is_solo(state):
        fields.append(f"scale={int(state.scale)}")
    if int(state.ending) == FORMATION_IMPOSSIBLE:
        fields.append("end=formation-impossible")
    return " ".join(fields)


def write_grid(state: State, seat: int) -> str:
    """One grid, rows from the top."""
    letters = ["."] * (SIDE * SIDE)
    for symbol, letter in enumerate(LETTERS):
        for cell in range(SIDE * SIDE):
            if int(state.marks[seat, symbol]) >> cell & 1:
                letters[cell] = letter.upper() if cell == int(state.printed[seat]) else letter
    rows = ["".join(letters[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)]
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


def write_next(state: State) -> str:
    """What is next, with the roller and what lies on the table."""
    phase = int(state.phase)
    name = next(word for word, value in PHASES.items() if value == phase)
    if phase in (START, OVER):
        return name
    head = f"{name}:{int(state.roller)}"
    if phase == ROLL:
        return head
    if phase == FORM:
        return f"{head}:{''.join(x * n for x, n in zip(LETTERS, ROLLS[int(state.roll)], strict=True))}"
    chosen = ",".join(write_chosen(state, seat) for seat in range(int(state.seats)))
    return f"{head}:{write_formation(formation_dice(int(state.formation)))}:{chosen}"


def write_chosen(state: State, seat: int) -> str:
    """What a seat has chosen this round: - nothing yet, ? hidden."""
    chosen = int(state.chosen[seat])
    if chosen in (NONE, HIDDEN):
        return "-" if chosen == NONE else "?"
    return write_move(state, seat, chosen).replace(" ", "+")


def parse_position(text: str) -> State:
    """The position that the text means."""
    fields = text.split()
    if len(fields) < 2:
        raise InvalidNotation("a position has at least two fields: the grids, and what is next")
    grids = fields[0].split(",")
    if not 1 <= len(grids) <= MOST_SEATS:
        raise InvalidNotation(f"a position has one to four grids, not {len(grids)}")
    state = new_state(STATE)
    state.seats, state.roll, state.formation, state.chosen[:] = len(grids), NONE, NONE, NONE
    for seat, grid in enumerate(grids):
        parse_grid(state, seat, grid)
    for field in fields[2:]:
        parse_extra(state, field)
    parse_next(state, fields[1])
    return state


def parse_grid(state: State, seat: int, text: str) -> None:
    """One grid, rows from the top."""
    rows = [re.sub(r"[1-7]", lambda gap: "." * int(gap[0]), row) for row in text.split("/") if GRID_ROW.fullmatch(row)]
    letters = "".join(rows)
    if len(rows) != SIDE or {len(row) for row in rows} != {SIDE} or sum(x.isupper() for x in letters) != 1:
        raise InvalidNotation(f"{text[:60]!r} is no grid; expected seven rows like '3O3' with one printed symbol")
    for cell, letter in enumerate(letters):
        if letter != ".":
            state.marks[seat, LETTERS.index(letter.lower())] |= 1 << cell
        if letter.isupper():
            state.printed[seat] = cell
    if is_solo(state):
        state.scale = SCALE


def parse_extra(state: State, field: str) -> None:
    """A field like scale=6."""
    found = re.fullmatch(r"scale=([0-8])", field)
    if found and is_solo(state):
        state.scale = int(found[1])
    elif field == "end=formation-impossible":
        state.ending = FORMATION_IMPOSSIBLE
    else:
        raise InvalidNotation(
            f"{field[:40]!r} is no field of a position; expected end=formation-impossible, or alone scale=0..8"
        )


def parse_next(state: State, text: str) -> None:
    """What is next."""
    name, *details = text.split(":", 2)
    if name not in PHASES or len(details) != DETAILS[name] or (name == "start" and is_solo(state)):
        raise InvalidNotation(f"{text[:40]!r} does not say what is next; expected e.g. 'roll:0' or 'form:1:ootx'")
    state.phase = PHASES[name]
    if details:
        if details[0] not in map(str, range(int(state.seats))):
            raise InvalidNotation(f"there is no seat {details[0][:20]!r} to roll")
        state.roller = int(details[0])
    if name == "form":
        if not re.fullmatch(r"[otx]{4}", details[1]):
            raise InvalidNotation(f"{details[1][:20]!r} is no roll; expected four of o, t, x")
        state.roll = roll_of(tuple(LETTERS.index(x) for x in details[1]))
    if name == "enter":
        parse_choices(state, details[1])


def parse_choices(state: State, text: str) -> None:
    """The formation on the table, and what each seat has chosen."""
    laid, _, chosen = text.partition(":")
    dice = parse_formation(laid)
    formation = find_formation(dice)
    choices = chosen.split(",")
    if formation is None or len(choices) != int(state.seats) or "-" not in choices:
        raise InvalidNotation(f"{text[:40]!r} is no formation with a choice for each seat, one of them still open")
    state.formation = formation
    state.roll = roll_of(tuple(symbol for _, _, symbol in dice))
    for seat, choice in enumerate(choices):
        if choice != "-":
            state.chosen[seat] = HIDDEN if choice == "?" else parse_move(state, seat, choice.replace("+", " "))
