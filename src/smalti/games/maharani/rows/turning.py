"""What happens at the end of a turn: quarters are paid, workers go home, the rondel turns to the next player."""

from __future__ import annotations

from smalti.games.maharani.components import PAY, QUARTER_COUNT, QUARTER_SPACES, SLOTS, SUPPLY, WORKER_COLOUR_COUNT
from smalti.games.maharani.rows import kinds, looks, pieces
from smalti.games.maharani.rows.looks import marker_look, tile_look
from smalti.games.maharani.rows.pieces import disc_turn, figure_of, is_up, pawn, peg, upright
from smalti.games.maharani.rows.places import (
    BADGE_AT,
    CARD_AT,
    CORNER,
    LYING,
    MEDAL,
    PLATE,
    PROMISE_AT,
    PROSPECT_AT,
    RONDEL,
    STAND,
    lying,
)
from smalti.games.maharani.rows.refusals import is_full
from smalti.games.maharani.rules import is_over, joined
from smalti.games.maharani.scoring import winners
from smalti.games.maharani.state import NONE, colours_each, side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, counted, moved, renamed, said, tell
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import Sheet, State

Four = tuple[int, int, int, int]


@kernel
def stood(state: State) -> Four:
    """Where the workers of each colour stand: what an evaluation will have taken away when it can be told."""
    return int(state.workers[0]), int(state.workers[1]), int(state.workers[2]), int(state.workers[3])


@kernel
def stood_with(state: State, worker: int, space: int) -> Four:
    """The same once a worker of one colour has come onto a space."""
    a, b, c, d = stood(state)
    there = joined(state, worker, space)
    return (
        there if worker == 0 else a,
        there if worker == 1 else b,
        there if worker == 2 else c,
        there if worker == 3 else d,
    )


@kernel
def tell_gold(told: Sheet, kind: int, seat: int, source: int, look: int, amount: int, clause: int) -> None:
    """Gold flies from where it was earned to the seat's card; its plate shows the same."""
    counted(told, kind, seat, pieces.GOLD + seat, source, look, amount, clause)
    counted(told, kinds.ALSO_COUNTS, seat, pieces.PLATE_GOLD + seat, NOWHERE, NONE, amount, NONE)


@kernel
def tell_turn_end(state: State, before: Four, was: int, told: Sheet) -> None:
    """Rule 8.1: if the turn is over, the pay of quarters, then the next player or the end of the game."""
    if int(state.active) == was:
        return
    for quarter in range(QUARTER_COUNT):
        tell_quarter(state, quarter, before, told)
    if is_over(state):
        tell_end(state, was, told)
    else:
        said(told, kinds.TURNS, NONE, int(state.active), 301)
        tell_rondel(state, was, told)
        tell_passing(state, was, told)


# Pay


@kernel
def gone_home(state: State, worker: int, quarter: int, before: Four) -> int:
    """Rule 9.3: the spaces of a quarter from which workers of a colour went home."""
    return before[worker] & ~int(state.workers[worker]) & int(QUARTER_SPACES[int(state.plan), quarter])


@kernel
def tell_quarter(state: State, quarter: int, before: Four, told: Sheet) -> None:
    """Rules 9.1 and 10.2: a quarter is paid, a line for each colour."""
    anybody = False
    for worker in range(WORKER_COLOUR_COUNT):
        home = gone_home(state, worker, quarter, before)
        if home and not anybody:
            full = is_full(state, quarter)
            kind, clause = kinds.EVALUATES if full else kinds.PAYS_UNFINISHED, 901 if full else 1002
            tell(told, kind, NONE, NONE, NOWHERE, NOWHERE, NONE, 0, 0, quarter, clause)
            anybody = True
        if home:
            tell_pay(state, worker, quarter, told)
            tell_home(state, worker, quarter, before, told)


@kernel
def tell_pay(state: State, worker: int, quarter: int, told: Sheet) -> None:
    """Rules 9.2 and 11.6: the gold of one colour; what was a promise on the card is paid."""
    seat, paid, at = worker // colours_each(state), int(state.pays[worker, quarter]), worker * QUARTER_COUNT + quarter
    gold = int(PAY[paid])
    tell(told, kinds.PAYS, seat, NONE, NOWHERE, NOWHERE, worker, gold, paid, quarter, 902)
    tell_gold(told, kinds.RECEIVES, seat, MEDAL + quarter, worker, gold, 902)
    moved(told, kinds.IS_GONE, seat, pieces.PROSPECT + at, PROSPECT_AT + at, NOWHERE, looks.PROSPECT_LOOK + worker)
    moved(told, kinds.IS_PAID, seat, pieces.PROMISE + at, PROMISE_AT + at, PROMISE_AT + at, looks.PAID_LOOK)


