"""Why some clicks lead to no move: the places clicked as the move they mean, then its refusal.

The last click decides, after what was picked before it.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica import moves
from smalti.games.majolica.components import CAPACITY, CARD_SIZE, COLOURS, KINDS, ORDER_COUNT, PURPLE, TARGET
from smalti.games.majolica.editions import FRAGMENTED, HALL, MOST_MISSIONS, SLOTS
from smalti.games.majolica.missions import stores
from smalti.games.majolica.phases import DELIVER, EXCESS, FRAGMENT, PICK, PLACE, PUT, RUN, START_CARD, STORE, TAKE
from smalti.games.majolica.rows import kinds, places
from smalti.games.majolica.rows.identity import cover_load, hand_load, load, total
from smalti.games.majolica.rows.paths import first_step, second_step, way_to
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.places import is_at_bench
from smalti.games.majolica.rows.refusals import (
    refuse,
    refuse_cells,
    refuse_move,
    refuse_turn,
    wrong_moment,
)
from smalti.games.majolica.rows.spaces import is_covered, kind_of_space
from smalti.games.majolica.rules import legal_moves
from smalti.games.majolica.state import CARD_DUE, NONE, ORDER_DUE, TILES_DUE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, said
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State

SAID, WRONG_MOMENT = -1, -2
"""What clicks mean, if no move: a reason has been written, or something else is to be decided now."""


@kernel
def refuses(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> None:
    """One row, or none for a place that means nothing and for clicks that lead on."""
    told.n = 0
    last, before = (third, second) if third != NOWHERE else (second, first) if second != NOWHERE else (first, NOWHERE)
    if not means_something(view, last) or refuse_turn(view, seat, told):
        return
    if leads_on(view, seat, first, second, third, told):
        return
    move = move_meant(view, seat, before, last, told)
    if move >= 0:
        refuse_move(view, seat, move, told)
    if move != SAID and int(told.n) == 0:
        wrong_moment(view, seat, told)


@kernel
def move_meant(view: State, seat: int, before: int, place: int, told: Sheet) -> int:
    """The move that a click would be if it were legal; SAID or WRONG_MOMENT if it would be none."""
    if is_at_bench(place):
        owner, offset = (place - places.BENCH) // places.BENCH_PLACES, (place - places.BENCH) % places.BENCH_PLACES
        return click_bench(view, seat, before, owner, offset, told)
    if place >= places.WITH_CARD:
        return click_offer(view, seat, before, place, told)
    if place >= places.DISPLAYED:
        return click_middle(view, seat, before, place, told)
    return click_grid(view, before, place, told)


@kernel
def say_why(told: Sheet, kind: int, of: int, clause: int) -> int:
    """A reason, and that it has been written."""
    refuse(told, kind, of, NONE, 0, clause)
    return SAID


@kernel
def leads_on(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> bool:
    """Whether these clicks are a move or its beginning; the sheet's columns are the room to list the moves."""
    listed = told.source.view(np.int64)
    for n in range(legal_moves(view, seat, listed)):
        move, found = int(listed[n]), 0
        steps = way_to(view, seat, move, 0)
        while steps != NONE and third == NOWHERE:
            if first_step(steps) == first and second in (NOWHERE, second_step(steps)):
                return True
            found += 1
            steps = way_to(view, seat, move, found)
    return False


@kernel
def means_something(view: State, place: int) -> bool:
    """Whether a place of the table is ever answered: no inscriptions, nothing that is not there."""
    if is_at_bench(place):
        owner, offset = (place - places.BENCH) // places.BENCH_PLACES, (place - places.BENCH) % places.BENCH_PLACES
        return owner < int(view.seats) and (offset in (places.ONES, places.BLOOMS) or offset >= places.HAND)
    if places.DISPLAYED <= place < places.DECK:
        return place - places.DISPLAYED < count(int(view.display))
    if places.MISSION <= place < places.OWNER:
        return mission_at(view, place - places.MISSION) != NONE
    return place >= 0 and not places.ROUND <= place < places.DISPLAYED and place != places.BAG


