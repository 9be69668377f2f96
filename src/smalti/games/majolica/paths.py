"""Every legal move of Majolica as a path of clicks, with words on what follows, a ghost and a gain.

Where two ways are natural both work: a tile and then "with a card", or the other way round; the kiln alone, or the
tiles in hand and then the kiln. Free discards begin with `bin`, so that a click on a kiln never throws away.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from smalti.games.majolica.bench import covered_of, letters_in_hand, place_id
from smalti.games.majolica.card_art import free_space, is_last_space
from smalti.games.majolica.components import (
    CAPACITY,
    CARD_IDS,
    CARD_POINTS,
    CARD_SPACES,
    KINDS,
    MISSION_IDS,
    RUN_CELLS,
    SIDE,
    TARGET,
    TILE_LETTERS,
)
from smalti.games.majolica.editions import HALL, LETTERS, SLOTS
from smalti.games.majolica.moves import decode, encode
from smalti.games.majolica.names import ordered_slots
from smalti.games.majolica.scoring import members
from smalti.games.majolica.state import BONUS, EXCESS, START_CARD
from smalti.kernel.scene import Ids
from smalti.kernel.state import State

Paths = tuple[Ids, ...]
Ghost = tuple[tuple[str, str], ...]
WITH_CARD, WITH_ORDER, BIN = "with-card", "with-order", "bin"


def paths(state: State, seat: int, move: int, legal: frozenset[int]) -> Paths:
    """The ways to click a legal move."""
    kind, number = decode(move)
    if kind in ("fragment", "keep"):
        return fragment_paths(state, seat, kind, number, legal)
    return PATHS[kind](state, seat, number)


def tiles_of(state: State, seat: int, workshop: int, tile: int) -> list[str]:
    """The ids of the tiles of a kind in a workshop."""
    letter = TILE_LETTERS[tile]
    return [f"tile-{seat}-{workshop + 1}-{letter}-{n}" for n in range(int(state.tiles[seat, workshop, tile]))]


def cell_id(number: int) -> str:
    """The id of a cell of the grid."""
    return f"cell-{number // SIDE}-{number % SIDE}"


def run_paths(state: State, seat: int, run: int) -> Paths:
    """The handle of the run; or one of its tiles, then the handle."""
    handle = f"run-{run}"
    return ((handle,), *((cell_id(n), handle) for n in members(int(RUN_CELLS[run]))))


def single_paths(button: str) -> Callable[[State, int, int], Paths]:
    """A tile of the grid and what comes with it, in either order."""

    def both(state: State, seat: int, cell: int) -> Paths:
        return (cell_id(cell), button), (button, cell_id(cell))

    return both


def revealed_paths(button: str) -> Callable[[State, int, int], Paths]:
    """Alone: any of the revealed tiles of that colour and what comes with it, in either order."""

    def both(state: State, seat: int, colour: int) -> Paths:
        tiles = [f"revealed-{LETTERS[colour]}-{n}" for n in range(int(state.revealed[colour]))]
        return tuple(path for tile in tiles for path in ((tile, button), (button, tile)))

    return both


def all_paths(state: State, seat: int, number: int) -> Paths:
    """Alone: the handle under the four tiles."""
    return (("take-all",),)


def put_paths(state: State, seat: int, workshop: int) -> Paths:
    """The kiln; or the tiles in hand, then the kiln."""
    kiln = f"kiln-{seat}-{workshop + 1}"
    return ((kiln,), ("hand", kiln))


def install_paths(state: State, seat: int, number: int) -> Paths:
    """The card, then the slot; a start card is the only one, so the slot alone will do."""
    card, slot = divmod(number, SLOTS)
    place = f"slot-{seat}-{slot + 1}"
    path = (f"card-{CARD_IDS[int(state.edition)][card]}", place)
    return (path, (place,)) if int(state.phase) == START_CARD else (path,)


def order_paths(state: State, seat: int, order: int) -> Paths:
    """The small picture of the arrangement; where two slots exchanged give it, also one slot, then the other."""
    found: list[Ids] = [(f"order-{order}",)]
    for one, other in combinations(range(SLOTS), 2) if order else ():
        swapped = [int(card) for card in state.slots[seat]]
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if swapped == ordered_slots(state, seat, order):
            ids = f"slot-{seat}-{one + 1}", f"slot-{seat}-{other + 1}"
            found += [ids, ids[::-1]]
    return tuple(found)


def store_paths(state: State, seat: int, colour: int) -> Paths:
    """A tile in hand; or the button for none."""
    if colour == len(LETTERS):
        return (("store-none",),)
    return tuple((f"hand-{LETTERS[colour]}-{n}",) for n in range(int(state.hand[colour])))


def deliver_paths(state: State, seat: int, colour: int) -> Paths:
    """A tile in the kiln; or the space of its colour that it would cover."""
    if colour == len(LETTERS):
        return (("no-further",),)
    tiles = tuple((name,) for name in tiles_of(state, seat, int(state.running), colour))
    slot = int(TARGET[int(state.edition), int(state.running)])
    if slot == HALL or not has_own_space(state, seat, slot, colour):
        return tiles
    return (*tiles, (target_space(state, seat, colour),))


def has_own_space(state: State, seat: int, slot: int, colour: int) -> bool:
    """Whether a space of the tile's own colour is free; a blank one would not say which tile is meant."""
    printed = int(CARD_SPACES[int(state.edition), int(state.slots[seat, slot]), colour])
    return printed > int(state.covered[seat, slot, colour])


