"""The environments of others: their own suites pass."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import RecordConstructorArgs
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import smalti.envs.gymnasium
from smalti.envs.pettingzoo import env
from smalti.games import GAMES
from smalti.kernel.errors import IllegalMove

TABLES = [(game.name, seats) for game in GAMES.values() for seats in game.facts.seat_counts]
SOLO = [f"smalti/{game.title}-v{game.facts.version}" for game in GAMES.values() if 1 in game.facts.seat_counts]


STYLE = pytest.mark.filterwarnings("ignore::UserWarning")
"""Their hints at style are no failures: a dictionary with a mask is what PettingZoo's own classics have."""


@STYLE
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_api(name: str, seats: int) -> None:
    api_test(env(name, seats), num_cycles=150)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: env(name, 2), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **settings: env(name, 2, most_moves=40, **settings))

    assert capsys.readouterr().out


@STYLE
def test_pettingzoo_with_options() -> None:
    everything = env("majolica", 3, expansions=["bloom", "kaleidoscope", "missions"])
    api_test(everything, num_cycles=60)


def test_a_game_of_pettingzoo_ends_with_its_rewards() -> None:
    table = env("maharani", 3)
    table.reset(seed=1)
    total: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        total[agent] += reward
        table.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[0]))

    assert table.position.is_over
    assert sum(total.values()) == pytest.approx(0)
    assert {agent for agent, reward in total.items() if reward > 0} == {
        f"seat_{seat}" for seat in table.position.winners()
    }


def test_pettingzoo_refuses_an_illegal_move_with_the_reason() -> None:
    table = env("mosaix", 2)
    table.reset(seed=1)
    illegal = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])

    with pytest.raises(IllegalMove, match="rule"):
        table.step(illegal)


@STYLE
@pytest.mark.parametrize("name", SOLO)
def test_gymnasium_environments(name: str) -> None:
    """The checker draws any action; illegal ones are not tried here."""
    legal = Legal(gymnasium.make(name, render_mode="ansi").unwrapped)
    check_env(legal, skip_render_check=True)


class Legal(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Takes the first legal move instead of an illegal one: a checker knows nothing of masks."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def step(self, action: Any) -> Any:
        legal = self.unwrapped.action_masks()  # type: ignore[attr-defined]  # ours has it
        return self.env.step(action if legal[action] else int(legal.argmax()))


@pytest.mark.parametrize("name", SOLO)
def test_a_vector_environment_plays_the_games_of_its_seed(name: str) -> None:
    one, two = (gymnasium.make_vec(name, num_envs=8) for _ in range(2))
    seen = [vector.reset(seed=5) for vector in (one, two)]
    ended = 0
    for _ in range(250):
        actions = seen[0][1]["action_mask"].argmax(axis=1)
        assert (seen[0][0] == seen[1][0]).all()
        steps = [vector.step(actions) for vector in (one, two)]
        ended += int(steps[0][2].sum())
        if steps[0][2].any():
            place = int(steps[0][2].argmax())
            assert steps[0][4]["_final_obs"][place]
            assert steps[0][4]["final_obs"][place].any()
            assert steps[0][1][place] == one.batch.results[place, 0]  # type: ignore[attr-defined]  # ours has it
        seen = [(step[0], step[4]) for step in steps]

    assert ended > 0
    assert one.observation_space.contains(seen[0][0])


def test_the_module_can_be_loaded_again() -> None:
    smalti.envs.gymnasium.register()

    assert set(SOLO) <= set(gymnasium.registry)
