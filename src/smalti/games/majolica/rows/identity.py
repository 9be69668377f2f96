"""The pieces as numbers: what is the same thing has the same number, and a number follows from the position alone.

Tiles are counts in the position, so a tile is named by where it lies, its kind, and how many of its kind come before.
"""

from __future__ import annotations

from smalti.games.majolica.components import CELLS, COLOURS, KINDS, ORDER_COUNT, RUNS
from smalti.games.majolica.editions import MOST_CARDS, MOST_MISSIONS, MOST_SEATS, MOST_SPACES, SLOTS, WORKSHOPS
from smalti.games.majolica.rows.places import MOST_IN_HALL
from smalti.kernel.compiling import kernel
from smalti.kernel.state import State

MOST_OF_A_KIND = 16
"""Tiles of a kind in one workshop, with what is too much."""
LARGE_TILE = 0
REVEALED_TILE = LARGE_TILE + CELLS
PILE_TILE = REVEALED_TILE + CELLS
BORDER_PIECE = PILE_TILE + CELLS
ROUND_PIECE, ASIDE_PIECE, DECK_PIECE, HALL_PURPLE = range(BORDER_PIECE + 1, BORDER_PIECE + 5)
HALL_ONE = HALL_PURPLE + MOST_IN_HALL
HALL_NEXT = HALL_ONE + MOST_IN_HALL
HALL_NAME_PIECE, HALL_EMPTY_PIECE, HALL_SIGN = range(HALL_NEXT + 1, HALL_NEXT + 4)
FRAME_PIECE = HALL_SIGN + MOST_SEATS
FIRST_PIECE = FRAME_PIECE + 1
NAME_PIECE, ONES_PIECE, BLOOMS_PIECE, SCORE_PIECE, FINISHED_NAME_PIECE, FREE_SLOT_PIECE = range(
    FIRST_PIECE + 1, FIRST_PIECE + 2 + 5 * MOST_SEATS, MOST_SEATS
)
CLIP_PIECE = FREE_SLOT_PIECE + MOST_SEATS * SLOTS
KILN_PIECE = CLIP_PIECE + MOST_SEATS * SLOTS
HAND_PIECE = KILN_PIECE + MOST_SEATS * WORKSHOPS
HAND_TILE_PIECE = HAND_PIECE + 1
BONUS_PIECE = HAND_TILE_PIECE + COLOURS * COLOURS
MISSION_PIECE = BONUS_PIECE + 1
OWNER_PIECE = MISSION_PIECE + MOST_MISSIONS
PROGRESS_PIECE = OWNER_PIECE + MOST_SEATS
STORED_PIECE = PROGRESS_PIECE + MOST_SEATS
CARD_PIECE = STORED_PIECE + MOST_SEATS * COLOURS
ON_CARD = CARD_PIECE + MOST_CARDS
IN_KILN = ON_CARD + MOST_CARDS * COLOURS * MOST_SPACES
OFFER = IN_KILN + MOST_SEATS * WORKSHOPS * KINDS * MOST_OF_A_KIND
"""What is only there to be clicked."""
OFFERED_RUN = OFFER
OFFERED_ALL = OFFERED_RUN + RUNS
OFFERED_CARD = OFFERED_ALL + 1
OFFERED_BEFORE = OFFERED_CARD + 1
OFFERED_AFTER = OFFERED_BEFORE + COLOURS
OFFERED_NAME = OFFERED_AFTER + COLOURS
OFFERED_BUTTON = OFFERED_NAME + 2
OFFERED_ORDER = OFFERED_BUTTON + 8
OFFERED_TICK = OFFERED_ORDER + ORDER_COUNT
OFFERED_MINI = OFFERED_TICK + 1
OFFERED_MINI_TILE = OFFERED_MINI + ORDER_COUNT * SLOTS
PIECE_COUNT = OFFERED_MINI_TILE + ORDER_COUNT * SLOTS * MOST_SPACES


@kernel
def tile_in_kiln(seat: int, workshop: int, kind: int, n: int) -> int:
    """The piece of the n-th tile of a kind in a workshop."""
    return IN_KILN + ((seat * WORKSHOPS + workshop) * KINDS + kind) * MOST_OF_A_KIND + n


@kernel
def tile_on_card(card: int, colour: int, n: int) -> int:
    """The piece of the n-th tile of a colour on a card."""
    return ON_CARD + (card * COLOURS + colour) * MOST_SPACES + n


@kernel
def tile_in_hand(colour: int, n: int) -> int:
    """The piece of the n-th tile of a colour in hand; only one seat has any."""
    return HAND_TILE_PIECE + colour * COLOURS + n


# The counts of one place in one number, so that they can be kept while a rule changes the position


@kernel
def load(state: State, seat: int, workshop: int) -> int:
    """The tiles of a workshop: five bits for each kind."""
    packed = 0
    for kind in range(KINDS):
        packed |= int(state.tiles[seat, workshop, kind]) << 5 * kind
    return packed


@kernel
def of_kind(packed: int, kind: int) -> int:
    """How many of a kind there are in a load."""
    return packed >> 5 * kind & 31


@kernel
def total(packed: int) -> int:
    """How many tiles there are in a load."""
    tiles = 0
    for kind in range(KINDS):
        tiles += of_kind(packed, kind)
    return tiles


@kernel
def before_kind(packed: int, kind: int) -> int:
    """How many tiles of a load lie before those of a kind."""
    tiles = 0
    for other in range(kind):
        tiles += of_kind(packed, other)
    return tiles


@kernel
def cover_load(state: State, seat: int, slot: int) -> int:
    """The tiles on the card of a slot: five bits for each colour."""
    packed = 0
    for colour in range(COLOURS):
        packed |= int(state.covered[seat, slot, colour]) << 5 * colour
    return packed


@kernel
def hand_load(state: State) -> int:
    """The tiles in hand: five bits for each colour; the bonus tile comes after them, like a fifth kind."""
    packed = (1 if int(state.bonus_tile) >= 0 else 0) << 5 * COLOURS
    for colour in range(COLOURS):
        packed |= int(state.hand[colour]) << 5 * colour
    return packed
