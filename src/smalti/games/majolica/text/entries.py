"""The entries of a record (docs/records.md), both ways."""

from __future__ import annotations

from smalti.games.majolica import moves
from smalti.games.majolica.components import COLOURS, KINDS, LARGE_TILES, RUN_CELLS, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, MOST_CARDS, SLOTS, WORKSHOPS
from smalti.games.majolica.moves import (
    FIRST_ORDER,
    FIRST_STORE,
    TAKE_ALL,
    decode,
    encode,
    encode_discard,
    encode_install,
)
from smalti.games.majolica.phases import BONUS, PICK, START, TAKE
from smalti.games.majolica.rounds import next_picker
from smalti.games.majolica.rows.refusals import refuse_turn
from smalti.games.majolica.running import excess_ahead
from smalti.games.majolica.state import NONE, is_solo
from smalti.games.majolica.tables.names import (
    card_name,
    card_number,
    find_order,
    find_run,
    letters,
    members,
    mission_name,
    mission_number,
    ordered_slots,
)
from smalti.games.majolica.text import DOOR
from smalti.games.majolica.text.outcomes import read_outcome, write_outcome
from smalti.kernel.compiling import kernel
from smalti.kernel.entry import read_by, read_number, read_place, read_word, show
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.reason import Reason
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_

HOW = {
    "run-take": "run",
    "all-take": "run",
    "card-take": "card",
    "solo-card-take": "card",
    "order-take": "rearrange",
    "solo-order-take": "rearrange",
}


# Writing


def write_entry(state: State, by: int, move: int) -> Entry:
    """A move or outcome in plain fields."""
    if by == CHANCE:
        return write_outcome(state, move)
    kind, number = decode(move)
    if kind in HOW:
        return {"by": by, "do": "take", "how": HOW[kind]} | taken_fields(state, kind, number)
    return {"by": by} | move_fields(state, by, kind, number)


@kernel
def context(state: State, by: int, move: int) -> int:
    """What of the position an entry is written by: the edition; alone, the revealed tiles; the cards in their slots."""
    seen = int(state.edition)
    if by >= 0 and move == TAKE_ALL:
        for colour in range(COLOURS):
            seen = seen * (LARGE_TILES + 1) + int(state.revealed[colour])
    elif by >= 0 and FIRST_ORDER <= move < FIRST_STORE:
        for slot in range(SLOTS):
            seen = seen * (MOST_CARDS + 1) + int(state.slots[by, slot]) + 1
    return seen


def taken_fields(state: State, kind: str, number: int) -> Entry:
    """The cells of a take, row by row; alone, its tiles."""
    if kind == "all-take":
        return {"tiles": list(letters(state.revealed))}
    if kind.startswith("solo"):
        return {"tiles": [LETTERS[number]]}
    cells = int(RUN_CELLS[number]) if kind == "run-take" else bit(number)
    return {"cells": [list(divmod(cell, SIDE)) for cell in members(cells)]}


