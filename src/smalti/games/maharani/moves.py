"""Moves as integers, and their fields.

0 .. 895     place a tile: 224 x slot (0 to 3) + 4 x space (0 to 55, in reading order of the plan) + arrow (N, E, S, W)
896 .. 899   put a worker of this colour onto the new tile: the one that has to move there, or else a new one
900          end the turn without a second tile
901          refresh the action markers

A placement with an arrow to the own side is followed by a worker move of the same seat, if a worker can come.
"""

from __future__ import annotations

from smalti.games.maharani.components import ARROWS, SLOTS, WORKER_COLOUR_COUNT
from smalti.games.maharani.plans import SPACES
from smalti.kernel.compiling import kernel

PLACES_OF_SLOT = SPACES * ARROWS
FIRST_WORKER = SLOTS * PLACES_OF_SLOT
END = FIRST_WORKER + WORKER_COLOUR_COUNT
REFRESH = END + 1
ACTION_COUNT = REFRESH + 1


@kernel
def encode_place(slot: int, space: int, arrow: int) -> int:
    """The move that puts the tile of a slot there, its arrow to that side."""
    return slot * PLACES_OF_SLOT + space * ARROWS + arrow


def decode_place(move: int) -> tuple[int, int, int]:
    """The (slot, space, arrow) of a placing move, all counted from 0."""
    slot, place = divmod(move, PLACES_OF_SLOT)
    return slot, *divmod(place, ARROWS)


def is_place(move: int) -> bool:
    """Whether the move places a tile."""
    return 0 <= move < FIRST_WORKER


def is_worker(move: int) -> bool:
    """Whether the move places or moves a worker."""
    return FIRST_WORKER <= move < END


def encode_worker(colour: int) -> int:
    """The move that brings a worker of this colour."""
    return FIRST_WORKER + colour


def decode_worker(move: int) -> int:
    """The colour of a worker move."""
    return move - FIRST_WORKER
