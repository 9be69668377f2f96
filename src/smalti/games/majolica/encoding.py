"""A position of Majolica as numbers. The order of the known cards under the deck is left out."""

from __future__ import annotations

from smalti.games.majolica.components import (
    CARD_POINTS,
    CARD_SPACES,
    CELLS,
    COLOURS,
    EXPANSIONS,
    KINDS,
    SIDE,
    TILE_LETTERS,
)
from smalti.games.majolica.editions import LETTERS, MOST_CARDS, MOST_MISSIONS, MOST_SEATS, SLOTS, WORKSHOPS
from smalti.games.majolica.phases import OVER
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.encoding import SEATS, Encoding, Reals, write_one_of, write_set, write_value
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State

EXPANSION_COUNT = len(EXPANSIONS)
DUES = 3
COUNTED = ("ones", "bloom", "purples", "together")


@kernel
def write_grid(state: State, numbers: Reals, at: int) -> int:
    """A plane for each colour: where its tiles lie face up."""
    for colour in range(COLOURS):
        cells = 0
        for cell in range(CELLS):
            if int(state.face_up) & bit(cell) and int(state.grid) >> 2 * cell & 3 == colour:
                cells |= bit(cell)
        at = write_set(numbers, at, cells, CELLS)
    return at


@kernel
def write_slot(state: State, other: int, slot: int, numbers: Reals, at: int) -> int:
    """A card: its spaces by colour, what is covered, its points; nothing for an empty slot."""
    card = int(state.slots[other, slot]) if other != NONE else NONE
    for kind in range(KINDS):
        at = write_value(numbers, at, int(CARD_SPACES[int(state.edition), card, kind]) if card != NONE else 0)
    for colour in range(COLOURS):
        at = write_value(numbers, at, int(state.covered[other, slot, colour]) if card != NONE else 0)
    return write_value(numbers, at, int(CARD_POINTS[int(state.edition), card]) if card != NONE else 0)


@kernel
def write_seat(state: State, other: int, numbers: Reals, at: int) -> int:
    """The workshops, cards and tokens of one seat; nothing of a seat that is not there."""
    there = other != NONE
    for workshop in range(WORKSHOPS):
        for kind in range(KINDS):
            at = write_value(numbers, at, int(state.tiles[other, workshop, kind]) if there else 0)
    for slot in range(SLOTS):
        at = write_slot(state, other, slot, numbers, at)
    at = write_value(numbers, at, count(int(state.finished[other])) if there else 0)
    at = write_value(numbers, at, int(state.ones[other]) if there else 0)
    at = write_value(numbers, at, int(state.bloom[other]) if there else 0)
    at = write_value(numbers, at, int(state.purples[other]) if there else 0)
    at = write_value(numbers, at, int(state.together[other]) if there else 0)
    at = write_one_of(numbers, at, int(state.mission[other]) if there else NONE, MOST_MISSIONS)
    return write_set(numbers, at, int(state.stored[other]) if there else 0, COLOURS)


@kernel
def write_turn(state: State, numbers: Reals, at: int) -> int:
    """What is to be chosen, and how far the turn has come."""
    at = write_one_of(numbers, at, int(state.phase), OVER)
    at = write_set(numbers, at, int(state.due), DUES)
    at = write_set(numbers, at, int(state.ran), WORKSHOPS)
    at = write_one_of(numbers, at, int(state.running), WORKSHOPS)
    at = write_one_of(numbers, at, int(state.bonus_tile), KINDS)
    at = write_value(numbers, at, int(state.now))
    at = write_value(numbers, at, int(state.delivered))
    at = write_value(numbers, at, int(state.further))
    at = write_value(numbers, at, int(state.fragments))
    at = write_value(numbers, at, int(state.extra))
    at = write_value(numbers, at, int(state.bonus))
    for colour in range(COLOURS):
        at = write_value(numbers, at, int(state.hand[colour]))
    for colour in range(COLOURS):
        at = write_value(numbers, at, int(state.face_down[colour]))
    for colour in range(COLOURS):
        at = write_value(numbers, at, int(state.revealed[colour]))
    return at


@kernel
def encode(state: State, seat: int, numbers: Reals) -> None:
    """The grid, the seats from the own on, the turn, the cards and what is common to all."""
    seats, at = int(state.seats), write_grid(state, numbers, 0)
    for n in range(MOST_SEATS):
        at = write_seat(state, (seat + n) % seats if n < seats else NONE, numbers, at)
    at = write_turn(state, numbers, at)
    at = write_set(numbers, at, int(state.display), MOST_CARDS)
    at = write_set(numbers, at, int(state.deck), MOST_CARDS)
    at = write_set(numbers, at, int(state.finished[seat]), MOST_CARDS)
    at = write_set(numbers, at, int(state.shown), MOST_MISSIONS)
    at = write_one_of(numbers, at, int(state.dealt[seat]), MOST_CARDS)
    at = write_one_of(numbers, at, seats - 1, MOST_SEATS)
    at = write_set(numbers, at, int(state.expansions), EXPANSION_COUNT)
    at = write_value(numbers, at, int(state.hall_purples))
    at = write_value(numbers, at, int(state.hall_ones))
    at = write_value(numbers, at, int(state.round_number))
    at = write_value(numbers, at, int(state.first) == seat)
    write_value(numbers, at, int(state.leader) == seat)


SEAT_VALUES = (
    *(f"workshop {w + 1}: {kind}" for w in range(WORKSHOPS) for kind in TILE_LETTERS),
    *(
        f"slot {s + 1}: {what}"
        for s in range(SLOTS)
        for what in (
            *(f"spaces {c}" for c in (*LETTERS, "of any colour")),
            *(f"covered {c}" for c in LETTERS),
            "points",
        )
    ),
    "finished",
    *COUNTED,
    *(f"mission {n + 1}" for n in range(MOST_MISSIONS)),
    *(f"stored {c}" for c in LETTERS),
)
ENCODING = Encoding(
    planes=tuple(f"face up {colour}" for colour in LETTERS),
    board=(SIDE, SIDE),
    values=(
        *(f"{who}: {what}" for who in SEATS for what in SEAT_VALUES),
        *(f"phase {n}" for n in range(OVER)),
        "tiles due",
        "card due",
        "order due",
        *(f"workshop {w + 1} ran" for w in range(WORKSHOPS)),
        *(f"workshop {w + 1} runs" for w in range(WORKSHOPS)),
        *(f"bonus tile {kind}" for kind in TILE_LETTERS),
        "finished in this turn",
        *("delivered", "further", "fragments", "extra", "bonus"),
        *(f"{where} {c}" for where in ("hand", "face down", "revealed") for c in LETTERS),
        *(f"{where}: card {c + 1}" for where in ("display", "deck", "own finished") for c in range(MOST_CARDS)),
        *(f"shown: mission {n + 1}" for n in range(MOST_MISSIONS)),
        *(f"dealt: card {c + 1}" for c in range(MOST_CARDS)),
        *(f"{n + 1} seats" for n in range(MOST_SEATS)),
        *EXPANSIONS,
        *("purples of the hall", "ones of the hall", "round", "first of this round", "first at the goal"),
    ),
    write=encode,
)