def move_fields(state: State, seat: int, kind: str, number: int) -> Entry:
    """The fields of any move but a take."""
    if kind in ("put", "run"):
        return {"do": kind, "workshop": number + 1}
    if kind == "install":
        return {"do": kind, "card": card_name(state, number // SLOTS), "slot": number % SLOTS + 1}
    if kind == "order":
        cards = ordered_slots(state, seat, number)
        return {"do": "rearrange", "slots": [None if card == NONE else card_name(state, card) for card in cards]}
    if kind in ("store", "deliver"):
        return {"do": kind, "tile": tile_or_none(number)}
    if kind in ("before", "after"):
        return {"do": "bonus", "tile": tile_or_none(number), "when": kind}
    if kind in ("fragment", "keep"):
        return {"do": "fragment", "tile": LETTERS[number], "to": "supply" if kind == "fragment" else "mission"}
    if kind == "discard":
        return {"do": kind, "workshop": number // KINDS + 1, "tile": TILE_LETTERS[number % KINDS]}
    return {"do": "mission", "card": mission_name(state, number)}


def tile_or_none(number: int) -> str | None:
    """A colour; the number after the last one says none."""
    return LETTERS[number] if number < COLOURS else None


# Reading


def read_entry(state: State, entry: Entry) -> tuple[int, int]:
    """The (by, move or outcome) of an entry that is legal here."""
    by = read_by(entry, int(state.seats))
    if by == CHANCE:
        return by, read_outcome(state, entry)
    do = read_word(entry, "do", READERS)
    if START < int(state.phase) <= PICK and do in ("install", "mission"):
        return by, read_set_up(state, by, entry)
    DOOR.heed(state, refuse_turn, by)
    move = READERS[do](state, by, entry)
    if move == moves.DECLINE_BEFORE and int(state.phase) == BONUS and not excess_ahead(state, by):
        move = moves.DECLINE_AFTER  # nothing lies between: the same position
    DOOR.legal(state, by, move)
    return by, move


def read_set_up(state: State, seat: int, entry: Entry) -> int:
    """Rules 2.4 and 13.1: a start card or a mission, in whatever order a record has them."""
    if entry["do"] == "install":
        move = read_install(state, seat, entry)
        if int(state.dealt[seat]) != decode(move)[1] // SLOTS:
            raise IllegalMove(
                Reason("2.4", N_("before the first turn everyone installs the start card that was dealt"))
            )
        return move
    mission = mission_number(state, entry.get("card"))
    if next_picker(state) != seat or not int(state.shown) & bit(mission):
        words = N_("missions are picked from those shown, from the right of the first player on")
        raise IllegalMove(Reason("13.1", words))
    return encode("pick", mission)


def read_take(state: State, seat: int, entry: Entry) -> int:
    """Choice A, B or C with its cells or tiles."""
    how = read_word(entry, "how", ("run", "card", "rearrange"))
    if is_solo(state):
        return read_solo_take(state, how, entry.get("tiles"))
    cells = entry.get("cells")
    if not isinstance(cells, list) or not 1 <= len(cells) <= SIDE:
        raise InvalidNotation(f"the field 'cells' is {show(cells)}, expected one to four cells")
    places = [row * SIDE + col for row, col in (read_place(cell, 0, SIDE - 1) for cell in cells)]
    return encode_take(how, places)


def encode_take(how: str, cells: list[int]) -> int:
    """The move that takes these cells in this way."""
    if how == "run":
        run = find_run(cells)
        if run is None or len(set(cells)) != len(cells):
            raise IllegalMove(Reason("4.2", N_("these cells are no straight, unbroken run")))
        return run
    if len(cells) != 1:
        raise IllegalMove(Reason("4.4", N_("with a card or a rearrangement you take exactly one tile")))
    return encode("card-take" if how == "card" else "order-take", cells[0])


def read_solo_take(state: State, how: str, tiles: object) -> int:
    """Rule 14.3: all revealed tiles, or one of them."""
    if not isinstance(tiles, list) or not all(isinstance(tile, str) and tile in set(LETTERS) for tile in tiles):
        raise InvalidNotation(f"the field 'tiles' is {show(tiles)}, expected colours of R, G, B, Y")
    if how == "run":
        if int(state.phase) == TAKE and sorted(tiles) != sorted(letters(state.revealed)):
            raise IllegalMove(Reason("14.3", N_("choice A takes exactly the four revealed tiles")))
        return moves.TAKE_ALL
    if len(tiles) != 1:
        raise IllegalMove(Reason("4.4", N_("with a card or a rearrangement you take exactly one tile")))
    return encode("solo-card-take" if how == "card" else "solo-order-take", LETTERS.index(tiles[0]))


def read_put(state: State, seat: int, entry: Entry) -> int:
    """A workshop for the tiles in hand."""
    return encode("put", read_number(entry, "workshop", 1, WORKSHOPS) - 1)


def read_run(state: State, seat: int, entry: Entry) -> int:
    """One of several ready workshops."""
    return encode("run", read_number(entry, "workshop", 1, WORKSHOPS) - 1)


def read_install(state: State, seat: int, entry: Entry) -> int:
    """A card and its slot."""
    return encode_install(card_number(state, entry.get("card")), read_number(entry, "slot", 1, SLOTS) - 1)


def read_rearrange(state: State, seat: int, entry: Entry) -> int:
    """The own cards in their new slots."""
    slots = entry.get("slots")
    if not isinstance(slots, list) or len(slots) != SLOTS:
        raise InvalidNotation(
            f"the field 'slots' is {show(slots)}, expected a card or null for each of the three slots"
        )
    return encode_order(state, seat, [NONE if card is None else card_number(state, card) for card in slots])


def encode_order(state: State, seat: int, cards: list[int]) -> int:
    """The move that arranges the cards so."""
    order = find_order(state, seat, cards)
    if order is None:
        raise IllegalMove(Reason("7.3", N_("rearranging moves exactly your own cards, each into a slot of its own")))
    return encode("order", order)


def read_store(state: State, seat: int, entry: Entry) -> int:
    """A tile for mission 4, or none."""
    return encode("store", read_tile(entry, LETTERS, or_none=True))


def read_deliver(state: State, seat: int, entry: Entry) -> int:
    """A tile to deliver, or no further one; a purple one never."""
    if entry.get("tile") == "P":
        raise IllegalMove(Reason("8.5", N_("a purple tile is never delivered")))
    return encode("deliver", read_tile(entry, LETTERS, or_none=True))


def read_fragment(state: State, seat: int, entry: Entry) -> int:
    """A tile to fragment and where it goes; a purple one never."""
    if entry.get("tile") == "P":
        raise IllegalMove(Reason("8.5", N_("a purple tile is never fragmented")))
    first = moves.FIRST_FRAGMENT if read_word(entry, "to", ("supply", "mission")) == "supply" else moves.FIRST_KEEP
    return first + read_tile(entry, LETTERS)


def read_bonus(state: State, seat: int, entry: Entry) -> int:
    """The bonus tile or none, and when."""
    return encode(read_word(entry, "when", ("before", "after")), read_tile(entry, LETTERS, or_none=True))


def read_discard(state: State, seat: int, entry: Entry) -> int:
    """A tile of a workshop to give up."""
    return encode_discard(read_number(entry, "workshop", 1, WORKSHOPS) - 1, read_tile(entry, TILE_LETTERS))


def read_mission(state: State, seat: int, entry: Entry) -> int:
    """A mission to pick."""
    return encode("pick", mission_number(state, entry.get("card")))


def read_tile(entry: Entry, allowed: str, *, or_none: bool = False) -> int:
    """The field `tile`: a colour, or null where that is possible."""
    if or_none and "tile" in entry and entry["tile"] is None:
        return COLOURS
    return allowed.index(read_word(entry, "tile", tuple(allowed)))


READERS = {
    "take": read_take,
    "put": read_put,
    "install": read_install,
    "rearrange": read_rearrange,
    "discard": read_discard,
    "run": read_run,
    "deliver": read_deliver,
    "fragment": read_fragment,
    "bonus": read_bonus,
    "store": read_store,
    "mission": read_mission,
}
