"""A player with a purpose, for playouts: uniformly random moves hardly ever finish a design.

It looks one step ahead: tiles go where they come closest to a pattern, cards into empty slots, and nothing is given
up freely. Equal worth is decided by the position's generator.
"""

from __future__ import annotations

from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import (
    CAPACITY,
    CARD_SPACES,
    COLOURS,
    KINDS,
    MOST_TILES,
    PARTS_OVER,
    PURPLE,
    TARGET,
)
from smalti.games.majolica.editions import HALL, SLOTS, WORKSHOPS
from smalti.games.majolica.moves import (
    FIRST_CARD_TAKE,
    FIRST_DELIVER,
    FIRST_DISCARD,
    FIRST_INSTALL,
    FIRST_ORDER,
    FIRST_PUT,
    FIRST_SOLO_CARD,
    FIRST_STORE,
    NO_FURTHER,
    TAKE_ALL,
)
from smalti.games.majolica.phases import EXCESS, PLACE, PUT, TAKE
from smalti.games.majolica.state import CARD_DUE, NONE
from smalti.games.majolica.taking import due_after, take_set
from smalti.games.majolica.workshops import deliverable
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import lowest
from smalti.kernel.state import Numbers, State

FULL = 144
"""What a workshop with its pattern is worth; one that misses a few tiles, less in the square."""
NOISE = 12
BYTE = 8
MASK = (1 << BYTE) - 1


@kernel
def with_purpose(state: State, seat: int, moves: Numbers, n: int) -> int:
    """The legal move of the greatest worth, give or take some noise."""
    gains = single_gains(state, seat) if int(state.phase) == TAKE else 0
    in_turn = TAKE <= int(state.phase) <= PLACE
    choice, best = int(moves[0]), -1
    for i in range(n):
        move = int(moves[i])
        if in_turn and move >= FIRST_DISCARD:
            break
        value = worth(state, seat, move, gains) + below(state, NOISE)
        if value > best:
            choice, best = move, value
    return choice


@kernel
def worth(state: State, seat: int, move: int, gains: int) -> int:
    """How good a move looks, from 0 up."""
    if move < FIRST_PUT:
        return take_worth(state, seat, move, gains)
    if move < FIRST_INSTALL:
        return gain(state, seat, move - FIRST_PUT, in_hand(state))
    if move < FIRST_ORDER:
        return install_worth(state, seat, move - FIRST_INSTALL)
    if FIRST_DELIVER <= move <= NO_FURTHER or FIRST_STORE <= move < FIRST_DELIVER:
        return 0 if move == NO_FURTHER else NOISE // 2
    if int(state.phase) == EXCESS:
        return excess_worth(state, seat, move - FIRST_DISCARD)
    return 0


# Tiles are counted in a byte for each colour.


@kernel
def in_hand(state: State) -> int:
    """The tiles that are about to be put."""
    if int(state.phase) == PUT:
        return 1 << BYTE * int(state.bonus_tile)
    tiles = 0
    for colour in range(COLOURS):
        tiles += int(state.hand[colour]) << BYTE * colour
    return tiles


@kernel
def lying_in(state: State, seat: int, workshop: int) -> int:
    """The tiles of a workshop, purple ones above the colours."""
    tiles = 0
    for tile in range(KINDS):
        tiles += int(state.tiles[seat, workshop, tile]) << BYTE * tile
    return tiles


@kernel
def closeness(edition: int, workshop: int, tiles: int) -> int:
    """How close tiles are to a workshop's pattern, from 0 to FULL: the part of it that they fill, squared."""
    fitting, capacity = matching(edition, workshop, tiles), CAPACITY[edition, workshop]
    return int(FULL * fitting * fitting // (capacity * capacity))


@kernel
def matching(edition: int, workshop: int, tiles: int) -> int:
    """How much of a workshop's pattern tiles fill."""
    fitting = tiles >> BYTE * PURPLE
    for n in range(MOST_TILES):
        parts = PARTS_OVER[edition, workshop, n]
        if parts == 0:
            break
        over = 0
        for colour in range(COLOURS):
            if (tiles >> BYTE * colour) & MASK > n:
                over += 1
        fitting += min(over, parts)
    return int(min(fitting, CAPACITY[edition, workshop]))


@kernel
def gain(state: State, seat: int, workshop: int, added: int) -> int:
    """How much closer to its pattern a workshop would come; less for one that cannot deliver, and for the last."""
    edition, before = int(state.edition), lying_in(state, seat, workshop)
    closer = closeness(edition, workshop, before + added) - closeness(edition, workshop, before)
    if TARGET[edition, workshop] == HALL or deliverable(state, seat, workshop) == 0:
        closer //= 2
    return max(closer, 0)


@kernel
def best_gain(state: State, seat: int, added: int) -> int:
    """The gain in the workshop that these tiles help most."""
    best = 0
    for workshop in range(WORKSHOPS):
        best = max(best, gain(state, seat, workshop, added))
    return best


@kernel
def single_gains(state: State, seat: int) -> int:
    """The best gain of one tile of each colour, a byte each."""
    gains = 0
    for colour in range(COLOURS):
        gains |= best_gain(state, seat, 1 << BYTE * colour) << BYTE * colour
    return gains


# The kinds of moves


@kernel
def take_worth(state: State, seat: int, move: int, gains: int) -> int:
    """The gain of the tiles; with an empty slot a card is worth more than anything else."""
    empty = False
    for slot in range(SLOTS):
        empty = empty or int(state.slots[seat, slot]) == NONE
    card = FULL if empty and due_after(move) & CARD_DUE else 0
    if move == TAKE_ALL:
        tiles = 0
        for colour in range(COLOURS):
            tiles += int(state.revealed[colour]) << BYTE * colour
        return best_gain(state, seat, tiles)
    if move > TAKE_ALL:
        return card + ((gains >> BYTE * ((move - FIRST_SOLO_CARD) % COLOURS)) & MASK)
    if move < FIRST_CARD_TAKE:
        return best_gain(state, seat, tiles_of(state, take_set(move)))
    return card + ((gains >> BYTE * colour_at(state, lowest(take_set(move)))) & MASK)


@kernel
def colour_at(state: State, cell: int) -> int:
    """The colour of a face-up tile."""
    return (int(state.grid) >> 2 * cell) & 3


@kernel
def tiles_of(state: State, cells: int) -> int:
    """The tiles on these cells."""
    tiles = 0
    while cells:
        tiles += 1 << BYTE * colour_at(state, lowest(cells))
        cells &= cells - 1
    return tiles


@kernel
def install_worth(state: State, seat: int, number: int) -> int:
    """An empty slot rather than a started card, and a card that wants what lies below it."""
    card, slot = number // SLOTS, number % SLOTS
    value = 0 if int(state.slots[seat, slot]) != NONE else FULL
    for workshop in range(WORKSHOPS):
        if TARGET[int(state.edition), workshop] == slot:
            for colour in range(COLOURS):
                lying = int(state.tiles[seat, workshop, colour])
                value += 4 * min(lying, CARD_SPACES[int(state.edition), card, colour])
    return int(max(value - FULL // 6 * tiles_on(state, seat, slot) + FULL, 0))


@kernel
def excess_worth(state: State, seat: int, number: int) -> int:
    """How close the workshop stays to its pattern without the tile."""
    workshop, tile = number // KINDS, number % KINDS
    return closeness(int(state.edition), workshop, lying_in(state, seat, workshop) - (1 << BYTE * tile))
