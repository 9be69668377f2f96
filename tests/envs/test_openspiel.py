"""OpenSpiel's own checks and algorithms on our games."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, tabular_qlearner

from smalti.envs import openspiel
from smalti.envs.seeing import observe
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from tests.settings import every_option, least_and_most

LONG = bool(os.environ.get("SMALTI_ENVIRONMENTS"))
SHORT = 400 if LONG else 80
"""Steps: enough to pass through every phase of a game."""


def playable() -> list[str]:
    """Every game with every number of seats, and with every value of every option; in the long form all with all."""
    found = []
    for game in GAMES.values():
        found += [f"smalti_{game.name}(players={seats},horizon={SHORT})" for seats in game.facts.seat_counts]
        if LONG:
            found += [
                f"smalti_{game.name}(players={seats},horizon={SHORT},utility=points{written(options)})"
                for seats, options in product(game.facts.seat_counts, every_option(game.facts.options))
            ]
            continue
        for option in game.facts.options:
            chosen = ["+".join(option.values)] if option.several else option.values[1:]
            options = f"players=2,horizon={SHORT},utility=win"
            found += [f"smalti_{game.name}({options},{option.name}={value})" for value in chosen]
    return found


def written(options: Mapping[str, Any]) -> str:
    """Options as OpenSpiel's names of games have them; no selection is the default and cannot be written."""
    told = {name: "+".join(value) if isinstance(value, list) else value for name, value in options.items()}
    return "".join(f",{name}={value}" for name, value in told.items() if value)


