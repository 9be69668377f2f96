"""Why clicks on the picture lead to no move: the reason of the move they come closest to."""

from __future__ import annotations

import re
from collections.abc import Callable

from smalti.games.maharani.components import (
    ANIMALS,
    COLOURS,
    FITS,
    FITS_SOMEHOW,
    QUARTER_SPACES,
    WORKER_COLOURS,
    space_at,
    tile_parts,
)
from smalti.games.maharani.names import (
    marker_name,
    quarter_name,
    tile_columns,
)
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.reasons import (
    is_full,
    refuse_end,
    refuse_origin,
    refuse_place,
    refuse_refresh,
    refuse_slot,
    refuse_turn,
    refuse_unfinished,
    refuse_worker,
    tied,
)
from smalti.games.maharani.rules import (
    can_place,
    home_quarter,
    placeable,
)
from smalti.games.maharani.state import (
    NONE,
    SECOND,
    WORKER,
    occupied,
)
from smalti.kernel.reason import Reason
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName

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
        words = N_("this action marker belongs to {name}; only your own can be turned")
        return Reason("1.5", words, {"name": SeatName(int(found[1]))})
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
