"""Mosaix alone by patterns and a network: what Legend's patterns are off by is learned (`towers.py`).

    smalti arena solo mosaix --bot py:examples.agents.network:choose --games 20 --seed 77

It knows no other game and no other number of seats. Of the best turns by patterns the network names a few; those are
looked beyond, one roll, near the end two, with its opinion of what may come.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from threading import local

import numpy as np

from examples.agents.towers import Brain, promise, read_brain
from smalti.bots import tree_search
from smalti.bots.defaults import evaluation_of
from smalti.games import find_game
from smalti.games.mosaix.components import (
    DICE,
    FORMATION_SHAPE,
    FORMATION_SYMBOLS,
    FORMATIONS_OF,
    GRID,
    ROLL_COUNT,
    ROLL_WEIGHT,
    ROLL_WEIGHTS,
    SLOT_CELL,
    SYMBOL_COUNT,
    roll_of,
)
from smalti.games.mosaix.moves import FIRST_ENTER, STOP
from smalti.games.mosaix.state import FORM
from smalti.games.mosaix.thinking import foresight
from smalti.games.mosaix.thinking.footprints import FOOT_SIZE
from smalti.games.mosaix.thinking.foresight import FOOT, VALUE_AT, WAY, Sight, can_go_on, expect, look, marked
from smalti.games.mosaix.thinking.vision import WORST
from smalti.kernel.compiling import kernel
from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from smalti.kernel.sets import count
from smalti.kernel.state import Numbers, record_type
from smalti.kernel.thinking import Reals, Weights

FILE = Path(__file__).with_name("mosaix_1_network.npz")
MOST, TURNS, BEHIND = 20, 6, 4.0
"""So many turns by patterns are asked about; so many are looked beyond, if they are no more points than that behind."""
KEPT, NEAR = 4, 3.0
"""So many turns after a roll are judged, if patterns see them no more points than that behind their best."""
LATE, FURTHER = 5, 2
"""With so many turns left, two rolls are looked at, the second one after so many turns."""
SIGHT = record_type(
    [
        (name, foresight.SIGHT[name].base, foresight.SIGHT[name].shape)
        for name in foresight.SIGHT.names or ()
        if name not in ("rng", "best")
    ]
    + [("best", np.float64, (foresight.DEPTHS, ROLL_COUNT, MOST, foresight.TURN))]
)
"""As Legend's, with room for more turns."""
_own = local()


def choose(position: Position, seat: int, generator: int) -> int:
    """The formation or the place of the best turn."""
    if position.game.name != "mosaix" or position.seats != 1:
        raise SmaltiError("this agent plays Mosaix alone, nothing else")
    state, legal = position.state, position.legal_moves(seat)
    a, b, c = (int(cells) for cells in state.marks[0])
    if int(state.phase) == FORM:
        roll, laid = int(state.roll), -1
    else:
        laid = int(state.formation)
        roll = roll_of(tuple(int(symbol) for symbol in FORMATION_SYMBOLS[laid]))
    foot, way = best_turn((a, b, c), int(state.scale), roll)
    wanted = ways_to((a, b, c), foot, way, roll) if foot >= 0 else [(STOP, STOP)]
    for formation, place in wanted:
        move = formation if laid < 0 else place
        if (laid in (-1, formation) or move == STOP) and move in legal:
            return move
    return tree_search.look(position, seat)[0].move  # somebody else has laid this


def ways_to(marks: tuple[int, int, int], foot: int, way: int, roll: int) -> list[tuple[int, int]]:
    """The formations, each with a place, that mark these cells."""
    wanted = [after & ~before for after, before in zip(marked(marks, foot, way), marks, strict=True)]
    found = []
    for formation in FORMATIONS_OF[roll]:
        for place, cells in enumerate(SLOT_CELL[FORMATION_SHAPE[formation]].tolist()):
            got = [0] * SYMBOL_COUNT
            for cell, symbol in zip(cells, FORMATION_SYMBOLS[formation], strict=True):
                if cell >= 0:
                    got[symbol] |= 1 << cell
            if got == wanted:
                found.append((formation, FIRST_ENTER + place))
    return found


@lru_cache(64)
def best_turn(marks: tuple[int, int, int], scale: int, roll: int) -> tuple[int, int]:
    """Which cells to mark and how (`footprints.py`), -1 to stop. It is remembered for the turn's second move."""
    if not hasattr(_own, "room"):
        sights = [np.zeros(1, SIGHT).view(np.recarray)[0] for _ in range(2)]
        _own.room = read_brain(FILE), *sights, np.zeros((MOST, 2))
    brain, root, sight, ranked = _own.room
    run = tree_search.build(find_game("mosaix"))(pick)
    n = run(marks, scale, roll, weights(), root, sight, brain, ranked)
    return int(root.best[0, roll, n, FOOT]), int(root.best[0, roll, n, WAY])


