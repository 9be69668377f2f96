"""The rules of Majolica, clause by clause (docs/rules/majolica.en.md): who chooses, among what, and what it does.

The clauses themselves stand with their nouns: taking.py, workshops.py, running.py, cards.py, missions.py, rounds.py
and, for chance, drawing.py.
"""

from __future__ import annotations

from smalti.games.majolica import phases
from smalti.games.majolica.cards import install, legal_installs, legal_orders, rearrange
from smalti.games.majolica.components import COLOURS, KINDS
from smalti.games.majolica.editions import SLOTS, WORKSHOPS
from smalti.games.majolica.moves import (
    FIRST_AFTER,
    FIRST_BEFORE,
    FIRST_DELIVER,
    FIRST_DISCARD,
    FIRST_FRAGMENT,
    FIRST_INSTALL,
    FIRST_ORDER,
    FIRST_PICK,
    FIRST_PUT,
    FIRST_RUN,
    FIRST_STORE,
)
from smalti.games.majolica.rounds import prepare
from smalti.games.majolica.running import (
    deliver,
    fragment,
    legal_bonus,
    legal_bonus_after,
    legal_deliveries,
    legal_fragments,
    move_leftovers,
    proceed,
    put_bonus,
    start_run,
    take_bonus,
)
from smalti.games.majolica.state import CARD_DUE, INSTALLED, ORDER_DUE, TILES_DUE
from smalti.games.majolica.taking import legal_stores, legal_takes, store, take, write_all
from smalti.games.majolica.workshops import add_tile, legal_discards, legal_excess, overflowing, ready
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import Numbers, State


@kernel
def is_over(state: State) -> bool:
    """Rules 9.2 and 14.1: the game has ended."""
    return int(state.phase) == phases.OVER


@kernel
def actors(state: State) -> int:
    """Rule 3.1: one player at a time; nobody while chance is next."""
    phase = int(state.phase)
    if phase in (phases.START_CARD, phases.PICK) or phases.REVEAL < phase < phases.OVER:
        return bit(int(state.seat))
    return 0


# What a seat may do


@kernel
def legal_moves(state: State, seat: int, moves: Numbers) -> int:
    """What this actor may do now."""
    phase = int(state.phase)
    if phase == phases.TAKE:
        return legal_discards(state, seat, moves, legal_takes(state, moves))
    if phase == phases.PLACE:
        return legal_discards(state, seat, moves, legal_parts(state, seat, moves))
    if phase == phases.STORE:
        return legal_discards(state, seat, moves, legal_stores(state, seat, moves))
    if phase == phases.START_CARD:
        return legal_installs(bit(int(state.dealt[seat])), moves, 0)
    if phase == phases.PICK:
        return write_all(int(state.shown), FIRST_PICK, moves, 0)
    return legal_in_cascade(state, seat, moves)


@kernel
def legal_parts(state: State, seat: int, moves: Numbers) -> int:
    """Rules 4.6, 5.1, 7.1 and 7.3: the parts of the choice that are due, in either order."""
    due = int(state.due)
    n = 0
    if due & TILES_DUE:
        n = write_all(bit(WORKSHOPS) - 1, FIRST_PUT, moves, n)
    if due & CARD_DUE:
        n = legal_installs(int(state.display), moves, n)
    if due & ORDER_DUE:
        n = legal_orders(state, seat, moves, n)
    return n


@kernel
def legal_in_cascade(state: State, seat: int, moves: Numbers) -> int:
    """Section 6: the decisions while tiles arrive and workshops run."""
    phase = int(state.phase)
    if phase == phases.DELIVER:
        return legal_deliveries(state, seat, moves)
    if phase == phases.EXCESS:
        return legal_excess(state, seat, overflowing(state, seat), moves, 0)
    if phase == phases.FRAGMENT:
        return legal_fragments(state, seat, moves)
    if phase == phases.RUN:
        return write_all(ready(state, seat), FIRST_RUN, moves, 0)
    if phase == phases.BONUS:
        return legal_bonus(state, seat, moves)
    if phase == phases.BONUS_AFTER:
        return legal_bonus_after(moves, 0)
    return write_all(bit(WORKSHOPS) - 1, FIRST_PUT, moves, 0)


# What a move does


@kernel
def apply(state: State, seat: int, move: int) -> None:
    """Carries out a legal move, and all that follows by itself."""
    if move < FIRST_PUT:
        take(state, seat, move)
    elif FIRST_STORE <= move < FIRST_RUN:
        store(state, seat, move)
    elif move >= FIRST_PICK:
        pick(state, seat, move - FIRST_PICK)
        prepare(state)
    elif FIRST_INSTALL <= move < FIRST_ORDER and int(state.dealt[seat]) >= 0:
        install_start_card(state, seat, (move - FIRST_INSTALL) % SLOTS)
        prepare(state)
    elif FIRST_DISCARD <= move < FIRST_AFTER and phases.TAKE <= int(state.phase) <= phases.PLACE:
        give_up(state, seat, move)
    else:
        if int(state.phase) == phases.BONUS and move >= FIRST_DISCARD:
            move_leftovers(state, seat)
        apply_step(state, seat, move)
        proceed(state, seat)


@kernel
def apply_step(state: State, seat: int, move: int) -> None:
    """Sections 5 to 7: one step of placing or running."""
    if move < FIRST_INSTALL:
        put(state, seat, move - FIRST_PUT)
    elif move < FIRST_ORDER:
        install_taken(state, seat, move - FIRST_INSTALL)
    elif move < FIRST_STORE:
        rearrange(state, seat, move - FIRST_ORDER)
        state.due &= ~ORDER_DUE
    elif move < FIRST_DELIVER:
        start_run(state, move - FIRST_RUN)
    elif move < FIRST_BEFORE:
        deliver(state, seat, move)
    elif FIRST_FRAGMENT <= move < FIRST_DISCARD:
        fragment(state, seat, move)
    elif FIRST_DISCARD <= move < FIRST_AFTER:
        give_up(state, seat, move)
    else:
        take_bonus(state, move)


@kernel
def put(state: State, seat: int, workshop: int) -> None:
    """Rules 5.1 and 7.5: all tiles in hand, or the bonus tile, go into one workshop."""
    if int(state.phase) == phases.PUT:
        put_bonus(state, seat, workshop)
        return
    for colour in range(COLOURS):
        add_tile(state, seat, workshop, colour, int(state.hand[colour]))
        state.hand[colour] = 0
    state.due &= ~TILES_DUE


@kernel
def install_taken(state: State, seat: int, number: int) -> None:
    """Rules 4.4 and 7.1: the card leaves the display for a slot."""
    card, slot = number // SLOTS, number % SLOTS
    state.display &= ~bit(card)
    state.due &= ~CARD_DUE
    install(state, seat, card, slot)


@kernel
def install_start_card(state: State, seat: int, slot: int) -> None:
    """Rule 2.4: the start card goes into a slot of choice."""
    state.slots[seat, slot] = int(state.dealt[seat])
    state.dealt[seat] = INSTALLED


@kernel
def give_up(state: State, seat: int, move: int) -> None:
    """Rules 5.2, 5.3 and 8.5: a tile leaves its workshop, a purple one the game."""
    number = move - FIRST_DISCARD
    state.tiles[seat, number // KINDS, number % KINDS] -= 1


@kernel
def pick(state: State, seat: int, mission: int) -> None:
    """Rule 13.1: one of the missions shown; after the last pick the rest goes back into the box."""
    state.mission[seat] = mission
    state.shown &= ~bit(mission)