@kernel
def tell_home(state: State, worker: int, quarter: int, before: Four, told: Sheet) -> None:
    """Rule 9.3: the workers of a colour go back to the supply."""
    seat, home = worker // colours_each(state), gone_home(state, worker, quarter, before)
    left = int(SUPPLY[int(state.seats)]) - count(before[worker])
    for earlier in range(quarter):
        left += count(gone_home(state, worker, earlier, before))
    counted(told, kinds.STOCKS, seat, pieces.STOCK + worker, NOWHERE, NONE, count(home), NONE)
    while home:
        space = lowest(home)
        home &= home - 1
        figure, source, look = figure_of(state, worker, space), STAND + space, looks.PAWN_LOOK + worker
        renamed(told, kinds.GOES_HOME, seat, figure, pawn(worker, left), source, peg(worker, left), look)
        left += 1


# The next player


@kernel
def tell_rondel(state: State, was: int, told: Sheet) -> None:
    """Rule 3.1: disc, numbers and tiles turn together; around them lie the markers of the next player."""
    seat = int(state.active)
    old, new = side_of(state, was), side_of(state, seat)
    tell(told, kinds.CARRIES, seat, pieces.DISC, RONDEL, RONDEL, looks.DISC_LOOK, disc_turn(new), 0, NONE, NONE)
    for slot in range(SLOTS):
        source, target, tile = lying(old, slot), lying(new, slot), int(state.rondel[slot])
        moved(told, kinds.CARRIES, seat, pieces.BADGE + slot, BADGE_AT + source, BADGE_AT + target, looks.BADGE_LOOK)
        if tile != NONE:
            piece, look = pieces.RONDEL_TILE + slot, tile_look(tile, new)
            moved(told, kinds.CARRIES, seat, piece, LYING + source, LYING + target, look)
    for quarter in range(QUARTER_COUNT):
        up = is_up(state, seat, quarter)
        if up != is_up(state, was, quarter):
            tell_court_marker(quarter, up, told)


@kernel
def tell_court_marker(quarter: int, up: bool, told: Sheet) -> None:
    """The marker in a corner of the court shows its other face."""
    place, look = CORNER + quarter, marker_look(quarter, up)
    moved(told, kinds.SHOWS_MARKER, NONE, pieces.COURT_MARKER + quarter, place, place, look)


@kernel
def tell_passing(state: State, was: int, told: Sheet) -> None:
    """The signs of whose turn it is go to the next player."""
    seat = int(state.active)
    old, new = side_of(state, was), side_of(state, seat)
    moved(told, kinds.PASSES, seat, pieces.RING, PLATE + old, PLATE + new, looks.RING_LOOK + upright(new))
    moved(told, kinds.PASSES, seat, pieces.FRAME, CARD_AT + was, CARD_AT + seat, looks.FRAME_LOOK)


@kernel
def tell_end(state: State, was: int, told: Sheet) -> None:
    """Rules 10.1 to 10.3: the game is over, and most gold wins."""
    side, best, full = side_of(state, was), winners(state, state.gold), True
    for quarter in range(QUARTER_COUNT):
        full = full and is_full(state, quarter)
    said(told, kinds.ENDS, NONE, 0, 1001 if full else 1002)
    moved(told, kinds.STOPS_AT, was, pieces.RING, PLATE + side, NOWHERE, looks.RING_LOOK + upright(side))
    moved(told, kinds.STOPS_AT, was, pieces.FRAME, CARD_AT + was, NOWHERE, looks.FRAME_LOOK)
    for seat in range(int(state.seats)):
        if best & bit(seat):
            said(told, kinds.WINS, seat, int(state.gold[seat]), 1003)
            moved(told, kinds.CROWNS, seat, pieces.WINNER + seat, NOWHERE, CARD_AT + seat, looks.WINNER_LOOK)
