"""Every legal move of Mosaix as a path of clicks, with its words, its marks and what it brings.

Much of it is the same for every table, so it is worked out once.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

import numpy as np

from smalti.games.mosaix.components import (
    DICE,
    FORMATIONS,
    SHAPES,
    SIDE,
    SYMBOLS,
    TURNED,
    TURNS,
    cell_index,
    is_inside,
)
from smalti.games.mosaix.formation import inside, placed_dice, results
from smalti.games.mosaix.moves import ACTION_COUNT, SKIP, STOP, is_form
from smalti.games.mosaix.rules import actors, legal_moves
from smalti.games.mosaix.scoring import place_id, symbol_points
from smalti.games.mosaix.sentences import describe
from smalti.games.mosaix.state import ENTER, is_solo, occupied
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
    paths = entering_paths(state, seat) if moves and int(state.phase) == ENTER else {}
    return tuple(choice(state, seat, move, paths, language) for move in moves)


def choice(state: State, seat: int, move: int, paths: dict[int, list[Ids]], language: str) -> Choice:
    """One legal move."""
    label = describe(state, seat, move, language)
    if move in (STOP, SKIP):
        return Choice(move, label, (("stop" if move == STOP else "skip",),))
    if is_form(move):
        return Choice(move, label, ((f"shape-{SHAPES[FORMATIONS[move][0]]}", f"form-{move}"),))
    return Choice(move, label, tuple(paths[move]), ghost(int(state.formation), seat, move), gain(state, seat, move))


@lru_cache(20_000)
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


def gain(state: State, seat: int, move: int) -> str:
    """The change of the score if this were entered, with its sign; nothing for none."""
    lost, added = entered(int(state.formation), move)
    change = -lost if is_solo(state) else 0
    for symbol, cells in added:
        before = int(state.marks[seat, symbol])
        change += points_of(before | cells) - points_of(before)
    return f"{change:+d}" if change else ""


@lru_cache(20_000)
def entered(formation: int, move: int) -> tuple[int, list[tuple[int, int]]]:
    """How many dice an entering move loses, and the cells it marks with each symbol."""
    dice = inside(placed_dice(formation, move))
    added: dict[int, int] = defaultdict(int)
    for row, col, symbol in dice:
        added[symbol] |= bit(cell_index(row, col))
    return DICE - len(dice), list(added.items())


@lru_cache(20_000)
def points_of(cells: int) -> int:
    """The points of one symbol; many moves ask for the same."""
    return symbol_points(cells)
