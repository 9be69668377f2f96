"""Why a move is not allowed: the clause of docs/rules/maharani.en.md, and what would make it legal."""

from __future__ import annotations

import re
from collections.abc import Callable

from smalti.games.maharani.components import (
    ANIMALS,
    COLOURS,
    FITS,
    FITS_SOMEHOW,
    QUARTER_OF,
    QUARTER_SPACES,
    WORKER_COLOURS,
    space_at,
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
    can_place,
    can_refresh,
    home_quarter,
    is_over,
    placeable,
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
from smalti.kernel.words import N_


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
    return Reason("2.5", N_("it is the turn of seat {seat}; wait for yours"), {"seat": int(state.active) + 1})


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


# Clicks that lead to no move

Path = tuple[str, ...]
SLOT_STEP = re.compile(r"slot-([1-4])")
SPACE_STEP = re.compile(r"(?:space|tile)-([0-9]{1,2})-([0-9]{1,2})")
ARROW_STEP = re.compile(rf"arrow-([{DIRECTIONS}])")
WORKER_STEP = re.compile(rf"(?:bring|supply|worker)-({'|'.join(WORKER_COLOURS)})")
FIGURE_STEP = re.compile(rf"worker-({'|'.join(WORKER_COLOURS)})-({'|'.join(ANIMALS)})-({'|'.join(COLOURS)})")
MARKER_STEP = re.compile(rf"marker-([0-3])-({'|'.join(ANIMALS)})")


def why_path(state: State, seat: int, path: Path) -> Reason | None:
    """Why these clicks lead to no move; the last one decides, after a tile that was picked up before it."""
    why = WHY.get(path[-1].partition("-")[0]) if path else None
    if why is None:
        return None
    return refuse_turn(state, seat) or why(state, seat, path)


def picked_slot(path: Path) -> int | None:
    """The slot whose tile is in hand."""
    found = [step for step in path if SLOT_STEP.fullmatch(step)]
    return int(found[-1][-1]) - 1 if found else None


def clicked_space(state: State, step: str) -> int | None:
    """The space that a step names, by itself, by the tile or by the worker on it."""
    if found := SPACE_STEP.fullmatch(step):
        return space_at(int(state.plan), int(found[1]), int(found[2]))
    if found := FIGURE_STEP.fullmatch(step):
        worker, quarter, colour = (
            names.index(name) for names, name in zip((WORKER_COLOURS, ANIMALS, COLOURS), found.groups(), strict=True)
        )
        spaces = int(state.workers[worker]) & int(state.tiles[colour])
        spaces &= int(QUARTER_SPACES[int(state.plan), quarter])
        return lowest(spaces) if spaces else None
    return None


def why_slot(state: State, seat: int, path: Path) -> Reason | None:
    """A tile of the rondel that cannot be picked up."""
    slot = picked_slot(path[-1:])
    if slot is None:
        return None
    if reason := refuse_unfinished(state) or refuse_slot(state, slot):
        return reason
    return None if placeable(state, seat, slot) else stuck(state, seat, slot)


def stuck(state: State, seat: int, slot: int) -> Reason:
    """Rules 4.4, 4.5 and 4.8: why a tile can go nowhere."""
    home = home_quarter(state, seat, slot)
    tile = int(state.rondel[slot])
    if not int(FITS_SOMEHOW[int(state.plan), tile_parts(tile)[1]]) & ~occupied(state):
        words = N_("the tile of slot {slot} has {tile}, and no free space agrees with it; choose another tile")
        return Reason("4.5", words, {"slot": slot + 1, "tile": tile_columns(tile)})
    if is_full(state, home):
        return tied(state, home)
    words = N_(
        "your {marker} is face down, so this tile can only go into the {quarter}, "
        "where no free space agrees with its columns; refresh first to set it free"
    )
    return Reason("4.4", words, {"marker": marker_name(home), "quarter": quarter_name(home)})


def why_space(state: State, seat: int, path: Path) -> Reason | None:
    """A space to which the tile in hand cannot go, or no tile in hand."""
    space, slot = clicked_space(state, path[-1]), picked_slot(path)
    if space is None:
        return None
    if slot is None:
        return empty_handed(state, seat, space)
    ways = [way for way in range(len(DIRECTIONS)) if may_lie(state, slot, space, way)]
    return refuse_place(state, seat, slot, space, ways[0] if ways else 0)


def may_lie(state: State, slot: int, space: int, arrow: int) -> bool:
    """Rule 4.6: whether the columns agree when the tile of the slot lies so."""
    tile = int(state.rondel[slot])
    return tile != NONE and bool(int(FITS[int(state.plan), tile_parts(tile)[1], arrow]) & bit(space))


def empty_handed(state: State, seat: int, space: int | None = None) -> Reason:
    """Rule 4.1: first the tile, then the space; rules 3.3 and 7.3 where no tile can be placed."""
    if reason := refuse_unfinished(state):
        return reason
    if not can_place(state, seat):
        if int(state.phase) == SECOND:
            return Reason("7.3", N_("no tile of the rondel can be placed now; end your turn"))
        return Reason("3.3", N_("no tile of the rondel can be placed now; refresh your markers"))
    if space is not None and occupied(state) & bit(space):
        return Reason("4.1", N_("a tile on the floor stays where it is; choose one from the rondel"))
    return Reason("4.1", N_("first choose a tile of the rondel, then the space where it goes"))


def why_arrow(state: State, seat: int, path: Path) -> Reason | None:
    """A side to which the arrow cannot point, or an arrow before there is a tile on a space."""
    arrow, slot = ARROW_STEP.fullmatch(path[-1]), picked_slot(path)
    if arrow is None:
        return None
    if slot is None or int(state.phase) == WORKER:
        return empty_handed(state, seat)
    spaces = [space for step in path if (space := clicked_space(state, step)) is not None]
    if not spaces:
        return Reason("4.6", N_("first choose the space; the columns there decide where the arrow can point"))
    return refuse_place(state, seat, slot, spaces[-1], DIRECTIONS.index(arrow[1]))


def why_worker(state: State, seat: int, path: Path) -> Reason | None:
    """A worker that may not come, or one that stands in the way of the tile in hand."""
    found, space = WORKER_STEP.match(path[-1]), clicked_space(state, path[-1])
    if found is None:
        return None
    if space is not None and picked_slot(path) is not None:
        return why_space(state, seat, path)
    worker = WORKER_COLOURS.index(found[1])
    if reason := refuse_worker(state, seat, worker):
        return reason
    return None if path[-1].startswith("bring") else refuse_origin(state, worker, space)


def why_marker(state: State, seat: int, path: Path) -> Reason | None:
    """Rules 3.4 and 4.3: markers are not turned by themselves."""
    found = MARKER_STEP.fullmatch(path[-1])
    if found is None:
        return None
    if reason := refuse_unfinished(state):
        return reason
    quarter = ANIMALS.index(found[2])
    if int(found[1]) != seat:
        words = N_("this action marker belongs to seat {seat}; only your own can be turned")
        return Reason("1.5", words, {"seat": int(found[1]) + 1})
    if int(state.markers[seat]) & bit(quarter):
        words = N_("the {marker} is turned by placing the tile of the {quarter} in another quarter; choose that tile")
        return Reason("4.3", words, {"marker": marker_name(quarter), "quarter": quarter_name(quarter)})
    words = N_("action markers are turned face up all together, which is a whole turn; choose to refresh")
    return refuse_refresh(state, seat) or Reason("3.4", words)


def why_bag(state: State, seat: int, path: Path) -> Reason | None:
    """Rule 8.2: nobody takes a tile from the bag."""
    words = N_("tiles come from the bag onto the rondel at the end of a turn; choose a tile of the rondel")
    return refuse_unfinished(state) or Reason("8.2", words)


def why_rondel(state: State, seat: int, path: Path) -> Reason | None:
    """The disc between its slots."""
    return empty_handed(state, seat)


def why_end(state: State, seat: int, path: Path) -> Reason | None:
    """The button that ends the turn."""
    return refuse_end(state)


def why_refresh(state: State, seat: int, path: Path) -> Reason | None:
    """The button that refreshes the markers."""
    return refuse_refresh(state, seat)


def why_elsewhere(state: State, seat: int, path: Path) -> Reason | None:
    """What nobody can use: only a worker that is due is worth a word."""
    return refuse_unfinished(state)


WHY: dict[str, Callable[[State, int, Path], Reason | None]] = {
    "slot": why_slot,
    "space": why_space,
    "tile": why_space,
    "arrow": why_arrow,
    "worker": why_worker,
    "supply": why_worker,
    "bring": why_worker,
    "marker": why_marker,
    "bag": why_bag,
    "rondel": why_rondel,
    "end": why_end,
    "refresh": why_refresh,
    "card": why_elsewhere,
    "name": why_elsewhere,
    "gold": why_elsewhere,
    "side": why_elsewhere,
}
"""By the first word of the last id; the ids are named in floor, rondel and table."""