@cache
def weights() -> Weights:
    """What the patterns have learned."""
    return evaluation_of(find_game("mosaix")).weights()


@kernel
def pick(
    marks: tuple[int, int, int],
    scale: int,
    roll: int,
    weights: Weights,
    root: Sight,
    sight: Sight,
    brain: Brain,
    ranked: Reals,
) -> int:
    """Which of the turns that patterns like best after this roll is best."""
    look(marks, scale, weights, root, 0, MOST, 0)
    best = root.best[0, roll]
    number = rank_turns(marks, scale, best, brain, ranked)
    chosen, highest = int(ranked[0, 1]), WORST
    for i in range(min(number, TURNS)):
        if ranked[i, 0] < ranked[0, 0] - BEHIND:
            break
        n = int(ranked[i, 1])
        value = best[n, VALUE_AT]
        if goes_on(marks, scale, best[n]):
            after, left = after_turn(marks, scale, best[n])
            value = foresee(after, left, weights, sight, brain)
        if value > highest:
            chosen, highest = n, value
    return chosen


@kernel
def rank_turns(marks: tuple[int, int, int], scale: int, best: Reals, brain: Brain, ranked: Reals) -> int:
    """Writes (value, number) of some turns by patterns and network, the best first; returns how many there are."""
    number = 0
    while number < MOST and best[number, VALUE_AT] > WORST:
        value, place = judge(marks, scale, best[number], brain), number
        while place > 0 and ranked[place - 1, 0] < value:
            ranked[place, 0], ranked[place, 1] = ranked[place - 1, 0], ranked[place - 1, 1]
            place -= 1
        ranked[place, 0], ranked[place, 1] = value, number
        number += 1
    return number


@kernel
def goes_on(marks: tuple[int, int, int], scale: int, turn: Numbers) -> bool:
    """Whether the game goes on after a turn that was kept."""
    if turn[FOOT] < 0:
        return False
    after, left = after_turn(marks, scale, turn)
    return can_go_on(GRID & ~(after[0] | after[1] | after[2]), left)


@kernel
def after_turn(marks: tuple[int, int, int], scale: int, turn: Numbers) -> tuple[tuple[int, int, int], int]:
    """The grid and the scale after it."""
    foot = int(turn[FOOT])
    return marked(marks, foot, int(turn[WAY])), scale - DICE + int(FOOT_SIZE[foot])


@kernel
def judge(marks: tuple[int, int, int], scale: int, turn: Numbers, brain: Brain) -> float:
    """What a turn is worth by patterns and network."""
    value = float(turn[VALUE_AT])
    if goes_on(marks, scale, turn):
        after, left = after_turn(marks, scale, turn)
        value += promise(after, left, value, brain)
    return value


@kernel
def foresee(marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight, brain: Brain) -> float:
    """The points to be expected before a roll."""
    left = (count(GRID & ~(marks[0] | marks[1] | marks[2])) + scale) // DICE
    if left > LATE:
        return expect_by_network(marks, scale, weights, sight, KEPT, brain)
    if left > 1:
        return expect_further(marks, scale, weights, sight, brain)
    return expect(marks, scale, weights, sight)


@kernel
def expect_by_network(
    marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight, kept: int, brain: Brain
) -> float:
    """One roll, the best turns after it judged by patterns and network."""
    look(marks, scale, weights, sight, 0, kept, 0)
    total = 0.0
    for roll in range(ROLL_COUNT):
        best, highest = sight.best[0, roll], WORST
        for n in range(kept):
            if best[n, VALUE_AT] < max(WORST, best[0, VALUE_AT] - NEAR):
                break
            highest = max(highest, judge(marks, scale, best[n], brain))
        total += ROLL_WEIGHT[roll] * highest
    return total / ROLL_WEIGHTS


@kernel
def expect_further(marks: tuple[int, int, int], scale: int, weights: Weights, sight: Sight, brain: Brain) -> float:
    """Two rolls, the best turn after the second one judged by patterns and network."""
    look(marks, scale, weights, sight, 1, FURTHER, 0)
    total = 0.0
    for roll in range(ROLL_COUNT):
        best, highest = sight.best[1, roll], WORST
        for n in range(FURTHER):
            value = best[n, VALUE_AT]
            if value < max(WORST, best[0, VALUE_AT] - NEAR):
                break
            if goes_on(marks, scale, best[n]):
                after, left = after_turn(marks, scale, best[n])
                value = expect_by_network(after, left, weights, sight, 1, brain)
            highest = max(highest, value)
        total += ROLL_WEIGHT[roll] * highest
    return total / ROLL_WEIGHTS
