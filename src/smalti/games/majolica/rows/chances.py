"""What happens by chance: the first player, cards, missions and large tiles."""

from __future__ import annotations

from smalti.games.majolica import chance
from smalti.games.majolica.chance import apply_outcome
from smalti.games.majolica.components import CELLS, COLOURS, REVEALS
from smalti.games.majolica.editions import MOST_CARDS, MOST_MISSIONS
from smalti.games.majolica.rows import identity, kinds, looks, places
from smalti.games.majolica.rows.pieces import aside, has_turn, mission_place, revealed_tile, still_down
from smalti.games.majolica.rows.places import at_bench, index_in
from smalti.games.majolica.rows.shelves import shift
from smalti.games.majolica.rows.turns import tell_aside, tell_border, tell_frame
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def tell_outcome(state: State, outcome: int, told: Sheet) -> None:
    """Sections 2, 9, 13 and 14: what chance gave, and whose turn it is then."""
    had_turn, seat, beside = has_turn(state), int(state.seat), aside(state)
    if outcome < chance.FIRST_DEAL:
        tell_start(state, outcome, told)
    elif outcome < chance.FIRST_DRAW:
        tell_deal(state, (outcome - chance.FIRST_DEAL) // MOST_CARDS, (outcome - chance.FIRST_DEAL) % MOST_CARDS, told)
    elif outcome < chance.FIRST_SHOW:
        tell_draw(state, outcome - chance.FIRST_DRAW, told)
    elif outcome < chance.FIRST_REVEAL:
        said(told, kinds.MISSIONS_SHOWN, NONE, 0, 1301)
    elif outcome < chance.FIRST_GRID:
        tell_reveal(state, outcome - chance.FIRST_REVEAL, told)
    else:
        tell_grid(outcome - chance.FIRST_GRID, told)
    apply_outcome(state, outcome)
    if chance.FIRST_SHOW <= outcome < chance.FIRST_REVEAL:
        tell_missions(state, told)
    tell_aside(told, state, beside)
    tell_frame(told, state, had_turn, seat)


@kernel
def tell_start(state: State, seat: int, told: Sheet) -> None:
    """Rule 2.5: the first player receives the token."""
    said(told, kinds.BEGINS, seat, 0, 205)
    if int(state.seats) > 1:
        moved(told, kinds.APPEARS, seat, identity.FIRST_PIECE, NOWHERE, at_bench(seat, places.FIRST), looks.BRUSH)


@kernel
def tell_deal(state: State, seat: int, card: int, told: Sheet) -> None:
    """Rule 2.4: a start card."""
    tell(told, kinds.IS_DEALT, seat, NONE, NOWHERE, NOWHERE, NONE, 0, 0, card + 1, 204)
    place = at_bench(seat, places.DEALT)
    tell_dealt(told, seat, card, place)


@kernel
def tell_dealt(told: Sheet, seat: int, card: int, place: int) -> None:
    """A card comes from the deck."""
    piece, look = identity.CARD_PIECE + card, looks.CARD + card
    tell(told, kinds.APPEARS, seat, piece, places.DECK, place, look, 0, card + 1, NONE, NONE)


@kernel
def tell_draw(state: State, card: int, told: Sheet) -> None:
    """Rules 2.2 and 9.4: a card of the deck joins the display, where they lie sorted."""
    tell(told, kinds.JOINS, NONE, NONE, NOWHERE, NOWHERE, NONE, 0, 0, card + 1, 904)
    before = int(state.display)
    tell_display(told, before, before | bit(card))
    place = places.DISPLAYED + index_in(before, card)
    tell_dealt(told, NONE, card, place)
    counted(told, kinds.COUNTS, NONE, identity.DECK_PIECE, NOWHERE, NONE, -1, NONE)


@kernel
def tell_display(told: Sheet, before: int, after: int) -> None:
    """The cards that stay on display move up."""
    cards = before & after
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        source, target = places.DISPLAYED + index_in(before, card), places.DISPLAYED + index_in(after, card)
        shift(told, NONE, identity.CARD_PIECE + card, source, target, looks.CARD + card)


@kernel
def tell_missions(state: State, told: Sheet) -> None:
    """Rule 13.1: the missions shown."""
    for mission in range(MOST_MISSIONS):
        place = mission_place(state, mission)
        if place != NONE and int(state.shown) & bit(mission):
            piece, target = identity.MISSION_PIECE + mission, places.MISSION + place
            sheet = looks.MISSION_SHEET + mission
            tell(told, kinds.SHOWN, NONE, piece, NOWHERE, target, sheet, 0, mission, mission, NONE)


@kernel
def tell_reveal(state: State, reveal: int, told: Sheet) -> None:
    """Rule 14.2: the last four of the pile are turned up."""
    said(told, kinds.REVEALS_FOUR, NONE, 0, 1402)
    n, last = 0, still_down(state) - 1
    for colour in range(COLOURS):
        for again in range(int(REVEALS[reveal, colour])):
            piece, target = revealed_tile(colour, again), places.REVEALED + n
            source, of = places.PILE + last - n, identity.PILE_TILE + last - n
            renamed(told, kinds.TURNS_UP, NONE, of, piece, source, target, looks.LARGE + colour)
            n += 1


@kernel
def tell_grid(grid: int, told: Sheet) -> None:
    """Rules 2.3 and 9.3: the large tiles come out of the bag."""
    said(told, kinds.LAYS_GRID, NONE, 0, 203)
    for cell in range(CELLS):
        look = looks.LARGE + (grid >> 2 * cell & 3)
        moved(told, kinds.LAID, NONE, identity.LARGE_TILE + cell, places.BAG, places.CELL + cell, look)
    tell_border(told, 0, bit(CELLS) - 1)
