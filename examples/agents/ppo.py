"""PPO by a library that everybody knows (sb3-contrib's MaskablePPO), for every game, alone and against others.

It learns in an environment of its own (`pip install 'smalti[learn]'`), against others that choose at random, and plays
with NumPy alone. What it learned with two seats it also plays with three and four:

    python -m examples.agents.ppo mosaix 1 --steps 200000 --seed 1
    smalti bench-agents run py:examples.agents.ppo:choose --out ppo
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from smalti.envs.seeing import mask, observe
from smalti.kernel.position import Position

FOLDER = Path(__file__).parent
WIDTH = 64
TOWARDS = 10.0
"""Points are learned as parts of this, so that rewards are about 1."""
NEVER = {("mosaix", 1): 802}
"""To stop is a mistake while anything else is left."""
SETTINGS: dict[str, Any] = {"n_steps": 64, "batch_size": 512, "n_epochs": 4, "gamma": 0.999, "ent_coef": 0.003}
RATES: dict[str, Any] = {"learning_rate": 1e-3, "vf_coef": 0.25, "max_grad_norm": 1.0, "stats_window_size": 300}


def choose(position: Position, seat: int, generator: int) -> int:
    """The likeliest move of the policy."""
    never, legal = NEVER.get((position.game.name, position.seats)), mask(position, seat)
    if never is not None and legal.sum() > 1:
        legal[never] = 0
    return int(np.where(legal > 0, logits(position, seat), -np.inf).argmax())


def logits(position: Position, seat: int) -> Any:
    """A number for each move: two layers of tanh, then one that is linear."""
    return through(brain(position.game.name, min(position.seats, 2))[:6], observe(position, seat))


def worth(position: Position, seat: int) -> float:
    """The points that the seat is expected to gain from here on, beyond the others."""
    return TOWARDS * float(through(brain(position.game.name, min(position.seats, 2))[6:], observe(position, seat))[0])


def through(layers: list[Any], seen: Any) -> Any:
    """Numbers through three layers."""
    first, one, second, two, last, three = layers
    return last @ np.tanh(second @ np.tanh(first @ seen + one) + two) + three


@cache
def brain(name: str, seats: int) -> list[Any]:
    """The weights of a game, read once: those of the policy, then those of the value."""
    with np.load(FOLDER / f"ppo_{name}_{seats}.npz") as file:
        return [file[key].astype(np.float32) for key in file.files]


def learn(name: str, seats: int, steps: int, seed: int, minutes: float) -> None:
    """Learns, and writes the weights and the curve: moves, and the mean points gained in the last 300 games."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnvWrapper

    from examples.agents.opposed import WAIT, OpposedVecEnv

    class Scaled(VecEnvWrapper):  # type: ignore[misc]  # known only where it is installed
        def reset(self) -> Any:
            return self.venv.reset()

        def step_wait(self) -> Any:
            seen, gains, ended, infos = self.venv.step_wait()
            return seen, gains / TOWARDS, ended, infos

    class Curve(BaseCallback):  # type: ignore[misc]
        def _on_step(self) -> bool:
            return process_time() < 60 * minutes

        def _on_rollout_end(self) -> None:
            gained = [game["r"] for game in self.model.ep_info_buffer]
            curve.append((self.num_timesteps, round(float(np.mean(gained)), 2) if gained else None))
            print(*curve[-1], flush=True)

    torch.set_num_threads(1)
    curve: list[tuple[int, float | None]] = []
    games = Scaled(OpposedVecEnv(name, 64, seats=seats, seed=seed, never=NEVER.get((name, seats), WAIT)))
    net = {"net_arch": {"pi": [WIDTH, WIDTH], "vf": [WIDTH, WIDTH]}}
    model = MaskablePPO("MlpPolicy", games, seed=seed, policy_kwargs=net, device="cpu", **SETTINGS, **RATES)
    model.learn(steps, callback=Curve())
    save(name, seats, model.policy)
    told = {"game": name, "seats": seats, "library": "sb3-contrib MaskablePPO", "seed": seed, "moves": curve[-1][0]}
    card = told | {"settings": SETTINGS | RATES | {"width": WIDTH}, "seconds": round(process_time()), "curve": curve}
    (FOLDER / f"ppo_{name}_{seats}.json").write_text(json.dumps(card) + "\n", encoding="utf-8")


def save(name: str, seats: int, policy: Any) -> None:
    """The weights of policy and value, in half precision."""
    hidden = policy.mlp_extractor
    parts = [*hidden.policy_net[::2], policy.action_net, *hidden.value_net[::2], policy.value_net]
    arrays = [array for part in parts for array in (part.weight, part.bias)]
    kept = {f"part{n:02}": array.detach().numpy().astype(np.float16) for n, array in enumerate(arrays)}
    np.savez_compressed(FOLDER / f"ppo_{name}_{seats}.npz", **kept)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="of the processor, at most")
    asked = parser.parse_args()
    learn(asked.game, asked.seats, asked.steps, asked.seed, asked.minutes)
