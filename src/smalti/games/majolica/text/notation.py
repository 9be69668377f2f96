"""Moves as text, both ways; positions are in positions.py.

take a1 b1 c1       a run; take all: the four revealed tiles of a solo game
take b1 + card      one tile and a card; take R + card: solo
take b1 + order     one tile and a rearrangement
put 2               the tiles in hand, or the bonus tile, into workshop 2
install D07 2       a card into slot 2
order D07 - S2      the own cards in their new slots
store R             a taken tile onto mission 4; store -: none
discard 1 R         a tile of workshop 1 is given up
run 2               one of several ready workshops
deliver G           a tile to the card or the City Hall; deliver -: no further one
fragment R          a fragmented tile; fragment R mission: onto mission 2
bonus Y before      the bonus tile, before or after the leftovers move; bonus - after: declined
mission M4          a mission is picked
"""

from __future__ import annotations

from collections.abc import Callable

from smalti.games.majolica.components import KINDS, RUN_CELLS, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, SLOTS, WORKSHOPS
from smalti.games.majolica.moves import TAKE_ALL, decode, encode, encode_discard, encode_install
from smalti.games.majolica.rows.refusals import refuse_turn
from smalti.games.majolica.state import NONE
from smalti.games.majolica.tables.names import (
    card_name,
    card_number,
    cell_name,
    cell_number,
    members,
    mission_name,
    mission_number,
    ordered_slots,
)
from smalti.games.majolica.text import DOOR
from smalti.games.majolica.text.entries import encode_order, encode_take
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.state import State

NO_TILE = "-"
COLOURS_OR_NONE = LETTERS + NO_TILE


def write_move(state: State, seat: int, move: int) -> str:
    """A legal move as text."""
    kind, number = decode(move)
    if kind == "run-take":
        return "take " + " ".join(cell_name(cell) for cell in members(int(RUN_CELLS[number])))
    if kind == "all-take":
        return "take all"
    if kind.endswith("take"):
        what = LETTERS[number] if kind.startswith("solo") else cell_name(number)
        return f"take {what} + {'card' if 'card' in kind else 'order'}"
    return write_other(state, seat, kind, number)


def write_other(state: State, seat: int, kind: str, number: int) -> str:
    """Any move but a take as text."""
    if kind in ("put", "run"):
        return f"{kind} {number + 1}"
    if kind == "install":
        return f"install {card_name(state, number // SLOTS)} {number % SLOTS + 1}"
    if kind == "order":
        return "order " + " ".join(card_name(state, card) for card in ordered_slots(state, seat, number))
    if kind in ("store", "deliver"):
        return f"{kind} {COLOURS_OR_NONE[number]}"
    if kind in ("before", "after"):
        return f"bonus {COLOURS_OR_NONE[number]} {kind}"
    if kind in ("fragment", "keep"):
        return f"fragment {LETTERS[number]}" + (" mission" if kind == "keep" else "")
    if kind == "discard":
        return f"discard {number // KINDS + 1} {TILE_LETTERS[number % KINDS]}"
    return f"mission {mission_name(state, number)}"


def parse_move(state: State, seat: int, text: str) -> int:
    """The legal move that the text means; raises InvalidNotation or IllegalMove."""
    verb, *words = text.split()[:8] or [""]
    if verb not in PARSERS:
        raise InvalidNotation(f"{text[:40]!r} is no move; expected one that begins with {', '.join(PARSERS)}")
    DOOR.heed(state, refuse_turn, seat)
    move = PARSERS[verb](state, seat, words)
    DOOR.legal(state, seat, move)
    return move


def expect(words: list[str], n: int, example: str) -> None:
    """Refuses a move with too few or too many words."""
    if len(words) != n:
        raise InvalidNotation(f"{' '.join(words)[:40]!r} does not fit here; expected a move like '{example}'")


