"""What happens when a workshop delivers or fragments a tile."""

from __future__ import annotations

from smalti.games.majolica.components import CARD_POINTS, COLOURS, PURPLE, TARGET
from smalti.games.majolica.editions import HALL
from smalti.games.majolica.moves import FIRST_DELIVER, FIRST_FRAGMENT, FIRST_KEEP, NO_FURTHER
from smalti.games.majolica.rows import identity, kinds, looks, places
from smalti.games.majolica.rows.doings import tell_gone
from smalti.games.majolica.rows.gains import tally, tell_gains
from smalti.games.majolica.rows.identity import cover_load, load, of_kind, tile_in_kiln, tile_on_card
from smalti.games.majolica.rows.installs import tell_cleared, tell_shelved
from smalti.games.majolica.rows.pieces import coin_look
from smalti.games.majolica.rows.places import at_bench, kiln_at, slot_at
from smalti.games.majolica.rows.shelves import shift, tell_card, tell_shelf, tile_at
from smalti.games.majolica.rows.spaces import space_of
from smalti.games.majolica.rows.turns import tell_token
from smalti.games.majolica.running import deliver, fragment
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.state import Sheet, State


@kernel
def tell_deliver(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 6.6 and 6.7: a tile goes to the card above or to the City Hall, or no further one does."""
    if move == NO_FURTHER:
        said(told, kinds.NO_MORE, seat, 0, 607)
        deliver(state, seat, move)
        return
    workshop, colour = int(state.running), move - FIRST_DELIVER
    tell(told, kinds.DELIVERS, seat, NONE, NOWHERE, NOWHERE, looks.TILE + colour, 0, workshop + 1, NONE, 606)
    before, points = load(state, seat, workshop), tally(state, seat)
    slot = int(TARGET[int(state.edition), workshop])
    if slot == HALL:
        tell_to_hall(state, seat, move, told)
    else:
        tell_to_card(state, seat, slot, move, told)
    tell_shelf(told, int(state.edition), seat, workshop, before, load(state, seat, workshop))
    source = at_bench(seat, places.HALL) if slot == HALL else slot_at(seat, slot)
    tell_gains(told, state, seat, points, source)


# To a card


@kernel
def tell_to_card(state: State, seat: int, slot: int, move: int, told: Sheet) -> None:
    """Rules 6.6, 7.4 and 12.2: the tile covers a space; the last one finishes the card."""
    edition, workshop, colour = int(state.edition), int(state.running), move - FIRST_DELIVER
    card, tiles, done = int(state.slots[seat, slot]), cover_load(state, seat, slot), int(state.finished[seat])
    kiln = load(state, seat, workshop)
    after, n, last = tiles + (1 << 5 * colour), of_kind(tiles, colour), of_kind(kiln, colour) - 1
    target = space_of(edition, seat, slot, card, after, colour, n)
    source, tile = tile_at(edition, seat, workshop, kiln, colour, last), tile_in_kiln(seat, workshop, colour, last)
    tell_card(told, edition, seat, slot, card, tiles, after)
    renamed(told, kinds.SHIFTS, seat, tile, tile_on_card(card, colour, n), source, target, looks.TILE + colour)
    deliver(state, seat, move)
    if int(state.finished[seat]) != done:
        points = int(CARD_POINTS[edition, card])
        tell(told, kinds.FINISHES, seat, NONE, NOWHERE, slot_at(seat, slot), NONE, 0, points, card + 1, 704)
        tell_cleared(told, edition, seat, slot, card, after)
        tell_shelved(told, seat, slot, card, done)


# To the City Hall


@kernel
def tell_to_hall(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 8.1 and 8.2: the tile is handed over and earns a purple tile, a one-point token, or nothing."""
    workshop, colour = int(state.running), move - FIRST_DELIVER
    kiln, purples, ones = load(state, seat, workshop), int(state.hall_purples), int(state.hall_ones)
    last, owned = of_kind(kiln, colour) - 1, int(state.ones[seat])
    source = tile_at(int(state.edition), seat, workshop, kiln, colour, last)
    tile = tile_in_kiln(seat, workshop, colour, last)
    moved(told, kinds.VANISHES, seat, tile, source, at_bench(seat, places.HALL), looks.TILE + colour)
    deliver(state, seat, move)
    if purples:
        said(told, kinds.EARNS_PURPLE, seat, 0, 801)
        piece, source = identity.HALL_PURPLE + purples - 1, places.HALL_ROW + purples - 1
        moved(told, kinds.VANISHES, seat, piece, source, kiln_at(seat, workshop), looks.TILE + PURPLE)
        for n in range(ones):
            place = places.HALL_ROW + purples + n
            shift(told, seat, identity.HALL_ONE + n, place, place - 1, looks.COIN)
    elif ones:
        said(told, kinds.EARNS_ONE, seat, 0, 801)
        tell_coin(told, seat, ones - 1, owned)
    else:
        said(told, kinds.EARNS_NOTHING, seat, 0, 802)
        return
    tell_signs(told, state, purples, ones)


@kernel
def tell_coin(told: Sheet, seat: int, last: int, owned: int) -> None:
    """A one-point token goes from the City Hall to a bench."""
    place = at_bench(seat, places.ONES)
    moved(told, kinds.VANISHES, seat, identity.HALL_ONE + last, places.HALL_ROW + last, place, looks.COIN)
    tell_token(told, seat, identity.ONES_PIECE + seat, NOWHERE, place, coin_look(owned + 1), owned)


@kernel
def tell_signs(told: Sheet, state: State, purples: int, ones: int) -> None:
    """What the City Hall gives next, in its own panel and at each bench, after it had so many pieces."""
    left_purples, left_ones = int(state.hall_purples), int(state.hall_ones)
    left, had = left_purples if left_purples else left_ones, purples if purples else ones
    turns_to_ones = purples > 0 and left_purples == 0 and left_ones > 0
    if left == 0:
        look = looks.TILE + PURPLE if purples else looks.COIN
        moved(told, kinds.VANISHES, NONE, identity.HALL_NEXT, places.HALL_FRONT, NOWHERE, look)
        moved(told, kinds.APPEARS, NONE, identity.HALL_EMPTY_PIECE, NOWHERE, places.HALL_EMPTY, looks.GIVEN_OUT_TEXT)
    elif turns_to_ones:
        moved(told, kinds.SHIFTS, NONE, identity.HALL_NEXT, places.HALL_FRONT, places.HALL_FRONT, looks.COIN)
    for seat in range(int(state.seats)):
        sign, place = identity.HALL_SIGN + seat, at_bench(seat, places.HALL)
        if left == 0:
            moved(told, kinds.VANISHES, NONE, sign, place, NOWHERE, looks.COIN_SIGN)
            continue
        if turns_to_ones:
            moved(told, kinds.SHIFTS, NONE, sign, place, place, looks.COIN_SIGN)
        if left != had:
            counted(told, kinds.COUNTS, NONE, sign, NOWHERE, NONE, left - had, NONE)


# Fragmenting


@kernel
def tell_fragment(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 6.9 and 13.4: a tile is given up, or laid on the mission."""
    workshop, colour, points = int(state.running), (move - FIRST_FRAGMENT) % COLOURS, tally(state, seat)
    before, edition = load(state, seat, workshop), int(state.edition)
    kind, clause = (kinds.KEEPS, 1304) if move >= FIRST_KEEP else (kinds.FRAGMENTS, 609)
    tell(told, kind, seat, NONE, NOWHERE, NOWHERE, looks.TILE + colour, 0, workshop + 1, NONE, clause)
    fragment(state, seat, move)
    if move < FIRST_KEEP:
        tell_gone(state, seat, workshop, colour, before, told)
        return
    after, number = load(state, seat, workshop), COLOURS * seat + colour
    n = of_kind(after, colour)
    source, tile = tile_at(edition, seat, workshop, before, colour, n), tile_in_kiln(seat, workshop, colour, n)
    target, piece = places.ON_MISSION + number, identity.STORED_PIECE + number
    renamed(told, kinds.SHIFTS, seat, tile, piece, source, target, looks.TILE + colour)
    tell_shelf(told, edition, seat, workshop, before, after)
    tell_gains(told, state, seat, points, places.MISSION + seat)
