"""What happens to design cards: they are installed, replaced, rearranged and finished."""

from __future__ import annotations

from smalti.games.majolica.cards import rearrange
from smalti.games.majolica.components import COLOURS, ORDERS
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.moves import FIRST_INSTALL, FIRST_ORDER
from smalti.games.majolica.rounds import prepare
from smalti.games.majolica.rows import identity, looks, places
from smalti.games.majolica.rows.chances import tell_display
from smalti.games.majolica.rows.gains import tally, tell_gains
from smalti.games.majolica.rows.identity import cover_load, of_kind, tile_on_card
from smalti.games.majolica.rows.kinds import APPEARS, COUNTS, INSTALLS, REARRANGES, REPLACES, SHIFTS, VANISHES
from smalti.games.majolica.rows.places import at_bench, finished_at, index_in, slot_at
from smalti.games.majolica.rows.shelves import shift
from smalti.games.majolica.rows.spaces import space_of
from smalti.games.majolica.rules import install_start_card, install_taken
from smalti.games.majolica.state import NONE, ORDER_DUE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, tell
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def tell_free(told: Sheet, kind: int, seat: int, slot: int) -> None:
    """A slot becomes free, or is free no longer."""
    piece, place = identity.FREE_SLOT_PIECE + SLOTS * seat + slot, slot_at(seat, slot)
    source, target = (place, NOWHERE) if kind == VANISHES else (NOWHERE, place)
    moved(told, kind, seat, piece, source, target, looks.FREE_SLOT)


@kernel
def tell_start_card(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 2.4: the start card goes into a slot."""
    card, slot = int(state.dealt[seat]), (move - FIRST_INSTALL) % SLOTS
    place = slot_at(seat, slot)
    tell(told, INSTALLS, seat, NONE, NOWHERE, place, NONE, 0, slot + 1, card + 1, 204)
    tell_free(told, VANISHES, seat, slot)
    moved(told, SHIFTS, seat, identity.CARD_PIECE + card, at_bench(seat, places.DEALT), place, looks.CARD + card)
    install_start_card(state, seat, slot)
    prepare(state)


@kernel
def tell_install(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 7.1 and 7.2: a card of the display goes into a slot; one that lay there goes under the deck."""
    card, slot = (move - FIRST_INSTALL) // SLOTS, (move - FIRST_INSTALL) % SLOTS
    old, points, place = int(state.slots[seat, slot]), tally(state, seat), slot_at(seat, slot)
    kind = INSTALLS if old == NONE else REPLACES
    tell(told, kind, seat, NONE, NOWHERE, place, old + 1, 0, slot + 1, card + 1, 701 if old == NONE else 702)
    if old == NONE:
        tell_free(told, VANISHES, seat, slot)
    else:
        tell_cleared(told, int(state.edition), seat, slot, old, cover_load(state, seat, slot))
        moved(told, VANISHES, seat, identity.CARD_PIECE + old, place, places.DECK, looks.CARD + old)
        counted(told, COUNTS, seat, identity.DECK_PIECE, NOWHERE, NONE, 1, NONE)
    shown = int(state.display)
    source = places.DISPLAYED + index_in(shown, card)
    moved(told, SHIFTS, seat, identity.CARD_PIECE + card, source, place, looks.CARD + card)
    tell_display(told, shown, shown & ~bit(card))
    install_taken(state, seat, move - FIRST_INSTALL)
    tell_gains(told, state, seat, points, place)


@kernel
def tell_cleared(told: Sheet, edition: int, seat: int, slot: int, card: int, tiles: int) -> None:
    """The tiles on a card return to the supply."""
    for colour in range(COLOURS):
        for n in range(of_kind(tiles, colour)):
            space = space_of(edition, seat, slot, card, tiles, colour, n)
            piece, supply = tile_on_card(card, colour, n), at_bench(seat, places.SUPPLY)
            moved(told, VANISHES, seat, piece, space, supply, looks.TILE + colour)


@kernel
def tell_order(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 7.3: cards change their slots with the tiles on them."""
    order = move - FIRST_ORDER
    tell(
        told, REARRANGES, seat, NONE, NOWHERE, NOWHERE, ordered(state, seat, order, 2), 0,
        ordered(state, seat, order, 0), ordered(state, seat, order, 1), 703,
    )  # fmt: skip
    for slot in range(SLOTS):
        card, old = ordered(state, seat, order, slot) - 1, int(state.slots[seat, slot])
        if card == NONE and old != NONE:
            tell_free(told, APPEARS, seat, slot)
        elif card != NONE and old == NONE:
            tell_free(told, VANISHES, seat, slot)
        if card != old and card != NONE:
            tell_carried(told, state, seat, card, int(ORDERS[order, slot]), slot)
    rearrange(state, seat, order)
    state.due &= ~ORDER_DUE


@kernel
def ordered(state: State, seat: int, order: int, slot: int) -> int:
    """The card that an order puts into a slot, counted from 1; 0 for none."""
    return int(state.slots[seat, int(ORDERS[order, slot])]) + 1


@kernel
def tell_carried(told: Sheet, state: State, seat: int, card: int, source: int, slot: int) -> None:
    """A card goes from slot to slot with the tiles on it."""
    edition, tiles = int(state.edition), cover_load(state, seat, source)
    old, new = slot_at(seat, source), slot_at(seat, slot)
    moved(told, SHIFTS, seat, identity.CARD_PIECE + card, old, new, looks.CARD + card)
    for colour in range(COLOURS):
        for n in range(of_kind(tiles, colour)):
            old = space_of(edition, seat, source, card, tiles, colour, n)
            new = space_of(edition, seat, slot, card, tiles, colour, n)
            moved(told, SHIFTS, seat, tile_on_card(card, colour, n), old, new, looks.TILE + colour)


@kernel
def tell_shelved(told: Sheet, seat: int, slot: int, card: int, before: int) -> None:
    """Rule 7.4: a finished card goes to its owner, where they lie sorted, and its slot is free."""
    after, cards = before | bit(card), before
    place = finished_at(seat, index_in(after, card))
    moved(told, SHIFTS, seat, identity.CARD_PIECE + card, slot_at(seat, slot), place, looks.SMALL_CARD + card)
    tell_free(told, APPEARS, seat, slot)
    while cards:
        one = lowest(cards)
        cards &= cards - 1
        old, new = finished_at(seat, index_in(before, one)), finished_at(seat, index_in(after, one))
        shift(told, seat, identity.CARD_PIECE + one, old, new, looks.SMALL_CARD + one)
