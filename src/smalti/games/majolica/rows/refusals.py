"""Why a move is not allowed, as one row: the kind of refusal, its clause, and what fills the gaps of its words.

In such a row `of` is a workshop, counted from 1, a card or a set, and `look` a colour.
"""

from __future__ import annotations

import numpy as np

from smalti.games.majolica import moves, phases
from smalti.games.majolica.chance import reveal_number
from smalti.games.majolica.components import CAPACITY, COLOURS, KINDS, MUST
from smalti.games.majolica.editions import FRAGMENTED
from smalti.games.majolica.missions import stores
from smalti.games.majolica.rows import kinds, places
from smalti.games.majolica.rules import actors, is_over, legal_moves
from smalti.games.majolica.state import CARD_DUE, NONE, ORDER_DUE, is_solo
from smalti.games.majolica.taking import border, take_set
from smalti.games.majolica.workshops import colours_in, held, overflowing, ready
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NOWHERE, said, tell
from smalti.kernel.sets import bit, lowest
from smalti.kernel.state import Numbers, Sheet, State

MOMENTS = {
    phases.START_CARD: (kinds.FIRST_START_CARD, 204),
    phases.PICK: (kinds.FIRST_PICK, 1301),
    phases.TAKE: (kinds.FIRST_TAKE, 302),
    phases.STORE: (kinds.FIRST_STORE, 1306),
    phases.PLACE: (kinds.FIRST_PARTS, 302),
    phases.PUT: (kinds.FIRST_PUT, 705),
    phases.FRAGMENT: (kinds.FIRST_FRAGMENT, 609),
    phases.BONUS: (kinds.FIRST_BONUS, 706),
    phases.BONUS_AFTER: (kinds.FIRST_BONUS_AFTER, 705),
}
MOMENT: Numbers = np.array([MOMENTS.get(phase, (NONE, NONE)) for phase in range(phases.OVER + 1)], np.int64)
"""[phase]: what has to be decided first, and the clause."""


@kernel
def refuses_move(view: State, seat: int, move: int, told: Sheet) -> None:
    """One row if this seat may not make this move now."""
    told.n = 0
    if not refuse_turn(view, seat, told):
        refuse_move(view, seat, move, told)


@kernel
def refuse_turn(view: State, seat: int, told: Sheet) -> bool:
    """Rules 3.1 and 9.2: whether this seat is to choose at all."""
    who = actors(view)
    if is_over(view):
        said(told, kinds.GAME_OVER, NONE, 0, 902)
    elif who == 0:
        said(told, kinds.NOT_YET, NONE, 0, 301)
    elif not who & bit(seat):
        said(told, kinds.OTHERS_TURN, int(view.seat), 0, 301)
    return int(told.n) > 0


@kernel
def refuse(told: Sheet, kind: int, of: int, look: int, amount: int, clause: int) -> None:
    """The one row."""
    tell(told, kind, NONE, NONE, NOWHERE, NOWHERE, look, 0, amount, of, clause)


@kernel
def is_legal(view: State, seat: int, move: int, told: Sheet) -> bool:
    """Whether an actor may make this move; the sheet's columns are the room to list them."""
    listed = told.source.view(np.int64)
    for n in range(legal_moves(view, seat, listed)):
        if int(listed[n]) == move:
            return True
    return False


@kernel
def refuse_move(view: State, seat: int, move: int, told: Sheet) -> None:
    """Another moment, or the right one for something else."""
    if is_legal(view, seat, move, told):
        return
    if not is_expected(int(view.phase), move):
        wrong_moment(view, seat, told)
    elif move < moves.FIRST_PUT:
        refuse_take(view, move, told)
    elif move < moves.FIRST_RUN:
        refuse_part(view, seat, move, told)
    elif move < moves.FIRST_DISCARD:
        refuse_step(view, seat, move, told)
    elif move < moves.FIRST_AFTER:
        refuse_discard(view, seat, move - moves.FIRST_DISCARD, told)
    elif move < moves.FIRST_PICK:
        said(told, kinds.EXCESS_AHEAD, NONE, 0, 706)
    else:
        said(told, kinds.NOT_SHOWN, NONE, 0, 1301)


# The wrong moment


