"""Setting up a position by hand: large tiles, tiles in workshops and on cards, cards, tokens, and whose turn it is."""

from __future__ import annotations

from functools import partial

from smalti.games.majolica.components import (
    BLOOM,
    CARD_IDS,
    CELLS,
    COLOURS,
    DISPLAY,
    HALL_ONES,
    HALL_PURPLES,
    KINDS,
    MISSION_IDS,
    MISSIONS,
    PURPLE,
    REVEAL,
    SOLO_ROUNDS,
    START_CARDS,
)
from smalti.games.majolica.editions import SLOTS, WORKSHOPS
from smalti.games.majolica.phases import TAKE
from smalti.games.majolica.rounds import turn_phase
from smalti.games.majolica.rows import looks as k
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.rows.places import at_bench, kiln_at, slot_at
from smalti.games.majolica.setup import deck
from smalti.games.majolica.state import INSTALLED, NONE, has, is_solo
from smalti.games.majolica.tables.names import members
from smalti.games.majolica.text.checking import check, check_room
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.placing import Placing, Tool
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_

CELL_PLACES = tuple(range(p.CELL, p.CELL + CELLS))
TURNED_UP = tuple(range(p.REVEALED, p.REVEALED + REVEAL))
MOST_ROUNDS, MOST_TOKENS = 12, 20
LARGE_WORDS = N_("large red tile"), N_("large green tile"), N_("large blue tile"), N_("large yellow tile")
THINGS = {p.ONES: "ones", p.BLOOMS: "bloom"}
"""By its place on a bench: what is counted there."""


def tools(state: State) -> tuple[Tool, ...]:
    """Large tiles, small tiles, tokens, an eraser, the turn, then the cards and missions."""
    seats = range(int(state.seats))
    names = tuple(at_bench(seat, p.NAME) for seat in seats)
    return (
        *tile_tools(state),
        *token_tools(state),
        Tool(tuple(sorted(taken_from(state))), take_away, N_("Take away")),
        *(
            ()
            if is_solo(state)
            else (Tool(names, make_first, N_("first player of this round"), k.BRUSH, at_bench(0, p.FIRST)),)
        ),
        Tool(names, begin_turn, N_("To play now")),
        Tool((p.ROUND,), next_round, N_("One round later")),
        *card_tools(state),
        *mission_tools(state),
    )


def tile_tools(state: State) -> list[Tool]:
    """The large tiles of each colour, and the small ones, for workshops and cards."""
    large = TURNED_UP if is_solo(state) else CELL_PLACES
    kilns = tuple(kiln_at(seat, n) for seat in range(int(state.seats)) for n in range(WORKSHOPS))
    cards = tuple(
        slot_at(seat, slot)
        for seat in range(int(state.seats))
        for slot in range(SLOTS)
        if int(state.slots[seat, slot]) != NONE
    )
    shelf = at_bench(0, p.SHELF)
    return [
        *(Tool(large, partial(lay_large, n), LARGE_WORDS[n], k.LARGE + n) for n in range(COLOURS)),
        *(Tool(kilns + cards, partial(lay_small, kind), look=k.TILE + kind, at=shelf) for kind in range(COLOURS)),
        Tool((*kilns, p.HALL_NAME), partial(lay_small, PURPLE), look=k.TILE + PURPLE, at=shelf),
    ]


def token_tools(state: State) -> list[Tool]:
    """Tokens of one point, and of the Bloom where it is played."""
    seats, at = range(int(state.seats)), at_bench(0, p.ONES)
    ones, blooms = (tuple(at_bench(seat, offset) for seat in seats) for offset in (p.ONES, p.BLOOMS))
    bloom = [Tool(blooms, add_token, look=k.BLOOM_COIN, at=at)] if has(state, BLOOM) else []
    return [Tool((*ones, p.HALL_NAME), add_token, look=k.COIN, at=at), *bloom]


