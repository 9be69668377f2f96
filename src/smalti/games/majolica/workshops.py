"""Workshops: what lies in them, what is too much, and which are ready."""

from __future__ import annotations

from smalti.games.majolica.cards import wanted
from smalti.games.majolica.components import (
    CAPACITY,
    COLOURS,
    HOLDS_PURPLE,
    KINDS,
    MOST_TILES,
    PARTS_OVER,
    PURPLE,
    TARGET,
)
from smalti.games.majolica.editions import HALL, WORKSHOPS
from smalti.games.majolica.moves import FIRST_DISCARD
from smalti.games.majolica.state import NONE
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State


@kernel
def held(state: State, seat: int, workshop: int) -> int:
    """How many tiles lie in a workshop."""
    total = 0
    for tile in range(KINDS):
        total += int(state.tiles[seat, workshop, tile])
    return total


@kernel
def colours_in(state: State, seat: int, workshop: int) -> int:
    """The colours that really lie in a workshop, as a set without purple."""
    colours = 0
    for colour in range(COLOURS):
        if int(state.tiles[seat, workshop, colour]) > 0:
            colours |= bit(colour)
    return colours


@kernel
def add_tile(state: State, seat: int, workshop: int, tile: int, n: int) -> None:
    """Rules 5.1 and 8.6: tiles arrive; a purple one leaves the game where the last workshop would hold it."""
    if tile != PURPLE or HOLDS_PURPLE[int(state.edition), workshop]:
        state.tiles[seat, workshop, tile] += n


@kernel
def overflowing(state: State, seat: int) -> int:
    """Rule 5.2: the workshop that holds more than it has room for, or NONE; there is never more than one."""
    for workshop in range(WORKSHOPS):
        if held(state, seat, workshop) > CAPACITY[int(state.edition), workshop]:
            return workshop
    return NONE


@kernel
def has_pattern(state: State, seat: int, workshop: int) -> bool:
    """Rules 6.1 and 8.4: full, and each real colour fits into a part of its own; purple fills the rest.

    The counts fit into the parts, largest to largest, if for every n no more counts than parts exceed n.
    """
    edition = int(state.edition)
    if held(state, seat, workshop) != CAPACITY[edition, workshop]:
        return False
    for n in range(MOST_TILES):
        over = 0
        for colour in range(COLOURS):
            if int(state.tiles[seat, workshop, colour]) > n:
                over += 1
        if over > PARTS_OVER[edition, workshop, n]:
            return False
    return True


@kernel
def deliverable(state: State, seat: int, workshop: int) -> int:
    """Rules 6.2 and 6.6: the real colours in a workshop that have somewhere to go, as a set."""
    target = TARGET[int(state.edition), workshop]
    colours = colours_in(state, seat, workshop)
    if target != HALL:
        colours &= wanted(state, seat, target)
    return colours


@kernel
def ready(state: State, seat: int) -> int:
    """Rules 6.2 to 6.4: the workshops that must run, as a set."""
    workshops = 0
    for workshop in range(WORKSHOPS):
        if has_pattern(state, seat, workshop) and deliverable(state, seat, workshop) != 0:
            workshops |= bit(workshop)
    return workshops


@kernel
def legal_excess(state: State, seat: int, workshop: int, moves: Numbers, n: int) -> int:
    """Rule 5.2: any tile of the workshop, old or new."""
    for tile in range(KINDS):
        if int(state.tiles[seat, workshop, tile]) > 0:
            moves[n] = FIRST_DISCARD + KINDS * workshop + tile
            n += 1
    return n


@kernel
def legal_discards(state: State, seat: int, moves: Numbers, n: int) -> int:
    """Rule 5.3: any tile of any workshop, while nothing is ready or running."""
    for workshop in range(WORKSHOPS):
        n = legal_excess(state, seat, workshop, moves, n)
    return n
