"""Set-up, turns and rounds: what comes after what."""

from __future__ import annotations

from smalti.games.majolica.components import (
    BLOOM,
    COLOURS,
    DISPLAY,
    FEWEST_FACE_UP,
    FINISHED_TO_END,
    LARGE_TILES,
    MISSIONS,
    SOLO_ROUNDS,
)
from smalti.games.majolica.editions import WORKSHOPS
from smalti.games.majolica.phases import CARD, DEAL, GRID, OVER, PICK, PLACE, REVEAL, SHOW, START, START_CARD, TAKE
from smalti.games.majolica.state import INSTALLED, NONE, has, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State


@kernel
def prepare(state: State) -> None:
    """Sections 2 and 13, rules 9.3 and 9.4: what is next before the first turn of a round."""
    if int(state.start) == NONE:
        state.phase = START
    elif is_card_due(state):
        state.phase = CARD
    elif int(state.face_up) == 0 and not is_solo(state):
        state.phase = GRID
    elif not prepare_start_cards(state) and not prepare_missions(state):
        state.seat = state.first
        state.phase = turn_phase(state)


@kernel
def is_card_due(state: State) -> bool:
    """Rules 2.2 and 9.4: the display is not full and the deck not empty."""
    missing = count(int(state.display)) < DISPLAY[int(state.edition), 0]
    return missing and (int(state.deck) != 0 or int(state.bottom[0]) != NONE)


@kernel
def prepare_start_cards(state: State) -> bool:
    """Rule 2.4: a start card for each, then each installs it, from the first player on."""
    seats = int(state.seats)
    for step in range(2 * seats):
        seat = (int(state.start) + step) % seats
        dealt = int(state.dealt[seat])
        if dealt == NONE or (step >= seats and dealt != INSTALLED):
            state.seat = seat
            state.phase = DEAL if dealt == NONE else START_CARD
            return True
    return False


@kernel
def prepare_missions(state: State) -> bool:
    """Rule 13.1: missions are shown, then picked from the right of the first player on, counter-clockwise."""
    if not has(state, MISSIONS):
        return False
    picker = next_picker(state)
    if picker == NONE:
        return False
    state.seat = picker
    state.phase = PICK if int(state.shown) else SHOW
    return True


@kernel
def next_picker(state: State) -> int:
    """Rule 13.1: who takes the next mission; NONE when all have one."""
    seats = int(state.seats)
    for step in range(1, seats + 1):
        seat = (int(state.start) + seats - step) % seats
        if int(state.mission[seat]) == NONE:
            return seat
    return NONE


@kernel
def turn_phase(state: State) -> int:
    """Rules 3.2 and 14.2: a turn begins with taking; alone, with turning up four tiles."""
    if is_solo(state):
        for colour in range(COLOURS):
            if int(state.revealed[colour]) > 0:
                return TAKE
        return REVEAL
    return TAKE


@kernel
def end_part(state: State, seat: int) -> int:
    """Rules 3.2 and 4.6: nothing is ready any more: the other part of the choice, or the end of the turn."""
    if int(state.due):
        return PLACE
    end_turn(state, seat)
    return int(state.phase)


@kernel
def end_turn(state: State, seat: int) -> None:
    """Rules 9.1, 11.1 and 13.10: tokens and missions of this turn, then the player to the left or the round's end."""
    if has(state, BLOOM) and int(state.ran) == bit(WORKSHOPS) - 1:
        state.bloom[seat] += 1
    state.together[seat] = max(int(state.together[seat]), int(state.now))
    state.ran = 0
    state.now = 0
    if is_round_over(state):
        end_round(state)
    else:
        state.seat = (seat + 1) % int(state.seats)
        state.phase = turn_phase(state)


@kernel
def is_round_over(state: State) -> bool:
    """Rules 9.1 and 14.2: fewer than four tiles are face up; alone, all sixteen have been turned up."""
    if not is_solo(state):
        return count(int(state.face_up)) < int(FEWEST_FACE_UP[int(state.edition), 0])
    for colour in range(COLOURS):
        if int(state.face_down[colour]) > 0:
            return False
    return True


@kernel
def end_round(state: State) -> None:
    """Rules 9.2 and 9.3: the game ends, or the token passes to the left and a new round is prepared."""
    if ends(state):
        state.phase = OVER
        return
    state.round_number += 1
    state.first = (int(state.first) + 1) % int(state.seats)
    state.grid = 0
    state.face_up = 0
    if is_solo(state):
        for colour in range(COLOURS):
            state.face_down[colour] = LARGE_TILES
    prepare(state)


@kernel
def ends(state: State) -> bool:
    """Rules 9.2 and 14.1: somebody has five designs; alone, six rounds are played."""
    edition = int(state.edition)
    if is_solo(state):
        return int(state.round_number) == int(SOLO_ROUNDS[edition, 0])
    for seat in range(int(state.seats)):
        if count(int(state.finished[seat])) >= FINISHED_TO_END[edition, 0]:
            return True
    return False
