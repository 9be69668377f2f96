"""Running workshops: deliver, fragment, take the bonus tile, move the leftovers, and on to what is ready then."""

from __future__ import annotations

from smalti.games.majolica.cards import cover
from smalti.games.majolica.components import (
    CAPACITY,
    COLOURS,
    DELIVERIES,
    FRAGMENTS,
    HOLDS_PURPLE,
    KINDS,
    MUST,
    NEXT,
    PURPLE,
    TARGET,
)
from smalti.games.majolica.editions import FRAGMENTED, HALL
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import (
    DECLINE_AFTER,
    DECLINE_BEFORE,
    FIRST_AFTER,
    FIRST_BEFORE,
    FIRST_DELIVER,
    FIRST_DISCARD,
    FIRST_FRAGMENT,
    FIRST_KEEP,
    NO_FURTHER,
)
from smalti.games.majolica.phases import BONUS, BONUS_AFTER, DELIVER, EXCESS, FRAGMENT, PUT, RUN
from smalti.games.majolica.rounds import end_part
from smalti.games.majolica.state import NONE
from smalti.games.majolica.taking import write_all
from smalti.games.majolica.workshops import (
    add_tile,
    colours_in,
    deliverable,
    overflowing,
    ready,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, State


@kernel
def proceed(state: State, seat: int) -> None:
    """Section 6: everything that follows by itself, up to the next decision."""
    phase = next_decision(state, seat)
    while phase == NONE:
        phase = next_decision(state, seat)
    state.phase = phase


@kernel
def next_decision(state: State, seat: int) -> int:
    """Rules 5.2, 6.5 and 6.8: what has to be decided now; NONE after a step that needs no decision."""
    if overflowing(state, seat) != NONE:
        return EXCESS
    if int(state.bonus_tile) != NONE:
        return PUT
    if int(state.running) != NONE:
        return next_in_run(state, seat)
    if int(state.bonus):
        return BONUS_AFTER
    workshops = ready(state, seat)
    if workshops == 0:
        return end_part(state, seat)
    if workshops & (workshops - 1):
        return RUN
    start_run(state, lowest(workshops))
    return NONE


@kernel
def next_in_run(state: State, seat: int) -> int:
    """Rules 6.8 and 7.6: deliver, fragment, the bonus tile before the leftovers move, and the move itself."""
    workshop = int(state.running)
    if int(state.further) > 0 and deliverable(state, seat, workshop) != 0:
        return DELIVER
    state.further = 0
    if int(state.fragments) > 0 and colours_in(state, seat, workshop) != 0:
        return FRAGMENT
    if int(state.bonus):
        return BONUS
    move_leftovers(state, seat)
    return NONE


@kernel
def start_run(state: State, workshop: int) -> None:
    """Rules 6.3 and 11.1: the workshop runs."""
    edition = int(state.edition)
    state.running = workshop
    state.ran |= bit(workshop)
    state.delivered = 0
    state.further = DELIVERIES[edition, workshop]
    state.fragments = FRAGMENTS[edition, workshop]


@kernel
def move_leftovers(state: State, seat: int) -> None:
    """Rules 6.10 and 8.3: all that is left goes to the next workshop, with a purple tile just earned."""
    workshop = int(state.running)
    target = NEXT[int(state.edition), workshop]
    for tile in range(KINDS):
        add_tile(state, seat, target, tile, int(state.tiles[seat, workshop, tile]))
        state.tiles[seat, workshop, tile] = 0
    add_tile(state, seat, target, PURPLE, int(state.extra))
    state.extra = 0
    state.running = NONE
    state.delivered = 0
    state.fragments = 0


# Delivering


@kernel
def legal_deliveries(state: State, seat: int, moves: Numbers) -> int:
    """Rules 6.6 and 6.7: a fitting tile; once enough are delivered, also no further one."""
    workshop = int(state.running)
    n = write_all(deliverable(state, seat, workshop), FIRST_DELIVER, moves, 0)
    if int(state.delivered) >= MUST[int(state.edition), workshop]:
        moves[n] = NO_FURTHER
        n += 1
    return n


@kernel
def deliver(state: State, seat: int, move: int) -> None:
    """Rules 6.6 and 8.1: a tile goes to the card above, or to the City Hall for a piece."""
    if move == NO_FURTHER:
        state.further = 0
        return
    workshop, colour = int(state.running), move - FIRST_DELIVER
    state.tiles[seat, workshop, colour] -= 1
    state.delivered += 1
    state.further -= 1
    target = TARGET[int(state.edition), workshop]
    if target == HALL:
        earn(state, seat)
    else:
        cover(state, seat, target, colour)


@kernel
def earn(state: State, seat: int) -> None:
    """Rules 8.1 and 8.2: a purple tile, then a one-point token, then nothing."""
    if int(state.hall_purples) > 0:
        state.hall_purples -= 1
        state.purples[seat] += 1
        state.extra += 1
    elif int(state.hall_ones) > 0:
        state.hall_ones -= 1
        state.ones[seat] += 1


# Fragmenting


@kernel
def legal_fragments(state: State, seat: int, moves: Numbers) -> int:
    """Rules 6.9, 7.6 and 13.4: a real tile, to the supply or a mission that misses it; or first the bonus tile."""
    colours = colours_in(state, seat, int(state.running))
    n = 0
    if int(state.bonus):
        n = write_all(bit(COLOURS + 1) - 1, FIRST_BEFORE, moves, 0)
    n = write_all(colours, FIRST_FRAGMENT, moves, n)
    if stores(state, seat, FRAGMENTED):
        n = write_all(colours & ~int(state.stored[seat]), FIRST_KEEP, moves, n)
    return n


@kernel
def fragment(state: State, seat: int, move: int) -> None:
    """Rules 6.9 and 13.4: a tile is given up, or laid on the mission."""
    colour = (move - FIRST_FRAGMENT) % COLOURS
    state.tiles[seat, int(state.running), colour] -= 1
    state.fragments -= 1
    if move >= FIRST_KEEP:
        state.stored[seat] |= bit(colour)


# The bonus tile


@kernel
def arriving(state: State, seat: int, tile: int) -> int:
    """How many tiles of a kind will lie in the next workshop once the leftovers have moved."""
    edition, workshop = int(state.edition), int(state.running)
    target = NEXT[edition, workshop]
    there = int(state.tiles[seat, target, tile])
    if tile != PURPLE:
        return there + int(state.tiles[seat, workshop, tile])
    if HOLDS_PURPLE[edition, target]:
        return there + int(state.tiles[seat, workshop, tile]) + int(state.extra)
    return there


@kernel
def excess_ahead(state: State, seat: int) -> bool:
    """Rule 6.10: whether the leftovers will be too many for the next workshop."""
    total = 0
    for tile in range(KINDS):
        total += arriving(state, seat, tile)
    edition = int(state.edition)
    return total > int(CAPACITY[edition, NEXT[edition, int(state.running)]])


@kernel
def legal_bonus(state: State, seat: int, moves: Numbers) -> int:
    """Rule 7.6: a tile before the leftovers move; or whatever is decided next if they move first."""
    if not excess_ahead(state, seat):
        n = write_all(bit(COLOURS) - 1, FIRST_BEFORE, moves, 0)
        return legal_bonus_after(moves, n)
    n = write_all(bit(COLOURS + 1) - 1, FIRST_BEFORE, moves, 0)
    target = NEXT[int(state.edition), int(state.running)]
    for tile in range(KINDS):
        if arriving(state, seat, tile) > 0:
            moves[n] = FIRST_DISCARD + KINDS * target + tile
            n += 1
    return n


@kernel
def legal_bonus_after(moves: Numbers, n: int) -> int:
    """Rule 7.5: a tile of any of the four colours, or none."""
    return write_all(bit(COLOURS + 1) - 1, FIRST_AFTER, moves, n)


@kernel
def take_bonus(state: State, move: int) -> None:
    """Rule 7.5: the bonus tile comes into the hand, or is declined."""
    state.bonus = 0
    if move < DECLINE_BEFORE:
        state.bonus_tile = move - FIRST_BEFORE
    elif FIRST_AFTER <= move < DECLINE_AFTER:
        state.bonus_tile = move - FIRST_AFTER


@kernel
def put_bonus(state: State, seat: int, workshop: int) -> None:
    """Rule 7.5: the bonus tile goes into any workshop, like any other arrival."""
    add_tile(state, seat, workshop, int(state.bonus_tile), 1)
    state.bonus_tile = NONE
