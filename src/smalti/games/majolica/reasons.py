"""Why a move is not allowed: the clause of docs/rules/majolica.en.md, and what would make it legal."""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.components import CAPACITY, COLOURS, KINDS, MUST
from smalti.games.majolica.editions import COLOUR_WORDS, FRAGMENTED
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import (
    ACTION_COUNT,
    decode,
)
from smalti.games.majolica.names import card_name, card_names, cell_name, letters, mission_name
from smalti.games.majolica.rules import actors, is_over, legal_moves
from smalti.games.majolica.scoring import members
from smalti.games.majolica.state import (
    BONUS,
    BONUS_AFTER,
    CARD_DUE,
    DELIVER,
    EXCESS,
    FRAGMENT,
    ORDER_DUE,
    PICK,
    PLACE,
    PUT,
    RUN,
    START_CARD,
    STORE,
    TAKE,
    is_solo,
)
from smalti.games.majolica.taking import border, take_set
from smalti.games.majolica.workshops import colours_in, held, overflowing, ready
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.reason import Reason, Verbatim
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName

TAKES = {"run-take", "card-take", "order-take", "all-take", "solo-card-take", "solo-order-take"}
EXPECTED: dict[int, set[str]] = {
    START_CARD: {"install"},
    PICK: {"pick"},
    TAKE: TAKES | {"discard"},
    STORE: {"store", "discard"},
    PLACE: {"put", "install", "order", "discard"},
    PUT: {"put"},
    EXCESS: {"discard"},
    RUN: {"run"},
    DELIVER: {"deliver"},
    FRAGMENT: {"fragment", "keep", "before"},
    BONUS: {"before", "after", "discard"},
    BONUS_AFTER: {"after"},
}
"""The kinds of moves that a decision is made with."""


def why_not(state: State, seat: int, move: int) -> Reason | None:
    """Why this seat may not make this move now; None if it may."""
    if not 0 <= move < ACTION_COUNT:
        raise InvalidNotation(f"Majolica has the moves 0 to {ACTION_COUNT - 1}, not {move}")
    if reason := refuse_turn(state, seat):
        return reason
    if move in legal(state, seat):
        return None
    kind, number = decode(move)
    if kind not in EXPECTED[int(state.phase)]:
        return wrong_moment(state, seat)
    return REFUSALS[kind](state, seat, number)


def legal(state: State, seat: int) -> list[int]:
    """The legal moves of an actor."""
    moves = np.empty(ACTION_COUNT, np.int64)
    return [int(move) for move in moves[: legal_moves(state, seat, moves)]]


def refuse_turn(state: State, seat: int) -> Reason | None:
    """Whether this seat is to choose at all."""
    if is_over(state):
        return Reason("9.2", N_("the game is over; no more moves are made"))
    if actors(state) == 0:
        return Reason("3.1", N_("cards or tiles have to be turned up first"))
    if actors(state) & bit(seat):
        return None
    return Reason("3.1", N_("it is the turn of {name}"), {"name": SeatName(int(state.seat))})


# The wrong moment


def wrong_moment(state: State, seat: int) -> Reason:
    """What has to be decided first."""
    phase = int(state.phase)
    if phase == EXCESS:
        workshop = overflowing(state, seat)
        excess = held(state, seat, workshop) - int(CAPACITY[int(state.edition), workshop])
        words = N_("workshop {workshop} holds too many tiles; give up {n} of them first")
        return Reason("5.2", words, {"workshop": workshop + 1, "n": excess})
    if phase == RUN:
        names = ", ".join(str(w + 1) for w in members(ready(state, seat)))
        words = N_("several workshops are ready ({workshops}); choose which one runs first")
        return Reason("6.5", words, {"workshops": Verbatim(names)})
    if phase == DELIVER:
        words = N_("workshop {workshop} is running; decide on its delivery first")
        return Reason("6.8", words, {"workshop": int(state.running) + 1})
    if phase == TAKE and is_solo(state):
        return Reason("14.3", N_("take all four revealed tiles, or one of them with a card or a rearrangement"))
    return Reason(*MOMENTS[phase])


