"""Moves as integers, and their fields. Tiles are R G B Y P = 0 .. 4; cells, workshops and slots count from 0.

  0 ..  63   take a run (`RUN_CELLS`)
 64 ..  79   take the tile of a cell, and a card
 80 ..  95   take the tile of a cell, and rearrange
 96          solo: take all four
 97 .. 100   solo: take a tile of this colour, and a card
101 .. 104   solo: take a tile of this colour, and rearrange
105 .. 108   put the tiles in hand into a workshop
109 .. 294   install: 3 x card + slot
295 .. 300   rearrange: the n-th order (`ORDERS`)
301 .. 305   store a tile of this colour on the mission; 305: none
306 .. 309   run a workshop
310 .. 314   deliver a tile of this colour; 314: no further one
315 .. 319   take this bonus tile before the leftovers move; 319: decline it
320 .. 327   fragment a tile of this colour; from 324 on onto the mission
328 .. 347   give up a tile: 5 x workshop + tile
348 .. 352   take this bonus tile after the leftovers moved; 352: decline it
353 .. 362   pick a mission
"""

from __future__ import annotations

from bisect import bisect_right

from smalti.games.majolica.components import CELLS, COLOURS, KINDS, ORDER_COUNT, RUNS
from smalti.games.majolica.editions import MOST_CARDS, MOST_MISSIONS, SLOTS, WORKSHOPS

FIRST_CARD_TAKE = RUNS
FIRST_ORDER_TAKE = FIRST_CARD_TAKE + CELLS
TAKE_ALL = FIRST_ORDER_TAKE + CELLS
FIRST_SOLO_CARD = TAKE_ALL + 1
FIRST_SOLO_ORDER = FIRST_SOLO_CARD + COLOURS
FIRST_PUT = FIRST_SOLO_ORDER + COLOURS
FIRST_INSTALL = FIRST_PUT + WORKSHOPS
FIRST_ORDER = FIRST_INSTALL + SLOTS * MOST_CARDS
FIRST_STORE = FIRST_ORDER + ORDER_COUNT
STORE_NONE = FIRST_STORE + COLOURS
FIRST_RUN = STORE_NONE + 1
FIRST_DELIVER = FIRST_RUN + WORKSHOPS
NO_FURTHER = FIRST_DELIVER + COLOURS
FIRST_BEFORE = NO_FURTHER + 1
DECLINE_BEFORE = FIRST_BEFORE + COLOURS
FIRST_FRAGMENT = DECLINE_BEFORE + 1
FIRST_KEEP = FIRST_FRAGMENT + COLOURS
FIRST_DISCARD = FIRST_KEEP + COLOURS
FIRST_AFTER = FIRST_DISCARD + WORKSHOPS * KINDS
DECLINE_AFTER = FIRST_AFTER + COLOURS
FIRST_PICK = DECLINE_AFTER + 1
ACTION_COUNT = FIRST_PICK + MOST_MISSIONS

_KINDS = (
    (0, "run-take"),
    (FIRST_CARD_TAKE, "card-take"),
    (FIRST_ORDER_TAKE, "order-take"),
    (TAKE_ALL, "all-take"),
    (FIRST_SOLO_CARD, "solo-card-take"),
    (FIRST_SOLO_ORDER, "solo-order-take"),
    (FIRST_PUT, "put"),
    (FIRST_INSTALL, "install"),
    (FIRST_ORDER, "order"),
    (FIRST_STORE, "store"),
    (FIRST_RUN, "run"),
    (FIRST_DELIVER, "deliver"),
    (FIRST_BEFORE, "before"),
    (FIRST_FRAGMENT, "fragment"),
    (FIRST_KEEP, "keep"),
    (FIRST_DISCARD, "discard"),
    (FIRST_AFTER, "after"),
    (FIRST_PICK, "pick"),
)
_FIRSTS = [first for first, _ in _KINDS]
FIRST_OF = {kind: first for first, kind in _KINDS}


def decode(move: int) -> tuple[str, int]:
    """What kind of move it is, and its number among those."""
    first, kind = _KINDS[bisect_right(_FIRSTS, move) - 1]
    return kind, move - first


def encode(kind: str, number: int) -> int:
    """The move of that kind with that number."""
    return FIRST_OF[kind] + number


def encode_install(card: int, slot: int) -> int:
    """The move that installs a card in a slot."""
    return FIRST_INSTALL + SLOTS * card + slot


def encode_discard(workshop: int, tile: int) -> int:
    """The move that gives up a tile of a workshop."""
    return FIRST_DISCARD + KINDS * workshop + tile
