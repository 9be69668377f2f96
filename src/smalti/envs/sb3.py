"""Games for one in Stable-Baselines3: `BatchVecEnv("mosaix", 64)` is a vector of environments on a batch.

Masks are where sb3-contrib's `MaskablePPO` looks for them, so that it learns as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from smalti.envs.gymnasium import SoloVectorEnv
from smalti.envs.spaces import Info
from smalti.kernel.encoding import Reals
from smalti.kernel.extras import extra

with extra("learn", "an environment of Stable-Baselines3"):
    from stable_baselines3.common.vec_env import VecEnv

Which = int | Sequence[int] | None


class BatchVecEnv(VecEnv):  # type: ignore[misc]  # known only where it is installed
    """Many games for one, stepped together; the settings are those of `SoloVectorEnv`."""

    def __init__(self, name: str, num_envs: int, **settings: Any) -> None:
        self.games = SoloVectorEnv(name, num_envs, **settings)
        self.render_mode = self.games.render_mode
        self._lengths, self._sums = np.zeros(num_envs, np.int64), np.zeros(num_envs)
        self._chosen: Any = None
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> Reals:
        """The first games of the seeds that `seed` was told, or of any."""
        seen, _ = self.games.reset(seed=self._seeds)
        self._reset_seeds()
        self._lengths[:], self._sums[:] = 0, 0.0
        return seen

    def step_async(self, actions: Any) -> None:
        """Takes the moves."""
        self._chosen = actions

    def step_wait(self) -> tuple[Reals, Reals, Any, list[Info]]:
        """Makes them; where a game ended, the info has its last observation, and its rewards and length."""
        seen, rewards, ended, _, info = self.games.step(self._chosen)
        self._lengths += 1
        self._sums += rewards
        infos: list[Info] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended):
            episode = {"r": float(self._sums[place]), "l": int(self._lengths[place]), "t": 0.0}
            infos[place] = {"terminal_observation": info["final_obs"][place], "episode": episode}
            self._lengths[place], self._sums[place] = 0, 0.0
        return seen, rewards.astype(np.float32), ended, infos

    def action_masks(self) -> Any:
        """[game, move]: which moves are legal."""
        return self.games.action_masks()

    def env_method(self, method_name: str, *method_args: Any, indices: Which = None, **method_kwargs: Any) -> list[Any]:
        """The masks, for whoever asks each environment for its own; there are no other methods."""
        if method_name != "action_masks" or method_args or method_kwargs:
            raise AttributeError(f"a batch has no environments with a method {method_name!r}")
        masks = self.action_masks()
        return [masks[place] for place in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Which = None) -> list[Any]:
        """What all of the games share, once for each."""
        found = getattr(self if attr_name in ("action_masks", "render_mode") else self.games, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Which = None) -> None:  # noqa: ARG002 - theirs
        """Games of a batch cannot differ."""
        raise AttributeError(f"games of a batch cannot differ in {attr_name!r}")

    def env_is_wrapped(self, wrapper_class: type, indices: Which = None) -> list[bool]:  # noqa: ARG002 - theirs
        """None is."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """Each game as pixels."""
        return self.games.render() or ()

    def close(self) -> None:
        """Nothing to close."""