def card_tools(state: State) -> list[Tool]:
    """Every card of the game: for slots and, but for start cards, for the display and the finished designs."""
    seats = range(int(state.seats))
    slots = tuple(slot_at(seat, slot) for seat in seats for slot in range(SLOTS))
    finished = tuple(at_bench(seat, p.FINISHED_NAME) for seat in seats)
    designs = deck(state)
    found = []
    for card in range(len(CARD_IDS[int(state.edition)])):
        places = (*slots, *finished, p.DECK) if designs & bit(card) else (*slots, *finished)
        if (designs | int(START_CARDS[int(state.edition), 0])) & bit(card):
            found.append(Tool(places, partial(lay_card, card), look=k.CARD + card, at=slots[0], number=card + 1))
    return found


def mission_tools(state: State) -> list[Tool]:
    """The missions, where they are played: each for a seat."""
    if not has(state, MISSIONS):
        return []
    places = tuple(p.MISSION + seat for seat in range(int(state.seats)))
    return [
        Tool(places, partial(give_mission, mission), look=k.MISSION_SHEET + mission, number=mission)
        for mission in range(len(MISSION_IDS[int(state.edition)]))
    ]


# Tiles


def bench_of(place: int) -> tuple[int, int]:
    """The seat and the offset of a place on a bench."""
    return divmod(place - p.BENCH, p.BENCH_PLACES)


def lay_large(colour: int, state: State, place: int) -> None:
    """A large tile face up in a cell; alone, among those of this turn."""
    if place in CELL_PLACES:
        cell = place - p.CELL
        state.grid = int(state.grid) & ~(3 << 2 * cell) | colour << 2 * cell
        state.face_up |= bit(cell)
        return
    shown = [one for one in range(COLOURS) for _ in range(int(state.revealed[one]))]
    if place - p.REVEALED < len(shown):
        turn_down(state, shown[place - p.REVEALED])
    if not int(state.face_down[colour]):
        raise InvalidNotation(N_("there are four large tiles of each colour, and these are in use (rule 1.1)"))
    state.face_down[colour] -= 1
    state.revealed[colour] += 1


def turn_down(state: State, colour: int) -> None:
    """Alone: a large tile goes back to those face down."""
    state.revealed[colour] -= 1
    state.face_down[colour] += 1


def lay_small(kind: int, state: State, place: int) -> None:
    """A tile comes into a workshop, onto a card, or, a purple one, into the City Hall."""
    if place == p.HALL_NAME:
        add_to_hall(state, "hall_purples", int(HALL_PURPLES[int(state.edition), int(state.seats) - 1]))
        return
    seat, offset = bench_of(place)
    if p.KILN <= offset < p.KILN + WORKSHOPS:
        state.tiles[seat, offset - p.KILN, kind] += 1
        check_room(state, seat, offset - p.KILN)
    else:
        state.covered[seat, offset - p.SLOT, kind] += 1


def add_to_hall(state: State, what: str, most: int) -> None:
    """One more in the City Hall, up to what it has at the beginning."""
    if int(state[what]) == most:
        raise InvalidNotation(N_("the City Hall has no more at the beginning (rule 8.1)"))
    state[what] += 1


def add_token(state: State, place: int) -> None:
    """A token more for a seat, or for the City Hall."""
    if place == p.HALL_NAME:
        add_to_hall(state, "hall_ones", int(HALL_ONES[int(state.edition), int(state.seats) - 1]))
        return
    seat, offset = bench_of(place)
    tokens = state[THINGS[offset]]
    tokens[seat] = min(MOST_TOKENS, int(tokens[seat]) + 1)


# Cards


def lift(state: State, card: int) -> None:
    """A card leaves where it lies, with the tiles on it; then it is in the deck."""
    state.display = int(state.display) & ~bit(card)
    state.bottom[: len(state.bottom) - 1] = [one for one in state.bottom if int(one) != card][: len(state.bottom) - 1]
    for seat in range(int(state.seats)):
        state.finished[seat] = int(state.finished[seat]) & ~bit(card)
        for slot in range(SLOTS):
            if int(state.slots[seat, slot]) == card:
                state.slots[seat, slot] = NONE
                state.covered[seat, slot] = 0


def lay_card(card: int, state: State, place: int) -> None:
    """A card comes into a slot, onto the display or to the finished designs, from wherever it was."""
    lift(state, card)
    if place == p.DECK:
        if count(int(state.display)) == int(DISPLAY[int(state.edition), 0]):
            raise InvalidNotation(N_("the display is full; take a card away first (rule 2.2)"))
        state.display = int(state.display) | bit(card)
        return
    seat, offset = bench_of(place)
    if offset == p.FINISHED_NAME:
        state.finished[seat] = int(state.finished[seat]) | bit(card)
        return
    state.slots[seat, offset - p.SLOT] = card
    state.covered[seat, offset - p.SLOT] = 0


