"""The environments of others: their own suites pass, on every game, number of seats and option.

`SMALTI_ENVIRONMENTS=1` (`make environments`) plays the whole matrix of settings, and longer.
"""

from __future__ import annotations

import os
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import smalti
import smalti.envs.gymnasium
from smalti.envs.gymnasium import SoloEnv
from smalti.envs.pettingzoo import env, parallel_env
from smalti.games import GAMES
from smalti.kernel.errors import IllegalMove, SmaltiError, WrongSeat
from tests.settings import every_option, one_quick

LONG = bool(os.environ.get("SMALTI_ENVIRONMENTS"))
SOLO = {f"smalti/{game.title}-v{game.facts.version}": game for game in GAMES.values() if 1 in game.facts.seat_counts}
REWARDS, ILLEGAL = ("outcome", "points"), ("raise", "penalty", "end")
Settings = dict[str, Any]

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
"""Their hints at style are no failures: a dictionary with a mask is what PettingZoo's own classics have."""


def option_sets(name: str) -> list[Settings]:
    """No option, and each value of each, of what can be chosen together all of it; in the long form all with all."""
    if LONG:
        return [{}, *every_option(GAMES[name].facts.options)]
    found: list[Settings] = [{}]
    for option in GAMES[name].facts.options:
        found += [{option.name: list(option.values)}] if option.several else []
        found += [{option.name: [value] if option.several else value} for value in option.values]
    return found


def tables(number: int) -> list[tuple[str, int, Settings]]:
    """Every game, number of seats and option set with each `reward` and `illegal`; in the short form each once."""
    found: list[tuple[str, int, Settings]] = []
    ways = list(product(REWARDS, ILLEGAL))
    for name, game in GAMES.items():
        plain = list(product(game.facts.seat_counts, option_sets(name)))
        short = [one for one in plain if not one[1] or one[0] == game.facts.seat_counts[0]]
        for at, (seats, options) in enumerate(plain if LONG else short):
            for reward, illegal in ways if LONG else [ways[(at + number) % len(ways)]]:
                found.append((name, seats, options | {"reward": reward, "illegal": illegal}))
    return found


@pytest.mark.parametrize(("name", "seats", "settings"), tables(0))
def test_pettingzoo_api(name: str, seats: int, settings: Settings) -> None:
    api_test(env(name, seats, **settings), num_cycles=300 if LONG else 40)


@pytest.mark.parametrize(("name", "seats", "settings"), tables(1))
def test_pettingzoo_parallel_api(name: str, seats: int, settings: Settings) -> None:
    parallel_api_test(parallel_env(name, seats, **settings), num_cycles=300 if LONG else 20)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: env(name, 2), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(name, 2, illegal="penalty"), num_cycles=10)


@pytest.mark.parametrize("name", one_quick("mosaix", GAMES))
def test_pettingzoo_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    modes = ["human", "ansi", "rgb_array"] if LONG else ["human", "ansi"]
    table = env(name, 2, most_moves=10)
    table.metadata["render_modes"] = modes
    render_test(lambda render_mode: env(name, 2, most_moves=10, render_mode=render_mode))

    assert capsys.readouterr().out


def test_a_game_of_pettingzoo_ends_with_its_rewards() -> None:
    table = env("maharani", 3)
    table.reset(seed=1)
    total: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert observation is not None
        total[agent] += reward
        assert info["points"] == table.position.scores()[table.possible_agents.index(agent)]
        table.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[0]))

    assert table.position.is_over
    assert sum(total.values()) == pytest.approx(0)
    winners = {f"seat_{seat}" for seat in table.position.winners()}
    assert {agent for agent, reward in total.items() if reward > 0} == winners


