"""Every legal move of Majolica as a path of clicks.

Where two ways are natural both work: a tile and then "with a card", or the other way round; the kiln alone, or the
tiles in hand and then the kiln. Free discards begin with the bin, so that a click on a kiln never throws away.
"""

from __future__ import annotations

from smalti.games.majolica import moves
from smalti.games.majolica.cards import is_first_order
from smalti.games.majolica.components import CARD_SPACES, CELLS, COLOURS, KINDS, ORDERS, RUN_CELLS, TARGET
from smalti.games.majolica.editions import FRAGMENTED, HALL, SLOTS
from smalti.games.majolica.missions import stores
from smalti.games.majolica.phases import BONUS, EXCESS, START_CARD
from smalti.games.majolica.rows import places
from smalti.games.majolica.rows.identity import cover_load, hand_load, load, of_kind, total
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.places import at_bench, handle_at, index_in, kiln_at, slot_at
from smalti.games.majolica.rows.shelves import hand_place, tile_at
from smalti.games.majolica.rows.spaces import space_of
from smalti.games.majolica.rules import actors, legal_moves
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, way
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State

SCRATCH = 1536
"""From here on the column of moves holds the legal ones while the rows before it are written."""
STEP = 16
"""Bits of a step: a way is its first place and, above it, one more than its second; NONE after the last way."""


