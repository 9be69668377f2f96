"""Games for one in PufferLib: `BatchPufferEnv("mosaix", 64)` writes a batch into PufferLib's own buffers.

PufferLib's learners know no masks, so an illegal move costs 1 and is not made unless told otherwise; `action_masks()`
is there for policies that ask.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from smalti.envs.batch import Batch
from smalti.envs.spaces import Info, Masks, spaces
from smalti.games import find_game
from smalti.kernel.door import LARGEST, read_whole
from smalti.kernel.errors import MissingExtra

try:
    from pufferlib import PufferEnv
except ModuleNotFoundError as error:  # no extra of ours: it asks for versions that cannot be beside ours
    words = "pip install gym gymnasium psutil && pip install --no-deps pufferlib==2.0.2"
    raise MissingExtra(f"an environment of PufferLib needs PufferLib: {words}") from error


class BatchPufferEnv(PufferEnv):  # type: ignore[misc]  # PufferLib comes without types
    """Many games for one; observations go straight where PufferLib reads them."""

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        reward: str = "outcome",
        illegal: str = "penalty",
        threads: int | None = None,
        buf: Any = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        """The settings are those of a `Batch`."""
        settings: dict[str, Any] = {"reward": reward, "illegal": illegal, "threads": threads}
        self.batch = Batch(find_game(name), num_envs, 1, options, seed=seed, **settings)
        self.single_observation_space, self.single_action_space = spaces(name)
        self.num_agents = num_envs
        super().__init__(buf)

    def reset(self, seed: int | Sequence[int] | None = None) -> tuple[Any, list[Info]]:
        """The first games of a seed: place i of n plays what one environment with the seed `seed * n + i` plays.

        PufferLib gives its workers seeds that follow each other, and so no two of them play the same games.
        """
        first = self._read_seed(seed) * self.num_agents
        self.batch.reset(range(first, first + self.num_agents))
        self.batch.observe(self.observations)
        self.rewards[:], self.terminals[:] = 0, False
        return self.observations, []

    def _read_seed(self, seed: int | Sequence[int] | None) -> int:
        most = LARGEST // self.num_agents - 1
        if seed is None:
            return secrets.randbelow(most)
        one = (
            seed[0] if isinstance(seed, list | tuple) and len(seed) == 1 else seed
        )  # workers of PufferLib 2 get a slice of a list
        return read_whole("a seed", one, most)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[Info]]:
        """A move in each game; of those that ended, the mean of their points."""
        rewards, ended = self.batch.step(np.asarray(actions).reshape(self.num_agents))
        self.rewards[:], self.terminals[:] = rewards[:, 0], ended
        self.batch.observe(self.observations)
        told = [{"points": float(self.batch.results[ended, 0].mean())}] if ended.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, told

    def action_masks(self) -> Masks:
        """[game, move]: which moves are legal."""
        return self.batch.masks()

    def close(self) -> None:
        """Nothing to close."""
