"""The first state of a game, and its options as a record states them."""

from __future__ import annotations

from smalti.games.majolica.components import (
    DESIGN_CARDS,
    EDITION_NAMES,
    EXPANSIONS,
    HALL_ONES,
    HALL_PURPLES,
    KALEIDOSCOPE,
    KALEIDOSCOPE_CARDS,
    LARGE_TILES,
)
from smalti.games.majolica.rounds import prepare
from smalti.games.majolica.state import NONE, STATE, has, is_solo
from smalti.kernel.entry import show
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Entry, Options
from smalti.kernel.state import State, new_state


def new_game(seats: int, edition: int, expansions: int) -> State:
    """Section 2 and rule 14.1: empty boards, a full City Hall and deck; alone, no start player to be drawn."""
    state = new_state(STATE)
    state.seats, state.edition, state.expansions = seats, edition, expansions
    state.round_number = 1
    state.deck = deck(state)
    state.hall_purples = HALL_PURPLES[edition, seats - 1]
    state.hall_ones = HALL_ONES[edition, seats - 1]
    for name in ("slots", "mission", "dealt", "bottom"):
        state[name][:] = NONE
    for name in ("leader", "running", "bonus_tile"):
        state[name] = NONE
    state.start = 0 if is_solo(state) else NONE
    if is_solo(state):
        state.face_down[:] = LARGE_TILES
    prepare(state)
    return state


def deck(state: State) -> int:
    """Rules 2.2 and 12.1: the design cards, with the kaleidoscopic ones if they are played."""
    edition = int(state.edition)
    cards = int(DESIGN_CARDS[edition, 0])
    return cards | int(KALEIDOSCOPE_CARDS[edition, 0]) if has(state, KALEIDOSCOPE) else cards


def setup(seats: int, options: Options) -> State:
    """The first state with these options, which have been checked but for `solo`."""
    if options.get("solo", seats == 1) is not (seats == 1):
        raise UnknownGame("a solo game of Majolica has one seat, and a game with one seat is solo")
    chosen = options.get("expansions", ())
    if isinstance(chosen, str) or not isinstance(chosen, list | tuple):
        raise UnknownGame(f"the option 'expansions' is {show(chosen)}, expected a list")
    expansions = sum(1 << n for n, name in enumerate(EXPANSIONS) if name in chosen)
    edition = EDITION_NAMES.index(options.get("edition", EDITION_NAMES[0]))
    return new_game(seats, edition, expansions)


def written_options(state: State) -> Entry:
    """The options as the record states them."""
    options: Entry = {
        "expansions": [name for n, name in enumerate(EXPANSIONS) if int(state.expansions) >> n & 1],
        "edition": EDITION_NAMES[int(state.edition)],
    }
    return options | {"solo": True} if is_solo(state) else options
