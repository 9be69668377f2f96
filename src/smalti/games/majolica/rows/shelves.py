"""How tiles move up when some come or go: in a workshop, in hand, and on the blank spaces of a card.

Each is told from the counts before and after, whatever the reason for the change.
"""

from __future__ import annotations

from smalti.games.majolica.components import COLOURS, KINDS
from smalti.games.majolica.rows import identity, looks, places
from smalti.games.majolica.rows.identity import before_kind, of_kind, tile_in_hand, tile_in_kiln, tile_on_card, total
from smalti.games.majolica.rows.kinds import APPEARS, SHIFTS, VANISHES
from smalti.games.majolica.rows.places import at_bench, hand_at, shelf_at
from smalti.games.majolica.rows.spaces import space_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, moved
from smalti.kernel.state import Sheet, State


@kernel
def shift(told: Sheet, seat: int, piece: int, source: int, target: int, look: int) -> None:
    """A piece that stays what it is moves up, if it does."""
    if source != target:
        moved(told, SHIFTS, seat, piece, source, target, look)


@kernel
def tile_at(edition: int, seat: int, workshop: int, tiles: int, kind: int, n: int) -> int:
    """The place of the n-th tile of a kind in a workshop that holds these tiles: they lie sorted."""
    return shelf_at(edition, seat, workshop, total(tiles), before_kind(tiles, kind) + n)


@kernel
def tell_shelf(told: Sheet, edition: int, seat: int, workshop: int, before: int, after: int) -> None:
    """The tiles that stay in a workshop find their new places."""
    for kind in range(KINDS):
        for n in range(min(of_kind(before, kind), of_kind(after, kind))):
            source = tile_at(edition, seat, workshop, before, kind, n)
            target = tile_at(edition, seat, workshop, after, kind, n)
            shift(told, seat, tile_in_kiln(seat, workshop, kind, n), source, target, looks.TILE + kind)


@kernel
def hand_place(seat: int, tiles: int, kind: int, n: int) -> int:
    """The place of the n-th tile of a colour in hand; the bonus tile is like a fifth colour."""
    return hand_at(seat, total(tiles), before_kind(tiles, kind) + n)


@kernel
def tell_hand(told: Sheet, state: State, seat: int, before: int, after: int) -> None:
    """The tiles that stay in hand find their new places, and what they lie on its new size."""
    had, has = total(before), total(after)
    box, old = looks.HAND_BOX + has - 1, looks.HAND_BOX + had - 1
    source, target = at_bench(seat, places.HAND + had - 1), at_bench(seat, places.HAND + has - 1)
    if had == 0 and has > 0:
        moved(told, APPEARS, seat, identity.HAND_PIECE, NOWHERE, target, box)
    elif had > 0 and has == 0:
        moved(told, VANISHES, seat, identity.HAND_PIECE, source, NOWHERE, old)
    elif had != has:
        moved(told, SHIFTS, seat, identity.HAND_PIECE, source, target, box)
    for kind in range(KINDS):
        colour = kind if kind < COLOURS else int(state.bonus_tile)
        for n in range(min(of_kind(before, kind), of_kind(after, kind))):
            piece = tile_in_hand(kind, n)
            old, new = hand_place(seat, before, kind, n), hand_place(seat, after, kind, n)
            shift(told, seat, piece, old, new, looks.TILE + colour)


@kernel
def tell_card(told: Sheet, edition: int, seat: int, slot: int, card: int, before: int, after: int) -> None:
    """The tiles that stay on a card: those on blank spaces lie sorted."""
    for colour in range(COLOURS):
        for n in range(min(of_kind(before, colour), of_kind(after, colour))):
            source = space_of(edition, seat, slot, card, before, colour, n)
            target = space_of(edition, seat, slot, card, after, colour, n)
            shift(told, seat, tile_on_card(card, colour, n), source, target, looks.TILE + colour)