@pytest.mark.parametrize(
    "name", least_and_most(((name,) for name in playable()), lambda case: case[0].partition("(")[0])
)
def test_random_games_pass_the_checks_of_openspiel(name: str) -> None:
    """Legal actions and masks, chance that adds up, copies, serialization, returns that sum up to nothing."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5 if LONG else 1, serialize=True, verbose=False)


def play(state: Any, random: np.random.RandomState) -> None:
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))


@pytest.mark.parametrize(("utility", "best"), [("win", 1.0), ("points", 100.0)])
def test_returns_are_wins_or_points(utility: str, best: float) -> None:
    state = pyspiel.load_game(f"smalti_mosaix(players=3,utility={utility})").new_initial_state()
    play(state, np.random.RandomState(3))
    position = state.position

    assert position.is_over
    assert sum(state.returns()) == pytest.approx(0)
    assert 0 < max(state.returns()) <= best
    assert {seat for seat, value in enumerate(state.returns()) if value == max(state.returns())} == set(
        position.winners()
    )


def test_alone_the_return_is_the_points() -> None:
    state = pyspiel.load_game("smalti_mosaix(players=1)").new_initial_state()
    play(state, np.random.RandomState(4))

    assert state.returns() == [float(state.position.scores()[0])]


def test_the_search_of_openspiel_finds_moves_in_any_position() -> None:
    game = pyspiel.load_game("smalti_maharani(players=2,horizon=30)")
    state, random = game.new_initial_state(), np.random.RandomState(5)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)

    assert bot.step(game.state_at(state.position)) in state.legal_actions()


def test_a_learning_algorithm_of_openspiel_finds_a_policy() -> None:
    """Counterfactual regret: after a few games something is regretted, and policies are probabilities."""
    game = pyspiel.load_game("smalti_mosaix(players=2,horizon=12,utility=points)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(6)
    for _ in range(3):
        solver.iteration()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    policy = solver.average_policy().action_probabilities(state)

    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)
    assert any(regrets.any() for regrets, _ in solver._infostates.values())


def test_a_learner_of_openspiel_plays_from_the_numbers_it_sees() -> None:
    environment = rl_environment.Environment("smalti_mosaix(players=1)")
    environment.seed(7)
    assert environment.observation_spec()["info_state"] == (GAMES["mosaix"].course.encoding.length,)  # type: ignore[union-attr]
    learner = tabular_qlearner.QLearner(0, environment.action_spec()["num_actions"])
    step = environment.reset()
    while not step.last():
        step = environment.step([learner.step(step).action])
    learner.step(step)

    assert any(value for values in learner._q_values.values() for value in values.values())


@pytest.mark.parametrize("name", ["mosaix", "maharani", "majolica"])
def test_the_numbers_are_those_of_the_encoding(name: str) -> None:
    state = pyspiel.load_game(f"smalti_{name}(players=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    for seat in range(2):
        assert state.observation_tensor(seat) == observe(state.position, seat).tolist()


def test_an_observation_hides_what_others_chose() -> None:
    """Mosaix, rule 4.2: formations are entered at the same time."""
    game = pyspiel.load_game("smalti_mosaix(players=2)")
    state = game.new_initial_state()
    while len(state.position.actors()) < 2:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    first, second = (state.child(action) for action in state.legal_actions()[:2])
    observer = game.make_py_observer()

    assert observer.string_from(first, 1) == observer.string_from(second, 1)
    assert observer.string_from(first, 0) != observer.string_from(second, 0)


@pytest.mark.parametrize(
    ("name", "information"),
    [
        ("mosaix(players=3)", "IMPERFECT"),
        ("mosaix(players=1)", "PERFECT"),
        ("maharani", "PERFECT"),
        ("majolica", "PERFECT"),
    ],
)
def test_a_game_says_whether_something_is_hidden(name: str, information: str) -> None:
    assert pyspiel.load_game(f"smalti_{name}").get_type().information.name == f"{information}_INFORMATION"


def entering() -> Any:
    """Mosaix where the second of three is to enter, and the first has."""
    state = pyspiel.load_game("smalti_mosaix(players=3)").new_initial_state()
    while len(state.position.actors()) < 3:
        state.apply_action(state.chance_outcomes()[-1][0] if state.is_chance_node() else state.legal_actions()[-1])
    state.apply_action(state.legal_actions()[3])
    return state


def test_an_information_state_forgets_nothing() -> None:
    """The same table, reached in two ways: the seats that went there remember which; what was hidden they do not."""
    game = pyspiel.load_game("smalti_maharani(players=2)")
    ways = [game.new_initial_state() for _ in range(2)]
    for state in ways:
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
    straight = game.state_at(ways[0].position)
    assert straight.observation_string(0) == ways[0].observation_string(0)
    assert straight.information_state_string(0) != ways[0].information_state_string(0)
    assert ways[0].information_state_string(0) == ways[1].information_state_string(0)

    first = entering()
    other = entering().get_game().new_initial_state()
    for entry in first.full_history()[:-1]:
        other.apply_action(entry.action)
    other.apply_action(other.legal_actions()[0])
    assert other.information_state_string(0) != first.information_state_string(0)
    assert other.information_state_string(1) == first.information_state_string(1)


def test_what_others_chose_unseen_is_drawn_anew() -> None:
    state, sampler = entering(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn = [state.resample_from_infostate(1, sampler) for _ in range(20)]

    assert len({one.history()[-1] for one in drawn}) > 1
    assert {tuple(one.history()[:-1]) for one in drawn} == {tuple(state.history()[:-1])}
    assert {one.information_state_string(1) for one in drawn} == {state.information_state_string(1)}
    assert state.resample_from_infostate(0, sampler).history() == state.history()


def test_a_search_among_what_may_be_hidden_finds_a_move() -> None:
    state = entering()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), evaluator=evaluator, uct_c=2.0, max_simulations=4, random_state=np.random.RandomState(2)
    )

    assert bot.step(state) in state.legal_actions()


def test_games_and_states_travel() -> None:
    """Also one that began in the middle of a game; what it remembers travels with it."""
    state = entering()
    middle = state.get_game().state_at(state.position)
    middle.apply_action(middle.legal_actions()[0])
    for one in (state, middle):
        back = one.get_game().deserialize_state(one.serialize())
        assert str(back) == str(one)
        assert back.history() == one.history()
        for seat in range(3):
            assert back.information_state_string(seat) == one.information_state_string(seat)
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


@pytest.mark.parametrize("name", ["mosaix", "maharani", "majolica"])
def test_chance_is_a_node_also_where_the_position_draws_by_itself(name: str) -> None:
    """Else nodes of chance would be left out, and whoever searches would know what comes."""
    game = pyspiel.load_game(f"smalti_{name}(players=2)")
    state = game.state_at(Position.new(name, 2, seed=1))
    while not state.is_chance_node() and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()


def test_a_long_list_of_outcomes_is_drawn_in_steps() -> None:
    """Majolica's grid has 63 million outcomes."""
    state = pyspiel.load_game("smalti_majolica(players=2)").new_initial_state()
    while state.now.listed or not state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    for number in (5, 1023, 0):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == openspiel.MOST_OUTCOMES
        state.apply_action(number)

    assert state.now.listed or not state.is_chance_node()


def test_a_moment_is_pickled_in_few_bytes() -> None:
    moment = pyspiel.load_game("smalti_mosaix(players=2)").new_initial_state().now
    written = pickle.dumps(moment)

    assert len(written) < 1000
    assert pickle.loads(written).position == moment.position


@pytest.mark.parametrize(
    ("name", "words"),
    [("smalti_mosaix(players=7)", "Mosaix is for"), ("smalti_mosaix(end=never)", "option end of Mosaix is one of")],
)
def test_what_cannot_be_played_is_refused(name: str, words: str) -> None:
    with pytest.raises(SmaltiError, match=words):
        pyspiel.load_game(name)
