"""What happens when a turn, a round or the game ends: tokens, the large tiles, whose turn it is, who wins."""

from __future__ import annotations

from smalti.games.majolica.components import CELLS
from smalti.games.majolica.editions import WORKSHOPS
from smalti.games.majolica.rows import identity, looks, places
from smalti.games.majolica.rows.gains import tell_gains
from smalti.games.majolica.rows.kinds import APPEARS, BLOOMS, COUNTS, ENDS, ROUND_ENDS, SHIFTS, VANISHES, WINS
from smalti.games.majolica.rows.pieces import (
    aside,
    bloom_look,
    border_look,
    fires,
    has_turn,
    kiln_look,
    points_of_seat,
    still_down,
)
from smalti.games.majolica.rows.places import at_bench, border_at, kiln_at
from smalti.games.majolica.rows.shelves import shift
from smalti.games.majolica.scoring import scores, winners
from smalti.games.majolica.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, said, tell
from smalti.kernel.sets import bit
from smalti.kernel.state import Sheet, State


@kernel
def tell_fires(told: Sheet, state: State, seat: int, before: int) -> int:
    """Workshops that light up, go out, or begin to wait; returns how they look now."""
    after = fires(state, seat)
    for workshop in range(WORKSHOPS):
        if kiln_look(before, workshop) != kiln_look(after, workshop):
            kiln, place = identity.KILN_PIECE + seat * WORKSHOPS + workshop, kiln_at(seat, workshop)
            moved(told, SHIFTS, seat, kiln, place, place, kiln_look(after, workshop))
    return after


@kernel
def tell_frame(told: Sheet, state: State, had: bool, seat: int) -> None:
    """Whose turn it is, after it was that of `seat` or nobody's."""
    source, target = at_bench(seat, places.FRAME), at_bench(int(state.seat), places.FRAME)
    stays = had and has_turn(state) and source == target
    if had and not stays:
        moved(told, VANISHES, NONE, identity.FRAME_PIECE, source, NOWHERE, looks.LIT)
    if has_turn(state) and not stays:
        moved(told, APPEARS, NONE, identity.FRAME_PIECE, NOWHERE, target, looks.LIT)


@kernel
def tell_aside(told: Sheet, state: State, before: int) -> None:
    """The number beside the round: tiles face up, or alone the turn."""
    if aside(state) != before:
        counted(told, COUNTS, NONE, identity.ASIDE_PIECE, NOWHERE, NONE, aside(state) - before, NONE)


@kernel
def tell_border(told: Sheet, before: int, after: int) -> None:
    """The border around the tiles face up."""
    border = identity.BORDER_PIECE
    if before and after:
        if border_at(before) != border_at(after):
            moved(told, SHIFTS, NONE, border, border_at(before), border_at(after), border_look(after))
    elif before:
        moved(told, VANISHES, NONE, border, border_at(before), NOWHERE, border_look(before))
    elif after:
        moved(told, APPEARS, NONE, border, NOWHERE, border_at(after), border_look(after))


@kernel
def tell_bloom(told: Sheet, state: State, seat: int, blooms: int, points: int) -> None:
    """Rule 11.1: a Bloom token for a turn in which all workshops ran."""
    if int(state.bloom[seat]) == blooms:
        return
    said(told, BLOOMS, seat, 0, 1101)
    piece, place, source = identity.BLOOMS_PIECE + seat, at_bench(seat, places.BLOOMS), at_bench(seat, places.SUPPLY)
    tell_token(told, seat, piece, source, place, bloom_look(blooms + 1), blooms)
    tell_gains(told, state, seat, points, place)


@kernel
def tell_token(told: Sheet, seat: int, piece: int, source: int, place: int, look: int, owned: int) -> None:
    """One more token; with those already there it is counted."""
    if owned == 0:
        tell(told, APPEARS, seat, piece, source, place, look, 0, 1, NONE, NONE)
        return
    if owned == 1:
        moved(told, SHIFTS, seat, piece, place, place, look)
    counted(told, COUNTS, seat, piece, source, NONE, 1, NONE)


@kernel
def tell_round_end(told: Sheet, state: State, round_number: int, first: int, face_up: int) -> None:
    """Rules 9.1 and 9.3: the large tiles go back into the bag, the token passes to the left."""
    if int(state.round_number) == round_number:
        return
    said(told, ROUND_ENDS, NONE, round_number, 903)
    counted(told, COUNTS, NONE, identity.ROUND_PIECE, NOWHERE, NONE, 1, NONE)
    if is_solo(state):
        for n in range(still_down(state)):
            pile = places.PILE + n
            moved(told, APPEARS, NONE, identity.PILE_TILE + n, places.BAG, pile, looks.SMALL_BACK)
        return
    for cell in range(CELLS):
        place = places.CELL + cell
        moved(told, VANISHES, NONE, identity.LARGE_TILE + cell, place, places.BAG, looks.LARGE_BACK)
    tell_border(told, face_up, 0)
    source, target = at_bench(first, places.FIRST), at_bench(int(state.first), places.FIRST)
    shift(told, NONE, identity.FIRST_PIECE, source, target, looks.BRUSH)


@kernel
def tell_end(told: Sheet, state: State) -> None:
    """Rules 9.2, 10.4 and 14.1: the game is over; who wins. Alone nobody does."""
    said(told, ENDS, NONE, 0, 902)
    points = told.amount[int(told.n) :]
    scores(state, points)
    best = winners(state, points)
    for seat in range(int(state.seats)):
        if best & bit(seat):
            said(told, WINS, seat, points_of_seat(state, seat), 1004)
