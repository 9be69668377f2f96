"""The rules of Mosaix, clause by clause (docs/rules/mosaix.en.md)."""

from __future__ import annotations

from smalti.games.mosaix.components import (
    ALLOWED,
    BLOCK,
    BLOCKS,
    DICE,
    DISTINCT,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    GRID,
    HALVES,
    MOST_SEATS,
    NEIGHBOURS,
    OVERHANG,
    PLACED_LOST,
    REACH,
    RIM,
    ROLL_COUNT,
    ROLL_FORMATIONS,
    ROLL_WEIGHT,
    ROLL_WEIGHTS,
    SHAPES,
    SIDE,
    SLOT_CELL,
    SLOT_SHIFT,
)
from smalti.games.mosaix.moves import FIRST_ENTER, SKIP, STOP
from smalti.games.mosaix.state import (
    DEAD_BOARD,
    ENTER,
    FORM,
    NONE,
    OVER,
    ROLL,
    START,
    is_solo,
    occupied,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import bit, count, flood, lowest
from smalti.kernel.state import Numbers, State

FIRST_ROLL = MOST_SEATS
"""Outcomes: 0 .. 3 a start player, then the fifteen rolls."""
SHAPE_COUNT = len(SHAPES)
ROW = (1 << SIDE) - 1
UPPER_ROWS = REACH // HALVES - OVERHANG
"""The rows of the grid that the anchors of the upper half cover."""
CORNER = OVERHANG * REACH + OVERHANG
"""Where the first cell of the grid lies among the anchors."""


# Whose turn it is


@kernel
def is_over(state: State) -> bool:
    """Rule 5.5: the game has ended."""
    return int(state.phase) == OVER


@kernel
def actors(state: State) -> int:
    """Rules 3.1 and 4.1: the roller lays the formation; then all who have not chosen yet enter it."""
    if int(state.phase) == FORM:
        return bit(int(state.roller))
    seats = 0
    if int(state.phase) == ENTER:
        for seat in range(int(state.seats)):
            if int(state.chosen[seat]) == NONE:
                seats |= bit(seat)
    return seats


# What a seat may do


@kernel
def drops(state: State) -> int:
    """Rules 4.7 and 7.3: how many dice may be lost; one must stay, and in solo the scale must pay for each."""
    if is_solo(state):
        return min(DICE - 1, int(state.scale))
    return DICE - 1


@kernel
def upper_marks(taken: int) -> int:
    """The marked cells of the first two rows, where the anchors of the upper half have them."""
    return (taken & ROW) << CORNER | (taken >> SIDE & ROW) << CORNER + REACH


@kernel
def lower_marks(taken: int) -> int:
    """The marked cells of the other rows, where the anchors of the lower half have them."""
    marks = 0
    for row in range(UPPER_ROWS, SIDE):
        marks |= (taken >> SIDE * row & ROW) << REACH * (row - UPPER_ROWS) + OVERHANG
    return marks


@kernel
def fitting(upper: int, lower: int, lost: int, shape: int, block: int) -> int:
    """Rules 4.5 to 4.7: the places of a block, as a set, where no die comes to a marked cell, at least one lies in the
    grid, and no more are lost than allowed. The marks are pushed under the anchors, one slot of the shape at a time."""
    blocked = 0
    for slot in range(DICE):
        shift = int(SLOT_SHIFT[shape, block // HALVES, slot])
        if block % HALVES:
            blocked |= lower >> shift
        else:
            blocked |= upper >> shift | lower << (BLOCK - shift)
    return int(ALLOWED[shape, lost, block]) & ~blocked


@kernel
def can_enter(state: State, seat: int, shape: int) -> bool:
    """Rule 4.8: whether anything of a formation of this shape can be entered; its symbols do not matter."""
    taken, lost = occupied(state, seat), drops(state)
    upper, lower = upper_marks(taken), lower_marks(taken)
    for block in range(BLOCKS):
        if fitting(upper, lower, lost, shape, block):
            return True
    return False


@kernel
def legal_placements(state: State, seat: int, moves: Numbers) -> int:
    """Section 4: the ways to enter this round's formation, each result once."""
    formation = int(state.formation)
    shape, taken, lost = int(FORMATION_SHAPE[formation]), occupied(state, seat), drops(state)
    upper, lower = upper_marks(taken), lower_marks(taken)
    n = 0
    for block in range(BLOCKS):
        places = fitting(upper, lower, lost, shape, block) & int(DISTINCT[formation, block])
        while places:
            moves[n] = FIRST_ENTER + block * BLOCK + lowest(places)
            n += 1
            places &= places - 1
    return n


@kernel
def legal_moves(state: State, seat: int, moves: Numbers) -> int:
    """What this actor may do now."""
    if int(state.phase) == FORM:
        n = legal_formations(state, moves)
    else:
        n = legal_placements(state, seat, moves)
    if is_solo(state):
        moves[n] = STOP
        return n + 1
    if n == 0:
        moves[0] = SKIP
        return 1
    return n


@kernel
def legal_formations(state: State, moves: Numbers) -> int:
    """Section 3: every formation of the dice rolled; alone, one that can be entered (rule 7.4)."""
    n = 0
    last_shape = NONE
    possible = True
    for formation in ROLL_FORMATIONS[int(state.roll)]:
        if formation == NONE:
            break
        shape = FORMATION_SHAPE[formation]
        if is_solo(state) and shape != last_shape:
            possible = can_enter(state, 0, shape)
            last_shape = shape
        if possible:
            moves[n] = formation
            n += 1
    return n


# What a move does


@kernel
def apply(state: State, seat: int, move: int) -> None:
    """Carries out a legal move."""
    if move == STOP:
        state.phase = OVER
    elif move < FIRST_ENTER:
        state.formation = move
        state.phase = ENTER
    else:
        state.chosen[seat] = move
        if actors(state) == 0:
            finish_round(state)


@kernel
def finish_round(state: State) -> None:
    """Rules 2.3, 4.2 and 5.3: all choices are shown and entered; the dice pass clockwise unless the game ends."""
    skipped = False
    for seat in range(int(state.seats)):
        chosen = int(state.chosen[seat])
        skipped = skipped or chosen == SKIP
        if FIRST_ENTER <= chosen < STOP:  # nothing for a skip, or for a choice that a view hides
            enter(state, seat, chosen)
        state.chosen[seat] = NONE
    state.roll = NONE
    state.formation = NONE
    state.roller = (int(state.roller) + 1) % int(state.seats)
    state.phase = OVER if ends(state, skipped) else ROLL


@kernel
def enter(state: State, seat: int, move: int) -> None:
    """Rules 4.5 and 7.2: the dice inside the grid are copied; in solo each lost one costs a cell of the scale."""
    formation, place = int(state.formation), move - FIRST_ENTER
    shape = FORMATION_SHAPE[formation]
    for slot in range(DICE):
        cell = int(SLOT_CELL[shape, place, slot])
        if cell >= 0:
            state.marks[seat, int(FORMATION_SYMBOLS[formation, slot])] |= bit(cell)
    if is_solo(state):
        state.scale -= PLACED_LOST[shape, place]


# The end


@kernel
def ends(state: State, skipped: bool) -> bool:
    """Rules 5.1, 5.4 and 7.5: whether the game is over after a round."""
    if is_solo(state):
        return not can_go_on(state)
    for seat in range(int(state.seats)):
        taken = occupied(state, seat)
        if taken == GRID or (int(state.ending) == DEAD_BOARD and is_dead(taken)):
            return True
    return skipped and int(state.ending) != DEAD_BOARD


@kernel
def is_dead(taken: int) -> bool:
    """Rule 5.2: no free cell at the rim and no free region of four cells, so that no formation fits any more."""
    free = GRID & ~taken
    if free & RIM:
        return False
    while free:
        region = flood(bit(lowest(free)), free, NEIGHBOURS)
        if count(region) >= DICE:
            return False
        free &= ~region
    return True


@kernel
def can_go_on(state: State) -> bool:
    """Rule 7.5: alone, whether any formation could be entered; the roll does not matter."""
    for shape in range(SHAPE_COUNT):
        if can_enter(state, 0, shape):
            return True
    return False


# Chance


@kernel
def outcomes(state: State, outcomes: Numbers, weights: Numbers) -> int:
    """Rules 2.1 and 1.3: the start player is drawn; each face of a die comes up equally often."""
    if int(state.phase) == START:
        for seat in range(int(state.seats)):
            outcomes[seat] = seat
            weights[seat] = 1
        return int(state.seats)
    for roll in range(ROLL_COUNT):
        outcomes[roll] = FIRST_ROLL + roll
        weights[roll] = ROLL_WEIGHT[roll]
    return ROLL_COUNT


@kernel
def sample(state: State) -> int:
    """One of the outcomes, by its weight."""
    if int(state.phase) == START:
        return below(state, int(state.seats))
    rest = below(state, ROLL_WEIGHTS)
    roll = 0
    while rest >= ROLL_WEIGHT[roll]:
        rest -= ROLL_WEIGHT[roll]
        roll += 1
    return FIRST_ROLL + roll


@kernel
def apply_outcome(state: State, outcome: int) -> None:
    """Rules 2.1 and 2.2: the start player takes the dice; the roll is on the table."""
    if int(state.phase) == START:
        state.roller = outcome
        state.phase = ROLL
    else:
        state.roll = outcome - FIRST_ROLL
        state.phase = FORM