MOMENTS = {
    START_CARD: ("2.4", N_("install your start card in one of your three slots first")),
    PICK: ("13.1", N_("pick one of the missions shown first")),
    TAKE: ("3.2", N_("take tiles first: a run, or one tile with a card or a rearrangement")),
    STORE: ("13.6", N_("decide first whether one of the four tiles goes onto your mission")),
    PLACE: ("3.2", N_("you have taken your tiles; now carry out the parts of your choice")),
    PUT: ("7.5", N_("put the bonus tile into one of your workshops first")),
    FRAGMENT: ("6.9", N_("the running workshop fragments: give up one of its remaining tiles first")),
    BONUS: ("7.6", N_("decide on the bonus tile first: before or after the leftovers move")),
    BONUS_AFTER: ("7.5", N_("take a bonus tile or decline it first")),
}


# The right moment, but not this


def refuse_run_take(state: State, seat: int, number: int) -> Reason:
    """Rules 4.1 to 4.3: a whole run of face-up tiles in one line of the border."""
    if is_solo(state):
        return Reason("14.3", N_("alone there is no grid; take all four revealed tiles, or one of them"))
    if reason := refuse_cells(state, take_set(number)):
        return reason
    return Reason("4.3", N_("a run is taken whole, from one gap or end of its border line to the other"))


def refuse_cells(state: State, cells: int) -> Reason | None:
    """Rules 4.1 and 4.2: face-up tiles of the border only."""
    for cell in members(cells):
        facts: dict[str, object] = {"cell": Verbatim(cell_name(cell))}
        if not int(state.face_up) & bit(cell):
            return Reason("4.2", N_("there is no face-up tile on {cell}"), facts)
        if not border(int(state.face_up)) & bit(cell):
            return Reason(
                "4.1", N_("the tile on {cell} is not on the border; take from the outer rows or columns"), facts
            )
    return None


def refuse_card_take(state: State, seat: int, number: int) -> Reason:
    """Rules 4.1 and 4.4: one tile of the border and a card, if there is any."""
    if not is_solo(state):
        if reason := refuse_cells(state, bit(number)):
            return reason
        return Reason("4.4", N_("no card is on display; take a run, or a tile and rearrange"))
    return Reason("14.3", N_("alone there is no grid; take all four revealed tiles, or one of them"))


def refuse_order_take(state: State, seat: int, number: int) -> Reason:
    """Rules 4.1 and 4.5: one tile of the border."""
    return refuse_card_take(state, seat, number)


def refuse_solo_take(state: State, seat: int, number: int) -> Reason:
    """Rule 14.3: one of the revealed tiles; a card only if there is any."""
    if not is_solo(state):
        return Reason("4.1", N_("tiles are taken from the border of the grid; name the cells"))
    if int(state.revealed[number]):
        return Reason("4.4", N_("no card is on display; take a run, or a tile and rearrange"))
    facts = {"tiles": Verbatim(letters(state.revealed))}
    return Reason("14.3", N_("no such tile was revealed; there are: {tiles}"), facts)


def refuse_put(state: State, seat: int, number: int) -> Reason:
    """Rule 5.1: tiles are put once."""
    return Reason("5.1", N_("your tiles are placed already; carry out the other part of your choice"))


def refuse_install(state: State, seat: int, number: int) -> Reason:
    """Rules 2.4, 4.4 and 7.1: the own start card, or a card of the display after choice B."""
    if int(state.phase) == START_CARD:
        facts: dict[str, object] = {"card": Verbatim(card_name(state, int(state.dealt[seat])))}
        return Reason("2.4", N_("you were dealt the start card {card}; install that one"), facts)
    if not int(state.due) & CARD_DUE:
        return Reason("4.4", N_("only who takes one tile and a card installs a card, and only one"))
    facts = {"cards": Verbatim(card_names(state, int(state.display)))}
    return Reason("4.4", N_("this card is not on display; there are: {cards}"), facts)


def refuse_order(state: State, seat: int, number: int) -> Reason:
    """Rules 4.5 and 7.3: after choice C, and each arrangement once."""
    if not int(state.due) & ORDER_DUE:
        return Reason("4.5", N_("only who takes one tile to rearrange may move cards, and only once"))
    return Reason("7.3", N_("empty slots are all alike; a smaller number stands for the same arrangement"))


