"""Why some clicks on the picture lead to no move: the clicked ids as the move they mean, then its refusal.

The last click decides, after what was picked before it; table.py, bench.py, card_art.py and actions.py have the ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from smalti.games.majolica.bench import covered_of
from smalti.games.majolica.card_art import filled
from smalti.games.majolica.components import CARD_IDS, EDITIONS, MISSION_IDS, PURPLE, RUNS, SIDE, TARGET, TILE_LETTERS
from smalti.games.majolica.editions import FRAGMENTED, HALL, LETTERS, SLOTS
from smalti.games.majolica.missions import stores
from smalti.games.majolica.moves import encode, encode_discard, encode_install
from smalti.games.majolica.paths import BIN
from smalti.games.majolica.reasons import refuse_cells, refuse_keep, refuse_order, refuse_turn, why_not, wrong_moment
from smalti.games.majolica.state import (
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
    TILES_DUE,
    is_solo,
)
from smalti.games.majolica.tables.paper import kinds_of
from smalti.kernel.reason import Reason
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName

Path = tuple[str, ...]
Why = Callable[[State, int, Path, tuple[str, ...]], Reason | None]
"""(state, seat, what was picked before, the parts of the clicked id)"""


def why_path(state: State, seat: int, path: Path) -> Reason | None:
    """Why these clicks lead to no move; nothing for an id that means nothing."""
    for pattern, why in CLICKS if path else ():
        if found := pattern.fullmatch(path[-1]):
            return refuse_turn(state, seat) or why(state, seat, path[:-1], found.groups())
    return None


def why_move(state: State, seat: int, move: int) -> Reason:
    """Why the move is refused; if only clicks are missing, what is to be decided."""
    return why_not(state, seat, move) or wrong_moment(state, seat)


def after_pick(before: Path) -> Reason | None:
    """What was picked before and goes somewhere else."""
    last = before[-1] if before else ""
    if last == BIN:
        return Reason("5.3", N_("click the tile that you give up: one that lies in your workshops"))
    if last.startswith("card-"):
        return Reason("7.1", N_("a design goes into one of your three slots; click the slot"))
    return None


def after_bin(before: Path) -> Reason | None:
    """Something that cannot be given up."""
    return after_pick(before) if before[-1:] == (BIN,) else None


def elsewhere(state: State, owner: int, clause: str) -> Reason | None:
    """A bench of somebody else."""
    if owner >= int(state.seats):
        return None
    return Reason(clause, N_("this is the bench of {name}; you work at your own"), {"name": SeatName(owner)})


# The grid


def why_cell(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 4.1 to 4.3: a tile that cannot be taken, or a second one."""
    if reason := after_pick(before):
        return reason
    if int(state.phase) != TAKE or is_solo(state):
        return wrong_moment(state, seat)
    row, col = map(int, parts)
    words = N_("take a whole run by the handle beside it, or one tile together with a card or a rearrangement")
    return refuse_cells(state, bit(SIDE * row + col)) or Reason("4.3", words)


