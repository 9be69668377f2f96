"""The example through every door: batches, the environments of others, records, bots."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pyspiel
import pytest
from jsonschema import Draft202012Validator
from pettingzoo.test import api_test

import smalti
from smalti.bots import BOTS, find_bot, tree_search
from smalti.bots.hints import explain, hint, term_gains
from smalti.bots.levels import LEVELS
from smalti.bots.points import PLAIN
from smalti.envs import openspiel
from smalti.envs.pettingzoo import env
from smalti.games import find_game
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.record import parse_line, verify, write_line, write_record
from smalti.kernel.schema import record_schema
from tests.play import finished


def test_batches_play_the_games_of_single_positions(pebbles: Game) -> None:
    games, alone = smalti.batch("pebbles", 64, seats=2, seed=5), smalti.new("pebbles", seed=5)
    assert games.game is pebbles
    while not alone.is_over:
        moves = games.masks().argmax(axis=1)
        alone = alone.play(int(moves[0]))
        rewards, ended = games.step(moves)

    assert ended[0]
    assert rewards.shape == (64, 2)


@pytest.mark.usefixtures("pebbles")
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_s_own_suite_passes() -> None:
    api_test(env("pebbles", 2), num_cycles=100)


def test_openspiel_s_own_suite_passes(pebbles: Game) -> None:
    openspiel.register(pebbles)
    pyspiel.random_sim_test(pyspiel.load_game("smalti_pebbles(players=2)"), num_sims=2, serialize=True, verbose=False)


@pytest.mark.usefixtures("pebbles")
def test_records_verify_and_fit_their_schema() -> None:
    fits = Draft202012Validator(record_schema(find_game("pebbles"))).validate
    for seats in (1, 2):
        line = write_line(write_record(finished("pebbles", seats, {}, 3)))
        fits(json.loads(line))

        assert verify(parse_line(line.encode()), find_game).position.is_over


@pytest.mark.parametrize("name", ["random", "greedy", "heuristic", "search", *LEVELS])
def test_every_bot_plays_it(pebbles: Game, name: str) -> None:
    """With seven cells free, a good bot takes the points that lie there."""
    position = Position(pebbles, pebbles.text.parse_position("ww.k/ggk./wk../.... wg 0:2"), compiled=False)
    move = find_bot(name).move(position, 0, 1)

    assert move in position.legal_moves()
    if name not in ("random", "novice", "apprentice", "journeyman"):
        assert position.play(move).scores()[0] > position.scores()[0]


def test_hints_and_explanations_speak_of_points(pebbles: Game) -> None:
    position = Position(pebbles, pebbles.text.parse_position("ww.k/ggk./wk../.... wg 0:2"), compiled=False)
    best = hint(position, 0)[0]

    assert "+" in best.say("fr")
    assert explain(position, 0, BOTS["greedy"].think(position, 0, 1)).startswith("It brings points at once (+1.0)")
    assert term_gains(position, 0, pebbles.text.parse_move(position.state, 0, "w:c1")) == {"points at once": 1.0}


def test_a_game_without_an_evaluation_is_judged_by_its_points(pebbles: Game) -> None:
    """In a search that is interpreted, and compiled."""
    bare = replace(pebbles, facts=replace(pebbles.facts, name="bare"), thinking=None)
    position = Position(bare, bare.text.parse_position("ww.k/ggk./wk../.... wg 0:2"), compiled=False)
    best = tree_search.look(position, 0, made=tree_search.build(bare, compiled=False))[0]
    values = np.zeros(4)
    bare.compiler(PLAIN.evaluate)(position.play(best.move).state, np.zeros(0, np.float32), values)

    assert position.play(best.move).scores() == (3, 0)
    assert best.expected == (3.0, 0.0)
    assert values.tolist() == [3.0, 0.0, 0.0, 0.0]
