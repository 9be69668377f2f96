"""What happens in a cascade, kiln by kiln: each step of the rules that needs no decision is a head of its own."""

from __future__ import annotations

from smalti.games.majolica.components import CAPACITY, DELIVERIES, HOLDS_PURPLE, KINDS, NEXT, PURPLE
from smalti.games.majolica.phases import BONUS, BONUS_AFTER, DELIVER, EXCESS, FRAGMENT, RUN
from smalti.games.majolica.rows import kinds, looks, places
from smalti.games.majolica.rows.gains import tally
from smalti.games.majolica.rows.identity import load, of_kind, tile_in_kiln, total
from smalti.games.majolica.rows.pieces import aside
from smalti.games.majolica.rows.places import at_bench, kiln_at
from smalti.games.majolica.rows.shelves import tell_shelf, tile_at
from smalti.games.majolica.rows.turns import tell_aside, tell_bloom, tell_fires, tell_round_end
from smalti.games.majolica.running import next_decision
from smalti.games.majolica.state import NONE
from smalti.games.majolica.workshops import held, overflowing, ready
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import moved, renamed, said, tell
from smalti.kernel.state import Sheet, State


@kernel
def tell_proceed(state: State, seat: int, told: Sheet, burning: int) -> None:
    """Section 6: everything that follows by itself, step by step as `running.proceed` does it."""
    before, phase = int(state.phase), NONE
    while phase == NONE:
        running = int(state.running)
        if running == NONE:
            phase = tell_between_runs(state, seat, told)
        else:
            phase = tell_in_run(state, seat, running, told)
        if phase == NONE:
            burning = tell_fires(told, state, seat, burning)
    state.phase = phase
    tell_fires(told, state, seat, burning)
    tell_next(state, seat, before, told)


@kernel
def tell_between_runs(state: State, seat: int, told: Sheet) -> int:
    """Rules 6.5, 9.1 and 11.1: a workshop begins to run, or the turn ends, perhaps with the round."""
    blooms, points, beside = int(state.bloom[seat]), tally(state, seat), aside(state)
    round_number, first, face_up = int(state.round_number), int(state.first), int(state.face_up)
    phase = next_decision(state, seat)
    running = int(state.running)
    if running != NONE:
        tiles = min(int(DELIVERIES[int(state.edition), running]), total(load(state, seat, running)))
        kind, kiln = kinds.RUNS_FOR_MORE if tiles > 1 else kinds.RUNS, kiln_at(seat, running)
        tell(told, kind, seat, NONE, NONE, kiln, NONE, 0, tiles, running + 1, 603)
    tell_bloom(told, state, seat, blooms, points)
    tell_round_end(told, state, round_number, first, face_up)
    tell_aside(told, state, beside)
    return phase


@kernel
def tell_in_run(state: State, seat: int, workshop: int, told: Sheet) -> int:
    """Rules 6.8 and 6.10: the next decision in a run, or its end: the leftovers ride to the next workshop."""
    target = int(NEXT[int(state.edition), workshop])
    leaving, there, extra = load(state, seat, workshop), load(state, seat, target), int(state.extra)
    phase = next_decision(state, seat)
    if int(state.running) == NONE:
        tell_ride(state, seat, workshop, leaving, there, extra, told)
    return phase


@kernel
def tell_ride(state: State, seat: int, workshop: int, leaving: int, there: int, extra: int, told: Sheet) -> None:
    """Rules 6.10, 8.3 and 8.6: all that was left goes on by cart, a purple tile just earned too."""
    edition = int(state.edition)
    target = int(NEXT[edition, workshop])
    if leaving == 0 and extra == 0:
        return
    tell(told, kinds.RIDES, seat, NONE, NONE, kiln_at(seat, target), NONE, 0, target + 1, workshop + 1, 610)
    after = load(state, seat, target)
    tell_shelf(told, edition, seat, target, there, after)
    for kind in range(KINDS):
        for n in range(of_kind(leaving, kind)):
            source, tile = tile_at(edition, seat, workshop, leaving, kind, n), tile_in_kiln(seat, workshop, kind, n)
            new = of_kind(there, kind) + n
            if new < of_kind(after, kind):
                place, there_now = (
                    tile_at(edition, seat, target, after, kind, new),
                    tile_in_kiln(seat, target, kind, new),
                )
                renamed(told, kinds.ARRIVES, seat, tile, there_now, source, place, looks.TILE + kind)
            else:
                moved(told, kinds.LEAVES_GAME, seat, tile, source, at_bench(seat, places.SUPPLY), looks.TILE + kind)
    for n in range(extra if HOLDS_PURPLE[edition, target] else 0):
        new = of_kind(after, PURPLE) - extra + n
        place = tile_at(edition, seat, target, after, PURPLE, new)
        piece = tile_in_kiln(seat, target, PURPLE, new)
        moved(told, kinds.COMES_ALONG, seat, piece, kiln_at(seat, workshop), place, looks.TILE + PURPLE)


@kernel
def tell_next(state: State, seat: int, before: int, told: Sheet) -> None:
    """What has to be decided next in the cascade, as remarks; too much is said once."""
    phase, edition = int(state.phase), int(state.edition)
    if phase == EXCESS and before != EXCESS:
        workshop = overflowing(state, seat)
        excess = held(state, seat, workshop) - int(CAPACITY[edition, workshop])
        tell(told, kinds.OVERFLOWS, seat, NONE, NONE, kiln_at(seat, workshop), NONE, 0, excess, workshop + 1, 502)
    elif phase == RUN:
        tell(told, kinds.SEVERAL_READY, seat, NONE, NONE, NONE, NONE, 0, 0, ready(state, seat), 605)
    elif phase == DELIVER and int(state.delivered):
        said(told, kinds.MORE_FOLLOW, seat, int(state.further), 607)
    elif phase == FRAGMENT:
        said(told, kinds.FRAGMENTS_NEXT, seat, 0, 609)
    elif phase in (BONUS, BONUS_AFTER):
        said(told, kinds.BONUS_FOLLOWS, seat, 0, 705)