@kernel
def paths(view: State, seat: int, rows: Sheet) -> None:
    """Every legal move of a seat, and the ways to click it."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    listed = rows.move[SCRATCH:]
    for n in range(legal_moves(view, seat, listed)):
        move, found = int(listed[n]), 0
        steps = way_to(view, seat, move, 0)
        while steps != NONE:
            way(rows, move, first_step(steps), second_step(steps), NOWHERE)
            found += 1
            steps = way_to(view, seat, move, found)


@kernel
def clicks(first: int, second: int) -> int:
    """A way of one or two clicks as one number."""
    return first | second + 1 << STEP


@kernel
def first_step(steps: int) -> int:
    """The first place of a way."""
    return steps & bit(STEP) - 1


@kernel
def second_step(steps: int) -> int:
    """The second place of a way, or NOWHERE."""
    return (steps >> STEP) - 1


@kernel
def either_order(n: int, one: int, other: int) -> int:
    """Two clicks, the second time in the other order."""
    return clicks(one, other) if n % 2 == 0 else clicks(other, one)


@kernel
def way_to(view: State, seat: int, move: int, n: int) -> int:
    """The n-th way to click a legal move; NONE if it has no more."""
    if move < moves.FIRST_PUT:
        return way_to_take(view, move, n)
    if move < moves.FIRST_STORE:
        return way_to_part(view, seat, move, n)
    if move < moves.FIRST_DISCARD:
        return way_to_step(view, seat, move, n)
    if move < moves.FIRST_AFTER:
        return way_to_discard(view, seat, move - moves.FIRST_DISCARD, n)
    if n > 0:
        return NONE
    if move >= moves.FIRST_PICK:
        return clicks(places.MISSION + mission_place(view, move - moves.FIRST_PICK), NOWHERE)
    bonus = move - moves.FIRST_AFTER
    return clicks(places.AFTER + bonus if bonus < COLOURS else places.DECLINE, NOWHERE)


# Taking


@kernel
def way_to_take(view: State, move: int, n: int) -> int:
    """Section 4: a run by its handle; one tile and what comes with it, in either order."""
    if move < moves.FIRST_CARD_TAKE:
        return way_to_run(view, move, n)
    if move == moves.TAKE_ALL:
        return clicks(places.ALL_HANDLE, NOWHERE) if n == 0 else NONE
    if move > moves.TAKE_ALL:
        return way_to_take_alone(view, move, n)
    button = places.WITH_CARD if move < moves.FIRST_ORDER_TAKE else places.WITH_ORDER
    return either_order(n, places.CELL + (move - moves.FIRST_CARD_TAKE) % CELLS, button) if n < 2 else NONE


@kernel
def way_to_run(view: State, run: int, n: int) -> int:
    """Rule 4.3: the handle of a run; or one of its tiles, then the handle."""
    handle, cells = handle_at(int(view.face_up), run), int(RUN_CELLS[run])
    if n == 0:
        return clicks(handle, NOWHERE)
    for _ in range(n - 1):
        cells &= cells - 1
    return clicks(places.CELL + lowest(cells), handle) if cells else NONE


@kernel
def way_to_take_alone(view: State, move: int, n: int) -> int:
    """Rule 14.3: any of the revealed tiles of a colour and what comes with it, in either order."""
    button = places.WITH_CARD if move < moves.FIRST_SOLO_ORDER else places.WITH_ORDER
    colour, before = (move - moves.FIRST_SOLO_CARD) % COLOURS, 0
    for other in range(colour):
        before += int(view.revealed[other])
    if n >= 2 * int(view.revealed[colour]):
        return NONE
    return either_order(n, places.REVEALED + before + n // 2, button)


# Placing


@kernel
def way_to_part(view: State, seat: int, move: int, n: int) -> int:
    """Sections 5 and 7: tiles into a kiln, a card into a slot, or another arrangement of the cards."""
    if move >= moves.FIRST_ORDER:
        return way_to_order(view, seat, move - moves.FIRST_ORDER, n)
    if n > 1:
        return NONE
    if move < moves.FIRST_INSTALL:
        kiln, held = kiln_at(seat, move - moves.FIRST_PUT), total(hand_load(view))
        return clicks(kiln, NOWHERE) if n == 0 else clicks(at_bench(seat, places.HAND + held - 1), kiln)
    card, slot = (move - moves.FIRST_INSTALL) // SLOTS, slot_at(seat, (move - moves.FIRST_INSTALL) % SLOTS)
    if int(view.phase) == START_CARD:
        return clicks(places.OFFERED, slot) if n == 0 else clicks(slot, NOWHERE)
    return clicks(places.DISPLAYED + index_in(int(view.display), card), slot) if n == 0 else NONE


@kernel
def way_to_order(view: State, seat: int, order: int, n: int) -> int:
    """Rule 7.3: the small picture of the arrangement; where two slots exchanged give it, also these two slots."""
    if n == 0:
        return clicks(places.ORDER + order_index(view, seat, order), NOWHERE)
    found = 1
    for one in range(SLOTS if order else 0):
        for other in range(one + 1, SLOTS):
            if is_exchange(view, seat, order, one, other):
                if n < found + 2:
                    return either_order(n - found, slot_at(seat, one), slot_at(seat, other))
                found += 2
    return NONE


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
def way_to_step(view: State, seat: int, move: int, n: int) -> int:
    """Sections 6, 7 and 13: tiles in hand, in the kiln or in the supply, or a button for none."""
    if move < moves.FIRST_RUN:
        return way_to_store(view, seat, move - moves.FIRST_STORE, n)
    if move < moves.FIRST_DELIVER:
        return clicks(kiln_at(seat, move - moves.FIRST_RUN), NOWHERE) if n == 0 else NONE
    if move < moves.FIRST_BEFORE:
        return way_to_deliver(view, seat, move - moves.FIRST_DELIVER, n)
    if move < moves.FIRST_FRAGMENT:
        bonus = move - moves.FIRST_BEFORE
        return clicks(places.BEFORE + bonus if bonus < COLOURS else places.DECLINE, NOWHERE) if n == 0 else NONE
    colour, goes_to = (move - moves.FIRST_FRAGMENT) % COLOURS, NOWHERE
    if can_keep(view, seat, colour):
        mission = places.MISSION + mission_place(view, int(view.mission[seat]))
        goes_to = mission if move >= moves.FIRST_KEEP else places.BIN
    tile = nth_tile_at(view, seat, int(view.running), colour, n)
    return clicks(tile, goes_to) if tile != NOWHERE else NONE


@kernel
def way_to_store(view: State, seat: int, colour: int, n: int) -> int:
    """Rule 13.6: a tile in hand, or none."""
    if colour == COLOURS:
        return clicks(places.STORE_NONE, NOWHERE) if n == 0 else NONE
    tiles = hand_load(view)
    return clicks(hand_place(seat, tiles, colour, n), NOWHERE) if n < of_kind(tiles, colour) else NONE


@kernel
def can_keep(view: State, seat: int, colour: int) -> bool:
    """Rule 13.4: whether the mission could take a fragmented tile of a colour."""
    return stores(view, seat, FRAGMENTED) and int(view.stored[seat]) & bit(colour) == 0


@kernel
def nth_tile_at(view: State, seat: int, workshop: int, kind: int, n: int) -> int:
    """The place of the n-th tile of a kind in a workshop; NOWHERE if there are fewer."""
    tiles = load(view, seat, workshop)
    if n >= of_kind(tiles, kind):
        return NOWHERE
    return tile_at(int(view.edition), seat, workshop, tiles, kind, n)


@kernel
def way_to_deliver(view: State, seat: int, colour: int, n: int) -> int:
    """Rule 6.6: a tile in the kiln; or the space of its own colour: a blank one would not say which tile is meant."""
    edition, workshop = int(view.edition), int(view.running)
    if colour == COLOURS:
        return clicks(places.NO_FURTHER, NOWHERE) if n == 0 else NONE
    tile, slot = nth_tile_at(view, seat, workshop, colour, n), int(TARGET[edition, workshop])
    if tile != NOWHERE:
        return clicks(tile, NOWHERE)
    if slot == HALL or n > of_kind(load(view, seat, workshop), colour):
        return NONE
    card, tiles = int(view.slots[seat, slot]), cover_load(view, seat, slot)
    if int(CARD_SPACES[edition, card, colour]) <= of_kind(tiles, colour):
        return NONE
    return clicks(space_of(edition, seat, slot, card, tiles, colour, of_kind(tiles, colour)), NOWHERE)


@kernel
def way_to_discard(view: State, seat: int, number: int, n: int) -> int:
    """Too much: the tile. Freely: the bin, then the tile; before leftovers move, also one that will move there."""
    workshop, kind, phase = number // KINDS, number % KINDS, int(view.phase)
    tile = nth_tile_at(view, seat, workshop, kind, n)
    if tile == NOWHERE and phase == BONUS:
        tile = nth_tile_at(view, seat, int(view.running), kind, n - of_kind(load(view, seat, workshop), kind))
    if tile == NOWHERE:
        return NONE
    return clicks(tile, NOWHERE) if phase == EXCESS else clicks(places.BIN, tile)
