"""Taking tiles: the border of the grid, its runs, and the three choices."""

from __future__ import annotations

from smalti.games.majolica.components import (
    CELLS,
    COLOURS,
    COLUMN_STRETCHES,
    LINE_RUNS,
    ROW_RUNS,
    ROW_STRETCHES,
    RUN_CELLS,
    SIDE,
)
from smalti.games.majolica.editions import TAKEN
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import (
    FIRST_CARD_TAKE,
    FIRST_ORDER_TAKE,
    FIRST_SOLO_CARD,
    FIRST_SOLO_ORDER,
    FIRST_STORE,
    STORE_NONE,
    TAKE_ALL,
)
from smalti.games.majolica.phases import PLACE, STORE
from smalti.games.majolica.state import CARD_DUE, ORDER_DUE, TILES_DUE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State

FOUR = 4
LEFT_COLUMN = 0x1111
TOP_ROW = 0xF


@kernel
def row_pattern(face_up: int, row: int) -> int:
    """The face-up tiles of a row as four bits, from the left."""
    return (face_up >> SIDE * row) & TOP_ROW


@kernel
def column_pattern(face_up: int, col: int) -> int:
    """The face-up tiles of a column as four bits, from the top."""
    line = (face_up >> col) & LEFT_COLUMN
    return (line | line >> 3 | line >> 6 | line >> 9) & TOP_ROW


@kernel
def border_rows(face_up: int) -> int:
    """Rule 4.1: the first and the last row with a face-up tile, as a set."""
    first, last = SIDE, -1
    for row in range(SIDE):
        if row_pattern(face_up, row):
            first, last = min(first, row), row
    return bit(first) | bit(last)


@kernel
def border_columns(face_up: int) -> int:
    """Rule 4.1: the first and the last column with a face-up tile, as a set."""
    first, last = SIDE, -1
    for col in range(SIDE):
        if column_pattern(face_up, col):
            first, last = min(first, col), col
    return bit(first) | bit(last)


@kernel
def border(face_up: int) -> int:
    """Rule 4.1: the face-up tiles that may be taken, as a set of cells."""
    rows, columns = border_rows(face_up), border_columns(face_up)
    lines = 0
    for line in range(SIDE):
        if rows & bit(line):
            lines |= TOP_ROW << SIDE * line
        if columns & bit(line):
            lines |= LEFT_COLUMN << line
    return face_up & lines


@kernel
def row_runs(face_up: int) -> int:
    """Rules 4.2 and 4.3: the runs of the border numbered by rows, as a set; single tiles of the columns too."""
    rows, columns = border_rows(face_up), border_columns(face_up)
    runs = 0
    for line in range(SIDE):
        if rows & bit(line):
            runs |= LINE_RUNS[row_pattern(face_up, line)] << ROW_STRETCHES * line
        if columns & bit(line):
            singles = LINE_RUNS[column_pattern(face_up, line)] & TOP_ROW
            while singles:
                runs |= bit(ROW_STRETCHES * lowest(singles) + line)
                singles &= singles - 1
    return runs


@kernel
def column_runs(face_up: int) -> int:
    """Rules 4.2 and 4.3: the runs of two and more tiles in the columns of the border, as a set."""
    columns = border_columns(face_up)
    runs = 0
    for line in range(SIDE):
        if columns & bit(line):
            runs |= (LINE_RUNS[column_pattern(face_up, line)] >> SIDE) << COLUMN_STRETCHES * line
    return runs


@kernel
def write_all(members: int, first: int, moves: Numbers, n: int) -> int:
    """Writes a move for each member of a set, ascending."""
    while members:
        moves[n] = first + lowest(members)
        n += 1
        members &= members - 1
    return n


