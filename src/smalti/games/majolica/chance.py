"""Chance: the start player, cards, missions and large tiles. An outcome means the same in every position.

   0 ..    3   the start player
   4 ..  251   deal: 62 x seat + start card
 252 ..  313   a card of the deck joins the display
 314 .. 1337   the missions shown, as a set
1338 .. 1372   solo: four tiles are revealed (`REVEALS`)
1373 ..        the grid: two bits for each tile, row by row
"""

from __future__ import annotations

from smalti.games.majolica.components import (
    CELLS,
    COLOURS,
    LARGE_TILES,
    MISSION_COUNT,
    REVEAL_COUNT,
    REVEALS,
    START_CARDS,
)
from smalti.games.majolica.editions import MOST_CARDS, MOST_MISSIONS, MOST_SEATS
from smalti.games.majolica.phases import CARD, DEAL, GRID, REVEAL, SHOW, START
from smalti.games.majolica.rounds import prepare, turn_phase
from smalti.games.majolica.state import NONE
from smalti.games.majolica.taking import write_all
from smalti.kernel.compiling import kernel
from smalti.kernel.generator import below
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Numbers, State

FIRST_DEAL = MOST_SEATS
FIRST_DRAW = FIRST_DEAL + MOST_SEATS * MOST_CARDS
FIRST_SHOW = FIRST_DRAW + MOST_CARDS
FIRST_REVEAL = FIRST_SHOW + (1 << MOST_MISSIONS)
FIRST_GRID = FIRST_REVEAL + REVEAL_COUNT


@kernel
def undealt(state: State) -> int:
    """Rule 2.4: the start cards nobody has; while they are dealt, only slots and hands hold any."""
    cards = int(START_CARDS[int(state.edition), 0])
    for seat in range(int(state.seats)):
        if int(state.dealt[seat]) >= 0:
            cards &= ~bit(int(state.dealt[seat]))
        for slot in range(3):
            if int(state.slots[seat, slot]) != NONE:
                cards &= ~bit(int(state.slots[seat, slot]))
    return cards


@kernel
def drawable(state: State) -> int:
    """Rule 9.4: the cards that may come next: the unordered rest, or else the first of the known bottom."""
    if int(state.deck):
        return int(state.deck)
    return bit(int(state.bottom[0]))


# What may happen


@kernel
def outcomes(state: State, outcomes: Numbers, weights: Numbers) -> int:
    """Rules 2.2 to 2.5, 13.1 and 14.2: everything is equally likely, card by card and tile by tile."""
    phase = int(state.phase)
    if phase == GRID:
        return 0  # 63 million
    if phase == SHOW:
        return mission_outcomes(state, outcomes, weights)
    if phase == REVEAL:
        return reveal_outcomes(state, outcomes, weights)
    if phase == START:
        n = write_all(bit(int(state.seats)) - 1, 0, outcomes, 0)
    elif phase == DEAL:
        n = write_all(undealt(state), FIRST_DEAL + MOST_CARDS * int(state.seat), outcomes, 0)
    else:
        n = write_all(drawable(state), FIRST_DRAW, outcomes, 0)
    for i in range(n):
        weights[i] = 1
    return n


@kernel
def mission_outcomes(state: State, outcomes: Numbers, weights: Numbers) -> int:
    """Rule 13.1: every choice of as many missions as there are players, and one more."""
    n = 0
    for shown in range(bit(MISSION_COUNT[int(state.edition), 0])):
        if count(shown) == int(state.seats) + 1:
            outcomes[n] = FIRST_SHOW + shown
            weights[n] = 1
            n += 1
    return n


@kernel
def reveal_outcomes(state: State, outcomes: Numbers, weights: Numbers) -> int:
    """Rule 14.2: four of the tiles that are face down; a weight counts the ways to draw these colours."""
    n = 0
    for reveal in range(REVEAL_COUNT):
        ways = 1
        for colour in range(COLOURS):
            ways *= choose(int(state.face_down[colour]), REVEALS[reveal, colour])
        if ways > 0:
            outcomes[n] = FIRST_REVEAL + reveal
            weights[n] = ways
            n += 1
    return n


