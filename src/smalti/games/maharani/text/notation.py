"""Moves as text, both ways; positions are in positions.py.

A placement is the slot, the space and the side to which the arrow points: `2 e4 S` (the side may be left out where
the tile fits one way only). Columns are letters from the west, rows are numbers from the north. Then there are
`worker red`, `end` and `refresh`.
"""

from __future__ import annotations

import re

from smalti.games.maharani.components import WORKER_COLOURS, arrows_on, tile_parts
from smalti.games.maharani.moves import (
    END,
    REFRESH,
    decode_place,
    decode_worker,
    encode_place,
    encode_worker,
    is_place,
    is_worker,
)
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows.refusals import refuse_slot, refuse_turn
from smalti.games.maharani.tables.names import space_name
from smalti.games.maharani.text import DOOR
from smalti.games.maharani.text.positions import columns_at, find_space
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Verbatim, forbid
from smalti.kernel.state import State
from smalti.kernel.words import N_


def write_move(state: State, seat: int, move: int) -> str:
    """A legal move as text."""
    if is_place(move):
        slot, space, arrow = decode_place(move)
        return f"{slot + 1} {space_name(int(state.plan), space)} {DIRECTIONS[arrow]}"
    if is_worker(move):
        return f"worker {WORKER_COLOURS[decode_worker(move)]}"
    return "end" if move == END else "refresh"


def parse_move(state: State, seat: int, text: str) -> int:
    """The legal move that the text means; raises InvalidNotation or IllegalMove."""
    words = text.lower().split()
    DOOR.heed(state, refuse_turn, seat)
    if words in (["end"], ["refresh"]):
        move = END if words == ["end"] else REFRESH
    elif len(words) == 2 and words[0] == "worker" and words[1] in WORKER_COLOURS:
        move = encode_worker(WORKER_COLOURS.index(words[1]))
    else:
        move = parse_placement(state, " ".join(words))
    DOOR.legal(state, seat, move)
    return move


def parse_placement(state: State, text: str) -> int:
    """A placing move like `2 e4 s`, whether it is legal or not."""
    found = re.fullmatch(r"([1-4]) ([a-z])([0-9]{1,2})(?: ([nesw]))?", text)
    if not found:
        raise InvalidNotation(
            f"{text[:40]!r} is no move; expected slot, space and arrow like '2 e4 S', 'worker red', 'end' or 'refresh'"
        )
    slot = int(found[1]) - 1
    space = parse_space(state, found[2] + found[3])
    if found[4]:
        return encode_place(slot, space, DIRECTIONS.index(found[4].upper()))
    return encode_place(slot, space, only_arrow(state, slot, space))


def parse_space(state: State, text: str) -> int:
    """A space by its name."""
    space = find_space(state, text)
    if space is None:
        forbid("4.1", N_("there is no space at {place} of this floor plan"), place=Verbatim(text))
    return space


def only_arrow(state: State, slot: int, space: int) -> int:
    """Rule 4.6: the arrow of a tile that fits one way only."""
    DOOR.heed(state, refuse_slot, slot)
    ways = arrows_on(tile_parts(int(state.rondel[slot]))[1], columns_at(state, space))
    if len(ways) > 1:
        raise InvalidNotation(f"say where the arrow points: {', '.join(DIRECTIONS[way] for way in ways)}")
    return ways[0] if ways else 0