@kernel
def mission_at(view: State, place: int) -> int:
    """The mission that lies there, or NONE."""
    for mission in range(MOST_MISSIONS):
        if mission_place(view, mission) == place:
            return mission
    return NONE


@kernel
def after_pick(before: int, told: Sheet) -> bool:
    """What was picked before and goes somewhere else."""
    if before == places.BIN:
        said(told, kinds.CLICK_GIVEN_UP, NONE, 0, 503)
    elif places.DISPLAYED <= before < places.DECK or before == places.OFFERED:
        said(told, kinds.CLICK_SLOT, NONE, 0, 701)
    return int(told.n) > 0


# The middle of the table


@kernel
def click_grid(view: State, before: int, place: int, told: Sheet) -> int:
    """Rules 4.1 to 4.3 and 14.3: a tile that cannot be taken, or a second one; a run; the pile."""
    if places.HANDLE <= place < places.ALL_HANDLE:
        return (place - places.HANDLE) // 4
    if places.PILE <= place < places.BAG:
        return say_why(told, kinds.PILE_LATER, NONE, 1402)
    if place >= places.BORDER:
        return WRONG_MOMENT
    if after_pick(before, told):
        return SAID
    if place >= places.REVEALED or int(view.phase) != TAKE or is_solo(view):
        return WRONG_MOMENT
    if refuse_cells(view, bit(place - places.CELL), told):
        return SAID
    return say_why(told, kinds.ONE_OR_RUN, NONE, 403)


@kernel
def click_middle(view: State, seat: int, before: int, place: int, told: Sheet) -> int:
    """Cards of the display, the deck, the City Hall, missions."""
    if place < places.DECK:
        cards = int(view.display)
        for _ in range(place - places.DISPLAYED):
            cards &= cards - 1
        return click_card(view, before, lowest(cards), told)
    if place == places.DECK:
        return say_why(told, kinds.DECK_LATER, NONE, 904)
    if place < places.MISSION:
        return click_hall(view, told)
    return click_mission(view, seat, mission_at(view, place - places.MISSION), told) if place < places.OWNER else SAID


@kernel
def click_card(view: State, before: int, card: int, told: Sheet) -> int:
    """Rules 4.4 and 7.1: a card of the display, or the start card."""
    phase = int(view.phase)
    if phase == TAKE:
        return say_why(told, kinds.CARD_WITH_TILE, NONE, 404)
    if phase not in (START_CARD, PLACE):
        return WRONG_MOMENT
    if before == places.BIN:
        after_pick(before, told)
        return SAID
    return moves.FIRST_INSTALL + SLOTS * card


@kernel
def click_hall(view: State, told: Sheet) -> int:
    """Rules 6.6 and 8.1: the City Hall and its pieces."""
    if int(view.phase) == DELIVER:
        return click_target(view, HALL, told)
    workshop = 0
    while int(TARGET[int(view.edition), workshop]) != HALL:
        workshop += 1
    return say_why(told, kinds.HALL_GIVES, workshop + 1, 801)


@kernel
def click_target(view: State, target: int, told: Sheet) -> int:
    """Rule 6.6: a slot or the City Hall while a workshop delivers."""
    is_above = int(TARGET[int(view.edition), int(view.running)]) == target
    return say_why(told, kinds.CLICK_DELIVERED if is_above else kinds.ONLY_ABOVE, int(view.running) + 1, 606)


@kernel
def click_mission(view: State, seat: int, mission: int, told: Sheet) -> int:
    """Rules 13.1, 13.2, 13.4 and 13.6: a mission to pick, or to lay a tile on."""
    phase = int(view.phase)
    if phase == PICK:
        return moves.FIRST_PICK + mission
    if phase == FRAGMENT and not stores(view, seat, FRAGMENTED):
        return moves.FIRST_KEEP
    if phase in (FRAGMENT, STORE):
        return WRONG_MOMENT
    return say_why(told, kinds.MISSION_LATER, NONE, 1302)


