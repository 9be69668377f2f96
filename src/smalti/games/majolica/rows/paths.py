"""Every legal move of Majolica as a path of clicks.

Where two ways are natural both work: a tile and then "with a card", or the other way round; the kiln alone, or the
tiles in hand and then the kiln. Free discards begin with the bin, so that a click on a kiln never throws away.
"""

from __future__ import annotations

from smalti.games.majolica.cards import is_first_order
from smalti.games.majolica.components import CARD_SPACES, CELLS, COLOURS, KINDS, ORDERS, RUN_CELLS, TARGET
from smalti.games.majolica.editions import FRAGMENTED, HALL, SLOTS
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import (
    FIRST_AFTER,
    FIRST_BEFORE,
    FIRST_CARD_TAKE,
    FIRST_DELIVER,
    FIRST_DISCARD,
    FIRST_FRAGMENT,
    FIRST_INSTALL,
    FIRST_KEEP,
    FIRST_ORDER,
    FIRST_ORDER_TAKE,
    FIRST_PICK,
    FIRST_PUT,
    FIRST_RUN,
    FIRST_SOLO_CARD,
    FIRST_SOLO_ORDER,
    FIRST_STORE,
    TAKE_ALL,
)
from smalti.games.majolica.rows import places
from smalti.games.majolica.rows.identity import before_kind, cover_load, hand_load, load, of_kind, total
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.places import at_bench, hand_at, handle_at, index_in, kiln_at, slot_at
from smalti.games.majolica.rows.shelves import tile_at
from smalti.games.majolica.rows.spaces import space_of
from smalti.games.majolica.rules import actors, legal_moves
from smalti.games.majolica.state import BONUS, EXCESS, NONE, START_CARD
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, way
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State

SCRATCH = 1536
"""From here on the column of moves holds the legal ones while the rows before it are written."""


@kernel
def paths(view: State, seat: int, rows: Sheet) -> None:
    """Every legal move of a seat, and the ways to click it."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    moves = rows.move[SCRATCH:]
    for n in range(legal_moves(view, seat, moves)):
        move = int(moves[n])
        if move < FIRST_PUT:
            take_paths(view, move, rows)
        elif move < FIRST_STORE:
            part_paths(view, seat, move, rows)
        elif move < FIRST_DISCARD:
            run_paths(view, seat, move, rows)
        else:
            other_paths(view, seat, move, rows)


# Taking


@kernel
def take_paths(view: State, move: int, rows: Sheet) -> None:
    """Section 4: a run by its handle; one tile and what comes with it, in either order."""
    if move < FIRST_CARD_TAKE:
        handle, cells = handle_at(int(view.face_up), move), int(RUN_CELLS[move])
        way(rows, move, handle, NOWHERE, NOWHERE)
        while cells:
            way(rows, move, places.CELL + lowest(cells), handle, NOWHERE)
            cells &= cells - 1
    elif move == TAKE_ALL:
        way(rows, move, places.ALL_HANDLE, NOWHERE, NOWHERE)
    elif move < TAKE_ALL:
        button = places.WITH_CARD if move < FIRST_ORDER_TAKE else places.WITH_ORDER
        either_order(rows, move, places.CELL + (move - FIRST_CARD_TAKE) % CELLS, button)
    else:
        button = places.WITH_CARD if move < FIRST_SOLO_ORDER else places.WITH_ORDER
        colour, before = (move - FIRST_SOLO_CARD) % COLOURS, 0
        for other in range(colour):
            before += int(view.revealed[other])
        for n in range(int(view.revealed[colour])):
            either_order(rows, move, places.REVEALED + before + n, button)


@kernel
def either_order(rows: Sheet, move: int, one: int, other: int) -> None:
    """Two clicks in either order."""
    way(rows, move, one, other, NOWHERE)
    way(rows, move, other, one, NOWHERE)


# Placing


@kernel
def part_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Sections 5 and 7: tiles into a kiln, a card into a slot, or another arrangement of the cards."""
    if move < FIRST_INSTALL:
        kiln, held = kiln_at(seat, move - FIRST_PUT), total(hand_load(view))
        way(rows, move, kiln, NOWHERE, NOWHERE)
        way(rows, move, at_bench(seat, places.HAND + held - 1), kiln, NOWHERE)
    elif move < FIRST_ORDER:
        card, slot = (move - FIRST_INSTALL) // SLOTS, slot_at(seat, (move - FIRST_INSTALL) % SLOTS)
        if int(view.phase) == START_CARD:
            way(rows, move, places.OFFERED, slot, NOWHERE)
            way(rows, move, slot, NOWHERE, NOWHERE)
        else:
            way(rows, move, places.DISPLAYED + index_in(int(view.display), card), slot, NOWHERE)
    else:
        order_paths(view, seat, move, rows)


