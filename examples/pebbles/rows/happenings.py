"""What a move or an outcome does."""

from __future__ import annotations

from examples.pebbles.components import CELLS, SIDE
from examples.pebbles.rows.kinds import BEGINS, COMES, DRAWS, ENDS, GAINS, GOES, LAYS, LEAVES, WINS
from examples.pebbles.rows.places import (
    BAG,
    CELL,
    DISPLAYED,
    IN_BAG,
    LAID,
    MOST_SEATS,
    SCORE,
    STAND,
    STONE,
    stand,
)
from examples.pebbles.rules import FIRST_SEAT, apply, apply_outcome, is_over
from examples.pebbles.scoring import COLUMNS, ROWS, line_points, scores, winners
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, counted, moved, renamed, said
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State

CHANCE = -1


@kernel
def happens(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    """Carries a legal move or outcome out, and tells all that it does; nothing is hidden from anybody."""
    told.n = 0
    if by != CHANCE:
        tell_move(state, by, move, told)
    elif move >= FIRST_SEAT:
        said(told, BEGINS, move - FIRST_SEAT, 0, 201)
        apply_outcome(state, move)
    else:
        tell_draw(state, move, told)
    if is_over(state):
        tell_end(state, told)


@kernel
def tell_draw(state: State, colour: int, told: Sheet) -> None:
    """Rule 2.2: a pebble comes from the bag on display."""
    on = stand(colour, int(state.display[colour]))
    said(told, DRAWS, NONE, colour, 202)
    moved(told, COMES, NONE, DISPLAYED + on, BAG, STAND + on, STONE + colour)
    counted(told, LEAVES, NONE, IN_BAG, NONE, NONE, -1, 202)
    apply_outcome(state, colour)


@kernel
def tell_move(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 3.2: the last pebble of that colour goes to its cell, and whoever has new pairs gets points."""
    colour, cell = move // CELLS, move % CELLS
    on = stand(colour, int(state.display[colour]) - 1)
    said(told, LAYS, seat, colour, 302)
    renamed(told, GOES, seat, DISPLAYED + on, LAID + cell, STAND + on, CELL + cell, STONE + colour)
    in_row, in_column = line_points(state, ROWS, cell // SIDE), line_points(state, COLUMNS, cell % SIDE)
    apply(state, seat, move)
    tell_gain(state, ROWS, cell, line_points(state, ROWS, cell // SIDE) - in_row, told)
    tell_gain(state, COLUMNS, cell, line_points(state, COLUMNS, cell % SIDE) - in_column, told)


@kernel
def tell_gain(state: State, lines: int, cell: int, points: int, told: Sheet) -> None:
    """Rules 4.1 and 4.2: points fly from the cell to the seat whose lines these are."""
    seat = lines % int(state.seats)
    if points > 0:
        counted(told, GAINS, seat, SCORE + seat, CELL + cell, NONE, points, 401 if lines == ROWS else 402)


@kernel
def tell_end(state: State, told: Sheet) -> None:
    """Rules 3.4, 4.3 and 4.4: the game is over, and who wins."""
    points = told.amount[len(told.amount) - MOST_SEATS :]  # the end of the sheet, where nothing is written
    scores(state, points)
    winning = winners(state, points)
    said(told, ENDS, NONE, 0, 304)
    for seat in range(int(state.seats)):
        if winning & bit(seat):
            said(told, WINS, seat, int(points[seat]), 404 if int(state.seats) == 1 else 403)