def give_mission(mission: int, state: State, place: int) -> None:
    """A seat has this mission; nobody else has it."""
    state.mission[[int(one) == mission for one in state.mission]] = NONE
    state.mission[place - p.MISSION] = mission


# Taking away


def taken_from(state: State) -> list[int]:
    """The places from which something can be taken."""
    found = [p.DISPLAYED + n for n in range(min(count(int(state.display)), p.MOST_DISPLAYED))]
    found += [p.HALL_ROW + n for n in range(min(int(state.hall_purples) + int(state.hall_ones), p.MOST_IN_HALL))]
    if is_solo(state):
        found += TURNED_UP[: int(sum(state.revealed))]
    else:
        found += [p.CELL + cell for cell in members(int(state.face_up))]
    for seat in range(int(state.seats)):
        found += [at_bench(seat, offset) for offset, name in THINGS.items() if int(state[name][seat])]
        found += [kiln_at(seat, n) for n in range(WORKSHOPS) if state.tiles[seat, n].any()]
        found += [slot_at(seat, slot) for slot in range(SLOTS) if int(state.slots[seat, slot]) != NONE]
        done = count(int(state.finished[seat]))
        found += [at_bench(seat, p.FINISHED + n) for n in range(min(done, p.MOST_FINISHED))]
    return found


def take_away(state: State, place: int) -> None:
    """What lies there goes: of a workshop and a card the last tile, then the card."""
    if place in CELL_PLACES:
        state.face_up &= ~bit(place - p.CELL)
        state.grid = int(state.grid) & ~(3 << 2 * (place - p.CELL))
    elif place in TURNED_UP:
        turn_down(state, [c for c in range(COLOURS) for _ in range(int(state.revealed[c]))][place - p.REVEALED])
    elif p.DISPLAYED <= place < p.DECK:
        lift(state, members(int(state.display))[place - p.DISPLAYED])
    elif p.HALL_ROW <= place < p.MISSION:
        state["hall_purples" if place - p.HALL_ROW < int(state.hall_purples) else "hall_ones"] -= 1
    else:
        take_from_bench(state, *bench_of(place))


def take_from_bench(state: State, seat: int, offset: int) -> None:
    """What lies on a bench goes."""
    if offset in THINGS:
        state[THINGS[offset]][seat] -= 1
    elif p.FINISHED <= offset < p.SLOT:
        lift(state, members(int(state.finished[seat]))[offset - p.FINISHED])
    elif p.KILN <= offset < p.KILN + WORKSHOPS:
        tiles = state.tiles[seat, offset - p.KILN]
        tiles[max(kind for kind in range(KINDS) if tiles[kind])] -= 1
    elif state.covered[seat, offset - p.SLOT].any():
        tiles = state.covered[seat, offset - p.SLOT]
        tiles[max(colour for colour in range(COLOURS) if tiles[colour])] -= 1
    else:
        lift(state, int(state.slots[seat, offset - p.SLOT]))


# Rounds and turns


def make_first(state: State, place: int) -> None:
    """This seat is the first player of the round."""
    state.first = bench_of(place)[0]


def next_round(state: State, place: int) -> None:
    """The next round; after the last one, the first."""
    last = int(SOLO_ROUNDS[int(state.edition), 0]) if is_solo(state) else MOST_ROUNDS
    state.round_number = int(state.round_number) % last + 1


def begin_turn(state: State, place: int) -> None:
    """This seat is to play, and nothing of its turn has happened."""
    state.seat, state.start = bench_of(place)[0], max(0, int(state.start))
    state.dealt[: int(state.seats)] = INSTALLED
    state.phase = turn_phase(state) if is_solo(state) else TAKE
    for name in ("due", "ran", "now", "delivered", "further", "fragments", "extra", "bonus"):
        state[name] = 0
    state.running, state.bonus_tile, state.hand[:] = NONE, NONE, 0


PLACING = Placing(tools, check)
