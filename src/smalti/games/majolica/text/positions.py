"""Positions as text, both ways: the boards, what is next and for whom, then whatever differs from the usual.

A board is its workshops, its slots with the tiles on the cards, and what else the seat has; boards stand between
bars, workshops between slashes:

    RRGG/-/BP/YYY;S1:RG,-,D07;done:D01,D02;ones:1 | -/-/-/-;-,S2,-

    RRRGG/-/-/-;S1,-,-|-/-/-/-;-,S2,- place:0 grid=RGBY/R..Y/GGBY/RBYB hand=G due=tiles display=D01,D02

The rest of the deck is not written: it is every card of the game that lies nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from smalti.games.majolica.components import CELLS, EDITION_NAMES, EXPANSIONS, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, MOST_SEATS, SLOTS, WORKSHOPS
from smalti.games.majolica.setup import deck, new_game
from smalti.games.majolica.state import INSTALLED, NONE
from smalti.games.majolica.tables.names import card_name, card_number, letters, members, mission_name, mission_number
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.sets import bit
from smalti.kernel.state import State

PHASES = (
    "start", "card", "grid", "deal", "start-card", "show", "pick", "reveal", "take", "store", "place",
    "put", "excess", "run", "deliver", "fragment", "bonus", "bonus-after", "over",
)  # fmt: skip
DUE = ("tiles", "card", "order")
NOTHING = "-"


def write_position(state: State) -> str:
    """The whole position as text."""
    blank = blank_position(int(state.seats), int(state.edition), int(state.expansions))
    boards = "|".join(write_board(state, seat) for seat in range(int(state.seats)))
    fields = [boards, f"{PHASES[int(state.phase)]}:{int(state.seat)}"]
    for name, (write, _) in FIELDS.items():
        if write(state) != (NOTHING if name in FIRST_FIELDS else write(blank)):
            fields.append(f"{name}={write(state)}")
    return " ".join(fields)


def parse_position(text: str) -> State:
    """The position that the text means."""
    fields = re.sub(r"\s*\|\s*", "|", text.strip()).split()
    if len(fields) < 2:
        raise InvalidNotation("a position has at least two fields: the boards, and what is next")
    boards = fields[0].split("|")
    if not 1 <= len(boards) <= MOST_SEATS:
        raise InvalidNotation(f"a position has one to four boards, not {len(boards)}")
    given = dict(parse_field(field) for field in fields[2:])
    edition = choose(given.pop("edition", EDITION_NAMES[0]), EDITION_NAMES)
    expansions = read_set(given.pop("with", NOTHING), EXPANSIONS)
    state = blank_position(len(boards), edition, expansions)
    for seat, board in enumerate(boards):
        parse_board(state, seat, board)
    parse_next(state, fields[1])
    for name, value in given.items():
        FIELDS[name][1](state, value)
    state.deck = deck(state) & ~lying_elsewhere(state)
    return state


def blank_position(seats: int, edition: int, expansions: int) -> State:
    """A position of the first round after its set-up, as long as nothing else is said."""
    state = new_game(seats, edition, expansions)
    state.start, state.dealt[:seats] = 0, INSTALLED
    return state


def lying_elsewhere(state: State) -> int:
    """The cards that are not in the unordered rest of the deck, as a set."""
    cards = int(state.display)
    lying = [*state.slots.flatten(), *state.bottom, *state.dealt]
    for card in map(int, lying):
        cards |= bit(card) if card >= 0 else 0
    for finished in state.finished:
        cards |= int(finished)
    return cards


def parse_field(field: str) -> tuple[str, str]:
    """A field like round=2."""
    name, _, value = field.partition("=")
    if name not in FIELDS or not value:
        raise InvalidNotation(f"{field[:40]!r} is no field of a position; expected one of {', '.join(FIELDS)}")
    return name, value


def parse_next(state: State, text: str) -> None:
    """What is next, and for whom."""
    name, _, seat = text.partition(":")
    state.phase = choose(name, PHASES)
    state.seat = choose(seat, [str(n) for n in range(int(state.seats))])


def choose(word: str, allowed: tuple[str, ...] | list[str]) -> int:
    """The number of a word among those allowed."""
    if word not in allowed:
        raise InvalidNotation(f"{word[:40]!r} does not fit here; expected one of {', '.join(allowed)}")
    return list(allowed).index(word)


# Sets, lists and counts


def write_set(numbers: int, words: tuple[str, ...]) -> str:
    """A set of numbers as words."""
    return "+".join(words[n] for n in members(numbers)) or NOTHING


def read_set(text: str, words: tuple[str, ...]) -> int:
    """The set of numbers that the words stand for."""
    return 0 if text == NOTHING else sum(bit(n) for n in {choose(word, words) for word in text.split("+")})


def write_cards(state: State, cards: list[int]) -> str:
    """Cards by their ids."""
    return ",".join(card_name(state, card) for card in cards) or NOTHING


def read_cards(state: State, text: str) -> list[int]:
    """The cards of these ids, each once."""
    cards = [] if text == NOTHING else [card_number(state, name) for name in text.split(",")]
    if len(set(cards)) != len(cards):
        raise InvalidNotation(f"{text[:40]!r} names a card twice")
    return cards


def write_tiles(counts: Any) -> str:
    """Counted tiles as letters."""
    return letters(counts) or NOTHING


def read_tiles(text: str, allowed: str, most: int) -> list[int]:
    """How many tiles of each kind the letters name."""
    tiles = "" if text == NOTHING else text
    if len(tiles) > most or not set(tiles) <= set(allowed):
        raise InvalidNotation(f"{text[:40]!r} does not fit here; expected up to {most} letters of {allowed}")
    return [tiles.count(letter) for letter in allowed]


def read_int(text: str, most: int) -> int:
    """A number from 0 up."""
    if not re.fullmatch(r"\d{1,4}", text) or int(text) > most:
        raise InvalidNotation(f"{text[:20]!r} does not fit here; expected a number up to {most}")
    return int(text)


# Boards


def write_board(state: State, seat: int) -> str:
    """One board: workshops, slots, and what else the seat has."""
    workshops = "/".join(write_tiles(state.tiles[seat, workshop]) for workshop in range(WORKSHOPS))
    slots = ",".join(write_slot(state, seat, slot) for slot in range(SLOTS))
    more = [f"{name}:{write(state, seat)}" for name, (write, _) in HOLDINGS.items() if write(state, seat)]
    return ";".join([workshops, slots, *more])


def write_slot(state: State, seat: int, slot: int) -> str:
    """The card of a slot and the tiles on it."""
    tiles = letters(state.covered[seat, slot])
    return card_name(state, int(state.slots[seat, slot])) + (f":{tiles}" if tiles else "")


def parse_board(state: State, seat: int, text: str) -> None:
    """One board."""
    workshops, slots, *more = [*text.split(";"), "", ""][: max(2, text.count(";") + 1)]
    tiles, cards = workshops.split("/"), slots.split(",")
    if len(tiles) != WORKSHOPS or len(cards) != SLOTS:
        raise InvalidNotation(f"{text[:60]!r} is no board; expected four workshops and three slots like -/-/-/-;S1,-,-")
    for workshop, lying in enumerate(tiles):
        state.tiles[seat, workshop] = read_tiles(lying, TILE_LETTERS, 12)
    for slot, card in enumerate(cards):
        parse_slot(state, seat, slot, card)
    for holding in more:
        name, _, value = holding.partition(":")
        HOLDINGS[list(HOLDINGS)[choose(name, list(HOLDINGS))]][1](state, seat, value)


def parse_slot(state: State, seat: int, slot: int, text: str) -> None:
    """A card with the tiles on it, or a dash."""
    name, _, tiles = text.partition(":")
    if name != NOTHING:
        state.slots[seat, slot] = card_number(state, name)
        state.covered[seat, slot] = read_tiles(tiles or NOTHING, LETTERS, 6)


def write_dealt(state: State, seat: int) -> str:
    """The start card to be installed; nothing once it is."""
    dealt = int(state.dealt[seat])
    return "" if dealt == INSTALLED else card_name(state, dealt)


def read_dealt(state: State, seat: int, text: str) -> None:
    """The start card to be installed, or a dash before it is dealt."""
    state.dealt[seat] = NONE if text == NOTHING else card_number(state, text)


def read_finished(state: State, seat: int, text: str) -> None:
    """The finished designs."""
    state.finished[seat] = sum(map(bit, read_cards(state, text)))


def read_mission(state: State, seat: int, text: str) -> None:
    """The mission of a seat."""
    state.mission[seat] = mission_number(state, text)


def read_stored(state: State, seat: int, text: str) -> None:
    """The colours on the mission."""
    state.stored[seat] = sum(bit(colour) for colour, n in enumerate(read_tiles(text, LETTERS, 4)) if n)


def write_finished(state: State, seat: int) -> str:
    """The finished designs by their ids."""
    cards = members(int(state.finished[seat]))
    return write_cards(state, cards) if cards else ""


def write_mission(state: State, seat: int) -> str:
    """The mission by its id."""
    mission = int(state.mission[seat])
    return "" if mission == NONE else mission_name(state, mission)


def write_stored(state: State, seat: int) -> str:
    """The colours on the mission as letters."""
    return "".join(LETTERS[colour] for colour in members(int(state.stored[seat])))


SeatText = tuple[Callable[[State, int], str], Callable[[State, int, str], None]]


def holding(attribute: str) -> SeatText:
    """A number that each seat has."""

    def write(state: State, seat: int) -> str:
        return str(int(state[attribute][seat]) or "")

    def read(state: State, seat: int, text: str) -> None:
        state[attribute][seat] = read_int(text, 100)

    return write, read


HOLDINGS: dict[str, SeatText] = {
    "done": (write_finished, read_finished),
    "ones": holding("ones"),
    "bloom": holding("bloom"),
    "purple": holding("purples"),
    "together": holding("together"),
    "mission": (write_mission, read_mission),
    "stored": (write_stored, read_stored),
    "dealt": (write_dealt, read_dealt),
}


# The table and the turn

Text = tuple[Callable[[State], str], Callable[[State, str], None]]


def number_field(attribute: str, most: int = 100, shift: int = 0) -> Text:
    """A number of the position; a dash for none, counted from `shift`."""

    def write(state: State) -> str:
        value = int(state[attribute])
        return NOTHING if value == NONE else str(value + shift)

    def read(state: State, text: str) -> None:
        state[attribute] = NONE if text == NOTHING else read_int(text, most) - shift

    return write, read


def tiles_field(attribute: str) -> Text:
    """Tiles that somebody has."""

    def write(state: State) -> str:
        return write_tiles(state[attribute])

    def read(state: State, text: str) -> None:
        state[attribute][:] = read_tiles(text, LETTERS, CELLS)

    return write, read


def write_grid(state: State) -> str:
    """The grid row by row, a dot for each tile that is face down."""
    if int(state.face_up) == 0:
        return NOTHING
    tiles = [
        LETTERS[int(state.grid) >> 2 * cell & 3] if int(state.face_up) & bit(cell) else "." for cell in range(CELLS)
    ]
    return "/".join("".join(tiles[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def read_grid(state: State, text: str) -> None:
    """The grid row by row."""
    rows = text.split("/")
    if len(rows) != SIDE or not all(re.fullmatch(rf"[{LETTERS}.]{{{SIDE}}}", row) for row in rows):
        raise InvalidNotation(f"{text[:40]!r} is no grid; expected four rows like RG.Y")
    for cell, tile in enumerate("".join(rows)):
        if tile != ".":
            state.face_up |= bit(cell)
            state.grid |= LETTERS.index(tile) << 2 * cell


def write_bottom(state: State) -> str:
    """The known cards under the deck, the next one first."""
    return write_cards(state, [int(card) for card in state.bottom if int(card) != NONE])


def read_bottom(state: State, text: str) -> None:
    """The known cards under the deck."""
    cards = read_cards(state, text)
    state.bottom[: len(cards)] = cards


def read_display(state: State, text: str) -> None:
    """The cards of the display."""
    state.display = sum(map(bit, read_cards(state, text)))


def write_hall(state: State) -> str:
    """The purple tiles and one-point tokens that are left."""
    return f"{int(state.hall_purples)}+{int(state.hall_ones)}"


def read_hall(state: State, text: str) -> None:
    """The filling of the City Hall."""
    if not re.fullmatch(r"\d{1,2}\+\d{1,2}", text):
        raise InvalidNotation(f"{text[:20]!r} is no City Hall; expected purple tiles and ones like 3+3")
    state.hall_purples, state.hall_ones = map(int, text.split("+"))


def read_shown(state: State, text: str) -> None:
    """The missions that may be picked."""
    names = [] if text == NOTHING else text.split(",")
    state.shown = sum(bit(mission) for mission in {mission_number(state, name) for name in names})


def read_bonus_tile(state: State, text: str) -> None:
    """The bonus tile in hand."""
    state.bonus_tile = choose(text, list(LETTERS))


def unread(state: State, text: str) -> None:
    """A field that is read before all others."""


FIRST_FIELDS = ("edition", "with")
WORKSHOP_NAMES = tuple(str(n + 1) for n in range(WORKSHOPS))

FIELDS: dict[str, Text] = {
    "edition": (lambda s: EDITION_NAMES[int(s.edition)] if int(s.edition) else NOTHING, unread),
    "with": (lambda s: write_set(int(s.expansions), EXPANSIONS), unread),
    "grid": (write_grid, read_grid),
    "down": tiles_field("face_down"),
    "up": tiles_field("revealed"),
    "display": (lambda s: write_cards(s, members(int(s.display))), read_display),
    "bottom": (write_bottom, read_bottom),
    "hall": (write_hall, read_hall),
    "round": number_field("round_number", 9999),
    "start": number_field("start", MOST_SEATS - 1),
    "first": number_field("first", MOST_SEATS - 1),
    "shown": (lambda s: ",".join(mission_name(s, m) for m in members(int(s.shown))) or NOTHING, read_shown),
    "leader": number_field("leader", MOST_SEATS - 1),
    "hand": tiles_field("hand"),
    "due": (lambda s: write_set(int(s.due), DUE), lambda s, text: setattr(s, "due", read_set(text, DUE))),
    "ran": (
        lambda s: write_set(int(s.ran), WORKSHOP_NAMES),
        lambda s, text: setattr(s, "ran", read_set(text, WORKSHOP_NAMES)),
    ),
    "now": number_field("now"),
    "running": number_field("running", WORKSHOPS, 1),
    "delivered": number_field("delivered"),
    "further": number_field("further"),
    "fragments": number_field("fragments"),
    "extra": number_field("extra"),
    "bonus": number_field("bonus", 1),
    "tile": (lambda s: NOTHING if int(s.bonus_tile) == NONE else LETTERS[int(s.bonus_tile)], read_bonus_tile),
}