@kernel
def order_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Rule 7.3: the small picture of the arrangement; where two slots exchanged give it, also these two slots."""
    order = move - FIRST_ORDER
    way(rows, move, places.ORDER + order_index(view, seat, order), NOWHERE, NOWHERE)
    for one in range(SLOTS if order else 0):
        for other in range(one + 1, SLOTS):
            if is_exchange(view, seat, order, one, other):
                either_order(rows, move, slot_at(seat, one), slot_at(seat, other))


@kernel
def order_index(view: State, seat: int, order: int) -> int:
    """How many arrangements are offered before this one."""
    n = 0
    for other in range(order):
        if is_first_order(view, seat, other):
            n += 1
    return n


@kernel
def is_exchange(view: State, seat: int, order: int, one: int, other: int) -> bool:
    """Whether exchanging two slots gives the arrangement."""
    for slot in range(SLOTS):
        source = other if slot == one else one if slot == other else slot
        if int(view.slots[seat, int(ORDERS[order, slot])]) != int(view.slots[seat, source]):
            return False
    return True


# Running


@kernel
def run_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Sections 6, 7 and 13: tiles in hand, in the kiln or in the supply, or a button for none."""
    if move < FIRST_RUN:
        store_paths(view, seat, move, rows)
    elif move < FIRST_DELIVER:
        way(rows, move, kiln_at(seat, move - FIRST_RUN), NOWHERE, NOWHERE)
    elif move < FIRST_BEFORE:
        deliver_paths(view, seat, move, rows)
    elif move < FIRST_FRAGMENT:
        bonus = move - FIRST_BEFORE
        way(rows, move, places.BEFORE + bonus if bonus < COLOURS else places.DECLINE, NOWHERE, NOWHERE)
    else:
        colour = (move - FIRST_FRAGMENT) % COLOURS
        goes_to = NOWHERE
        if can_keep(view, seat, colour):
            mission = places.MISSION + mission_place(view, int(view.mission[seat]))
            goes_to = mission if move >= FIRST_KEEP else places.BIN
        tile_paths(view, seat, int(view.running), colour, move, NOWHERE, goes_to, rows)


@kernel
def store_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Rule 13.6: a tile in hand, or none."""
    colour, tiles = move - FIRST_STORE, hand_load(view)
    if colour == COLOURS:
        way(rows, move, places.STORE_NONE, NOWHERE, NOWHERE)
        return
    for n in range(of_kind(tiles, colour)):
        way(rows, move, hand_at(seat, total(tiles), before_kind(tiles, colour) + n), NOWHERE, NOWHERE)


@kernel
def can_keep(view: State, seat: int, colour: int) -> bool:
    """Rule 13.4: whether the mission could take a fragmented tile of a colour."""
    return stores(view, seat, FRAGMENTED) and int(view.stored[seat]) & bit(colour) == 0


@kernel
def tile_paths(
    view: State, seat: int, workshop: int, kind: int, move: int, before: int, after: int, rows: Sheet
) -> None:
    """Any tile of a kind in a workshop, with what is clicked before or after it."""
    tiles = load(view, seat, workshop)
    for n in range(of_kind(tiles, kind)):
        tile = tile_at(int(view.edition), seat, workshop, tiles, kind, n)
        if before != NOWHERE:
            way(rows, move, before, tile, NOWHERE)
        else:
            way(rows, move, tile, after, NOWHERE)


@kernel
def deliver_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Rule 6.6: a tile in the kiln; or the space of its own colour: a blank one would not say which tile is meant."""
    colour, edition = move - FIRST_DELIVER, int(view.edition)
    if colour == COLOURS:
        way(rows, move, places.NO_FURTHER, NOWHERE, NOWHERE)
        return
    tile_paths(view, seat, int(view.running), colour, move, NOWHERE, NOWHERE, rows)
    slot = int(TARGET[edition, int(view.running)])
    if slot == HALL:
        return
    card, tiles = int(view.slots[seat, slot]), cover_load(view, seat, slot)
    if int(CARD_SPACES[edition, card, colour]) > of_kind(tiles, colour):
        space = space_of(edition, seat, slot, card, tiles, colour, of_kind(tiles, colour))
        way(rows, move, space, NOWHERE, NOWHERE)


@kernel
def other_paths(view: State, seat: int, move: int, rows: Sheet) -> None:
    """Rules 5.2, 5.3, 7.5 and 13.1: discards, the bonus tile after the move, missions."""
    if move >= FIRST_PICK:
        mission = places.MISSION + mission_place(view, move - FIRST_PICK)
        way(rows, move, mission, NOWHERE, NOWHERE)
    elif move >= FIRST_AFTER:
        bonus = move - FIRST_AFTER
        way(rows, move, places.AFTER + bonus if bonus < COLOURS else places.DECLINE, NOWHERE, NOWHERE)
    else:
        workshop, kind = (move - FIRST_DISCARD) // KINDS, (move - FIRST_DISCARD) % KINDS
        before = NOWHERE if int(view.phase) == EXCESS else places.BIN
        tile_paths(view, seat, workshop, kind, move, before, NOWHERE, rows)
        if int(view.phase) == BONUS and int(view.running) != NONE:
            tile_paths(view, seat, int(view.running), kind, move, before, NOWHERE, rows)
