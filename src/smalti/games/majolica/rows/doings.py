"""What a seat does before and between runs: takes, stores, puts, installs, rearranges, gives up, picks."""

from __future__ import annotations

from smalti.games.majolica import moves
from smalti.games.majolica.components import COLOURS, KINDS, NEXT
from smalti.games.majolica.editions import MOST_MISSIONS
from smalti.games.majolica.missions import reached
from smalti.games.majolica.phases import BONUS, EXCESS, PUT
from smalti.games.majolica.rounds import prepare
from smalti.games.majolica.rows import identity, kinds, looks, places
from smalti.games.majolica.rows.cascades import tell_ride
from smalti.games.majolica.rows.gains import tally, tell_gains
from smalti.games.majolica.rows.identity import (
    hand_load,
    load,
    of_kind,
    tile_in_hand,
    tile_in_kiln,
)
from smalti.games.majolica.rows.pieces import mission_place
from smalti.games.majolica.rows.places import at_bench, kiln_at
from smalti.games.majolica.rows.shelves import hand_place, tell_hand, tell_shelf, tile_at
from smalti.games.majolica.rules import give_up, pick
from smalti.games.majolica.rules import put as put_tiles
from smalti.games.majolica.running import move_leftovers, start_run, take_bonus
from smalti.games.majolica.state import NONE
from smalti.games.majolica.taking import store
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, moved, renamed, said, tell
from smalti.kernel.state import Sheet, State


