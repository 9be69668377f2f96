"""The entries of a record (docs/records.md), both ways."""

from __future__ import annotations

from smalti.games.maharani import components
from smalti.games.maharani.components import PLAN_NAMES, space_at, tile_number, tile_parts
from smalti.games.maharani.moves import (
    END,
    FIRST_WORKER,
    REFRESH,
    decode_place,
    decode_worker,
    encode_place,
    encode_worker,
    is_place,
    is_worker,
)
from smalti.games.maharani.plans import DIRECTIONS, MOST_ROWS
from smalti.games.maharani.rows.refusals import refuse_origin, refuse_turn
from smalti.games.maharani.rules import FIRST_DRAW, actors, is_over, leaves_at_once, standing
from smalti.games.maharani.state import NONE, START, empty_slot, in_bag
from smalti.games.maharani.text import DOOR
from smalti.kernel.compiling import kernel
from smalti.kernel.entry import read_by, read_number, read_place, read_word, show
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.reason import Verbatim, forbid
from smalti.kernel.sets import lowest
from smalti.kernel.state import State
from smalti.kernel.words import N_

# Writing


def write_entry(state: State, by: int, move: int) -> Entry:
    """A move or outcome in plain fields."""
    if by == CHANCE:
        return write_outcome(state, move)
    if is_place(move):
        slot, space, arrow = decode_place(move)
        to = list(components.PLANS[int(state.plan)].places[space])
        return {"by": by, "do": "place", "slot": slot + 1, "to": to, "arrow": DIRECTIONS[arrow]}
    if is_worker(move):
        worker = decode_worker(move)
        origin = standing(state, worker, int(state.duty))
        place = list(components.PLANS[int(state.plan)].places[lowest(origin)]) if origin else None
        return {"by": by, "do": "worker", "colour": components.WORKER_COLOURS[worker], "from": place}
    return {"by": by, "do": "end" if move == END else "refresh"}


@kernel
def context(state: State, by: int, move: int) -> int:
    """What of the position an entry is written by: the plan; a tile's slot, and whether it leaves; a worker's space."""
    seen = 0
    if by < 0 and int(state.phase) != START:
        seen = 2 * (empty_slot(state) + 1) + leaves_at_once(state, move - FIRST_DRAW)
    elif FIRST_WORKER <= move < END and by >= 0:
        origin = standing(state, move - FIRST_WORKER, int(state.duty))
        seen = lowest(origin) + 1 if origin else 0
    return seen * len(PLAN_NAMES) + int(state.plan)


def write_outcome(state: State, outcome: int) -> Entry:
    """What chance gave, in plain fields."""
    if int(state.phase) == START:
        return {"by": "chance", "do": "start", "seat": outcome}
    tile = outcome - FIRST_DRAW
    entry: Entry = {"by": "chance", "do": "draw", "slot": empty_slot(state) + 1, "tile": write_tile(tile)}
    return entry | {"removed": True} if leaves_at_once(state, tile) else entry


def write_tile(tile: int) -> Entry:
    """A tile in plain fields."""
    colour, face = tile_parts(tile)
    kind, arrow = components.FACES[face]
    return {"colour": components.COLOURS[colour], "kind": kind, "arrow": arrow}


# Reading


def read_entry(state: State, entry: Entry) -> tuple[int, int]:
    """The (by, move or outcome) of an entry that is legal here."""
    by = read_by(entry, int(state.seats))
    if by == CHANCE:
        return by, read_outcome(state, entry)
    do = read_word(entry, "do", ("place", "worker", "end", "refresh"))
    DOOR.heed(state, refuse_turn, by)
    if do == "place":
        move = read_placement(state, entry)
    elif do == "worker":
        move = encode_worker(components.WORKER_COLOURS.index(read_word(entry, "colour", components.WORKER_COLOURS)))
    else:
        move = END if do == "end" else REFRESH
    DOOR.legal(state, by, move)
    if do == "worker":
        DOOR.heed(state, refuse_origin, decode_worker(move), read_origin(state, entry))
    return by, move


def read_placement(state: State, entry: Entry) -> int:
    """The placing move of an entry, whether it is legal or not."""
    slot = read_number(entry, "slot", 1, components.SLOTS)
    space = read_space(state, entry.get("to"))
    arrow = read_word(entry, "arrow", tuple(DIRECTIONS))
    return encode_place(slot - 1, space, DIRECTIONS.index(arrow))


def read_space(state: State, value: object) -> int:
    """A space as [row, column]."""
    space = space_at(int(state.plan), *read_place(value, 0, MOST_ROWS - 1))
    if space is None:
        forbid("4.1", N_("there is no space at {place} of this floor plan"), place=Verbatim(show(value)))
    return space


def read_origin(state: State, entry: Entry) -> int:
    """Rules 6.3 and 6.4: the space from which a worker comes, NONE for the supply."""
    if "from" not in entry:
        raise InvalidNotation("the field 'from' is missing, expected null or [row, column]")
    return NONE if entry["from"] is None else read_space(state, entry["from"])


def read_outcome(state: State, entry: Entry) -> int:
    """What chance gave, where chance is next."""
    do = read_word(entry, "do", ("start", "draw"))
    if is_over(state):
        forbid("10.1", N_("the game is over; nothing more is placed"))
    if actors(state) or (do == "start") != (int(state.phase) == START):
        forbid("8.1", N_("the start player is drawn once, and tiles only at the end of a turn"))
    if do == "start":
        return read_number(entry, "seat", 0, int(state.seats) - 1)
    slot = read_number(entry, "slot", 1, components.SLOTS) - 1
    if slot != empty_slot(state):
        forbid("8.2", N_("slots are filled in ascending order; slot {slot} is next"), slot=empty_slot(state) + 1)
    return FIRST_DRAW + read_drawn(state, entry)


def read_drawn(state: State, entry: Entry) -> int:
    """A tile that the bag still holds, with the right word on whether it leaves at once."""
    tile = read_tile(entry.get("tile"))
    if not in_bag(state, tile):
        forbid("2.4", N_("there is no such tile in the bag any more"))
    removed = leaves_at_once(state, tile)
    if entry.get("removed", False) is not removed:
        forbid("8.4", N_("a centre tile leaves at once exactly when all eight centre spaces are filled"))
    return tile


def read_tile(value: object) -> int:
    """A tile in plain fields."""
    if isinstance(value, dict) and value.get("colour") in components.COLOURS:
        for face, (kind, arrow) in enumerate(components.FACES):
            told = value.get("arrow")
            if value.get("kind") == kind and "arrow" in value and type(told) is type(arrow) and told == arrow:
                return tile_number(components.COLOURS.index(value["colour"]), face)
    raise InvalidNotation(f"{show(value)} is no tile; expected its colour, kind and arrow")
