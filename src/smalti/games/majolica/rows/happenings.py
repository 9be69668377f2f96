"""What a move or an outcome does, told while the rules carry it out."""

from __future__ import annotations

from smalti.games.majolica import moves
from smalti.games.majolica.phases import PLACE, TAKE
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
    if move < moves.FIRST_PUT or moves.FIRST_STORE <= move < moves.FIRST_RUN or move >= moves.FIRST_PICK:
        return False
    if moves.FIRST_INSTALL <= move < moves.FIRST_ORDER and int(state.dealt[seat]) >= 0:
        return False
    return not (moves.FIRST_DISCARD <= move < moves.FIRST_AFTER and TAKE <= int(state.phase) <= PLACE)


@kernel
def tell_choice(state: State, seat: int, move: int, told: Sheet) -> None:
    """Any other move, in the cases that `rules.apply` has."""
    if move < moves.FIRST_PUT:
        tell_take(state, seat, move, told)
    elif move < moves.FIRST_ORDER:
        tell_start_card(state, seat, move, told)
    elif move < moves.FIRST_RUN:
        tell_store(state, seat, move, told)
    elif move < moves.FIRST_AFTER:
        tell_discard(state, seat, move, told)
    else:
        tell_pick(state, seat, move - moves.FIRST_PICK, told)


@kernel
def tell_step(state: State, seat: int, move: int, told: Sheet) -> None:
    """Sections 5 to 7: one step of placing or running, in the cases that `rules.apply_step` has."""
    if move < moves.FIRST_INSTALL:
        tell_put(state, seat, move, told)
    elif move < moves.FIRST_ORDER:
        tell_install(state, seat, move, told)
    elif move < moves.FIRST_STORE:
        tell_order(state, seat, move, told)
    elif move < moves.FIRST_DELIVER:
        tell_start_run(state, seat, move, told)
    elif move < moves.FIRST_BEFORE:
        tell_deliver(state, seat, move, told)
    elif moves.FIRST_FRAGMENT <= move < moves.FIRST_DISCARD:
        tell_fragment(state, seat, move, told)
    elif moves.FIRST_DISCARD <= move < moves.FIRST_AFTER:
        tell_discard(state, seat, move, told)
    else:
        tell_bonus(state, seat, move, told)
