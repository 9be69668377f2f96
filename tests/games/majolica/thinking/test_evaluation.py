"""Nobody gives up a tile by mistake, and what a seat expects inside its turn is what the evaluation says of it."""

from __future__ import annotations

import random

import numpy as np

from smalti.bots import tree_search
from smalti.bots.defaults import evaluation_of, plan_of, strength_of, trusted
from smalti.bots.levels import think
from smalti.games import find_game
from smalti.games.majolica.moves import FIRST_AFTER, FIRST_DISCARD
from smalti.games.majolica.phases import PLACE, TAKE
from smalti.games.majolica.thinking.evaluation import evaluate, expect, likely_moves
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state

MAJOLICA = find_game("majolica")
MOVES = 60


def positions(seats: int, seed: int) -> list[Position]:
    """The choices at the beginning of a game by the game's own policy, in which tiles come to lie in workshops."""
    chance, position = random.Random(seed), Position.new(MAJOLICA, seats, compiled=True)
    found: list[Position] = []
    choose = MAJOLICA.compiler(MAJOLICA.course.policy)
    while not position.is_over and len(found) < MOVES:
        if position.needs_chance:
            position = position.after(CHANCE, position.sample(chance.getrandbits(60)))
            continue
        found.append(position)
        seat, state = position.actors()[0], copy_state(position.state)
        legal = np.array(position.legal_moves(seat))
        position = position.after(seat, int(choose(state, seat, legal, len(legal))))
    return found


def free_discards(position: Position, moves: list[int]) -> set[int]:
    """The moves that give up a tile although nothing asks for it."""
    free = TAKE <= int(position.state.phase) <= PLACE
    return {move for move in moves if free and FIRST_DISCARD <= move < FIRST_AFTER}


def test_likely_moves_are_all_but_giving_up_freely() -> None:
    seen = 0
    for position in positions(2, 1):
        seat, room = position.actors()[0], np.zeros(MAJOLICA.course.action_count, np.int64)
        n, legal = likely_moves(position.state, seat, room), list(position.legal_moves(seat))
        free = free_discards(position, legal)

        assert room[:n].tolist() == [move for move in legal if move not in free]
        assert n > 0
        seen += len(free)
    assert seen > MOVES


def test_a_seat_expects_inside_its_turn_what_it_does_after_it() -> None:
    weights, values = evaluation_of(MAJOLICA).weights(), np.zeros(4)
    for position in positions(3, 2)[::6]:
        evaluate(position.state, weights, values)

        assert [expect(position.state, seat, weights) for seat in range(3)] == values[:3].tolist()


def test_nobody_gives_a_tile_up_by_mistake() -> None:
    """Even who overlooks three points: only where a first look finds nothing better."""
    novice, tempted = strength_of("novice", MAJOLICA, 2), 0
    plan, weights = plan_of(novice, MAJOLICA, 2), trusted(MAJOLICA, novice.faith)
    for position in positions(2, 3):
        seat = position.actors()[0]
        legal = list(position.legal_moves(seat))
        free = free_discards(position, legal)
        if free and len(legal) > 1:
            tempted += 1
            chosen = think(position, seat, 1, novice, None).move
            assert chosen not in free or chosen == tree_search.look(position, seat, plan, weights=weights)[0].move
    assert tempted > 10
