"""The position of Mosaix: one record."""

from __future__ import annotations

import numpy as np

from smalti.games.mosaix.components import (
    CELLS_IN_GRID,
    FORMATION_COUNT,
    GRID,
    MOST_SEATS,
    ROLL_COUNT,
    SCALE,
    SYMBOL_COUNT,
)
from smalti.games.mosaix.moves import SKIP
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State, record_type

START, ROLL, FORM, ENTER, OVER = range(5)
"""What is next: drawing the start player, rolling, laying the formation, entering it, nothing."""

DEAD_BOARD, FORMATION_IMPOSSIBLE = range(2)
"""The two readings of the end (rule 5)."""

NONE, HIDDEN = -1, -2

STATE = record_type(
    [
        ("marks", np.int64, (MOST_SEATS, SYMBOL_COUNT)),  # the cells of each symbol in each grid, printed ones too
        ("roll", np.int16),  # NONE, or the number of the roll
        ("formation", np.int16),  # NONE, or the number of the formation laid
        ("chosen", np.int16, (MOST_SEATS,)),  # NONE, or the move of this round; HIDDEN in another seat's view
        ("printed", np.int8, (MOST_SEATS,)),  # the cell of the printed symbol
        ("scale", np.int8),  # solo: free cells of the scale
        ("seats", np.int8),
        ("ending", np.int8),
        ("phase", np.int8),
        ("roller", np.int8),
    ]
)

LIMITS = {
    "marks": (0, GRID),
    "roll": (NONE, ROLL_COUNT - 1),
    "formation": (NONE, FORMATION_COUNT - 1),
    "chosen": (HIDDEN, SKIP),
    "printed": (0, CELLS_IN_GRID - 1),
    "scale": (0, SCALE),
    "seats": (1, MOST_SEATS),
    "ending": (DEAD_BOARD, FORMATION_IMPOSSIBLE),
    "phase": (START, OVER),
    "roller": (0, MOST_SEATS - 1),
}
"""The least and the greatest number of each field; `soundness` has what they say together."""


@kernel
def occupied(state: State, seat: int) -> int:
    """The cells of a grid that show a symbol."""
    return int(state.marks[seat, 0]) | int(state.marks[seat, 1]) | int(state.marks[seat, 2])


@kernel
def is_solo(state: State) -> bool:
    """Whether this is the game for one."""
    return int(state.seats) == 1
