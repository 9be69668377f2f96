"""What the numbers of a position of Majolica say together, where rules rely on it."""

from __future__ import annotations

from smalti.games.majolica import phases
from smalti.games.majolica.chance import undealt
from smalti.games.majolica.components import (
    COLOURS,
    DESIGN_CARDS,
    FEWEST_FACE_UP,
    KALEIDOSCOPE_CARDS,
    MISSION_COUNT,
    MUST,
    REVEAL,
    START_CARDS,
)
from smalti.games.majolica.editions import MOST_CARDS, SLOTS
from smalti.games.majolica.state import CARD_DUE, INSTALLED, NONE, is_solo
from smalti.games.majolica.workshops import colours_in, deliverable, overflowing, ready
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State


@kernel
def holds_together(state: State) -> bool:
    """Seats that play, cards that there are, large tiles to go on with, and what is next can be."""
    seats = int(state.seats)
    if int(state.seat) >= seats or int(state.first) >= seats or int(state.start) >= seats:
        return False
    if int(state.start) == NONE and int(state.phase) != phases.START:
        return False
    return cards_hold(state) and missions_hold(state) and tiles_hold(state) and next_holds(state)


@kernel
def cards_hold(state: State) -> bool:
    """Rules 2.4, 7.2 and 9.4: cards of the edition, of which all that may come under the deck have room there; and who
    has no start card yet will get one."""
    edition, waiting = int(state.edition), 0
    box = int(START_CARDS[edition, 0]) | int(DESIGN_CARDS[edition, 0]) | int(KALEIDOSCOPE_CARDS[edition, 0])
    lying, cards = int(state.deck) | int(state.display), count(int(state.deck)) + count(int(state.display))
    for seat in range(int(state.seats)):
        if int(state.phase) >= phases.SHOW and int(state.dealt[seat]) != INSTALLED:
            return False
        waiting += 1 if int(state.dealt[seat]) == NONE else 0
        lying |= int(state.finished[seat]) | member(int(state.dealt[seat]))
        cards += 1 if int(state.dealt[seat]) >= 0 else 0
        for slot in range(SLOTS):
            lying |= member(int(state.slots[seat, slot]))
            cards += 1 if int(state.slots[seat, slot]) >= 0 else 0
    for place in range(MOST_CARDS):
        lying |= member(int(state.bottom[place]))
        cards += 1 if int(state.bottom[place]) >= 0 else 0
    return lying & ~box == 0 and cards <= MOST_CARDS and waiting <= count(undealt(state))


@kernel
def member(card: int) -> int:
    """The set of one card; empty where there is none."""
    return bit(card) if card >= 0 else 0


@kernel
def missions_hold(state: State) -> bool:
    """Section 13: missions that the edition has."""
    most = int(MISSION_COUNT[int(state.edition), 0])
    for seat in range(int(state.seats)):
        if int(state.mission[seat]) >= most:
            return False
    return int(state.shown) < bit(most)


@kernel
def tiles_hold(state: State) -> bool:
    """Rules 3.2, 9.1 and 14.2: a turn begins with enough tiles face up; alone, there are four to turn up, or none."""
    phase = int(state.phase)
    if not is_solo(state):
        fewest = int(FEWEST_FACE_UP[int(state.edition), 0])
        return phase != phases.REVEAL and (phase != phases.TAKE or count(int(state.face_up)) >= fewest)
    down, up = 0, 0
    for colour in range(COLOURS):
        down += int(state.face_down[colour])
        up += int(state.revealed[colour])
    if down % REVEAL or phase == phases.GRID:
        return False
    return phase > phases.REVEAL or down > 0 or (up > 0 and phase != phases.REVEAL)


@kernel
def next_holds(state: State) -> bool:
    """Sections 2 to 7: there is something to choose, or something to draw."""
    phase, seat = int(state.phase), int(state.seat)
    if int(state.due) & CARD_DUE and int(state.display) == 0:
        return False
    if phase == phases.CARD:
        return int(state.deck) != 0 or int(state.bottom[0]) != NONE
    if phase == phases.DEAL:
        return int(state.dealt[seat]) == NONE
    if phase == phases.START_CARD:
        return int(state.dealt[seat]) >= 0
    if phase == phases.PICK:
        return int(state.shown) != 0
    if phase == phases.PLACE:
        return int(state.due) != 0
    return cascade_holds(state, seat)


@kernel
def cascade_holds(state: State, seat: int) -> bool:
    """Section 6: the decision that is next while workshops run is one."""
    phase, running = int(state.phase), int(state.running)
    if phase == phases.PUT:
        return int(state.bonus_tile) != NONE
    if phase == phases.EXCESS:
        return overflowing(state, seat) != NONE
    if phase == phases.RUN:
        return ready(state, seat) != 0
    if phase in (phases.DELIVER, phases.FRAGMENT, phases.BONUS) and running == NONE:
        return False
    if phase == phases.DELIVER:
        enough = int(state.delivered) >= int(MUST[int(state.edition), running])
        return enough or deliverable(state, seat, running) != 0
    return phase != phases.FRAGMENT or colours_in(state, seat, running) != 0