def why_revealed(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rule 14.3: all four, or one."""
    return after_pick(before) or wrong_moment(state, seat)


def why_run(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rule 4.3: a run that cannot be taken."""
    return why_move(state, seat, encode("run-take", int(parts[0]))) if int(parts[0]) < RUNS else None


# Workshops


def why_kiln(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 5.1 and 6.2: a workshop to put tiles into or to run."""
    owner, workshop, phase = int(parts[0]), int(parts[1]) - 1, int(state.phase)
    if owner != seat:
        return elsewhere(state, owner, "5.1")
    if reason := after_pick(before):
        return reason
    if phase in (PLACE, PUT):
        return why_move(state, seat, encode("put", workshop))
    return why_move(state, seat, encode("run", workshop)) if phase == RUN else wrong_moment(state, seat)


def why_tile(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 5.2, 5.3, 6.6, 6.9 and 8.5: a tile to be given up, delivered or fragmented."""
    workshop, tile, phase = int(parts[1]) - 1, TILE_LETTERS.index(parts[2]), int(state.phase)
    if int(parts[0]) != seat:
        return elsewhere(state, int(parts[0]), "5.1")
    if phase == EXCESS or before[-1:] == (BIN,):
        return why_move(state, seat, encode_discard(workshop, tile))
    if phase in (DELIVER, FRAGMENT) and workshop == int(state.running):
        if tile == PURPLE:
            return Reason("8.5", N_("a purple tile is never delivered and never fragmented; choose one of a colour"))
        return why_move(state, seat, encode("deliver" if phase == DELIVER else "fragment", tile))
    if phase in (TAKE, STORE) or (phase == PLACE and not int(state.due) & TILES_DUE):
        return after_pick(before) or Reason(
            "5.3", N_("to give up a tile of your workshops, begin with the button for it, then click the tile")
        )
    return why_kiln(state, seat, before, parts)


def why_hand(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 5.1 and 13.6: a tile that was taken."""
    if parts[0] and int(state.phase) == STORE:
        return why_move(state, seat, encode("store", LETTERS.index(parts[0])))
    if int(state.phase) == PLACE:
        return after_pick(before) or TOGETHER
    return wrong_moment(state, seat)


TOGETHER = Reason("5.1", N_("the tiles you took go together into one of your workshops; click the workshop"))


# Cards


def why_slot(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 2.4, 7.1 and 7.3: a slot for a card, or to be exchanged."""
    owner, slot, phase = int(parts[0]), int(parts[1]) - 1, int(state.phase)
    if owner != seat:
        return elsewhere(state, owner, "7.1")
    if phase == START_CARD:
        return why_move(state, seat, encode_install(int(state.dealt[seat]), slot))
    if phase == DELIVER:
        return why_target(state, slot)
    if phase != PLACE:
        return wrong_moment(state, seat)
    if reason := after_bin(before):
        return reason
    return TOGETHER if before[-1:] == ("hand",) else why_slot_now(state, seat)


def why_slot_now(state: State, seat: int) -> Reason:
    """Rules 4.4, 4.5, 7.1 and 7.3: a slot while the parts of a choice are carried out."""
    due = int(state.due)
    if due & CARD_DUE:
        return Reason("7.1", N_("first click a card of the display, then the slot it goes into"))
    if due & ORDER_DUE:
        words = N_("no card would move; exchange two slots of which one holds a card, or leave all as they are")
        return Reason("7.3", words)
    return refuse_order(state, seat, 0)


def why_target(state: State, target: int) -> Reason:
    """Rule 6.6: a slot or the City Hall while a workshop delivers."""
    facts: dict[str, object] = {"workshop": int(state.running) + 1}
    if int(TARGET[int(state.edition), int(state.running)]) == target:
        return Reason("6.6", N_("workshop {workshop} runs: click the tile that it delivers"), facts)
    return Reason("6.6", N_("workshop {workshop} delivers only to what stands above it"), facts)


def why_card(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 4.4, 7.1 and 7.4: a card, wherever it lies."""
    ids = CARD_IDS[int(state.edition)]
    if parts[0] not in ids:
        return None
    card = ids.index(parts[0])
    for owner in range(int(state.seats)):
        if int(state.finished[owner]) & bit(card):
            return FINISHED
        for slot in range(SLOTS):
            if int(state.slots[owner, slot]) == card:
                return why_slot(state, seat, before, (str(owner), str(slot + 1)))
    if int(state.phase) == TAKE:
        words = N_("a card comes with one tile: take the tile together with a card, then install the card")
        return Reason("4.4", words)
    if int(state.phase) in (START_CARD, PLACE):
        return after_bin(before) or why_move(state, seat, encode_install(card, 0))
    return wrong_moment(state, seat)


def why_space(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 6.6 and 12.2: a space that the running workshop cannot fill by this click."""
    edition, number = int(state.edition), int(parts[1])
    slot = int(TARGET[edition, int(state.running)]) if int(state.phase) == DELIVER else HALL
    if slot == HALL or parts[0] not in CARD_IDS[edition]:
        return why_card(state, seat, before, parts)
    if int(state.slots[seat, slot]) != CARD_IDS[edition].index(parts[0]):
        return why_card(state, seat, before, parts)
    card = EDITIONS[edition].cards[int(state.slots[seat, slot])]
    if number >= sum(card.spaces):
        return None
    if filled(card, covered_of(state, seat, slot))[number]:
        return Reason("6.6", N_("this space is covered already; a tile goes to a free one"))
    if kinds_of(card)[number] not in LETTERS:
        return Reason("12.2", N_("a blank space takes any colour; click the tile that is to be delivered"))
    return why_move(state, seat, encode("deliver", LETTERS.index(kinds_of(card)[number])))


FINISHED = Reason("7.4", N_("a finished design stays in front of its owner and scores at the end"))


def why_order(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rule 7.3: an arrangement of the cards."""
    return why_move(state, seat, encode("order", int(parts[0])))


# The rest


def why_hall(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 6.6 and 8.1: the City Hall and its pieces."""
    if int(state.phase) == DELIVER:
        return why_target(state, HALL)
    workshop = TARGET[int(state.edition)].tolist().index(HALL) + 1
    words = N_("the City Hall gives a piece whenever workshop {workshop} runs; it cannot be taken otherwise")
    return Reason("8.1", words, {"workshop": workshop})


def why_mission(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Rules 13.1, 13.2, 13.4 and 13.6: a mission to pick, or to lay a tile on."""
    ids, phase = MISSION_IDS[int(state.edition)], int(state.phase)
    if parts[0] not in ids:
        return None
    if phase == PICK:
        return why_move(state, seat, encode("pick", ids.index(parts[0])))
    if phase == FRAGMENT and not stores(state, seat, FRAGMENTED):
        return refuse_keep(state, seat, 0)
    if phase in (FRAGMENT, STORE):
        return wrong_moment(state, seat)
    return Reason("13.2", N_("a mission scores at the end of the game; nothing is done with it now"))


def why_button(state: State, seat: int, before: Path, parts: tuple[str, ...]) -> Reason | None:
    """Something chosen by words that does not belong to what was picked before."""
    return wrong_moment(state, seat)


def always(clause: str, words: str) -> Why:
    """What is never clicked, whatever the moment."""
    reason = Reason(clause, words)
    return lambda *_: reason


CLICKS: tuple[tuple[re.Pattern[str], Why], ...] = tuple(
    (re.compile(pattern), why)
    for pattern, why in (
        (r"cell-([0-3])-([0-3])", why_cell),
        (r"revealed-[RGBY]-[0-3]", why_revealed),
        (r"run-([0-9]{1,2})", why_run),
        (r"kiln-([0-3])-([1-4])", why_kiln),
        (r"place-([0-3])-([1-4])-[0-9]{1,2}", why_kiln),
        (r"tile-([0-3])-([1-4])-([RGBYP])-[0-9]{1,2}", why_tile),
        (r"hand(?:-([RGBY])-[0-9]{1,2})?", why_hand),
        (r"slot-([0-3])-([1-3])", why_slot),
        (r"card-(.{1,40})", why_card),
        (r"space-(.{1,40})-([0-9])", why_space),
        (r"order-([0-5])", why_order),
        (r"hall-(?:[0-3]|purples|ones)", why_hall),
        (r"mission-(.{1,40})", why_mission),
        (r"(?:with-card|with-order|bin|take-all|store-none|no-further|decline|(?:before|after)-[RGBY])", why_button),
        (r"finished-[0-3]-.{1,40}", lambda *_: FINISHED),
        (r"tokens-[0-3]", always("10.3", N_("tokens are kept to the end; each scores a point"))),
        (r"deck", always("9.4", N_("cards of the deck come to the display only when a round ends"))),
        (r"pile", always("14.2", N_("each turn begins with four of these tiles; the others stay face down"))),
    )
)
