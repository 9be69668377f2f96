"""What happens when tiles are taken."""

from __future__ import annotations

from smalti.games.majolica.components import COLOURS
from smalti.games.majolica.rows import identity, kinds, looks, places
from smalti.games.majolica.rows.identity import hand_load, of_kind, tile_in_hand
from smalti.games.majolica.rows.pieces import aside, revealed_tile
from smalti.games.majolica.rows.shelves import hand_place, tell_hand
from smalti.games.majolica.rows.turns import tell_aside, tell_border
from smalti.games.majolica.state import CARD_DUE, ORDER_DUE, is_solo
from smalti.games.majolica.taking import due_after, take, take_set
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import moved, renamed, said
from smalti.kernel.sets import lowest
from smalti.kernel.state import Sheet, State


@kernel
def tell_take(state: State, seat: int, move: int, told: Sheet) -> None:
    """Section 4: choice A, B or C."""
    due, beside = due_after(move), aside(state)
    if due & CARD_DUE:
        said(told, kinds.TAKES_WITH_CARD, seat, 0, 404)
    elif due & ORDER_DUE:
        said(told, kinds.TAKES_WITH_ORDER, seat, 0, 405)
    else:
        said(told, kinds.TAKES, seat, 0, 402)
    if is_solo(state):
        tell_lift(state, seat, move, told)
    else:
        tell_cells(state, seat, move, told)
    tell_aside(told, state, beside)


@kernel
def tell_cells(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 4.7: large tiles are turned face down, and small ones of their colours come into the hand."""
    cells, grid, face_up = take_set(move), int(state.grid), int(state.face_up)
    take(state, seat, move)
    tiles = hand_load(state)
    tell_hand(told, state, seat, 0, tiles)
    for colour in range(COLOURS):
        rest, n = cells, 0
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            if grid >> 2 * cell & 3 == colour:
                place, target = places.CELL + cell, hand_place(seat, tiles, colour, n)
                moved(told, kinds.SHIFTS, seat, identity.LARGE_TILE + cell, place, place, looks.LARGE_BACK)
                moved(told, kinds.RECEIVES, seat, tile_in_hand(colour, n), place, target, looks.TILE + colour)
                n += 1
    tell_border(told, face_up, int(state.face_up))


@kernel
def tell_lift(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 14.3: all four tiles come into the hand, or one of them; the others are out for this round."""
    shown = 0
    for colour in range(COLOURS):
        shown |= int(state.revealed[colour]) << 5 * colour
    take(state, seat, move)
    tiles, place = hand_load(state), places.REVEALED
    tell_hand(told, state, seat, 0, tiles)
    for colour in range(COLOURS):
        for n in range(of_kind(shown, colour)):
            piece = revealed_tile(colour, n)
            if n < of_kind(tiles, colour):
                target = hand_place(seat, tiles, colour, n)
                renamed(told, kinds.LIFTS, seat, piece, tile_in_hand(colour, n), place, target, looks.TILE + colour)
            else:
                moved(told, kinds.VANISHES, seat, piece, place, places.BAG, looks.LARGE + colour)
            place += 1
