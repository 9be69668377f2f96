"""Design cards: their spaces, installing, rearranging and finishing them."""

from __future__ import annotations

from smalti.games.majolica.components import (
    BLANK,
    CARD_BONUS,
    CARD_SIZE,
    CARD_SPACES,
    COLOURS,
    FIRST_GOAL,
    ORDER_COUNT,
    ORDERS,
)
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.moves import FIRST_INSTALL, FIRST_ORDER
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Numbers, State


@kernel
def wanted(state: State, seat: int, slot: int) -> int:
    """Rules 6.6 and 12.2: the colours that have a free space on the card of a slot, as a set."""
    card, edition = int(state.slots[seat, slot]), int(state.edition)
    if card == NONE:
        return 0
    colours, blanks = 0, CARD_SPACES[edition, card, BLANK]
    for colour in range(COLOURS):
        free = CARD_SPACES[edition, card, colour] - int(state.covered[seat, slot, colour])
        if free > 0:
            colours |= bit(colour)
        else:
            blanks += free  # tiles beyond the coloured spaces lie on blank ones
    if blanks > 0:
        return bit(COLOURS) - 1
    return colours


@kernel
def tiles_on(state: State, seat: int, slot: int) -> int:
    """How many tiles lie on the card of a slot."""
    total = 0
    for colour in range(COLOURS):
        total += int(state.covered[seat, slot, colour])
    return total


@kernel
def cover(state: State, seat: int, slot: int, colour: int) -> None:
    """Rules 6.6 and 7.4: a delivered tile covers a space; the last one finishes the card."""
    state.covered[seat, slot, colour] += 1
    if tiles_on(state, seat, slot) == CARD_SIZE[int(state.edition), int(state.slots[seat, slot])]:
        finish(state, seat, slot)


@kernel
def finish(state: State, seat: int, slot: int) -> None:
    """Rules 7.4, 7.5 and 13.9: the card goes to its owner, its tiles to the supply; it may bring a bonus tile."""
    card, edition = int(state.slots[seat, slot]), int(state.edition)
    clear_slot(state, seat, slot)
    state.finished[seat] |= bit(card)
    state.now += 1
    state.further = 0
    state.bonus = CARD_BONUS[edition, card]
    if int(state.leader) == NONE and count(int(state.finished[seat])) == FIRST_GOAL[edition, 0]:
        state.leader = seat


@kernel
def clear_slot(state: State, seat: int, slot: int) -> None:
    """Takes the card out of a slot, and the tiles off it."""
    state.slots[seat, slot] = NONE
    for colour in range(COLOURS):
        state.covered[seat, slot, colour] = 0


# Choice B


@kernel
def legal_installs(cards: int, moves: Numbers, n: int) -> int:
    """Rules 2.4 and 7.1: each of these cards in any of the three slots."""
    while cards:
        for slot in range(SLOTS):
            moves[n] = FIRST_INSTALL + SLOTS * lowest(cards) + slot
            n += 1
        cards &= cards - 1
    return n


@kernel
def install(state: State, seat: int, card: int, slot: int) -> None:
    """Rules 7.1 and 7.2: the card comes into the slot; one that lay there goes under the deck without its tiles."""
    old = int(state.slots[seat, slot])
    clear_slot(state, seat, slot)
    if old != NONE:
        put_under(state, old)
    state.slots[seat, slot] = card


@kernel
def put_under(state: State, card: int) -> None:
    """Rules 7.2 and 9.4: under the deck, after all that were put there before."""
    place = 0
    while int(state.bottom[place]) != NONE:
        place += 1
    state.bottom[place] = card


# Choice C


@kernel
def is_first_order(state: State, seat: int, order: int) -> bool:
    """Rule 7.3: whether no earlier order gives the same arrangement; empty slots are all alike."""
    last = NONE
    for slot in range(SLOTS):
        source = ORDERS[order, slot]
        if int(state.slots[seat, source]) == NONE:
            if source < last:
                return False
            last = source
    return True


@kernel
def legal_orders(state: State, seat: int, moves: Numbers, n: int) -> int:
    """Rule 7.3: every arrangement of the own cards, the present one too."""
    for order in range(ORDER_COUNT):
        if is_first_order(state, seat, order):
            moves[n] = FIRST_ORDER + order
            n += 1
    return n


@kernel
def rearrange(state: State, seat: int, order: int) -> None:
    """Rule 7.3: the cards move with the tiles on them, by at most two swaps."""
    first = ORDERS[order, 0]
    swap(state, seat, 0, first)
    # What lay in slot 0 is now in slot `first`; slot 1 is right unless it should hold the other one.
    second = first if ORDERS[order, 1] == 0 else ORDERS[order, 1]
    swap(state, seat, 1, second)


@kernel
def swap(state: State, seat: int, one: int, other: int) -> None:
    """Two slots exchange their cards and tiles."""
    card = int(state.slots[seat, one])
    state.slots[seat, one] = state.slots[seat, other]
    state.slots[seat, other] = card
    for colour in range(COLOURS):
        tiles = int(state.covered[seat, one, colour])
        state.covered[seat, one, colour] = state.covered[seat, other, colour]
        state.covered[seat, other, colour] = tiles