@kernel
def is_expected(phase: int, move: int) -> bool:
    """Whether a decision is made with moves of this kind."""
    if moves.FIRST_DISCARD <= move < moves.FIRST_AFTER:
        return phase in (phases.TAKE, phases.STORE, phases.PLACE, phases.EXCESS, phases.BONUS)
    if phase == phases.PLACE:
        return moves.FIRST_PUT <= move < moves.FIRST_STORE
    if phase == phases.FRAGMENT:
        return moves.FIRST_BEFORE <= move < moves.FIRST_DISCARD
    if phase == phases.BONUS:
        return moves.FIRST_BEFORE <= move < moves.FIRST_FRAGMENT or moves.FIRST_AFTER <= move < moves.FIRST_PICK
    return phase == only_phase(move)


@kernel
def only_phase(move: int) -> int:
    """The one phase, besides those above, in which moves of this kind are made."""
    if move < moves.FIRST_PUT:
        return phases.TAKE
    if move < moves.FIRST_INSTALL:
        return phases.PUT
    if move < moves.FIRST_ORDER:
        return phases.START_CARD
    if move < moves.FIRST_STORE:
        return NONE
    if move < moves.FIRST_RUN:
        return phases.STORE
    if move < moves.FIRST_DELIVER:
        return phases.RUN
    if move < moves.FIRST_BEFORE:
        return phases.DELIVER
    if move < moves.FIRST_AFTER:
        return NONE
    return phases.BONUS_AFTER if move < moves.FIRST_PICK else phases.PICK


@kernel
def wrong_moment(view: State, seat: int, told: Sheet) -> None:
    """What has to be decided first."""
    phase = int(view.phase)
    if phase == phases.EXCESS:
        workshop = overflowing(view, seat)
        excess = held(view, seat, workshop) - int(CAPACITY[int(view.edition), workshop])
        refuse(told, kinds.FIRST_EXCESS, workshop + 1, NONE, excess, 502)
    elif phase == phases.RUN:
        refuse(told, kinds.FIRST_RUN, ready(view, seat), NONE, 0, 605)
    elif phase == phases.DELIVER:
        refuse(told, kinds.FIRST_DELIVERY, int(view.running) + 1, NONE, 0, 608)
    elif phase == phases.TAKE and is_solo(view):
        said(told, kinds.FIRST_TAKE_ALONE, NONE, 0, 1403)
    else:
        said(told, int(MOMENT[phase, 0]), NONE, 0, int(MOMENT[phase, 1]))


# The right moment, but not this


@kernel
def refuse_take(view: State, move: int, told: Sheet) -> None:
    """Section 4 and rule 14.3: face-up tiles of the border, whole runs, a card only if there is any."""
    if move >= moves.TAKE_ALL:
        refuse_take_alone(view, move, told)
    elif is_solo(view):
        said(told, kinds.NO_GRID, NONE, 0, 1403)
    elif refuse_cells(view, take_set(move), told):
        return
    elif move < moves.FIRST_CARD_TAKE:
        said(told, kinds.RUN_IS_WHOLE, NONE, 0, 403)
    else:
        said(told, kinds.NO_CARD_SHOWN, NONE, 0, 404)


@kernel
def refuse_cells(view: State, cells: int, told: Sheet) -> bool:
    """Rules 4.1 and 4.2: face-up tiles of the border only."""
    face_up = int(view.face_up)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if not border(face_up) & bit(cell):
            is_up = face_up & bit(cell) != 0
            kind, clause = (kinds.NOT_BORDER, 401) if is_up else (kinds.NOT_FACE_UP, 402)
            tell(told, kind, NONE, NONE, NOWHERE, places.CELL + cell, NONE, 0, 0, NONE, clause)
            return True
    return False


@kernel
def refuse_take_alone(view: State, move: int, told: Sheet) -> None:
    """Rule 14.3: one of the revealed tiles; a card only if there is any."""
    if not is_solo(view):
        said(told, kinds.NAME_CELLS, NONE, 0, 401)
        return
    tiles = 0
    for colour in range(COLOURS):
        tiles |= int(view.revealed[colour]) << 4 * colour
    if tiles >> 4 * ((move - moves.FIRST_SOLO_CARD) % COLOURS) & 15:
        said(told, kinds.NO_CARD_SHOWN, NONE, 0, 404)
    else:
        refuse(told, kinds.NOT_REVEALED, reveal_number(tiles), NONE, 0, 1403)


