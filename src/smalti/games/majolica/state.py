"""The position of Majolica: one record.

The deck is an unordered set plus the known cards at its bottom, in the order in which they will come.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.components import CELLS, COLOURS, EDITIONS, EXPANSIONS, KINDS, LARGE_TILES
from smalti.games.majolica.editions import (
    MOST_CARDS,
    MOST_MISSIONS,
    MOST_SEATS,
    MOST_SPACES,
    SLOTS,
    WORKSHOPS,
)
from smalti.games.majolica.phases import OVER, START
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State, record_type

NONE, INSTALLED = -1, -2

TILES_DUE, CARD_DUE, ORDER_DUE = 1, 2, 4
"""The parts of a choice that are still to be carried out, as a set."""

STATE = record_type(
    [
        ("deck", np.int64),  # the unordered rest, as a set of cards
        ("display", np.int64),  # the cards face up, as a set
        ("finished", np.int64, (MOST_SEATS,)),  # the designs of each seat, as a set
        ("grid", np.int64),  # two bits for the colour of each face-up tile, row by row
        ("face_up", np.int32),  # the cells whose tile is face up, as a set
        ("shown", np.int16),  # the missions still to be picked, as a set
        ("round_number", np.int16),  # from 1
        ("tiles", np.int8, (MOST_SEATS, WORKSHOPS, KINDS)),  # how many of each kind lie in each workshop
        ("slots", np.int8, (MOST_SEATS, SLOTS)),  # the card in each slot, or NONE
        ("covered", np.int8, (MOST_SEATS, SLOTS, COLOURS)),  # the tiles on that card
        ("ones", np.int8, (MOST_SEATS,)),  # one-point tokens
        ("bloom", np.int8, (MOST_SEATS,)),
        ("purples", np.int8, (MOST_SEATS,)),  # purple tiles received in the whole game
        ("together", np.int8, (MOST_SEATS,)),  # the most designs finished in one turn
        ("mission", np.int8, (MOST_SEATS,)),  # the mission, or NONE
        ("stored", np.int8, (MOST_SEATS,)),  # the colours on the mission, as a set
        ("dealt", np.int8, (MOST_SEATS,)),  # NONE, the start card to be installed, or INSTALLED
        ("bottom", np.int8, (MOST_CARDS,)),  # the known cards under the deck, the next one first; then NONE
        ("face_down", np.int8, (COLOURS,)),  # solo: large tiles not yet turned up in this round
        ("revealed", np.int8, (COLOURS,)),  # solo: large tiles turned up in this turn
        ("hand", np.int8, (COLOURS,)),  # tiles taken and not yet put
        ("seats", np.int8),
        ("edition", np.int8),
        ("expansions", np.int8),  # as a set
        ("hall_purples", np.int8),
        ("hall_ones", np.int8),
        ("start", np.int8),  # the first player of the first round, or NONE before it is drawn
        ("first", np.int8),  # the first player of this round
        ("leader", np.int8),  # the seat that reached the goal of the mission for the first one, or NONE
        ("phase", np.int8),
        ("seat", np.int8),  # who is to choose
        ("due", np.int8),  # parts of the choice still to do
        ("ran", np.int8),  # the workshops that ran in this turn, as a set
        ("now", np.int8),  # designs finished in this turn
        ("running", np.int8),  # the workshop that runs, or NONE
        ("delivered", np.int8),  # tiles delivered in this run
        ("further", np.int8),  # tiles that this run may still deliver
        ("fragments", np.int8),  # tiles that this run still fragments
        ("extra", np.int8),  # purple tiles from the City Hall that travel with the leftovers
        ("bonus", np.int8),  # 1 while the bonus tile of a finished card is to be taken or declined
        ("bonus_tile", np.int8),  # the bonus tile in hand, or NONE
    ]
)

MANY, OFTEN = 30, 127
"""More than anybody comes to: how many tiles lie somewhere, and how often something was counted."""
ALL_CARDS = (1 << MOST_CARDS) - 1
LIMITS = {
    "deck": (0, ALL_CARDS),
    "display": (0, ALL_CARDS),
    "finished": (0, ALL_CARDS),
    "grid": (0, (1 << 2 * CELLS) - 1),
    "face_up": (0, (1 << CELLS) - 1),
    "shown": (0, (1 << MOST_MISSIONS) - 1),
    "round_number": (0, (1 << 15) - 1),
    "tiles": (0, MANY),
    "slots": (NONE, MOST_CARDS - 1),
    "covered": (0, MOST_SPACES),
    "ones": (0, OFTEN),
    "bloom": (0, OFTEN),
    "purples": (0, OFTEN),
    "together": (0, OFTEN),
    "mission": (NONE, MOST_MISSIONS - 1),
    "stored": (0, (1 << COLOURS) - 1),
    "dealt": (INSTALLED, MOST_CARDS - 1),
    "bottom": (NONE, MOST_CARDS - 1),
    "face_down": (0, LARGE_TILES),
    "revealed": (0, LARGE_TILES),
    "hand": (0, CELLS),
    "seats": (1, MOST_SEATS),
    "edition": (0, len(EDITIONS) - 1),
    "expansions": (0, (1 << len(EXPANSIONS)) - 1),
    "hall_purples": (0, OFTEN),
    "hall_ones": (0, OFTEN),
    "start": (NONE, MOST_SEATS - 1),
    "first": (0, MOST_SEATS - 1),
    "leader": (NONE, MOST_SEATS - 1),
    "phase": (START, OVER),
    "seat": (0, MOST_SEATS - 1),
    "due": (0, TILES_DUE | CARD_DUE | ORDER_DUE),
    "ran": (0, (1 << WORKSHOPS) - 1),
    "now": (0, MOST_CARDS),
    "running": (NONE, WORKSHOPS - 1),
    "delivered": (0, MANY),
    "further": (0, MANY),
    "fragments": (0, MANY),
    "extra": (0, MANY),
    "bonus": (0, 1),
    "bonus_tile": (NONE, COLOURS - 1),
}
"""The least and the greatest number of each field; `soundness` has what they say together."""


@kernel
def is_solo(state: State) -> bool:
    """Section 14: whether this is the game for one."""
    return int(state.seats) == 1


@kernel
def has(state: State, expansion: int) -> bool:
    """Whether an expansion is played."""
    return int(state.expansions) & expansion != 0