def target_space(state: State, seat: int, colour: int) -> str:
    """The id of the space that a delivered tile covers; nothing for the City Hall."""
    edition = int(state.edition)
    slot = int(TARGET[edition, int(state.running)])
    if slot == HALL:
        return ""
    card = int(state.slots[seat, slot])
    space = free_space(edition, card, covered_of(state, seat, slot), colour)
    return f"space-{CARD_IDS[edition][card]}-{space}"


def fragment_paths(state: State, seat: int, kind: str, colour: int, legal: frozenset[int]) -> Paths:
    """A tile in the kiln; where the mission could take it, then the bin or the mission."""
    tiles = tiles_of(state, seat, int(state.running), colour)
    if encode("keep", colour) not in legal:
        return tuple((tile,) for tile in tiles)
    mission = f"mission-{MISSION_IDS[int(state.edition)][int(state.mission[seat])]}"
    return tuple((tile, mission if kind == "keep" else BIN) for tile in tiles)


def discard_paths(state: State, seat: int, number: int) -> Paths:
    """Too much: the tile. Freely: the bin, then the tile; before leftovers move, also one that will move there."""
    workshop, tile = divmod(number, KINDS)
    if int(state.phase) == EXCESS:
        return tuple((name,) for name in tiles_of(state, seat, workshop, tile))
    names = tiles_of(state, seat, workshop, tile)
    if int(state.phase) == BONUS:
        names += tiles_of(state, seat, int(state.running), tile)
    return tuple((BIN, name) for name in names)


def bonus_paths(word: str) -> Callable[[State, int, int], Paths]:
    """A tile of the supply, in the row for before or for after the move; or the button to decline."""

    def one(state: State, seat: int, colour: int) -> Paths:
        return ((f"{word}-{LETTERS[colour]}" if colour < len(LETTERS) else "decline",),)

    return one


def kiln_paths(state: State, seat: int, workshop: int) -> Paths:
    """The kiln that runs first."""
    return ((f"kiln-{seat}-{workshop + 1}",),)


def pick_paths(state: State, seat: int, mission: int) -> Paths:
    """The mission."""
    return ((f"mission-{MISSION_IDS[int(state.edition)][mission]}",),)


PATHS: dict[str, Callable[[State, int, int], Paths]] = {
    "run-take": run_paths,
    "card-take": single_paths(WITH_CARD),
    "order-take": single_paths(WITH_ORDER),
    "all-take": all_paths,
    "solo-card-take": revealed_paths(WITH_CARD),
    "solo-order-take": revealed_paths(WITH_ORDER),
    "put": put_paths,
    "install": install_paths,
    "order": order_paths,
    "store": store_paths,
    "run": kiln_paths,
    "deliver": deliver_paths,
    "before": bonus_paths("before"),
    "discard": discard_paths,
    "after": bonus_paths("after"),
    "pick": pick_paths,
}


# What a move would put where, and what it brings


def ghost(state: State, seat: int, move: int) -> Ghost:
    """Tiles where they would lie: on a space of a card, or on the shelf of a kiln."""
    kind, number = decode(move)
    if kind == "deliver" and number < len(LETTERS):
        space = target_space(state, seat, number)
        return ((space, f"tile-{LETTERS[number]}"),) if space else ((f"hall-{seat}", f"tile-{LETTERS[number]}"),)
    if kind == "put":
        edition, lying = int(state.edition), int(state.tiles[seat, number].sum())
        free = range(lying, int(CAPACITY[edition, number]))
        tiles = [f"tile-{letter}" for letter in letters_in_hand(state)]
        return tuple((place_id(seat, number, n), tile) for n, tile in zip(free, tiles, strict=False))
    return ()


def gain(state: State, seat: int, move: int) -> str:
    """Points of a card that this very tile finishes, over those its tiles would have scored."""
    kind, number = decode(move)
    if kind != "deliver" or number == len(LETTERS):
        return ""
    edition = int(state.edition)
    slot = int(TARGET[edition, int(state.running)])
    if slot == HALL:
        return "+1" if int(state.hall_purples) == 0 and int(state.hall_ones) > 0 else ""
    card = int(state.slots[seat, slot])
    if is_last_space(edition, card, covered_of(state, seat, slot)):
        return f"+{int(CARD_POINTS[edition, card])}"
    return ""
