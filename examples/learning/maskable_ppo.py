"""MaskablePPO of sb3-contrib learns Mosaix alone: `python examples/learning/maskable_ppo.py [MOVES]`.

It prints how many moves were made and the mean points of the last games.
"""

import sys

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from smalti.envs.sb3 import BatchVecEnv

STOP = 802


class Going(BatchVecEnv):
    """Alone one may stop at any moment; here only where nothing else is left."""

    def action_masks(self):
        """Where `MaskablePPO` looks for what is legal."""
        masks = super().action_masks()
        masks[:, STOP] &= masks.sum(axis=1) == 1
        return masks


class Curve(BaseCallback):
    """Tells how it goes, after each lot of moves."""

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        points = np.mean([episode["r"] for episode in self.model.ep_info_buffer])
        print(self.num_timesteps, f"{points:.2f}", flush=True)


torch.set_num_threads(1)
games = Going("mosaix", 64, threads=1, reward="points")
lots = {"n_steps": 32, "batch_size": 256, "n_epochs": 4, "stats_window_size": 300}
losses = {"gamma": 1.0, "learning_rate": 2e-3, "ent_coef": 0.003, "vf_coef": 0.05, "max_grad_norm": 5.0}
policy = {"net_arch": [64]}
model = MaskablePPO("MlpPolicy", games, policy_kwargs=policy, seed=1, device="cpu", **lots, **losses)
model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 250_000, callback=Curve())