@kernel
def refuse_part(view: State, seat: int, move: int, told: Sheet) -> None:
    """Rules 2.4, 4.4, 4.5, 5.1 and 13.6: a part of the choice that is not due, or not like this."""
    if move < moves.FIRST_INSTALL:
        said(told, kinds.IS_PLACED, NONE, 0, 501)
    elif move < moves.FIRST_ORDER:
        refuse_install(view, seat, told)
    elif move < moves.FIRST_STORE:
        refuse_order(view, told)
    else:
        tiles = 0
        for colour in range(COLOURS):
            tiles |= int(view.hand[colour]) << 4 * colour
        refuse(told, kinds.NOT_MISSING, reveal_number(tiles), NONE, 0, 1306)


@kernel
def refuse_install(view: State, seat: int, told: Sheet) -> None:
    """Rules 2.4, 4.4 and 7.1: the own start card, or a card of the display after choice B."""
    if int(view.phase) == phases.START_CARD:
        refuse(told, kinds.OTHER_START_CARD, int(view.dealt[seat]) + 1, NONE, 0, 204)
    elif not int(view.due) & CARD_DUE:
        said(told, kinds.NO_CARD_DUE, NONE, 0, 404)
    else:
        said(told, kinds.NOT_DISPLAYED, NONE, 0, 404)


@kernel
def refuse_order(view: State, told: Sheet) -> None:
    """Rules 4.5 and 7.3: after choice C, and each arrangement once."""
    if not int(view.due) & ORDER_DUE:
        said(told, kinds.NO_ORDER_DUE, NONE, 0, 405)
    else:
        said(told, kinds.SAME_ORDER, NONE, 0, 703)


@kernel
def refuse_step(view: State, seat: int, move: int, told: Sheet) -> None:
    """Sections 6, 7 and 13: a step of a run."""
    workshop = int(view.running)
    if move < moves.FIRST_DELIVER:
        refuse(told, kinds.NOT_READY, move - moves.FIRST_RUN + 1, NONE, 0, 602)
    elif move < moves.FIRST_BEFORE:
        refuse_deliver(view, seat, move - moves.FIRST_DELIVER, told)
    elif move >= moves.FIRST_KEEP:
        refuse_keep(view, seat, move - moves.FIRST_KEEP, told)
    elif move >= moves.FIRST_FRAGMENT:
        refuse(told, kinds.NO_SUCH_TILE, workshop + 1, move - moves.FIRST_FRAGMENT, 0, 609)
    elif not int(view.bonus):
        said(told, kinds.NO_BONUS, NONE, 0, 705)
    else:
        said(told, kinds.DECLINE_LATER, NONE, 0, 706)


@kernel
def refuse_deliver(view: State, seat: int, colour: int, told: Sheet) -> None:
    """Rule 6.6: a tile that lies there and has a free space; none only after the first."""
    workshop = int(view.running)
    if colour == COLOURS:
        must = int(MUST[int(view.edition), workshop])
        refuse(told, kinds.MUST_DELIVER, workshop + 1, NONE, must, 606)
    elif not colours_in(view, seat, workshop) & bit(colour):
        refuse(told, kinds.NO_SUCH_TILE, workshop + 1, colour, 0, 606)
    else:
        refuse(told, kinds.NO_FREE_SPACE, workshop + 1, colour, 0, 606)


@kernel
def refuse_keep(view: State, seat: int, colour: int, told: Sheet) -> None:
    """Rule 13.4: a fragmented tile of a colour still missing, with that mission."""
    if not stores(view, seat, FRAGMENTED):
        said(told, kinds.NO_COLLECTING, NONE, 0, 1304)
    elif int(view.stored[seat]) & bit(colour):
        refuse(told, kinds.LIES_THERE, NONE, colour, 0, 1304)
    else:
        refuse(told, kinds.NO_SUCH_TILE, int(view.running) + 1, colour, 0, 609)


@kernel
def refuse_discard(view: State, seat: int, number: int, told: Sheet) -> None:
    """Rules 5.2 and 5.3: a tile that lies there, in the workshop that holds too many."""
    workshop, phase = number // KINDS, int(view.phase)
    if phase == phases.EXCESS and workshop != overflowing(view, seat):
        wrong_moment(view, seat, told)
    elif phase == phases.BONUS:
        said(told, kinds.IS_RUNNING, NONE, 0, 503)
    else:
        refuse(told, kinds.NO_SUCH_TILE, workshop + 1, number % KINDS, 0, 503)