@kernel
def choose(n: int, k: int) -> int:
    """The ways to draw k of n."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


# Drawing one


@kernel
def sample(state: State) -> int:
    """One of the outcomes, by its weight."""
    phase = int(state.phase)
    if phase == START:
        return below(state, int(state.seats))
    if phase == CARD:
        return FIRST_DRAW + sample_member(state, drawable(state))
    if phase == GRID:
        return sample_grid(state)
    if phase == DEAL:
        return FIRST_DEAL + MOST_CARDS * int(state.seat) + sample_member(state, undealt(state))
    if phase == SHOW:
        return sample_missions(state)
    return sample_reveal(state)


@kernel
def sample_member(state: State, members: int) -> int:
    """One member of a set."""
    for _ in range(below(state, count(members))):
        members &= members - 1
    return lowest(members)


@kernel
def sample_missions(state: State) -> int:
    """Rule 13.1: missions, one after the other."""
    rest, shown = bit(MISSION_COUNT[int(state.edition), 0]) - 1, 0
    for _ in range(int(state.seats) + 1):
        mission = bit(sample_member(state, rest))
        rest &= ~mission
        shown |= mission
    return FIRST_SHOW + shown


@kernel
def sample_grid(state: State) -> int:
    """Rule 2.3: the sixteen large tiles in random order; `left` counts four colours in four bits each."""
    grid, left = 0, LARGE_TILES * 0x1111
    for cell in range(CELLS):
        colour = nth_tile(left, below(state, CELLS - cell))
        left -= 1 << 4 * colour
        grid |= colour << 2 * cell
    return FIRST_GRID + grid


@kernel
def nth_tile(left: int, n: int) -> int:
    """The colour of the n-th tile when they lie sorted; `left` counts each colour in four bits."""
    colour = 0
    while n >= (left >> 4 * colour) & 15:
        n -= (left >> 4 * colour) & 15
        colour += 1
    return colour


@kernel
def sample_reveal(state: State) -> int:
    """Rule 14.2: four of the tiles that are still face down."""
    left, total = 0, 0
    for colour in range(COLOURS):
        left |= int(state.face_down[colour]) << 4 * colour
        total += int(state.face_down[colour])
    before = left
    for drawn in range(LARGE_TILES):
        left -= 1 << 4 * nth_tile(left, below(state, total - drawn))
    return FIRST_REVEAL + reveal_number(before - left)


@kernel
def reveal_number(tiles: int) -> int:
    """The number of a reveal; `tiles` counts each colour in four bits."""
    for reveal in range(REVEAL_COUNT):
        code = 0
        for colour in range(COLOURS):
            code |= REVEALS[reveal, colour] << 4 * colour
        if code == tiles:
            return reveal
    return NONE


# Carrying it out


@kernel
def apply_outcome(state: State, outcome: int) -> None:
    """Sections 2, 9, 13 and 14: what chance gave, in whatever order a record has it."""
    between_turns = int(state.phase) == REVEAL
    if outcome < FIRST_DEAL:
        state.start = outcome
        state.first = outcome
    elif outcome < FIRST_DRAW:
        state.dealt[(outcome - FIRST_DEAL) // MOST_CARDS] = (outcome - FIRST_DEAL) % MOST_CARDS
    elif outcome < FIRST_SHOW:
        draw_card(state, outcome - FIRST_DRAW)
    elif outcome < FIRST_REVEAL:
        state.shown = outcome - FIRST_SHOW
    elif outcome < FIRST_GRID:
        reveal(state, outcome - FIRST_REVEAL)
    else:
        state.grid = outcome - FIRST_GRID
        state.face_up = bit(CELLS) - 1
    if between_turns:
        state.phase = turn_phase(state)
    else:
        prepare(state)


@kernel
def draw_card(state: State, card: int) -> None:
    """Rules 2.2 and 9.4: a card leaves the deck, or its known bottom, for the display."""
    state.display |= bit(card)
    if int(state.deck):
        state.deck &= ~bit(card)
        return
    place = 0
    while int(state.bottom[place]) != NONE:
        state.bottom[place] = state.bottom[place + 1] if place + 1 < MOST_CARDS else NONE
        place += 1


@kernel
def reveal(state: State, number: int) -> None:
    """Rule 14.2: four tiles are turned up."""
    for colour in range(COLOURS):
        state.revealed[colour] = REVEALS[number, colour]
        state.face_down[colour] -= REVEALS[number, colour]
