"""What things are called: cells, tiles, cards and missions, both ways."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.games.majolica.components import CARD_IDS, MISSION_IDS, ORDERS, RUN_CELLS, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.state import NONE
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.state import State

COLUMNS = "abcd"
_RUN_OF = {int(cells): run for run, cells in enumerate(RUN_CELLS)}


def cell_name(cell: int) -> str:
    """A cell as people say it: column a to d, row 1 to 4 from the top."""
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def cell_number(name: str) -> int:
    """The cell of a name like b3."""
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "1234":
        raise InvalidNotation(f"{name[:20]!r} is no cell; expected a letter a to d and a digit 1 to 4, like b3")
    return (int(name[1]) - 1) * SIDE + COLUMNS.index(name[0])


def find_run(cells: Iterable[int]) -> int | None:
    """The number of the straight, unbroken run of these cells, if they are one."""
    return _RUN_OF.get(sum(1 << cell for cell in set(cells)))


def members(cards: int) -> list[int]:
    """The members of a set, ascending."""
    return [card for card in range(int(cards).bit_length()) if cards >> card & 1]


def letters(counts: Iterable[int]) -> str:
    """Counted tiles as letters."""
    return "".join(letter * int(n) for letter, n in zip(TILE_LETTERS, counts, strict=False))


def card_name(state: State, card: int) -> str:
    """The id of a card; a dash for none."""
    return "-" if card == NONE else CARD_IDS[int(state.edition)][card]


def card_number(state: State, name: object) -> int:
    """The card of an id."""
    ids = CARD_IDS[int(state.edition)]
    if not isinstance(name, str) or name not in ids:
        raise InvalidNotation(f"{str(name)[:20]!r} is no card of this edition; expected an id like {ids[0]}")
    return ids.index(name)


def mission_name(state: State, mission: int) -> str:
    """The id of a mission."""
    return MISSION_IDS[int(state.edition)][mission]


def mission_number(state: State, name: object) -> int:
    """The mission of an id."""
    ids = MISSION_IDS[int(state.edition)]
    if not isinstance(name, str) or name not in ids:
        raise InvalidNotation(f"{str(name)[:20]!r} is no mission of this edition; expected an id like {ids[0]}")
    return ids.index(name)


def ordered_slots(state: State, seat: int, order: int) -> list[int]:
    """The cards in the slots after a rearrangement."""
    return [int(state.slots[seat, int(ORDERS[order, slot])]) for slot in range(SLOTS)]


def find_order(state: State, seat: int, cards: list[int]) -> int | None:
    """The first order that puts exactly these cards into the slots."""
    return next((n for n in range(len(ORDERS)) if ordered_slots(state, seat, n) == cards), None)
