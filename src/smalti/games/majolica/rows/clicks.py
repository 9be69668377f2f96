"""Why some clicks lead to no move: the places clicked as the move they mean, then its refusal.

The last click decides, after what was picked before it.
"""

from __future__ import annotations

from smalti.games.majolica.components import CAPACITY, CARD_SIZE, COLOURS, KINDS, ORDER_COUNT, PURPLE, TARGET
from smalti.games.majolica.editions import FRAGMENTED, HALL, MOST_MISSIONS, SLOTS
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import (
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
from smalti.games.majolica.rows import kinds, places
from smalti.games.majolica.rows.identity import cover_load, hand_load, load, total
from smalti.games.majolica.rows.paths import first_step, second_step, way_to
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.places import is_at_bench
from smalti.games.majolica.rows.refusals import (
    refuse,
    refuse_cells,
    refuse_keep,
    refuse_move,
    refuse_order,
    refuse_turn,
    wrong_moment,
)
from smalti.games.majolica.rows.spaces import is_covered, kind_of_space
from smalti.games.majolica.rules import legal_moves
from smalti.games.majolica.state import (
    CARD_DUE,
    DELIVER,
    EXCESS,
    FRAGMENT,
    NONE,
    ORDER_DUE,
    PICK,
    PLACE,
    PUT,
    RUN,
    START_CARD,
    STORE,
    TAKE,
    TILES_DUE,
    is_solo,
)
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, said
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State


@kernel
def refuses(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> None:
    """One row, or none for a place that means nothing."""
    told.n = 0
    last, before = (third, second) if third != NOWHERE else (second, first) if second != NOWHERE else (first, NOWHERE)
    if not means_something(view, last) or refuse_turn(view, seat, told):
        return
    if leads_on(view, seat, first, second, third, told):
        return
    if is_at_bench(last):
        owner, offset = (last - places.BENCH) // places.BENCH_PLACES, (last - places.BENCH) % places.BENCH_PLACES
        click_bench(view, seat, before, owner, offset, told)
    elif last >= places.WITH_CARD:
        click_offer(view, seat, before, last, told)
    elif last >= places.DISPLAYED:
        click_middle(view, seat, before, last, told)
    else:
        click_grid(view, seat, before, last, told)


@kernel
def leads_on(view: State, seat: int, first: int, second: int, third: int, told: Sheet) -> bool:
    """Whether these clicks are a move or its beginning; the sheet's columns are the room to list the moves."""
    moves = told.source[:]
    for n in range(legal_moves(view, seat, moves)):
        move, found = int(moves[n]), 0
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
def click_move(view: State, seat: int, move: int, told: Sheet) -> None:
    """Why the move is refused; if only clicks are missing, what is to be decided."""
    refuse_move(view, seat, move, told)
    if int(told.n) == 0:
        wrong_moment(view, seat, told)


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
def click_grid(view: State, seat: int, before: int, place: int, told: Sheet) -> None:
    """Rules 4.1 to 4.3 and 14.3: a tile that cannot be taken, or a second one; a run; the pile."""
    if places.HANDLE <= place < places.ALL_HANDLE:
        click_move(view, seat, (place - places.HANDLE) // 4, told)
    elif places.PILE <= place < places.BAG:
        said(told, kinds.PILE_LATER, NONE, 0, 1402)
    elif place == places.ALL_HANDLE or places.BORDER <= place < places.HANDLE:
        wrong_moment(view, seat, told)
    elif after_pick(before, told):
        return
    elif place >= places.REVEALED or int(view.phase) != TAKE or is_solo(view):
        wrong_moment(view, seat, told)
    elif not refuse_cells(view, bit(place - places.CELL), told):
        said(told, kinds.ONE_OR_RUN, NONE, 0, 403)


@kernel
def click_middle(view: State, seat: int, before: int, place: int, told: Sheet) -> None:
    """Cards of the display, the deck, the City Hall, missions."""
    if place < places.DECK:
        cards = int(view.display)
        for _ in range(place - places.DISPLAYED):
            cards &= cards - 1
        click_card(view, seat, before, lowest(cards), told)
    elif place == places.DECK:
        said(told, kinds.DECK_LATER, NONE, 0, 904)
    elif place < places.MISSION:
        click_hall(view, told)
    elif place < places.OWNER:
        click_mission(view, seat, mission_at(view, place - places.MISSION), told)


@kernel
def click_card(view: State, seat: int, before: int, card: int, told: Sheet) -> None:
    """Rules 4.4 and 7.1: a card of the display, or the start card."""
    phase = int(view.phase)
    if phase == TAKE:
        said(told, kinds.CARD_WITH_TILE, NONE, 0, 404)
    elif phase not in (START_CARD, PLACE):
        wrong_moment(view, seat, told)
    elif before != places.BIN or not after_pick(before, told):
        click_move(view, seat, FIRST_INSTALL + SLOTS * card, told)


@kernel
def click_hall(view: State, told: Sheet) -> None:
    """Rules 6.6 and 8.1: the City Hall and its pieces."""
    if int(view.phase) == DELIVER:
        click_target(view, HALL, told)
        return
    workshop = 0
    while int(TARGET[int(view.edition), workshop]) != HALL:
        workshop += 1
    refuse(told, kinds.HALL_GIVES, workshop + 1, NONE, 0, 801)


@kernel
def click_target(view: State, target: int, told: Sheet) -> None:
    """Rule 6.6: a slot or the City Hall while a workshop delivers."""
    is_above = int(TARGET[int(view.edition), int(view.running)]) == target
    refuse(told, kinds.CLICK_DELIVERED if is_above else kinds.ONLY_ABOVE, int(view.running) + 1, NONE, 0, 606)


@kernel
def click_mission(view: State, seat: int, mission: int, told: Sheet) -> None:
    """Rules 13.1, 13.2, 13.4 and 13.6: a mission to pick, or to lay a tile on."""
    phase = int(view.phase)
    if phase == PICK:
        click_move(view, seat, FIRST_PICK + mission, told)
    elif phase == FRAGMENT and not stores(view, seat, FRAGMENTED):
        refuse_keep(view, seat, 0, told)
    elif phase in (FRAGMENT, STORE):
        wrong_moment(view, seat, told)
    else:
        said(told, kinds.MISSION_LATER, NONE, 0, 1302)


# Benches


@kernel
def click_bench(view: State, seat: int, before: int, owner: int, offset: int, told: Sheet) -> None:
    """What stands on a bench, from the hand to the workshops."""
    if offset < places.HAND:
        said(told, kinds.TOKENS_KEPT, NONE, 0, 1003)
    elif offset < places.DEALT:
        click_hand(view, seat, before, offset, told)
    elif offset == places.DEALT:
        wrong_moment(view, seat, told)
    elif offset == places.HALL:
        click_hall(view, told)
    elif offset >= places.KILN:
        click_workshop(view, seat, before, owner, offset, told)
    elif offset >= places.SPACE:
        slot, number = (offset - places.SPACE) // places.SPACES, (offset - places.SPACE) % places.SPACES
        click_space(view, seat, before, owner, slot, number, told)
    elif offset >= places.SLOT:
        click_slot(view, seat, before, owner, (offset - places.SLOT) % SLOTS, told)
    elif offset >= places.FINISHED:
        said(told, kinds.IS_FINISHED, NONE, 0, 704)


@kernel
def elsewhere(owner: int, clause: int, told: Sheet) -> None:
    """A bench of somebody else."""
    said(told, kinds.OTHER_BENCH, owner, 0, clause)


@kernel
def click_hand(view: State, seat: int, before: int, offset: int, told: Sheet) -> None:
    """Rules 5.1 and 13.6: the tiles that were taken, or one of them."""
    phase, tiles = int(view.phase), hand_load(view)
    if offset >= places.HAND_TILE and phase == STORE:
        n = total(tiles) - 1 - (offset - places.HAND_TILE)
        click_move(view, seat, FIRST_STORE + kind_at(tiles, n), told)
    elif phase != PLACE:
        wrong_moment(view, seat, told)
    elif not after_pick(before, told):
        said(told, kinds.TOGETHER, NONE, 0, 501)


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
def click_slot(view: State, seat: int, before: int, owner: int, slot: int, told: Sheet) -> None:
    """Rules 2.4, 7.1 and 7.3: a slot for a card, or to be exchanged."""
    phase = int(view.phase)
    if owner != seat:
        elsewhere(owner, 701, told)
    elif phase == START_CARD:
        click_move(view, seat, FIRST_INSTALL + SLOTS * int(view.dealt[seat]) + slot, told)
    elif phase == DELIVER:
        click_target(view, slot, told)
    elif phase != PLACE:
        wrong_moment(view, seat, told)
    elif before == places.BIN:
        after_pick(before, told)
    elif is_at_bench(before) and (before - places.BENCH) % places.BENCH_PLACES < places.HAND_TILE:
        said(told, kinds.TOGETHER, NONE, 0, 501)
    elif int(view.due) & CARD_DUE:
        said(told, kinds.CARD_THEN_SLOT, NONE, 0, 701)
    elif int(view.due) & ORDER_DUE:
        said(told, kinds.NOTHING_MOVES, NONE, 0, 703)
    else:
        refuse_order(view, told)


@kernel
def click_space(view: State, seat: int, before: int, owner: int, slot: int, number: int, told: Sheet) -> None:
    """Rules 6.6 and 12.2: a space that the running workshop cannot fill by this click."""
    edition, card = int(view.edition), int(view.slots[owner, slot])
    target = int(TARGET[edition, int(view.running)]) if int(view.phase) == DELIVER else HALL
    if owner != seat or slot != target:
        click_slot(view, seat, before, owner, slot, told)
        return
    size = int(CARD_SIZE[edition, card])
    space = number - size * (size - 1) // 2
    if not 0 <= space < size:
        return
    kind = kind_of_space(edition, card, space)
    if is_covered(edition, card, cover_load(view, seat, slot), space):
        said(told, kinds.IS_COVERED, NONE, 0, 606)
    elif kind == COLOURS:
        said(told, kinds.BLANK_SPACE, NONE, 0, 1202)
    else:
        click_move(view, seat, FIRST_DELIVER + kind, told)


# Workshops


@kernel
def click_workshop(view: State, seat: int, before: int, owner: int, offset: int, told: Sheet) -> None:
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
        elsewhere(owner, 501, told)
    elif n != NONE and n < total(tiles):
        click_tile(view, seat, before, workshop, kind_at(tiles, n), told)
    else:
        click_kiln(view, seat, before, workshop, told)


@kernel
def below_shelves(view: State, seat: int, workshop: int, number: int) -> int:
    """Which of the tiles lies at a place below the shelves."""
    room = int(CAPACITY[int(view.edition), workshop])
    excess = min(total(load(view, seat, workshop)) - room, places.MOST_EXCESS)
    return room + number - excess * (excess - 1) // 2


@kernel
def click_kiln(view: State, seat: int, before: int, workshop: int, told: Sheet) -> None:
    """Rules 5.1 and 6.2: a workshop to put tiles into or to run."""
    phase = int(view.phase)
    if after_pick(before, told):
        return
    if phase in (PLACE, PUT):
        click_move(view, seat, FIRST_PUT + workshop, told)
    elif phase == RUN:
        click_move(view, seat, FIRST_RUN + workshop, told)
    else:
        wrong_moment(view, seat, told)


@kernel
def click_tile(view: State, seat: int, before: int, workshop: int, tile: int, told: Sheet) -> None:
    """Rules 5.2, 5.3, 6.6, 6.9 and 8.5: a tile to be given up, delivered or fragmented."""
    phase = int(view.phase)
    if phase == EXCESS or before == places.BIN:
        click_move(view, seat, FIRST_DISCARD + KINDS * workshop + tile, told)
    elif phase in (DELIVER, FRAGMENT) and workshop == int(view.running):
        if tile == PURPLE:
            said(told, kinds.PURPLE_STAYS, NONE, 0, 805)
        else:
            click_move(view, seat, (FIRST_DELIVER if phase == DELIVER else FIRST_FRAGMENT) + tile, told)
    elif phase in (TAKE, STORE) or (phase == PLACE and not int(view.due) & TILES_DUE):
        if not after_pick(before, told):
            said(told, kinds.BEGIN_WITH_BIN, NONE, 0, 503)
    else:
        click_kiln(view, seat, before, workshop, told)


# What is only there to be clicked


@kernel
def click_offer(view: State, seat: int, before: int, place: int, told: Sheet) -> None:
    """Buttons, tiles of the supply, the start card, arrangements of the cards."""
    if place == places.OFFERED:
        if int(view.phase) == START_CARD:
            click_card(view, seat, before, int(view.dealt[seat]), told)
    elif places.ORDER <= place < places.ORDER + ORDER_COUNT:
        click_move(view, seat, FIRST_ORDER + place - places.ORDER, told)
    else:
        wrong_moment(view, seat, told)
