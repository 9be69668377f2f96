"""Places of Majolica in words: `cell a1`, `kiln 0 1` (seat, workshop), `tile 0 1 R 0`, `slot 0 2`, `card D01` ..."""

from __future__ import annotations

from smalti.games.majolica.components import CARD_SIZE, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, SLOTS
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.rows.identity import hand_load, load, total
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.shelves import hand_place, tile_at
from smalti.games.majolica.tables.names import card_number, cell_number, letters, members, mission_number
from smalti.kernel.state import State

NAMED = {
    "with-card": p.WITH_CARD,
    "with-order": p.WITH_ORDER,
    "bin": p.BIN,
    "pile": p.PILE,
    "hall": p.HALL_ROW,
    "deck": p.DECK,
}


def place(state: State, words: str) -> int:
    """The place that is meant."""
    kind, *rest = words.split()
    return NAMED[kind] if not rest and kind in NAMED else FINDERS[kind](state, *rest)


def run(state: State, number: str) -> int:
    return p.handle_at(int(state.face_up), int(number))


def cell(_state: State, name: str) -> int:
    return p.CELL + cell_number(name)


def revealed(state: State, letter: str, n: str) -> int:
    return p.REVEALED + letters(state.revealed).index(letter) + int(n)


def hand(state: State, letter: str = "", n: str = "0") -> int:
    tiles, seat = hand_load(state), int(state.seat)
    if not letter:
        return p.at_bench(seat, p.HAND + total(tiles) - 1)
    return hand_place(seat, tiles, LETTERS.index(letter), int(n))


def kiln(_state: State, seat: str, workshop: str) -> int:
    return p.kiln_at(int(seat), int(workshop) - 1)


def tile(state: State, seat: str, workshop: str, letter: str, n: str) -> int:
    lying = load(state, int(seat), int(workshop) - 1)
    kind = TILE_LETTERS.index(letter)
    return tile_at(int(state.edition), int(seat), int(workshop) - 1, lying, kind, int(n))


def shelf(state: State, seat: str, workshop: str, n: str) -> int:
    return p.shelf_at(int(state.edition), int(seat), int(workshop) - 1, 0, int(n))


def slot(_state: State, seat: str, number: str) -> int:
    return p.slot_at(int(seat), int(number) - 1)


def card(state: State, name: str) -> int:
    """A card of the display, or the slot that it lies in."""
    number = card_number(state, name)
    if number in members(int(state.display)):
        return p.DISPLAYED + p.index_in(int(state.display), number)
    return p.slot_at(*lies_at(state, number))


def space(state: State, name: str, n: str) -> int:
    number = card_number(state, name)
    return p.space_at(*lies_at(state, number), int(CARD_SIZE[int(state.edition), number]), int(n))


def lies_at(state: State, number: int) -> tuple[int, int]:
    """Seat and slot of a card."""
    found = [(seat, n) for seat in range(int(state.seats)) for n in range(SLOTS) if state.slots[seat, n] == number]
    return found[0]


def finished(_state: State, seat: str, n: str) -> int:
    return p.finished_at(int(seat), int(n))


def order(_state: State, n: str) -> int:
    return p.ORDER + int(n)


def front(_state: State, seat: str) -> int:
    return p.at_bench(int(seat), p.HALL)


def tokens(_state: State, seat: str) -> int:
    return p.at_bench(int(seat), p.ONES)


def mission(state: State, name: str) -> int:
    return p.MISSION + mission_place(state, mission_number(state, name))


FINDERS = {
    one.__name__: one
    for one in (
        run, cell, revealed, hand, kiln, tile, shelf, slot, card, space, finished, order, front, tokens, mission
    )
}  # fmt: skip