@kernel
def tell_put(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 5.1 and 7.5: the tiles in hand, or the bonus tile, go into a workshop."""
    workshop, edition, bonus = move - moves.FIRST_PUT, int(state.edition), int(state.bonus_tile)
    puts_bonus = int(state.phase) == PUT
    kind = kinds.PUTS_BONUS if puts_bonus else kinds.PUTS
    tell(told, kind, seat, NONE, NOWHERE, kiln_at(seat, workshop), NONE, 0, workshop + 1, NONE, 501)
    hand, before = hand_load(state), load(state, seat, workshop)
    put_tiles(state, seat, workshop)
    kept, after = hand_load(state), load(state, seat, workshop)
    tell_shelf(told, edition, seat, workshop, before, after)
    for kind in range(KINDS):
        colour = bonus if kind == COLOURS else kind
        for n in range(of_kind(kept, kind), of_kind(hand, kind)):
            new = of_kind(before, colour) + n
            target = tile_at(edition, seat, workshop, after, colour, new)
            source, tile = hand_place(seat, hand, kind, n), tile_in_kiln(seat, workshop, colour, new)
            renamed(told, kinds.ARRIVES, seat, tile_in_hand(kind, n), tile, source, target, looks.TILE + colour)
    tell_hand(told, state, seat, hand, kept)


@kernel
def tell_store(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 13.6: one of four tiles goes onto the mission, or none."""
    colour, points, before = move - moves.FIRST_STORE, tally(state, seat), hand_load(state)
    if move == moves.STORE_NONE:
        said(told, kinds.STORES_NONE, seat, 0, 1306)
    else:
        tell(told, kinds.STORES, seat, NONE, NOWHERE, NOWHERE, looks.TILE + colour, 0, 0, NONE, 1306)
    store(state, seat, move)
    if move != moves.STORE_NONE:
        after = hand_load(state)
        n, number = of_kind(after, colour), COLOURS * seat + colour
        source, piece = hand_place(seat, before, colour, n), identity.STORED_PIECE + number
        target = places.ON_MISSION + number
        renamed(told, kinds.SHIFTS, seat, tile_in_hand(colour, n), piece, source, target, looks.TILE + colour)
        tell_hand(told, state, seat, before, after)
        tell_gains(told, state, seat, points, places.MISSION + seat)


@kernel
def tell_start_run(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rule 6.5: which of several ready workshops runs first."""
    workshop = move - moves.FIRST_RUN
    tell(told, kinds.STARTS, seat, NONE, NOWHERE, kiln_at(seat, workshop), NONE, 0, workshop + 1, NONE, 605)
    start_run(state, workshop)


# Tiles that are given up, and the bonus tile


@kernel
def tell_leftovers(state: State, seat: int, told: Sheet) -> None:
    """Rule 7.6: whoever waits with the bonus tile lets the leftovers move first."""
    if int(state.phase) == BONUS:
        workshop, extra = int(state.running), int(state.extra)
        target = int(NEXT[int(state.edition), workshop])
        leaving, there = load(state, seat, workshop), load(state, seat, target)
        move_leftovers(state, seat)
        tell_ride(state, seat, workshop, leaving, there, extra, told)


@kernel
def tell_discard(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 5.2, 5.3 and 8.5: a tile goes to the supply, a purple one out of the game."""
    workshop, kind = (move - moves.FIRST_DISCARD) // KINDS, (move - moves.FIRST_DISCARD) % KINDS
    clause = 502 if int(state.phase) in (EXCESS, BONUS) else 503
    tell(told, kinds.GIVES_UP, seat, NONE, NOWHERE, NOWHERE, looks.TILE + kind, 0, workshop + 1, NONE, clause)
    tell_leftovers(state, seat, told)
    before = load(state, seat, workshop)
    give_up(state, seat, move)
    tell_gone(state, seat, workshop, kind, before, told)


@kernel
def tell_gone(state: State, seat: int, workshop: int, kind: int, before: int, told: Sheet) -> None:
    """The last tile of a kind has left its workshop for the supply; the others move up."""
    edition, after = int(state.edition), load(state, seat, workshop)
    n = of_kind(after, kind)
    source, tile = tile_at(edition, seat, workshop, before, kind, n), tile_in_kiln(seat, workshop, kind, n)
    moved(told, kinds.VANISHES, seat, tile, source, at_bench(seat, places.SUPPLY), looks.TILE + kind)
    tell_shelf(told, edition, seat, workshop, before, after)


@kernel
def tell_bonus(state: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 7.5 and 7.6: a bonus tile comes into the hand, before or after the leftovers move, or is declined."""
    waits = move >= moves.FIRST_AFTER
    colour = move - (moves.FIRST_AFTER if waits else moves.FIRST_BEFORE)
    if colour == COLOURS:
        said(told, kinds.DECLINES, seat, 0, 705)
    else:
        kind = kinds.TAKES_AFTER if waits else kinds.TAKES_BEFORE
        tell(told, kind, seat, NONE, NOWHERE, NOWHERE, looks.TILE + colour, 0, 0, NONE, 706)
    if waits:
        tell_leftovers(state, seat, told)
    before = hand_load(state)
    take_bonus(state, move)
    if colour < COLOURS:
        after, source = hand_load(state), at_bench(seat, places.SUPPLY)
        target = hand_place(seat, after, COLOURS, 0)
        moved(told, kinds.APPEARS, seat, identity.BONUS_PIECE, source, target, looks.TILE + colour)
        tell_hand(told, state, seat, before, after)


# Missions


@kernel
def tell_pick(state: State, seat: int, mission: int, told: Sheet) -> None:
    """Rule 13.1: a mission goes to its seat; after the last pick the rest goes back into the box."""
    tell(told, kinds.PICKS, seat, NONE, NOWHERE, NOWHERE, NONE, 0, 0, mission, 1301)
    lay, points = 0, tally(state, seat)
    for other in range(MOST_MISSIONS):
        lay |= mission_place(state, other) + 1 << 4 * other
    pick(state, seat, mission)
    prepare(state)
    for other in range(MOST_MISSIONS):
        source, target = (lay >> 4 * other & 15) - 1, mission_place(state, other)
        piece, sheet = identity.MISSION_PIECE + other, looks.MISSION_SHEET + other
        if source != target and target == NONE:
            moved(told, kinds.VANISHES, seat, piece, places.MISSION + source, NOWHERE, sheet)
        elif source != target:
            moved(told, kinds.SHIFTS, seat, piece, places.MISSION + source, places.MISSION + target, sheet)
    owner, far = identity.OWNER_PIECE + seat, reached(state, seat, mission)
    tell(told, kinds.APPEARS, seat, owner, NOWHERE, places.OWNER + seat, looks.OWNER_TEXT, 0, seat, NONE, NONE)
    look, place = looks.PROGRESS_TEXT + mission, places.PROGRESS + seat
    tell(told, kinds.APPEARS, seat, identity.PROGRESS_PIECE + seat, NOWHERE, place, look, 0, far, NONE, NONE)
    tell_gains(told, state, seat, points + (far << 30), places.MISSION + seat)
