"""Why a move is not allowed: the clause of docs/rules/maharani.en.md, and what would make it legal."""

from __future__ import annotations

from smalti.games.maharani.components import (
    FITS,
    FITS_SOMEHOW,
    QUARTER_OF,
    QUARTER_SPACES,
    tile_parts,
)
from smalti.games.maharani.moves import (
    ACTION_COUNT,
    END,
    decode_place,
    decode_worker,
    is_place,
    is_worker,
)
from smalti.games.maharani.names import (
    marker_name,
    quarter_name,
    space_columns,
    space_name,
    tile_columns,
    tile_name,
    worker_name,
)
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rules import (
    actors,
    can_bring,
    can_refresh,
    home_quarter,
    is_over,
    standing,
    workers_due,
)
from smalti.games.maharani.state import (
    NONE,
    SECOND,
    START,
    TURN,
    WORKER,
    colours_each,
    first_colour,
    occupied,
    tile_colour,
)
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Reason, Verbatim
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName


def why_not(state: State, seat: int, move: int) -> Reason | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Maharani has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    if reason := refuse_turn(state, seat):
        return reason
    if is_place(move):
        return refuse_place(state, seat, *decode_place(move))
    if is_worker(move):
        return refuse_worker(state, seat, decode_worker(move))
    return refuse_end(state) if move == END else refuse_refresh(state, seat)


def refuse_turn(state: State, seat: int) -> Reason | None:
    """Whether this seat is to choose at all."""
    if is_over(state):
        return Reason("10.1", N_("the game is over; nothing more is placed"))
    if actors(state) == bit(seat):
        return None
    if int(state.phase) == START:
        return Reason("2.5", N_("the start player has to be drawn first"))
    if not actors(state):
        return Reason("8.2", N_("the rondel has to be filled first"))
    return Reason("2.5", N_("it is the turn of {name}; wait for yours"), {"name": SeatName(int(state.active))})


def refuse_unfinished(state: State) -> Reason | None:
    """Rule 6.1: nothing else before the worker that is due."""
    if int(state.phase) != WORKER:
        return None
    facts: dict[str, object] = {"space": named(state, int(state.duty))}
    return Reason("6.1", N_("the arrow on {space} points to you: place or move a worker there first"), facts)


def refuse_place(state: State, seat: int, slot: int, space: int, arrow: int) -> Reason | None:
    """Section 4: whether this tile may go there, its arrow to that side."""
    if reason := refuse_unfinished(state) or refuse_slot(state, slot) or refuse_space(state, space):
        return reason
    return refuse_columns(state, slot, space, arrow) or refuse_quarter(state, seat, slot, space)


def refuse_slot(state: State, slot: int) -> Reason | None:
    """Rules 4.1 and 7.1: the tile must lie on the rondel."""
    if int(state.rondel[slot]) != NONE:
        return None
    clause = "7.1" if int(state.phase) == SECOND else "4.1"
    return Reason(clause, N_("slot {slot} is empty; choose a tile that lies on the rondel"), {"slot": slot + 1})


def refuse_space(state: State, space: int) -> Reason | None:
    """Rules 4.1 and 4.8: the space must be free."""
    if not occupied(state) & bit(space):
        return None
    quarter = int(QUARTER_OF[int(state.plan), space])
    if is_full(state, quarter):
        words = N_("the {quarter} is full, so nothing can be placed there; choose another quarter")
        return Reason("4.8", words, {"quarter": quarter_name(quarter)})
    facts: dict[str, object] = {"space": named(state, space)}
    return Reason("4.1", N_("space {space} already has a tile; choose a free space"), facts)


def refuse_columns(state: State, slot: int, space: int, arrow: int) -> Reason | None:
    """Rules 4.5 and 4.6: the columns must agree, which leaves some ways to turn the tile."""
    plan, tile = int(state.plan), int(state.rondel[slot])
    face = tile_parts(tile)[1]
    if int(FITS[plan, face, arrow]) & bit(space):
        return None
    facts: dict[str, object] = {"space": named(state, space), "slot": slot + 1}
    if int(FITS_SOMEHOW[plan, face]) & bit(space):
        ways = [letter for way, letter in enumerate(DIRECTIONS) if int(FITS[plan, face, way]) & bit(space)]
        words = N_("so turned, the columns do not agree with space {space}; there the arrow can point to {ways}")
        return Reason("4.6", words, facts | {"ways": Verbatim(", ".join(ways))})
    words = N_("the tile of slot {slot} has {tile}, but space {space} shows {shown}; choose a space that agrees")
    return Reason("4.5", words, facts | {"tile": tile_columns(tile), "shown": space_columns(plan, space)})


