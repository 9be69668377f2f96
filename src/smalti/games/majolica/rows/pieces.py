"""What lies on the table. Nothing is hidden, so everybody sees the same."""

from __future__ import annotations

from smalti.games.majolica.components import CELLS, COLOURS, KINDS, MISSIONS, PURPLE
from smalti.games.majolica.editions import MOST_CARDS, MOST_MISSIONS, SLOTS, WORKSHOPS
from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.phases import GRID, OVER, PUT
from smalti.games.majolica.rounds import next_picker
from smalti.games.majolica.rows import identity, looks, places
from smalti.games.majolica.rows.identity import (
    before_kind,
    cover_load,
    hand_load,
    load,
    of_kind,
    tile_in_hand,
    tile_in_kiln,
    tile_on_card,
    total,
)
from smalti.games.majolica.rows.places import (
    at_bench,
    border_at,
    finished_at,
    hand_at,
    index_in,
    kiln_at,
    shelf_at,
    slot_at,
)
from smalti.games.majolica.rows.spaces import space_of
from smalti.games.majolica.scoring import design_points, token_points
from smalti.games.majolica.state import NONE, has, is_solo
from smalti.games.majolica.workshops import has_pattern, ready
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import put
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State

TURN_TILES = 4


@kernel
def pieces(view: State, eyes: int, rows: Sheet) -> None:
    """Everything on the table."""
    rows.n = 0
    put(rows, identity.ROUND_PIECE, places.ROUND, looks.ROUND_TEXT, 0, max(1, int(view.round_number)))
    put(rows, identity.ASIDE_PIECE, places.ASIDE, looks.FACE_UP_TEXT, 0, aside(view))
    if is_solo(view):
        alone_pieces(view, rows)
    elif is_laid(view):
        grid_pieces(view, rows)
    display_pieces(view, rows)
    hall_pieces(view, rows)
    for seat in range(int(view.seats)):
        heading_pieces(view, seat, rows)
        workshop_pieces(view, seat, rows)
        card_pieces(view, seat, rows)
    hand_pieces(view, rows)
    if has(view, MISSIONS):
        mission_pieces(view, rows)


# The large tiles


