"""What is there only to be clicked: handles of runs, buttons, tiles of the supply, arrangements of the cards."""

from __future__ import annotations

from smalti.games.majolica.cards import is_first_order
from smalti.games.majolica.components import COLOURS, MUST, ORDER_COUNT, ORDERS, ROW_RUNS, SIDE
from smalti.games.majolica.editions import MOST_SPACES, SLOTS, WORKSHOPS
from smalti.games.majolica.phases import BONUS, BONUS_AFTER, DELIVER, FRAGMENT, PLACE, START_CARD, STORE, TAKE
from smalti.games.majolica.rows import identity, looks, places
from smalti.games.majolica.rows.identity import cover_load, of_kind
from smalti.games.majolica.rows.paths import can_keep
from smalti.games.majolica.rows.places import BELOW, FIRST_OF_RUN, LAST_OF_RUN, handle_at
from smalti.games.majolica.rows.spaces import space_number
from smalti.games.majolica.rules import actors
from smalti.games.majolica.running import excess_ahead
from smalti.games.majolica.state import NONE, ORDER_DUE, is_solo
from smalti.games.majolica.taking import column_runs, row_runs
from smalti.games.majolica.workshops import colours_in, held
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Sheet, State


@kernel
def offers(view: State, seat: int, rows: Sheet) -> None:
    """Whatever this seat may click besides what lies on the table."""
    rows.n = 0
    if not actors(view) & bit(seat):
        return
    phase = int(view.phase)
    if phase == START_CARD:
        card = int(view.dealt[seat])
        put(rows, identity.OFFERED_CARD, places.OFFERED, looks.CARD + card, 0, card + 1)
    elif phase == TAKE:
        take_offers(view, rows)
    elif phase == STORE:
        button(rows, places.STORE_NONE, looks.STORE_NONE_BUTTON)
    elif phase == PLACE and int(view.due) & ORDER_DUE:
        order_offers(view, seat, rows)
    elif phase == DELIVER and int(view.delivered) >= int(MUST[int(view.edition), int(view.running)]):
        button(rows, places.NO_FURTHER, looks.NO_FURTHER_BUTTON)
    elif phase in (FRAGMENT, BONUS, BONUS_AFTER):
        bonus_offers(view, seat, rows)
    if TAKE <= phase <= PLACE and has_tiles(view, seat):
        button(rows, places.BIN, looks.BIN_BUTTON)


@kernel
def has_tiles(view: State, seat: int) -> bool:
    """Whether a tile lies in any workshop of a seat."""
    tiles = 0
    for workshop in range(WORKSHOPS):
        tiles += held(view, seat, workshop)
    return tiles > 0


@kernel
def button(rows: Sheet, place: int, look: int) -> None:
    """Something chosen by words."""
    put(rows, identity.OFFERED_BUTTON + place - places.WITH_CARD, place, look, 0, 0)


# Taking


@kernel
def take_offers(view: State, rows: Sheet) -> None:
    """Section 4: the handles of the runs, and what comes with one tile."""
    if is_solo(view):
        put(rows, identity.OFFERED_ALL, places.ALL_HANDLE, looks.ALL_GRIP, 0, 0)
    else:
        handles(view, row_runs(int(view.face_up)), 0, rows)
        handles(view, column_runs(int(view.face_up)), ROW_RUNS, rows)
    if int(view.display):
        button(rows, places.WITH_CARD, looks.WITH_CARD_BUTTON)
    button(rows, places.WITH_ORDER, looks.WITH_ORDER_BUTTON)


@kernel
def handles(view: State, runs: int, first: int, rows: Sheet) -> None:
    """Rule 4.3: a handle for each run that may be taken."""
    while runs:
        run = first + lowest(runs)
        runs &= runs - 1
        handle = handle_at(int(view.face_up), run)
        apart = int(LAST_OF_RUN[run]) - int(FIRST_OF_RUN[run])
        length = apart // SIDE if apart >= SIDE else apart
        stands = SIDE if (handle - places.HANDLE) % 4 > BELOW else 0
        put(rows, identity.OFFERED_RUN + run, handle, looks.GRIP + stands + length, 0, length + 1)


# Arrangements of the cards


@kernel
def order_offers(view: State, seat: int, rows: Sheet) -> None:
    """Rule 7.3: every arrangement as a small picture of the three slots."""
    shown = 0
    put(rows, identity.OFFERED_TICK, places.ORDER, looks.TICK, 0, 0)
    for order in range(ORDER_COUNT):
        if is_first_order(view, seat, order):
            box = looks.ORDER_BOX if order else looks.SAME_ORDER_BOX
            put(rows, identity.OFFERED_ORDER + shown, places.ORDER + shown, box, 0, shown)
            for slot in range(SLOTS):
                mini_card(view, seat, int(ORDERS[order, slot]), SLOTS * shown + slot, rows)
            shown += 1


@kernel
def mini_card(view: State, seat: int, slot: int, number: int, rows: Sheet) -> None:
    """The card of a slot with its tiles, small, in such a picture."""
    card = int(view.slots[seat, slot])
    if card == NONE:
        put(rows, identity.OFFERED_MINI + number, places.MINI + number, looks.MINI_FREE, 0, 0)
        return
    put(rows, identity.OFFERED_MINI + number, places.MINI + number, looks.MINI_CARD + card, 0, card + 1)
    tiles = cover_load(view, seat, slot)
    for colour in range(COLOURS):
        for n in range(of_kind(tiles, colour)):
            space = MOST_SPACES * number + space_number(int(view.edition), card, tiles, colour, n)
            tile = identity.OFFERED_MINI_TILE + space
            put(rows, tile, places.MINI_SPACE + space, looks.MINI_TILE + colour, 0, 0)


# The bonus tile


@kernel
def bonus_offers(view: State, seat: int, rows: Sheet) -> None:
    """Rules 7.5, 7.6 and 13.4: tiles of the supply before or after the move, or none; the bin beside the mission."""
    phase = int(view.phase)
    ahead = phase == BONUS and excess_ahead(view, seat)
    if phase != BONUS_AFTER and int(view.bonus):
        supply(rows, identity.OFFERED_BEFORE, places.BEFORE, looks.BEFORE_TEXT)
    if phase == BONUS_AFTER or (phase == BONUS and not ahead):
        supply(rows, identity.OFFERED_AFTER, places.AFTER, looks.AFTER_TEXT if phase == BONUS else looks.BONUS_TEXT)
    if phase != FRAGMENT or int(view.bonus):
        button(rows, places.DECLINE, looks.DECLINE_BUTTON)
    if ahead:
        button(rows, places.BIN, looks.BIN_BUTTON)
    if phase == FRAGMENT and is_kept(view, seat):
        button(rows, places.BIN, looks.SUPPLY_BUTTON)


@kernel
def is_kept(view: State, seat: int) -> bool:
    """Rule 13.4: whether any tile that may be fragmented could go onto the mission."""
    colours = colours_in(view, seat, int(view.running))
    for colour in range(COLOURS):
        if colours & bit(colour) and can_keep(view, seat, colour):
            return True
    return False


@kernel
def supply(rows: Sheet, piece: int, place: int, title: int) -> None:
    """A tile of each colour, and what they are."""
    for colour in range(COLOURS):
        put(rows, piece + colour, place + colour, looks.TILE + colour, 0, 0)
    name = 1 if place == places.AFTER else 0
    put(rows, identity.OFFERED_NAME + name, places.BEFORE_NAME + name, title, 0, 0)
