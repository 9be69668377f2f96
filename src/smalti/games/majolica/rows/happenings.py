"""What a move or an outcome does, told while the rules carry it out."""

from __future__ import annotations

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
from smalti.games.majolica.rows.cascades import tell_proceed
from smalti.games.majolica.rows.chances import tell_outcome
from smalti.games.majolica.rows.deliveries import tell_deliver, tell_fragment
from smalti.games.majolica.rows.doings import (
    tell_bonus,
    tell_discard,
    tell_pick,
    tell_put,
    tell_start_run,
    tell_store,
)
from smalti.games.majolica.rows.installs import tell_install, tell_order, tell_start_card
from smalti.games.majolica.rows.pieces import fires, has_turn
from smalti.games.majolica.rows.takings import tell_take
from smalti.games.majolica.rows.turns import tell_end, tell_fires, tell_frame
from smalti.games.majolica.rules import is_over
from smalti.games.majolica.state import PLACE, TAKE
from smalti.kernel.compiling import kernel
from smalti.kernel.state import Sheet, State

CHANCE = -1


@kernel
def happens(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    """Carries a move or an outcome out as the rules do, and tells all that it does; everybody sees everything."""
    told.n = 0
    if by == CHANCE:
        tell_outcome(state, move, told)
        return
    had_turn, seat, burning = has_turn(state), int(state.seat), fires(state, by)
    if is_step(state, by, move):
        tell_step(state, by, move, told)
        tell_proceed(state, by, told, burning)
    else:
        tell_choice(state, by, move, told)
        tell_fires(told, state, by, burning)
    tell_frame(told, state, had_turn, seat)
    if is_over(state):
        tell_end(told, state)


@kernel
def is_step(state: State, seat: int, move: int) -> bool:
    """Whether a move is a step of placing or running, after which `rules.apply` goes on by itself."""
    if move < FIRST_PUT or FIRST_STORE <= move < FIRST_RUN or move >= FIRST_PICK:
        return False
    if FIRST_INSTALL <= move < FIRST_ORDER and int(state.dealt[seat]) >= 0:
        return False
    return not (FIRST_DISCARD <= move < FIRST_AFTER and TAKE <= int(state.phase) <= PLACE)


@kernel
def tell_choice(state: State, seat: int, move: int, told: Sheet) -> None:
    """Any other move, in the cases that `rules.apply` has."""
    if move < FIRST_PUT:
        tell_take(state, seat, move, told)
    elif move < FIRST_ORDER:
        tell_start_card(state, seat, move, told)
    elif move < FIRST_RUN:
        tell_store(state, seat, move, told)
    elif move < FIRST_AFTER:
        tell_discard(state, seat, move, told)
    else:
        tell_pick(state, seat, move - FIRST_PICK, told)


@kernel
def tell_step(state: State, seat: int, move: int, told: Sheet) -> None:
    """Sections 5 to 7: one step of placing or running, in the cases that `rules.apply_step` has."""
    if move < FIRST_INSTALL:
        tell_put(state, seat, move, told)
    elif move < FIRST_ORDER:
        tell_install(state, seat, move, told)
    elif move < FIRST_STORE:
        tell_order(state, seat, move, told)
    elif move < FIRST_DELIVER:
        tell_start_run(state, seat, move, told)
    elif move < FIRST_BEFORE:
        tell_deliver(state, seat, move, told)
    elif FIRST_FRAGMENT <= move < FIRST_DISCARD:
        tell_fragment(state, seat, move, told)
    elif FIRST_DISCARD <= move < FIRST_AFTER:
        tell_discard(state, seat, move, told)
    else:
        tell_bonus(state, seat, move, told)