@kernel
def aside(state: State) -> int:
    """What is said beside the round: how many tiles are face up; alone, which turn it is."""
    if not is_solo(state):
        return count(int(state.face_up))
    return max(1, (CELLS - still_down(state)) // TURN_TILES)


@kernel
def still_down(state: State) -> int:
    """Alone: how many large tiles are still face down."""
    tiles = 0
    for colour in range(COLOURS):
        tiles += int(state.face_down[colour])
    return tiles


@kernel
def is_laid(state: State) -> bool:
    """Whether there is a grid; between rounds its tiles are in the bag."""
    return int(state.face_up) != 0 or int(state.phase) > GRID


@kernel
def large_look(state: State, cell: int) -> int:
    """A large tile, face up or down."""
    if int(state.face_up) & bit(cell):
        return looks.LARGE + (int(state.grid) >> 2 * cell & 3)
    return looks.LARGE_BACK


@kernel
def grid_pieces(view: State, rows: Sheet) -> None:
    """The large tiles, and the border around those face up."""
    for cell in range(CELLS):
        put(rows, identity.LARGE_TILE + cell, places.CELL + cell, large_look(view, cell), 0, 0)
    if int(view.face_up):
        put(rows, identity.BORDER_PIECE, border_at(int(view.face_up)), border_look(int(view.face_up)), 0, 0)


@kernel
def border_look(face_up: int) -> int:
    """The dotted line of the right size."""
    number = border_at(face_up) - places.BORDER
    return looks.BORDER_LINE + 4 * span_length(number // places.SPANS) + span_length(number % places.SPANS)


@kernel
def span_length(span: int) -> int:
    """How far the ends of a stretch are apart."""
    end = 0
    while span > end:
        end += 1
        span -= end
    return end - span


@kernel
def alone_pieces(view: State, rows: Sheet) -> None:
    """Alone: the tiles of this turn, and those still face down."""
    n = 0
    for colour in range(COLOURS):
        for again in range(int(view.revealed[colour])):
            put(rows, revealed_tile(colour, again), places.REVEALED + n, looks.LARGE + colour, 0, 0)
            n += 1
    for n in range(still_down(view)):
        put(rows, identity.PILE_TILE + n, places.PILE + n, looks.SMALL_BACK, 0, 0)


@kernel
def revealed_tile(colour: int, n: int) -> int:
    """Alone: the n-th tile of a colour among those of this turn."""
    return identity.REVEALED_TILE + TURN_TILES * colour + n


# Display and City Hall


@kernel
def display_pieces(view: State, rows: Sheet) -> None:
    """The designs to choose from, sorted, and how many are left."""
    put(rows, identity.DECK_PIECE, places.DECK, looks.DECK_TEXT, 0, in_deck(view))
    cards, n = int(view.display), 0
    while cards:
        put_card(rows, lowest(cards), places.DISPLAYED + n, looks.CARD)
        cards &= cards - 1
        n += 1


@kernel
def put_card(rows: Sheet, card: int, place: int, look: int) -> None:
    """A design card, large or small; its number tells which one it is."""
    put(rows, identity.CARD_PIECE + card, place, look + card, 0, card + 1)


@kernel
def in_deck(state: State) -> int:
    """How many cards the deck has, those put under it too."""
    cards, place = count(int(state.deck)), 0
    while place < MOST_CARDS and int(state.bottom[place]) != NONE:
        place += 1
    return cards + place


@kernel
def hall_pieces(view: State, rows: Sheet) -> None:
    """Rule 8.1: what is still to be earned, and at each bench what comes next."""
    purples, ones = int(view.hall_purples), int(view.hall_ones)
    put(rows, identity.HALL_NAME_PIECE, places.HALL_NAME, looks.HALL_TEXT, 0, 0)
    for n in range(purples):
        put(rows, identity.HALL_PURPLE + n, places.HALL_ROW + n, looks.TILE + PURPLE, 0, 0)
    for n in range(ones):
        put(rows, identity.HALL_ONE + n, places.HALL_ROW + purples + n, looks.COIN, 0, 0)
    if purples + ones == 0:
        put(rows, identity.HALL_EMPTY_PIECE, places.HALL_EMPTY, looks.GIVEN_OUT_TEXT, 0, 0)
        return
    put(rows, identity.HALL_NEXT, places.HALL_FRONT, looks.TILE + PURPLE if purples else looks.COIN, 0, 0)
    for seat in range(int(view.seats)):
        sign = looks.PURPLE_SIGN if purples else looks.COIN_SIGN
        put(rows, identity.HALL_SIGN + seat, at_bench(seat, places.HALL), sign, 0, purples if purples else ones)


# Benches


@kernel
def points_of_seat(state: State, seat: int) -> int:
    """Sections 10 and 13: what a seat would have if the game ended now."""
    return design_points(state, seat) + token_points(state, seat) + mission_points(state, seat)


@kernel
def has_turn(state: State) -> bool:
    """Whether somebody's turn is shown."""
    return int(state.start) != NONE and int(state.phase) != OVER


@kernel
def heading_pieces(view: State, seat: int, rows: Sheet) -> None:
    """Whose bench, whose turn, who is first, tokens and points."""
    if has_turn(view) and int(view.seat) == seat:
        put(rows, identity.FRAME_PIECE, at_bench(seat, places.FRAME), looks.LIT, 0, 0)
    put(rows, identity.NAME_PIECE + seat, at_bench(seat, places.NAME), looks.NAME_TEXT, 0, seat)
    if int(view.seats) > 1 and int(view.start) != NONE and int(view.first) == seat:
        put(rows, identity.FIRST_PIECE, at_bench(seat, places.FIRST), looks.BRUSH, 0, 0)
    ones, blooms = int(view.ones[seat]), int(view.bloom[seat])
    if ones:
        put(rows, identity.ONES_PIECE + seat, at_bench(seat, places.ONES), coin_look(ones), 0, ones)
    if blooms:
        put(rows, identity.BLOOMS_PIECE + seat, at_bench(seat, places.BLOOMS), bloom_look(blooms), 0, blooms)
    points = points_of_seat(view, seat)
    put(rows, identity.SCORE_PIECE + seat, at_bench(seat, places.SCORE), looks.POINTS_TEXT, 0, points)
    name = identity.FINISHED_NAME_PIECE + seat
    put(rows, name, at_bench(seat, places.FINISHED_NAME), looks.FINISHED_TEXT, 0, 0)


@kernel
def coin_look(ones: int) -> int:
    """One-point tokens; a single one goes without its number."""
    return looks.COIN if ones == 1 else looks.COINS


@kernel
def bloom_look(blooms: int) -> int:
    """Bloom tokens; a single one goes without its number."""
    return looks.BLOOM_COIN if blooms == 1 else looks.BLOOM_COINS


@kernel
def fires(state: State, seat: int) -> int:
    """How each workshop of a seat looks, two bits each: cold, hot, or waiting for a card (rule 6.4)."""
    acts = seat == int(state.seat)
    burning = ready(state, seat) if acts and int(state.phase) >= PUT else 0
    if acts and int(state.running) != NONE:
        burning |= bit(int(state.running))
    packed = 0
    for workshop in range(WORKSHOPS):
        if burning & bit(workshop):
            packed |= 1 << 2 * workshop
        elif has_pattern(state, seat, workshop):
            packed |= 2 << 2 * workshop
    return packed


@kernel
def kiln_look(packed: int, workshop: int) -> int:
    """The look of a workshop among `fires`."""
    return looks.COLD + WORKSHOPS * (packed >> 2 * workshop & 3) + workshop


@kernel
def workshop_pieces(view: State, seat: int, rows: Sheet) -> None:
    """The workshops and the tiles in them."""
    burning, edition = fires(view, seat), int(view.edition)
    for workshop in range(WORKSHOPS):
        kiln = identity.KILN_PIECE + seat * WORKSHOPS + workshop
        put(rows, kiln, kiln_at(seat, workshop), kiln_look(burning, workshop), 0, workshop)
        held, n = total(load(view, seat, workshop)), 0
        for kind in range(KINDS):
            for again in range(int(view.tiles[seat, workshop, kind])):
                tile = tile_in_kiln(seat, workshop, kind, again)
                put(rows, tile, shelf_at(edition, seat, workshop, held, n), looks.TILE + kind, 0, 0)
                n += 1


@kernel
def card_pieces(view: State, seat: int, rows: Sheet) -> None:
    """The start card to be installed, the cards in the slots with the tiles on them, and the finished designs."""
    dealt = int(view.dealt[seat])
    if dealt >= 0:
        put_card(rows, dealt, at_bench(seat, places.DEALT), looks.CARD)
    for slot in range(SLOTS):
        card = int(view.slots[seat, slot])
        clip = identity.CLIP_PIECE + SLOTS * seat + slot
        put(rows, clip, at_bench(seat, places.CLIP + slot), looks.CLIP, 0, 0)
        if card == NONE:
            put(rows, identity.FREE_SLOT_PIECE + SLOTS * seat + slot, slot_at(seat, slot), looks.FREE_SLOT, 0, 0)
            continue
        put_card(rows, card, slot_at(seat, slot), looks.CARD)
        tiles = cover_load(view, seat, slot)
        for colour in range(COLOURS):
            for n in range(of_kind(tiles, colour)):
                space = space_of(int(view.edition), seat, slot, card, tiles, colour, n)
                put(rows, tile_on_card(card, colour, n), space, looks.TILE + colour, 0, 0)
    done = int(view.finished[seat])
    while done:
        card = lowest(done)
        done &= done - 1
        put_card(rows, card, finished_at(seat, index_in(int(view.finished[seat]), card)), looks.SMALL_CARD)


@kernel
def hand_pieces(view: State, rows: Sheet) -> None:
    """What was taken and not yet put, and the bonus tile."""
    tiles, seat = hand_load(view), int(view.seat)
    held = total(tiles)
    if held == 0:
        return
    put(rows, identity.HAND_PIECE, at_bench(seat, places.HAND + held - 1), looks.HAND_BOX + held - 1, 0, 0)
    for colour in range(COLOURS):
        for n in range(of_kind(tiles, colour)):
            place = hand_at(seat, held, before_kind(tiles, colour) + n)
            put(rows, tile_in_hand(colour, n), place, looks.TILE + colour, 0, 0)
    if int(view.bonus_tile) != NONE:
        put(rows, identity.BONUS_PIECE, hand_at(seat, held, held - 1), looks.TILE + int(view.bonus_tile), 0, 0)


# Missions


@kernel
def unpicked(state: State) -> int:
    """Rule 13.1: the missions that may still be picked; after the last pick the rest is in the box."""
    return int(state.shown) if next_picker(state) != NONE else 0


@kernel
def mission_place(state: State, mission: int) -> int:
    """Where a mission lies: at the number of its seat, or at the first free numbers; NONE for one in the box."""
    for seat in range(int(state.seats)):
        if int(state.mission[seat]) == mission:
            return seat
    if not unpicked(state) & bit(mission):
        return NONE
    n, free = index_in(unpicked(state), mission), 0
    while n > 0 or (free < int(state.seats) and int(state.mission[free]) != NONE):
        if free == int(state.seats) or int(state.mission[free]) == NONE:
            n -= 1
        free += 1
    return free


@kernel
def mission_pieces(view: State, rows: Sheet) -> None:
    """The missions with their owners, how far they are, and the tiles on them."""
    for mission in range(MOST_MISSIONS):
        place = mission_place(view, mission)
        if place != NONE:
            sheet = looks.MISSION_SHEET + mission
            put(rows, identity.MISSION_PIECE + mission, places.MISSION + place, sheet, 0, mission)
    for seat in range(int(view.seats)):
        mission = int(view.mission[seat])
        if mission == NONE:
            continue
        put(rows, identity.OWNER_PIECE + seat, places.OWNER + seat, looks.OWNER_TEXT, 0, seat)
        far = reached(view, seat, mission)
        put(rows, identity.PROGRESS_PIECE + seat, places.PROGRESS + seat, looks.PROGRESS_TEXT + mission, 0, far)
        for colour in range(COLOURS):
            if int(view.stored[seat]) & bit(colour):
                place = places.ON_MISSION + COLOURS * seat + colour
                put(rows, identity.STORED_PIECE + COLOURS * seat + colour, place, looks.TILE + colour, 0, 0)
