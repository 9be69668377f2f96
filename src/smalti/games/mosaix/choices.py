"""Every legal move of Mosaix as a path of clicks, with its words, its marks and what it brings.

Much of it is the same for every table, so it is worked out once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

from smalti.games.mosaix.components import (
    DICE,
    FORMATIONS,
    SHAPES,
    SIDE,
    SMALLEST_AREA,
    SYMBOLS,
    TURNED,
    TURNS,
    cell_index,
    is_inside,
)
from smalti.games.mosaix.formation import inside, placed_dice, results
from smalti.games.mosaix.moves import ACTION_COUNT, SKIP, STOP, is_enter, is_form
from smalti.games.mosaix.rules import actors, legal_moves
from smalti.games.mosaix.scoring import place_id, symbol_points
from smalti.games.mosaix.sentences import describe, describe_entering
from smalti.games.mosaix.state import is_solo, occupied
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import Choice, Ids
from smalti.kernel.sets import bit
from smalti.kernel.state import State


def legal(state: State, seat: int) -> list[int]:
    """The moves of the viewer; none for a spectator and for who is not to choose."""
    if seat == CHANCE or not actors(state) & bit(seat):
        return []
    moves = np.empty(ACTION_COUNT, np.int64)
    return [int(move) for move in moves[: legal_moves(state, seat, moves)]]


def choices(state: State, seat: int, moves: list[int], language: str) -> tuple[Choice, ...]:
    """Every legal move of the viewer, with its ways to be clicked."""
    plain = tuple(choice(state, seat, move, language) for move in moves if move in (STOP, SKIP) or is_form(move))
    return (*entering(state, seat, moves[: len(moves) - len(plain)], language), *plain)


def choice(state: State, seat: int, move: int, language: str) -> Choice:
    """A formation to lay, or one of the two buttons."""
    label = describe(state, seat, move, language)
    if move in (STOP, SKIP):
        return Choice(move, label, (("stop" if move == STOP else "skip",),))
    return Choice(move, label, ((f"shape-{SHAPES[FORMATIONS[move][0]]}", f"form-{move}"),))


def entering(state: State, seat: int, moves: list[int], language: str) -> Iterator[Choice]:
    """The ways to enter the formation on the table."""
    if not moves:
        return
    formation, paths = int(state.formation), entering_paths(state, seat)
    marks = [int(cells) for cells in state.marks[seat]]
    so_far = [points_of(cells) for cells in marks]
    price = 1 if is_solo(state) else 0
    for move in moves:
        lost, added = entered(formation, move)
        gain = sum(points_of(marks[symbol] | cells) - so_far[symbol] for symbol, cells in added) - price * lost
        words = describe_entering(formation, move, language)
        yield Choice(move, words, tuple(paths[move]), ghost(formation, seat, move), f"{gain:+d}" if gain else "")


def puts(state: State, seat: int, move: int) -> tuple[tuple[str, str], ...]:
    """The marks that a move makes."""
    return ghost(int(state.formation), seat, move) if is_enter(move) else ()


@lru_cache(100_000)
def ghost(formation: int, seat: int, move: int) -> tuple[tuple[str, str], ...]:
    """The marks that entering would make."""
    dice = inside(placed_dice(formation, move))
    return tuple((place_id(seat, cell_index(r, c)), f"mark-{SYMBOLS[s]}") for r, c, s in dice)


def entering_paths(state: State, seat: int) -> dict[int, list[Ids]]:
    """For each way to enter: pick the turned formation up by a die, put that die on a cell of the grid."""
    formation, taken = int(state.formation), occupied(state, seat)
    shape, _ = FORMATIONS[formation]
    paths: dict[int, list[Ids]] = defaultdict(list)
    for turn in different_turns(formation):
        for move, (cells, clicks) in zip(standing(formation, turn), ways(shape, turn, seat), strict=True):
            if not cells & taken:
                paths[move] += clicks
    return paths


@cache
def places(shape: int, turn: int) -> list[list[tuple[int, int, int]]]:
    """Every place of a turned shape, at least one die in the grid: the (slot, row, column) of those that are."""
    corners = [(row, col) for row in range(1 - DICE, SIDE) for col in range(1 - DICE, SIDE)]
    slots = TURNED[shape][turn]
    found = [[(slot, row + r, col + c) for slot, (r, c) in enumerate(slots)] for row, col in corners]
    in_grid = [[(slot, r, c) for slot, r, c in dice if is_inside(r, c)] for dice in found]
    return [dice for dice in in_grid if dice]


@cache
def ways(shape: int, turn: int, seat: int) -> list[tuple[int, list[Ids]]]:
    """For each of these places its cells and the clicks that lead there: a die of the formation, a cell of the grid."""
    return [
        (
            sum(bit(cell_index(r, c)) for _, r, c in dice),
            [(f"die-{turn}-{slot}", place_id(seat, cell_index(r, c))) for slot, r, c in dice],
        )
        for dice in places(shape, turn)
    ]


@cache
def standing(formation: int, turn: int) -> list[int]:
    """The move that stands for each of these places: several may mark the same."""
    (shape, symbols), known = FORMATIONS[formation], results(formation)
    return [known[tuple(sorted((r, c, symbols[slot]) for slot, r, c in dice))] for dice in places(shape, turn)]


@cache
def different_turns(formation: int) -> list[int]:
    """The quarter turns that look different."""
    shape, symbols = FORMATIONS[formation]
    seen: list[set[tuple[tuple[int, int], int]]] = []
    turns = []
    for turn in range(TURNS):
        looks = set(zip(TURNED[shape][turn], symbols, strict=True))
        if looks not in seen:
            seen.append(looks)
            turns.append(turn)
    return turns


@lru_cache(100_000)
def entered(formation: int, move: int) -> tuple[int, list[tuple[int, int]]]:
    """How many dice an entering move loses, and the cells it marks with each symbol."""
    dice = inside(placed_dice(formation, move))
    added: dict[int, int] = defaultdict(int)
    for row, col, symbol in dice:
        added[symbol] |= bit(cell_index(row, col))
    return DICE - len(dice), list(added.items())


@lru_cache(100_000)
def points_of(cells: int) -> int:
    """The points of one symbol; many moves ask for the same."""
    return symbol_points(cells) if cells.bit_count() >= SMALLEST_AREA else 0
