"""Learners of others on a batch. They need the extra `learn`; without, these are reported as not run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smalti.envs.gymnasium import SoloEnv, SoloVectorEnv
from smalti.games import GAMES

NOT_RUN = "not run: the extra `learn` is not installed here"


@pytest.mark.parametrize("illegal", ["penalty", "end"])
@pytest.mark.parametrize("name", [game.name for game in GAMES.values() if 1 in game.facts.seat_counts])
def test_the_checker_of_stable_baselines_passes(name: str, illegal: str) -> None:
    """It makes moves by lot, legal or not."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=NOT_RUN)

    checker.check_env(SoloEnv(name, illegal=illegal))


def test_stable_baselines_sees_the_games_of_a_batch() -> None:
    pytest.importorskip("stable_baselines3", reason=NOT_RUN)
    from smalti.envs.sb3 import BatchVecEnv

    learner, plain = BatchVecEnv("mosaix", 8, reward="points"), SoloVectorEnv("mosaix", 8, reward="points")
    learner.seed(3)
    seen, ended = learner.reset(), 0
    other, info = plain.reset(seed=3)
    for _ in range(60):
        assert (seen == other).all()
        masks = np.stack(learner.env_method("action_masks"))
        assert (masks == info["action_mask"]).all()
        seen, rewards, over, infos = learner.step(masks.argmax(axis=1))
        other, gained, _, _, info = plain.step(masks.argmax(axis=1))
        assert (rewards == gained).all()
        for place in np.flatnonzero(over):
            assert (infos[place]["terminal_observation"] == info["final_obs"][place]).all()
            assert infos[place]["episode"]["l"] > 0
        ended += int(over.sum())

    assert ended > 0


def test_maskable_ppo_learns_from_a_batch() -> None:
    ppo: Any = pytest.importorskip("sb3_contrib", reason=NOT_RUN).MaskablePPO
    from smalti.envs.sb3 import BatchVecEnv

    games = BatchVecEnv("mosaix", 16, illegal="raise")
    model = ppo("MlpPolicy", games, n_steps=32, batch_size=128, n_epochs=1, seed=1, device="cpu").learn(1024)

    assert model.num_timesteps == 1024
    assert len(model.ep_info_buffer) > 0


@pytest.mark.parametrize("name", ["maskable_ppo", "plain_ppo"])
def test_the_programs_of_the_guide_learn(name: str) -> None:
    """Whether they learn much is shown in the guide; here, that they run as written."""
    pytest.importorskip("sb3_contrib", reason=NOT_RUN)
    program = Path(__file__).parents[2] / "examples" / "learning" / f"{name}.py"
    said = subprocess.run([sys.executable, program, "4096"], capture_output=True, text=True, check=True).stdout

    assert [line.split()[0] for line in said.splitlines()] == ["2048", "4096"]


def test_ppo_follows_each_seat_from_choice_to_choice() -> None:
    """The advantages of self-play, against their definition walked through forwards."""
    torch = pytest.importorskip("torch", reason=NOT_RUN)
    from examples.agents.self_play import LAMBDA, advantages

    torch.manual_seed(1)
    steps, games, seats = 20, 30, 3
    values, ended, gains = torch.randn(steps, games), torch.rand(steps, games) < 0.1, torch.randn(steps, games, seats)
    actors, last, actor = torch.randint(0, seats, (steps, games)), torch.randn(games), torch.randint(0, seats, (games,))
    store = {"values": values, "ended": ended, "gains": gains, "actors": actors}

    def walked(step: int, game: int) -> float | None:
        seat, expected, gained = int(actors[step, game]), float(values[step, game]), 0.0
        for now in range(step, steps):
            if now > step and actors[now, game] == seat:
                return gained + float(values[now, game]) - expected + LAMBDA * (walked(now, game) or 0.0)
            gained += float(gains[now, game, seat])
            if ended[now, game]:
                return gained - expected
        return gained + float(last[game]) - expected if actor[game] == seat else None

    better, known = advantages(store, last, actor)
    for step, game in np.ndindex(steps, games):
        wanted = walked(step, game)
        assert bool(known[step, game]) == (wanted is not None)
        assert float(better[step, game]) == pytest.approx(wanted or 0.0, abs=1e-4)


def test_ppo_leaves_weights_and_a_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=NOT_RUN)
    from examples.agents.ppo import file_name, read_brain
    from examples.agents.self_play import learn_game

    learn_game("mosaix", 2, 0.0, device="cpu", games=8, seed=1, out=tmp_path)
    assert set(read_brain(tmp_path / file_name("mosaix", 2)).layers) == {"first", "second", "policy", "value"}
    card = json.loads((tmp_path / "ppo_mosaix_2.json").read_text())
    assert (card["seed"], len(card["curve"])) == (1, 1)
    assert 0 <= card["greedy"] <= card["random"] <= 100
