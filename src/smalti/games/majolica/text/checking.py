"""What no game can come to, as far as that shows on the table: for positions that somebody has set up."""

from __future__ import annotations

from smalti.games.majolica.components import (
    BLANK,
    CAPACITY,
    CARD_SIZE,
    CARD_SPACES,
    CELLS,
    COLOURS,
    FEWEST_FACE_UP,
    HOLDS_PURPLE,
    LARGE_TILES,
    PURPLE,
)
from smalti.games.majolica.editions import SLOTS, WORKSHOPS
from smalti.games.majolica.phases import REVEAL, TAKE
from smalti.games.majolica.state import NONE, is_solo
from smalti.games.majolica.tables.boxes import WORKSHOP_NAMES
from smalti.games.majolica.tables.names import members
from smalti.games.majolica.workshops import held, ready
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_


def check(state: State) -> None:
    """Raises for the first thing that cannot be, with its clause."""
    check_grid(state)
    check_cards(state)
    for seat in range(int(state.seats)):
        for slot in range(SLOTS):
            check_card(state, seat, slot)
        for workshop in range(WORKSHOPS):
            check_workshop(state, seat, workshop)
    if int(state.phase) in (REVEAL, TAKE):
        check_turn(state)


def check_grid(state: State) -> None:
    """Rule 1.1: four large tiles of each colour."""
    cells = [int(state.grid) >> 2 * cell & 3 for cell in range(CELLS) if int(state.face_up) & bit(cell)]
    if max(map(cells.count, range(COLOURS))) > LARGE_TILES:
        raise InvalidNotation(N_("there are four large tiles of each colour, and these are in use (rule 1.1)"))


def check_cards(state: State) -> None:
    """A card lies in one place."""
    lying = [int(card) for card in (*state.slots.flatten(), *state.bottom) if int(card) != NONE]
    for cards in (state.display, *state.finished):
        lying += members(int(cards))
    if len(set(lying)) < len(lying):
        raise InvalidNotation(N_("a card lies in two places"))


def check_card(state: State, seat: int, slot: int) -> None:
    """Rules 6.6, 7.4 and 12.2: each tile on a card covers a space of its colour or a blank one, and some are free."""
    card, edition = int(state.slots[seat, slot]), int(state.edition)
    if card == NONE:
        return
    tiles = [int(n) for n in state.covered[seat, slot]]
    spaces = [int(n) for n in CARD_SPACES[edition, card]]
    if sum(max(0, n - room) for n, room in zip(tiles, spaces[:COLOURS], strict=True)) > spaces[BLANK]:
        raise InvalidNotation(N_("this card has no free space of that colour (rule 6.6)"))
    if sum(tiles) == CARD_SIZE[edition, card]:
        raise InvalidNotation(N_("a card without free spaces is finished and has left its slot (rule 7.4)"))


def check_workshop(state: State, seat: int, workshop: int) -> None:
    """Rules 5.2 and 8.6: no more tiles than there is room for when a turn begins; purple ones where they may lie."""
    edition = int(state.edition)
    if int(state.tiles[seat, workshop, PURPLE]) and not HOLDS_PURPLE[edition, workshop]:
        raise InvalidNotation(N_("purple tiles cannot lie in {workshop} (rule 8.6)"), workshop=WORKSHOP_NAMES[workshop])
    if int(state.phase) in (REVEAL, TAKE):
        check_room(state, seat, workshop)


def check_room(state: State, seat: int, workshop: int) -> None:
    """Rule 5.2: no more tiles than there is room for."""
    if held(state, seat, workshop) > CAPACITY[int(state.edition), workshop]:
        raise InvalidNotation(N_("{workshop} has no room for more (rule 5.2)"), workshop=WORKSHOP_NAMES[workshop])


def check_turn(state: State) -> None:
    """Rules 6.3 and 9.1: when a turn begins, every workshop that could run has run, and the round is not over."""
    for seat in range(int(state.seats)):
        for workshop in members(ready(state, seat)):
            words = N_("{workshop} has its pattern and somewhere to deliver, so it would have run (rule 6.2)")
            raise InvalidNotation(words, workshop=WORKSHOP_NAMES[workshop])
    fewest = int(FEWEST_FACE_UP[int(state.edition), 0])
    if not is_solo(state) and count(int(state.face_up)) < fewest:
        raise InvalidNotation(
            N_("fewer than {fewest} large tiles are face up, so the round would be over (rule 9.1)"), fewest=fewest
        )
    if is_solo(state) and int(state.phase) == TAKE and int(sum(state.revealed)) == 0:
        raise InvalidNotation(N_("turn up large tiles first (rule 14.2)"))