# Benches


@kernel
def click_bench(view: State, seat: int, before: int, owner: int, offset: int, told: Sheet) -> int:
    """What stands on a bench, from the hand to the workshops."""
    if offset < places.HAND:
        return say_why(told, kinds.TOKENS_KEPT, NONE, 1003)
    if offset < places.DEALT:
        return click_hand(view, before, offset, told)
    if offset == places.DEALT:
        return WRONG_MOMENT
    if offset == places.HALL:
        return click_hall(view, told)
    if offset >= places.KILN:
        return click_workshop(view, seat, before, owner, offset, told)
    if offset >= places.SPACE:
        return click_space(view, seat, before, owner, offset - places.SPACE, told)
    if offset >= places.SLOT:
        return click_slot(view, seat, before, owner, (offset - places.SLOT) % SLOTS, told)
    return say_why(told, kinds.IS_FINISHED, NONE, 704) if offset >= places.FINISHED else SAID


@kernel
def elsewhere(owner: int, clause: int, told: Sheet) -> int:
    """A bench of somebody else."""
    said(told, kinds.OTHER_BENCH, owner, 0, clause)
    return SAID


@kernel
def click_hand(view: State, before: int, offset: int, told: Sheet) -> int:
    """Rules 5.1 and 13.6: the tiles that were taken, or one of them."""
    phase, tiles = int(view.phase), hand_load(view)
    if offset >= places.HAND_TILE and phase == STORE:
        n = total(tiles) - 1 - (offset - places.HAND_TILE)
        return moves.FIRST_STORE + kind_at(tiles, n)
    if phase != PLACE:
        return WRONG_MOMENT
    return SAID if after_pick(before, told) else say_why(told, kinds.TOGETHER, NONE, 501)


@kernel
def kind_at(tiles: int, n: int) -> int:
    """The kind of the n-th tile when they lie sorted."""
    kind = 0
    while kind < PURPLE and n >= (tiles >> 5 * kind & 31):
        n -= tiles >> 5 * kind & 31
        kind += 1
    return kind


# Cards in the slots


@kernel
def click_slot(view: State, seat: int, before: int, owner: int, slot: int, told: Sheet) -> int:
    """Rules 2.4, 7.1 and 7.3: a slot for a card, or to be exchanged."""
    phase, due = int(view.phase), int(view.due)
    if owner != seat:
        return elsewhere(owner, 701, told)
    if phase == START_CARD:
        return moves.FIRST_INSTALL + SLOTS * int(view.dealt[seat]) + slot
    if phase == DELIVER:
        return click_target(view, slot, told)
    if phase != PLACE:
        return WRONG_MOMENT
    if before == places.BIN:
        after_pick(before, told)
        return SAID
    if is_hand(before):
        return say_why(told, kinds.TOGETHER, NONE, 501)
    if due & CARD_DUE:
        return say_why(told, kinds.CARD_THEN_SLOT, NONE, 701)
    return say_why(told, kinds.NOTHING_MOVES, NONE, 703) if due & ORDER_DUE else moves.FIRST_ORDER


@kernel
def is_hand(place: int) -> bool:
    """Whether a place is that of all the tiles in hand."""
    offset = (place - places.BENCH) % places.BENCH_PLACES
    return is_at_bench(place) and places.HAND <= offset < places.HAND_TILE