def refuse_store(state: State, seat: int, number: int) -> Reason:
    """Rule 13.6: a taken tile of a colour still missing."""
    facts = {"tiles": Verbatim(letters(state.hand))}
    return Reason(
        "13.6", N_("only a taken tile of a colour still missing goes onto the mission; taken: {tiles}"), facts
    )


def refuse_run(state: State, seat: int, number: int) -> Reason:
    """Rule 6.2: only a ready workshop runs."""
    return Reason("6.2", N_("workshop {workshop} is not ready"), {"workshop": number + 1})


def refuse_deliver(state: State, seat: int, number: int) -> Reason:
    """Rule 6.6: a tile that lies there and has a free space; none only after the first."""
    workshop = int(state.running)
    facts: dict[str, object] = {"workshop": workshop + 1, "must": int(MUST[int(state.edition), workshop])}
    if number == COLOURS:
        return Reason("6.6", N_("workshop {workshop} must deliver {must} first"), facts)
    facts["colour"] = COLOUR_WORDS[number]
    if not colours_in(state, seat, workshop) & bit(number):
        return Reason("6.6", N_("no {colour} tile lies in workshop {workshop}"), facts)
    return Reason("6.6", N_("the card above workshop {workshop} has no free space for {colour}"), facts)


def refuse_fragment(state: State, seat: int, number: int) -> Reason:
    """Rule 6.9: a tile that lies in the running workshop."""
    facts = {"colour": COLOUR_WORDS[number], "workshop": int(state.running) + 1}
    return Reason("6.9", N_("no {colour} tile lies in workshop {workshop}"), facts)


def refuse_keep(state: State, seat: int, number: int) -> Reason:
    """Rule 13.4: a fragmented tile of a colour still missing, with that mission."""
    if not stores(state, seat, FRAGMENTED):
        return Reason("13.4", N_("your mission collects no fragmented tiles; they go to the supply"))
    if int(state.stored[seat]) & bit(number):
        return Reason("13.4", N_("{colour} lies on your mission already"), {"colour": COLOUR_WORDS[number]})
    return refuse_fragment(state, seat, number)


def refuse_before(state: State, seat: int, number: int) -> Reason:
    """Rules 7.5 and 7.6: only with a bonus symbol; declining is said once, after the move."""
    if not int(state.bonus):
        return Reason("7.5", N_("no finished card brings a bonus tile now"))
    return Reason("7.6", N_("nothing lies between here and the move of the leftovers; decline the tile after it"))


def refuse_after(state: State, seat: int, number: int) -> Reason:
    """Rules 6.10 and 7.6: the excess of the leftovers comes first."""
    return Reason("7.6", N_("the leftovers will be too many; give up the excess before you take the tile after them"))


def refuse_discard(state: State, seat: int, number: int) -> Reason:
    """Rules 5.2 and 5.3: a tile that lies there, in the workshop that holds too many."""
    workshop, tile = divmod(number, KINDS)
    facts = {"colour": COLOUR_WORDS[tile], "workshop": workshop + 1}
    if int(state.phase) == EXCESS and workshop != overflowing(state, seat):
        return wrong_moment(state, seat)
    if int(state.phase) == BONUS:
        return Reason("5.3", N_("no tile is given up freely while a workshop is running"))
    return Reason("5.3", N_("no {colour} tile lies in workshop {workshop}"), facts)


def refuse_pick(state: State, seat: int, number: int) -> Reason:
    """Rule 13.1: one of the missions shown."""
    names = ", ".join(mission_name(state, mission) for mission in members(int(state.shown)))
    return Reason("13.1", N_("this mission is not shown; there are: {missions}"), {"missions": Verbatim(names)})


REFUSALS = {
    "run-take": refuse_run_take,
    "card-take": refuse_card_take,
    "order-take": refuse_order_take,
    "all-take": refuse_solo_take,
    "solo-card-take": refuse_solo_take,
    "solo-order-take": refuse_solo_take,
    "put": refuse_put,
    "install": refuse_install,
    "order": refuse_order,
    "store": refuse_store,
    "run": refuse_run,
    "deliver": refuse_deliver,
    "before": refuse_before,
    "fragment": refuse_fragment,
    "keep": refuse_keep,
    "discard": refuse_discard,
    "after": refuse_after,
    "pick": refuse_pick,
}
