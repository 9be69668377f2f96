"""PPO by a library that everybody knows (sb3-contrib's MaskablePPO), for the games alone.

It learns in its own environment (`pip install 'smalti[envs]' sb3-contrib`), plays with NumPy alone:

    python -m examples.agents.ppo mosaix --steps 100000 --seed 1
    smalti bench-agents run py:examples.agents.ppo:mosaix --opponent alone --out ppo
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from smalti.envs.seeing import mask, observe
from smalti.kernel.position import Position

FOLDER = Path(__file__).parent
WIDTH = 64
TOWARDS = 100.0
"""Points count as parts of this, so that rewards are about 1."""


def mosaix(position: Position, seat: int, generator: int) -> int:
    """What it has learned of Mosaix."""
    return play("mosaix", position, seat)


def majolica(position: Position, seat: int, generator: int) -> int:
    """What it has learned of Majolica."""
    return play("majolica", position, seat)


def play(name: str, position: Position, seat: int) -> int:
    """The likeliest move of the policy: two layers of tanh, then a number for each move."""
    first, one, second, two, last, three = layers(name)
    seen = np.tanh(first @ observe(position, seat) + one)
    logits = last @ np.tanh(second @ seen + two) + three
    return int(np.where(mask(position, seat) > 0, logits, -np.inf).argmax())


@cache
def layers(name: str) -> list[Any]:
    """The weights of a game, read once."""
    with np.load(FOLDER / f"ppo_{name}.npz") as file:
        return [file[key].astype(np.float32) for key in file.files]


def learn(name: str, steps: int, seed: int) -> None:
    """Learns, and writes the weights of the policy and the curve: steps, and the mean points of the last 100 games."""
    import gymnasium
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    import smalti.envs.gymnasium  # noqa: F401 - it makes the games known

    class Curve(BaseCallback):
        """Notes how far it is after every rollout."""

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            points = [game["r"] * TOWARDS for game in self.model.ep_info_buffer]
            curve.append((self.num_timesteps, round(float(np.mean(points)), 2) if points else None))
            print(*curve[-1], flush=True)

    def game() -> Any:
        made = gymnasium.make(f"smalti/{name.title()}-v1")
        return gymnasium.wrappers.TransformReward(made, lambda points: points / TOWARDS)

    torch.set_num_threads(1)
    curve: list[tuple[int, float | None]] = []
    from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

    settings: dict[str, Any] = {
        "n_steps": 256,
        "batch_size": 512,
        "gamma": 1.0,
        "ent_coef": 0.005,
        "learning_rate": 1e-3,
    }
    games = VecMonitor(DummyVecEnv([game] * 8))
    model = MaskablePPO("MlpPolicy", games, seed=seed, policy_kwargs={"net_arch": [WIDTH, WIDTH]}, **settings)
    model.learn(steps, callback=Curve())
    policy = model.policy
    parts = [*policy.mlp_extractor.policy_net[::2], policy.action_net]
    arrays = [array for part in parts for array in (part.weight, part.bias)]
    np.savez_compressed(
        FOLDER / f"ppo_{name}.npz",
        **{f"part{n}": array.detach().numpy().astype(np.float16) for n, array in enumerate(arrays)},
    )
    card = {"game": name, "library": "sb3-contrib MaskablePPO", "seed": seed, "steps": steps, "settings": settings}
    text = json.dumps(card | {"curve": curve})
    (FOLDER / f"ppo_{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    learn(asked.game, asked.steps, asked.seed)