@kernel
def click_space(view: State, seat: int, before: int, owner: int, number: int, told: Sheet) -> int:
    """Rules 6.6 and 12.2: a space that the running workshop cannot fill by this click."""
    edition, slot = int(view.edition), number // places.SPACES
    target = int(TARGET[edition, int(view.running)]) if int(view.phase) == DELIVER else HALL
    if owner != seat or slot != target:
        return click_slot(view, seat, before, owner, slot, told)
    card = int(view.slots[owner, slot])
    size = int(CARD_SIZE[edition, card])
    space = number % places.SPACES - size * (size - 1) // 2
    if not 0 <= space < size:
        return SAID
    if is_covered(edition, card, cover_load(view, seat, slot), space):
        return say_why(told, kinds.IS_COVERED, NONE, 606)
    kind = kind_of_space(edition, card, space)
    return moves.FIRST_DELIVER + kind if kind < COLOURS else say_why(told, kinds.BLANK_SPACE, NONE, 1202)


# Workshops


@kernel
def click_workshop(view: State, seat: int, before: int, owner: int, offset: int, told: Sheet) -> int:
    """Rules 5.1 to 5.3, 6.2, 6.6, 6.9 and 8.5: a workshop, or a tile in it."""
    workshop, n = offset - places.KILN, NONE
    if offset >= places.EXCESS:
        workshop = (offset - places.EXCESS) // places.EXCESSES
        n = below_shelves(view, owner, workshop, (offset - places.EXCESS) % places.EXCESSES)
    elif offset >= places.SHELF:
        workshop = (offset - places.SHELF) // places.MOST_ON_SHELVES
        n = (offset - places.SHELF) % places.MOST_ON_SHELVES
    tiles = load(view, owner, workshop)
    if owner != seat:
        return elsewhere(owner, 501, told)
    if n != NONE and n < total(tiles):
        return click_tile(view, before, workshop, kind_at(tiles, n), told)
    return click_kiln(view, before, workshop, told)


@kernel
def below_shelves(view: State, seat: int, workshop: int, number: int) -> int:
    """Which of the tiles lies at a place below the shelves."""
    room = int(CAPACITY[int(view.edition), workshop])
    excess = min(total(load(view, seat, workshop)) - room, places.MOST_EXCESS)
    return room + number - excess * (excess - 1) // 2


@kernel
def click_kiln(view: State, before: int, workshop: int, told: Sheet) -> int:
    """Rules 5.1 and 6.2: a workshop to put tiles into or to run."""
    phase = int(view.phase)
    if after_pick(before, told):
        return SAID
    if phase in (PLACE, PUT):
        return moves.FIRST_PUT + workshop
    return moves.FIRST_RUN + workshop if phase == RUN else WRONG_MOMENT


@kernel
def click_tile(view: State, before: int, workshop: int, tile: int, told: Sheet) -> int:
    """Rules 5.2, 5.3, 6.6, 6.9 and 8.5: a tile to be given up, delivered or fragmented."""
    phase = int(view.phase)
    if phase == EXCESS or before == places.BIN:
        return moves.FIRST_DISCARD + KINDS * workshop + tile
    if phase in (DELIVER, FRAGMENT) and workshop == int(view.running):
        if tile == PURPLE:
            return say_why(told, kinds.PURPLE_STAYS, NONE, 805)
        return (moves.FIRST_DELIVER if phase == DELIVER else moves.FIRST_FRAGMENT) + tile
    if phase in (TAKE, STORE) or (phase == PLACE and not int(view.due) & TILES_DUE):
        return SAID if after_pick(before, told) else say_why(told, kinds.BEGIN_WITH_BIN, NONE, 503)
    return click_kiln(view, before, workshop, told)


# What is only there to be clicked


@kernel
def click_offer(view: State, seat: int, before: int, place: int, told: Sheet) -> int:
    """Buttons, tiles of the supply, the start card, arrangements of the cards."""
    if place == places.OFFERED:
        is_dealt = int(view.phase) == START_CARD
        return click_card(view, before, int(view.dealt[seat]), told) if is_dealt else SAID
    if places.ORDER <= place < places.ORDER + ORDER_COUNT:
        return moves.FIRST_ORDER + place - places.ORDER
    return WRONG_MOMENT
