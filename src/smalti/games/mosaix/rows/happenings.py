"""What happens: a move or an outcome is carried out, and these eyes are told all that it does.

The rules do it; the rows tell it. The state is the true one, for a last choice shows what the choices before it hid.
"""

from __future__ import annotations

from smalti.games.mosaix.components import DICE, FORMATION_SHAPE, FORMATION_SYMBOLS
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.rows import kinds, pieces
from smalti.games.mosaix.rows.entering import lost_by, tell_entering, tell_marks, tell_points
from smalti.games.mosaix.rows.pieces import die_in, laid_at
from smalti.games.mosaix.rows.places import ROLLED, STATUS, cup_of
from smalti.games.mosaix.rules import FIRST_ROLL, actors, apply, apply_outcome, is_over
from smalti.games.mosaix.scoring import scores, seat_points, winners
from smalti.games.mosaix.state import NONE, START, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.game import CHANCE
from smalti.kernel.rows import NOWHERE, moved, said, tell
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def happens(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    """Carries a legal move or outcome out and tells it."""
    told.n = 0
    if by == CHANCE:
        tell_outcome(state, move, told)
    elif move == STOP:
        tell_stop(state, by, told)
    elif move < FIRST_ENTER:
        tell_formation(state, by, move, told)
    elif actors(state) == bit(by):
        tell_round(state, eyes, by, move, told)
    else:
        tell_choice(state, eyes, by, move, told)


# Chance


@kernel
def tell_outcome(state: State, outcome: int, told: Sheet) -> None:
    """Rules 2.1 and 2.2: who begins takes the dice; the dice are rolled."""
    if int(state.phase) == START:
        said(told, kinds.BEGINS, NONE, outcome, 201)
        for die in range(DICE):
            moved(told, kinds.GIVES, outcome, pieces.DIE + die, NOWHERE, cup_of(outcome, die), pieces.BLANK)
    else:
        tell_roll(int(state.roller), outcome - FIRST_ROLL, told)
        if not is_solo(state):
            roller = int(state.roller)
            call(roller, pieces.LAYING, told)
    apply_outcome(state, outcome)


@kernel
def call(seat: int, look: int, told: Sheet) -> None:
    """A seat is to do something from now on; the number of the sign is the seat, which reads it as its own."""
    tell(told, kinds.CALLS, seat, pieces.TOKEN + seat, NOWHERE, STATUS + seat, look, 0, seat, NONE, NONE)


@kernel
def tell_roll(roller: int, roll: int, told: Sheet) -> None:
    """Rule 2.2: the roller rolls all four dice."""
    said(told, kinds.ROLLS_DICE, NONE, roller, 202)
    for die in range(DICE):
        look = pieces.SHOWN + int(pieces.ROLL_DICE[roll, die])
        moved(told, kinds.SHOWS, roller, pieces.DIE + die, cup_of(roller, die), ROLLED + die, look)


# The formation


@kernel
def tell_formation(state: State, seat: int, formation: int, told: Sheet) -> None:
    """Rule 3.1: the dice go from the roll to their slots, and all are to enter it."""
    said(told, kinds.FORMS, seat, int(FORMATION_SHAPE[formation]), 301)
    for slot in range(DICE):
        die, look = die_in(formation, slot), pieces.SHOWN + int(FORMATION_SYMBOLS[formation, slot])
        moved(told, kinds.LAYS, seat, pieces.DIE + die, ROLLED + die, laid_at(formation, slot), look)
    if not is_solo(state):
        moved(told, kinds.ANSWERS, seat, pieces.TOKEN + seat, STATUS + seat, STATUS + seat, pieces.CHOOSING)
        for other in range(int(state.seats)):
            if other != seat:
                call(other, pieces.CHOOSING, told)
    apply(state, seat, formation)


# Choices


@kernel
def tell_choice(state: State, eyes: int, seat: int, move: int, told: Sheet) -> None:
    """Rule 4.2: others are to choose yet, so they see only that a choice is in."""
    if eyes != seat:
        said(told, kinds.CHOOSES, seat, 0, 402)
    elif move == SKIP:
        said(told, kinds.SKIPS, seat, 0, 408)
    else:
        said(told, kinds.ENTERS, seat, lost_by(state, move), 405)
        tell_marks(state, seat, move, kinds.PENCILS, told)
        tell_points(state, seat, move, kinds.PROMISES, told)
    moved(told, kinds.ANSWERS, seat, pieces.TOKEN + seat, STATUS + seat, STATUS + seat, pieces.CHOSEN)
    apply(state, seat, move)


@kernel
def tell_round(state: State, eyes: int, last: int, move: int, told: Sheet) -> None:
    """Rules 2.3 and 4.2: all choices are shown and entered, that of the last first; the dice pass clockwise."""
    tell_entering(state, last, move, kinds.ENTERS, told)
    for seat in range(int(state.seats)):
        chosen = int(state.chosen[seat])
        if seat != last and chosen >= FIRST_ENTER:  # a view does not know what others have chosen
            if eyes != seat:
                tell_entering(state, seat, chosen, kinds.REVEALS, told)
            elif chosen != SKIP:
                tell_entering(state, seat, chosen, kinds.KEEPS, told)
    roll, formation = int(state.roll), int(state.formation)
    apply(state, last, move)
    if is_over(state):
        tell_end(state, roll, formation, told)
    else:
        tell_pass(state, formation, told)


@kernel
def tell_pass(state: State, formation: int, told: Sheet) -> None:
    """Rule 2.3: the dice pass to the next roller."""
    roller = int(state.roller)
    if not is_solo(state):
        said(told, kinds.PASSES, NONE, roller, 203)
    for slot in range(DICE):
        die = die_in(formation, slot)
        moved(
            told, kinds.RETURNS, roller, pieces.DIE + die, laid_at(formation, slot), cup_of(roller, die), pieces.BLANK
        )
    dismiss(state, told)


@kernel
def dismiss(state: State, told: Sheet) -> None:
    """After a round nobody is choosing any more."""
    if not is_solo(state):
        for seat in range(int(state.seats)):
            moved(told, kinds.DISMISSES, seat, pieces.TOKEN + seat, STATUS + seat, NOWHERE, NONE)


# The end


@kernel
def tell_stop(state: State, seat: int, told: Sheet) -> None:
    """Rule 7.6: who plays alone may stop at any moment."""
    said(told, kinds.STOPS, seat, 0, 706)
    apply(state, seat, STOP)
    tell_end(state, int(state.roll), int(state.formation), told)


@kernel
def tell_end(state: State, roll: int, formation: int, told: Sheet) -> None:
    """Rules 5.5, 6.5, 7.7 and 7.8: the game is over; who wins; alone, also how many points it makes."""
    seats, room = int(state.seats), told.amount[int(told.n) :]
    scores(state, room)
    best = winners(state, room)
    said(told, kinds.ENDS, NONE, 0, 505)
    put_away(int(state.roller), roll, formation, told)
    dismiss(state, told)
    for seat in range(seats):
        if best & bit(seat):
            said(told, kinds.WINS, seat, seat_points(state, seat), 708 if is_solo(state) else 605)
        elif is_solo(state):
            said(told, kinds.REACHES, seat, seat_points(state, seat), 707)


@kernel
def put_away(roller: int, roll: int, formation: int, told: Sheet) -> None:
    """The dice leave the table, wherever they are."""
    for n in range(DICE):
        die, source = n, cup_of(roller, n)
        if formation != NONE:
            die, source = die_in(formation, n), laid_at(formation, n)
        elif roll != NONE:
            source = ROLLED + n
        moved(told, kinds.PUTS_AWAY, NONE, pieces.DIE + die, source, NOWHERE, NONE)