def refuse_quarter(state: State, seat: int, slot: int, space: int) -> Reason | None:
    """Rules 4.4 and 4.8: a face-down marker ties the tile to the quarter where it lies."""
    home = home_quarter(state, seat, slot)
    if int(QUARTER_OF[int(state.plan), space]) == home or int(state.markers[seat]) & bit(home):
        return None
    return tied(state, home)


def tied(state: State, home: int) -> Reason:
    """Rules 4.4 and 4.8: why the tile of a quarter whose marker is face down may not leave it."""
    facts: dict[str, object] = {"marker": marker_name(home), "quarter": quarter_name(home)}
    if is_full(state, home):
        words = N_("the {quarter} is full and your {marker} is face down, so this tile is stuck; refresh first")
        return Reason("4.8", words, facts)
    words = N_("your {marker} is face down, so this tile can only go into the {quarter}; refresh first to set it free")
    return Reason("4.4", words, facts)


def is_full(state: State, quarter: int) -> bool:
    """Whether every space of the quarter has a tile."""
    return int(QUARTER_SPACES[int(state.plan), quarter]) & ~occupied(state) == 0


def refuse_worker(state: State, seat: int, worker: int) -> Reason | None:
    """Section 6 and rules 11.2 to 11.4: whether a worker of this colour may come now."""
    if int(state.phase) != WORKER:
        return Reason("6.2", N_("no worker is due: one comes only onto a new tile whose arrow points to you"))
    facts: dict[str, object] = {"workers": worker_name(worker, 2)}
    if worker - first_colour(state, seat) not in range(colours_each(state)):
        return Reason("2.2", N_("the {workers} are not yours; choose one of your own"), facts)
    if can_bring(state, worker, int(state.duty)):
        return None
    other = lowest(workers_due(state, seat, int(state.duty)))
    words = N_("your supply of {workers} is empty and none of them can move here; choose your {other}")
    return Reason("11.2", words, facts | {"other": worker_name(other, 2)})


def moving_from(state: State, worker: int) -> int | None:
    """Rule 6.4: the space from which a worker of this colour would move to its duty; None if a new one comes."""
    spaces = standing(state, worker, int(state.duty))
    return lowest(spaces) if spaces else None


def refuse_origin(state: State, worker: int, told: int | None) -> Reason | None:
    """Rules 6.3 and 6.4: whether the worker that comes may come from that space, or from the supply."""
    origin = moving_from(state, worker)
    if told == origin:
        return None
    facts: dict[str, object] = {"worker": worker_name(worker), "tile": tile_name(tile_colour(state, int(state.duty)))}
    if origin is None:
        return Reason("6.3", N_("no {worker} stands on another {tile} of this quarter; a new one comes"), facts)
    words = N_("the {worker} on {space} stands on another {tile} of this quarter and must move")
    return Reason("6.4", words, facts | {"space": named(state, origin)})


def refuse_end(state: State) -> Reason | None:
    """Rules 3.3 and 7.3: a turn ends after a tile."""
    if int(state.phase) == TURN:
        return Reason("3.3", N_("you cannot pass: place a tile, or refresh your markers"))
    return refuse_unfinished(state)


def refuse_refresh(state: State, seat: int) -> Reason | None:
    """Rules 3.4 and 3.5: a refresh is a whole turn, and not for markers that are all face up."""
    if int(state.phase) != TURN:
        return Reason("3.4", N_("a refresh is a whole turn and cannot follow a tile; refresh in your next turn"))
    if can_refresh(state, seat):
        return None
    return Reason("3.5", N_("all your action markers are face up already; place a tile"))


def named(state: State, space: int) -> Verbatim:
    """A space's name as a fact."""
    return Verbatim(space_name(int(state.plan), space))