@pytest.mark.parametrize("make", [env, parallel_env])
def test_every_game_of_pettingzoo_ends(make: Any) -> None:
    """Random games of Majolica would hardly end by themselves; then the points count as they stand."""
    table = make("majolica", 2, most_moves=25)
    table.reset(seed=1)
    random = np.random.default_rng(1)
    steps = 0
    while table.agents and steps < 100:
        steps += 1
        chosen = {a: int(random.choice(np.flatnonzero(seen(table, a)))) for a in table.agents if seen(table, a).any()}
        if make is parallel_env:
            _, rewards, _, truncated, infos = table.step(chosen)
        else:
            table.step(chosen[table.agent_selection])
            rewards, truncated, infos = table.rewards, table.truncations, table.infos
            if all(truncated.values()):
                break

    assert all(truncated.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert all({"points", "to_choose"} <= set(info) for info in infos.values())


def seen(table: Any, agent: str) -> Any:
    return table.observe(agent)["action_mask"]


def test_seats_that_choose_together_are_asked_together() -> None:
    """Mosaix, rule 4.2: all enter the formation at the same time; before, one lays it and the others wait."""
    table = parallel_env("mosaix", 3)
    table.reset(seed=1)
    asked = []
    for _ in range(8):
        masks = {agent: seen(table, agent) for agent in table.agents}
        asked.append(sum(not mask[table.wait] for mask in masks.values()))
        table.step({agent: int(mask.argmax()) for agent, mask in masks.items()})

    assert set(asked) == {1, 3}


def illegal_move(table: Any, agent: str) -> int:
    return int(np.flatnonzero(seen(table, agent) == 0)[0])


@pytest.mark.parametrize("illegal", ILLEGAL)
def test_an_illegal_move_is_answered_as_asked(illegal: str) -> None:
    table = env("mosaix", 2, illegal=illegal)
    table.reset(seed=1)
    agent, before = table.agent_selection, table.position
    if illegal == "raise":
        with pytest.raises(IllegalMove, match="rule"):
            table.step(illegal_move(table, agent))
    else:
        table.step(illegal_move(table, agent))
        assert sum(table.rewards.values()) == table.rewards[agent] == -1
        assert "rule" in table.infos[agent]["illegal"]
        assert table.terminations[agent] == (illegal == "end")

    assert table.position == before


def test_who_is_to_choose_cannot_wait() -> None:
    for illegal in ILLEGAL:
        table = parallel_env("mosaix", 2, illegal=illegal)
        table.reset(seed=1)
        everybody = dict.fromkeys(table.agents, table.wait)
        if illegal == "raise":
            with pytest.raises(WrongSeat, match="cannot wait"):
                table.step(everybody)
        else:
            assert min(table.step(everybody)[1].values()) == -1


def test_moves_may_be_written() -> None:
    alone, table, together = SoloEnv("mosaix"), env("maharani", 2), parallel_env("maharani", 2)
    for one in (alone, table, together):
        one.reset(seed=1)
    words = table.position.write_move(table.position.legal_moves()[0])
    table.step(words)
    together.step(dict.fromkeys(together.agents, words))
    position = alone.playing.position

    assert table.position == together.position
    assert alone.step(position.write_move(position.legal_moves()[3]))[1] == 0
    assert alone.playing.position == position.play(position.legal_moves()[3])


@pytest.mark.parametrize("name", SOLO)
def test_gymnasium_s_checker_passes_on_what_is_registered(name: str) -> None:
    one = gymnasium.make(name, render_mode="ansi", disable_env_checker=True)
    check_env(one.unwrapped, skip_render_check=not LONG)


@pytest.mark.parametrize(("name", "reward", "illegal"), list(product(SOLO, REWARDS, ILLEGAL[1:])))
def test_gymnasium_s_checker_passes_with_every_setting(name: str, reward: str, illegal: str) -> None:
    for options in option_sets(SOLO[name].name) if LONG else [{}]:
        one = gymnasium.make(name, disable_env_checker=True, reward=reward, illegal=illegal, **options)
        check_env(one.unwrapped, skip_render_check=True)
        space: Any = one.observation_space
        assert np.isfinite(space.low).all()
        assert np.isfinite(space.high).all()


@pytest.mark.parametrize(("name", "reward", "illegal"), list(product(SOLO, REWARDS, ILLEGAL[1:])))
def test_a_vector_plays_what_single_environments_play(name: str, reward: str, illegal: str) -> None:
    """Gymnasium's own vector of our single environments, step by step: the same games, ends and all."""
    settings: Settings = {"reward": reward, "illegal": illegal}
    ours = gymnasium.make_vec(name, num_envs=4, **settings)
    theirs = SyncVectorEnv([lambda: SoloEnv(SOLO[name].name, **settings)] * 4, autoreset_mode=AutoresetMode.SAME_STEP)
    random, ended = np.random.default_rng(1), 0
    seeds: Any = [5, 9, 2, 7]
    (seen, info), (other, told) = ours.reset(seed=seeds), theirs.reset(seed=seeds)
    for _ in range(500 if LONG else 150):
        assert (seen == other).all()
        assert (info["action_mask"] == told["action_mask"]).all()
        wild = random.random(4) < 0.02
        actions = np.where(wild, random.integers(0, 200, 4), random_moves(info["action_mask"], random))
        seen, rewards, over, _, info = ours.step(actions)
        other, gained, ends, _, told = theirs.step(actions)
        assert (rewards == gained).all()
        assert (over == ends).all()
        ended += int(over.sum())
        compare_finals(info, told, over)

    assert ended > 0
    assert ours.observation_space.contains(seen)


def compare_finals(info: Settings, told: Settings, over: Any) -> None:
    """What is said of games that ended, where any did."""
    assert ("final_info" in info) == ("final_info" in told) == bool(over.any())
    for place in np.flatnonzero(over):
        assert info["_final_obs"][place]
        assert info["_final_info"][place]
        assert (info["final_obs"][place] == told["final_obs"][place]).all()
        for fact in ("points", "action_mask"):
            assert np.all(info["final_info"][fact][place] == told["final_info"][fact][place])


def random_moves(masks: Any, random: np.random.Generator) -> Any:
    return (masks * random.random(masks.shape)).argmax(axis=1)


def test_one_seed_is_it_and_those_that_follow() -> None:
    many = gymnasium.make_vec("smalti/Mosaix-v1", num_envs=3)
    seen, _ = many.reset(seed=5)

    for place in range(3):
        one = SoloEnv("mosaix")
        assert (one.reset(seed=5 + place)[0] == seen[place]).all()
    assert smalti.new("mosaix", 1, seed=5) == many.batch.position(0)  # type: ignore[attr-defined]  # ours has it


@pytest.mark.parametrize("wrong", [[1, 2], -1, [1, 2, "x"], "abc", np.array("x")])
def test_seeds_that_are_none_are_refused(wrong: Any) -> None:
    with pytest.raises(SmaltiError, match="seed"):
        gymnasium.make_vec("smalti/Mosaix-v1", num_envs=3).reset(seed=wrong)


@pytest.mark.parametrize("setting", ["reward", "illegal", "render_mode"])
def test_a_setting_that_is_none_is_refused(setting: str) -> None:
    for make in (SoloEnv, env, parallel_env, smalti.envs.gymnasium.SoloVectorEnv):
        with pytest.raises(SmaltiError, match=setting):
            make("mosaix", **{setting: "glory"})  # type: ignore[arg-type]  # that is the point


def test_pictures_have_three_colours() -> None:
    one = SoloEnv("mosaix", render_mode="rgb_array")
    one.reset(seed=1)
    picture = one.render()

    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (900, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


def test_an_environment_begins_with_reset() -> None:
    with pytest.raises(SmaltiError, match="reset"):
        SoloEnv("mosaix").step(0)


def test_the_module_can_be_loaded_again() -> None:
    smalti.envs.gymnasium.register()

    assert set(SOLO) <= set(gymnasium.registry)