def pick_word(word: str, allowed: str | list[str]) -> int:
    """The number of a word among those allowed."""
    if word not in list(allowed):
        raise InvalidNotation(f"{word[:20]!r} does not fit here; expected one of {', '.join(allowed)}")
    return list(allowed).index(word)


def parse_workshop(word: str) -> int:
    """A workshop by its number."""
    return pick_word(word, [str(n + 1) for n in range(WORKSHOPS)])


def parse_take(state: State, seat: int, words: list[str]) -> int:
    """A run, or one tile and what comes with it."""
    if words == ["all"]:
        return TAKE_ALL
    if not words:
        raise InvalidNotation("take what? expected cells like 'take a1 b1', or 'take b1 + card'")
    if "+" not in words:
        return encode_take("run", [cell_number(word) for word in words])
    expect(words, 3, "take b1 + card")
    order = pick_word(words[2], ["card", "order"])
    if words[0] in list(LETTERS):
        return encode(("solo-card-take", "solo-order-take")[order], LETTERS.index(words[0]))
    return encode_take(("card", "rearrange")[order], [cell_number(words[0])])


def parse_put(state: State, seat: int, words: list[str]) -> int:
    """A workshop for the tiles in hand."""
    expect(words, 1, "put 2")
    return encode("put", parse_workshop(words[0]))


def parse_run(state: State, seat: int, words: list[str]) -> int:
    """One of several ready workshops."""
    expect(words, 1, "run 2")
    return encode("run", parse_workshop(words[0]))


def parse_install(state: State, seat: int, words: list[str]) -> int:
    """A card and a slot."""
    expect(words, 2, "install D07 2")
    return encode_install(card_number(state, words[0]), pick_word(words[1], [str(n + 1) for n in range(SLOTS)]))


def parse_order(state: State, seat: int, words: list[str]) -> int:
    """The own cards in their new slots."""
    expect(words, SLOTS, "order D07 - S2")
    return encode_order(state, seat, [NONE if word == "-" else card_number(state, word) for word in words])


def parse_store(state: State, seat: int, words: list[str]) -> int:
    """A tile for the mission, or none."""
    expect(words, 1, "store R")
    return encode("store", pick_word(words[0], COLOURS_OR_NONE))


def parse_discard(state: State, seat: int, words: list[str]) -> int:
    """A tile to give up."""
    expect(words, 2, "discard 1 R")
    return encode_discard(parse_workshop(words[0]), pick_word(words[1], TILE_LETTERS))


def parse_deliver(state: State, seat: int, words: list[str]) -> int:
    """A tile to deliver, or no further one."""
    expect(words, 1, "deliver G")
    return encode("deliver", pick_word(words[0], COLOURS_OR_NONE))


def parse_fragment(state: State, seat: int, words: list[str]) -> int:
    """A tile to fragment."""
    if words[1:] == ["mission"]:
        return encode("keep", pick_word(words[0], LETTERS))
    expect(words, 1, "fragment R")
    return encode("fragment", pick_word(words[0], LETTERS))


def parse_bonus(state: State, seat: int, words: list[str]) -> int:
    """The bonus tile, and when."""
    expect(words, 2, "bonus Y before")
    when = ("before", "after")[pick_word(words[1], ["before", "after"])]
    return encode(when, pick_word(words[0], COLOURS_OR_NONE))


def parse_mission(state: State, seat: int, words: list[str]) -> int:
    """A mission to pick."""
    expect(words, 1, "mission M4")
    return encode("pick", mission_number(state, words[0]))


PARSERS: dict[str, Callable[[State, int, list[str]], int]] = {
    "take": parse_take,
    "put": parse_put,
    "install": parse_install,
    "order": parse_order,
    "store": parse_store,
    "discard": parse_discard,
    "run": parse_run,
    "deliver": parse_deliver,
    "fragment": parse_fragment,
    "bonus": parse_bonus,
    "mission": parse_mission,
}
