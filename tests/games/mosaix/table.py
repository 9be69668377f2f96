"""The table of a Mosaix test: positions in notation, moves in notation, and the rules again with plain loops."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from smalti.games.mosaix.components import ROLLS
from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.rules import FIRST_ROLL
from smalti.kernel.errors import IllegalMove
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reason import Why

FRESH_O = "7/7/7/3O3/7/7/7"
FRESH_T = "7/7/7/3T3/7/7/7"
FRESH_X = "7/7/7/3X3/7/7/7"
FULL = "xxxxxxx/xxxxxxx/xxxxxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"
ONLY_A1_FREE = "1xxxxxx/xxxxxxx/xxxxxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"
A1_AND_B2_FREE = "1xxxxxx/x1xxxxx/xxxxxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"
HOLE_OF_FOUR = "xxxxxxx/x2xxxx/x2xxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"
HOLE_OF_THREE = "xxxxxxx/x2xxxx/x1xxxxx/xxxXxxx/xxxxxxx/xxxxxxx/xxxxxxx"

Place = tuple[int, int]
Dice = frozenset[tuple[int, int, str]]
"""Dice as (row, column, letter)."""


def at(text: str) -> Position:
    """The position that the text shows."""
    return Position(MOSAIX, MOSAIX.text.parse_position(text), compiled=False)


def grids(position: Position) -> list[str]:
    """What lies in each grid."""
    return str(position).split()[0].split(",")


def what_is_next(position: Position) -> str:
    """The second field of the notation: start, roll, form, enter or over, with its details."""
    return str(position).split()[1]


def roll(position: Position, dice: str) -> Position:
    """The position after the dice show these symbols."""
    a, b, c = (dice.count(letter) for letter in "otx")
    return position.after(CHANCE, FIRST_ROLL + ROLLS.index((a, b, c)))


def moves(position: Position, seat: int | None = None) -> list[str]:
    """The legal moves of a seat in notation."""
    seat = position.actors()[0] if seat is None else seat
    return [MOSAIX.text.write_move(position.state, seat, move) for move in position.legal_moves(seat)]


def refusal(position: Position, text: str, seat: int | None = None) -> Why:
    """Why the move is refused; the test fails if it is not."""
    with pytest.raises(IllegalMove) as refused:
        position.play(text, position.actors()[0] if seat is None else seat)
    return refused.value.reason


# The rules with plain loops, to compare with


def letters_of(grid: str) -> dict[Place, str]:
    """The letters of a grid by (row, column), small; empty cells are missing."""
    found = {}
    for row, text in enumerate(grid.split("/")):
        col = 0
        for letter in text:
            if letter.isdigit():
                col += int(letter)
            else:
                found[row, col] = letter.lower()
                col += 1
    return found


def grid_of(letters: dict[Place, str], printed: Place = (3, 3)) -> str:
    """The text of a grid, every empty cell a 1."""
    shown = {place: letter.upper() if place == printed else letter for place, letter in letters.items()}
    return "/".join("".join(shown.get((row, col), "1") for col in range(7)) for row in range(7))


def dice_of(formation: str) -> Dice:
    """The dice of a formation written row by row."""
    rows = formation.split("/")
    return frozenset((r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row) if x != ".")


def quarter_turn(dice: Iterable[tuple[int, int, str]]) -> Dice:
    """The dice a quarter turn to the right, anywhere."""
    return frozenset((c, -r, x) for r, c, x in dice)


def mirrored(dice: Iterable[tuple[int, int, str]]) -> Dice:
    """The dice as a mirror shows them."""
    return frozenset((r, -c, x) for r, c, x in dice)


def to_corner(dice: Iterable[tuple[int, int, str]]) -> Dice:
    """The same dice, smallest row and column 0."""
    dice = list(dice)
    top, left = min(r for r, _, _ in dice), min(c for _, c, _ in dice)
    return frozenset((r - top, c - left, x) for r, c, x in dice)


def all_turns(dice: Iterable[tuple[int, int, str]]) -> set[Dice]:
    """The different looks of a formation after quarter turns."""
    looks = set()
    turned = frozenset(dice)
    for _ in range(4):
        looks.add(to_corner(turned))
        turned = quarter_turn(turned)
    return looks


def placements(grid: str, formation: str, may_lose: int = 3) -> set[str]:
    """Section 4 by brute force: every way to enter a formation, in notation."""
    taken = letters_of(grid)
    found = set()
    for look in all_turns(dice_of(formation)):
        for row in range(-4, 8):
            for col in range(-4, 8):
                laid = sorted((row + r, col + c, x) for r, c, x in look)
                inside = [(r, c, x) for r, c, x in laid if 0 <= r < 7 and 0 <= c < 7]
                free = all((r, c) not in taken for r, c, _ in inside)
                if inside and free and 4 - len(inside) <= may_lose:
                    found.add(" ".join(f"{x}:{'abcdefg'[c]}{r + 1}" for r, c, x in inside))
    return found


def area_sizes(grid: str, symbol: str) -> list[int]:
    """Rule 6.1 by walking from cell to cell: the sizes of all areas of a symbol."""
    rest = {place for place, letter in letters_of(grid).items() if letter == symbol}
    sizes = []
    while rest:
        walk = [rest.pop()]
        size = 0
        while walk:
            row, col = walk.pop()
            size += 1
            for place in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if place in rest:
                    rest.remove(place)
                    walk.append(place)
        sizes.append(size)
    return sorted(sizes)


def points(grid: str) -> int:
    """Section 6 by brute force."""
    total = 0
    for symbol in "otx":
        counted = [size for size in area_sizes(grid, symbol) if size >= 5]
        total += len(counted) * sum(counted)
    return total