@kernel
def legal_takes(state: State, moves: Numbers) -> int:
    """Rules 4.2 to 4.5: a run, or one tile with a card or a rearrangement; no card from an empty display."""
    if is_solo(state):
        return legal_solo_takes(state, moves)
    face_up = int(state.face_up)
    tiles = border(face_up)
    n = write_all(row_runs(face_up), 0, moves, 0)
    n = write_all(column_runs(face_up), ROW_RUNS, moves, n)
    if int(state.display):
        n = write_all(tiles, FIRST_CARD_TAKE, moves, n)
    return write_all(tiles, FIRST_ORDER_TAKE, moves, n)


@kernel
def legal_solo_takes(state: State, moves: Numbers) -> int:
    """Rule 14.3: all four tiles, or one of them with a card or a rearrangement; tiles of a colour are alike."""
    colours = 0
    for colour in range(COLOURS):
        if int(state.revealed[colour]) > 0:
            colours |= bit(colour)
    moves[0] = TAKE_ALL
    n = 1
    if int(state.display):
        n = write_all(colours, FIRST_SOLO_CARD, moves, n)
    return write_all(colours, FIRST_SOLO_ORDER, moves, n)


@kernel
def take(state: State, seat: int, move: int) -> None:
    """Section 4: tiles come into the hand, and the parts of the choice are due."""
    if move >= TAKE_ALL:
        take_revealed(state, move)
    else:
        take_cells(state, take_set(move))
    state.due = due_after(move)
    taken = 0
    for colour in range(COLOURS):
        taken += int(state.hand[colour])
    storable = taken == FOUR and stores(state, seat, TAKEN) and new_colours(state, seat) != 0
    state.phase = STORE if storable else PLACE


@kernel
def take_set(move: int) -> int:
    """The cells that a take empties, as a set."""
    if move < FIRST_CARD_TAKE:
        return int(RUN_CELLS[move])
    return bit((move - FIRST_CARD_TAKE) % CELLS)


@kernel
def due_after(move: int) -> int:
    """Rules 4.2, 4.4 and 4.5: what belongs to the choice besides taking."""
    if move < FIRST_CARD_TAKE or move == TAKE_ALL:
        return TILES_DUE
    if move < FIRST_ORDER_TAKE or FIRST_SOLO_CARD <= move < FIRST_SOLO_ORDER:
        return TILES_DUE | CARD_DUE
    return TILES_DUE | ORDER_DUE


@kernel
def take_cells(state: State, cells: int) -> None:
    """Rule 4.7: the large tiles are turned face down, small ones of their colours come into the hand."""
    state.face_up = int(state.face_up) & ~cells
    while cells:
        place = 2 * lowest(cells)
        state.hand[(int(state.grid) >> place) & 3] += 1
        state.grid = int(state.grid) & ~(3 << place)
        cells &= cells - 1


@kernel
def take_revealed(state: State, move: int) -> None:
    """Rule 14.3: all four or one of them; the others are out for this round."""
    for colour in range(COLOURS):
        if move == TAKE_ALL:
            state.hand[colour] = state.revealed[colour]
        elif (move - FIRST_SOLO_CARD) % COLOURS == colour:
            state.hand[colour] = 1
        state.revealed[colour] = 0


# Mission 4


@kernel
def new_colours(state: State, seat: int) -> int:
    """Rule 13.6: the colours in hand that are still missing on the mission, as a set."""
    colours = 0
    for colour in range(COLOURS):
        if int(state.hand[colour]) > 0 and int(state.stored[seat]) & bit(colour) == 0:
            colours |= bit(colour)
    return colours


@kernel
def legal_stores(state: State, seat: int, moves: Numbers) -> int:
    """Rule 13.6: one taken tile of a missing colour, or none."""
    n = write_all(new_colours(state, seat), FIRST_STORE, moves, 0)
    moves[n] = STORE_NONE
    return n + 1


@kernel
def store(state: State, seat: int, move: int) -> None:
    """Rule 13.6: the tile lies on the mission instead of being placed."""
    if move != STORE_NONE:
        state.hand[move - FIRST_STORE] -= 1
        state.stored[seat] |= bit(move - FIRST_STORE)
    state.phase = PLACE
