"""Any number of seats for a learner of one: it has the first seat, and the others choose at random.

`OpposedVecEnv("maharani", 64, seats=2, seed=1)` is a vector of environments as Stable-Baselines3 has it, on a batch. A
step is a move of the first seat and all that follows until it is to choose again. The reward is what it gained in
points, less what the others did on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.vec_env import VecEnv

from smalti.envs.batch import Batch
from smalti.games import find_game

WAIT = -1
"""No move: an illegal one is not made, so that a game stands still while others go on."""


class OpposedVecEnv(VecEnv):  # type: ignore[misc]  # known only where it is installed
    """The first seats of many games."""

    def __init__(self, name: str, num_envs: int, *, seats: int, seed: int, never: int = WAIT) -> None:
        """One move may be kept out unless nothing else is left: `never`."""
        self.batch = Batch(
            find_game(name), num_envs, seats, reward="points", illegal="penalty", finals=True, threads=1, seed=seed
        )
        self.seats, self.never, self.render_mode = seats, never, None
        self._sums, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        most = self.batch.encoding.most
        seen, acts = (
            Box(0.0, most, (self.batch.encoding.length,), np.float32),
            Discrete(self.batch.game.course.action_count),
        )
        super().__init__(num_envs, seen, acts)

    def reset(self) -> Any:
        """The games as they begin, the first seat to choose."""
        self._until_ours(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        self._sums[:], self._lengths[:] = 0.0, 0
        return self.batch.observe()

    def step_async(self, actions: Any) -> None:
        """Takes the moves."""
        self._chosen = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Makes them, and lets the others choose."""
        gains, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._make(self._chosen, np.ones(self.num_envs, np.bool_), gains, ended)
        self._until_ours(gains, ended)
        seen, infos = self.batch.observe(), [dict[str, Any]() for _ in range(self.num_envs)]
        self._sums += gains
        self._lengths += 1
        for place in np.flatnonzero(ended):
            told = {"r": float(self._sums[place]), "l": int(self._lengths[place]), "t": 0.0}
            infos[place] = {"terminal_observation": seen[place], "episode": told}
            self._sums[place], self._lengths[place] = 0.0, 0
        return seen, gains.astype(np.float32), ended, infos

    def action_masks(self) -> Any:
        """[game, move]: which moves are legal."""
        masks = self.batch.masks()
        if self.never != WAIT:
            masks[:, self.never] &= masks.sum(axis=1) == 1
        return masks

    def _until_ours(self, gains: Any, ended: Any) -> None:
        """The others choose wherever the first seat is not to."""
        while (theirs := self.batch.actors != 0).any():
            self._make(self.batch.sample().copy(), theirs, gains, ended)

    def _make(self, moves: Any, where: Any, gains: Any, ended: Any) -> None:
        """These moves in some of the games; what comes after the end of one is the next one's."""
        points, over = self.batch.step(np.where(where, moves, WAIT))
        others = points[:, 1:].mean(axis=1) if self.seats > 1 else 0.0
        gains += np.where(where & ~ended, points[:, 0] - others, 0.0)
        ended |= where & over

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The masks, for whoever asks each environment for its own."""
        masks = getattr(self, method_name)(*args, **kwargs)
        return [masks[place] for place in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What all of the games share, once for each."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002 - theirs
        """Games of a batch cannot differ."""
        raise AttributeError(f"games of a batch cannot differ in {attr_name!r}")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:  # noqa: ARG002 - theirs
        """None is."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to close."""
