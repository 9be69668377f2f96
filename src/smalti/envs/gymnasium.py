"""The games for one in Gymnasium: `import smalti.envs.gymnasium`, then `gymnasium.make("smalti/Mosaix-v1")`.

Observations are numbers (`Game.encoding` names each), actions moves of ours with the same number. Which are legal
stands in `info["action_mask"]` and in `action_masks()`, where learners look for it. `gymnasium.make_vec` gives a batch.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.batch import Batch
from smalti.envs.seeing import encoding_of, first_position, mask, observe, rewards
from smalti.games import GAMES, find_game
from smalti.kernel.door import read_move
from smalti.kernel.encoding import Reals
from smalti.kernel.extras import extra

with extra("envs", "an environment of Gymnasium"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Info = dict[str, Any]


def spaces(name: str) -> tuple[Box[np.float32], Discrete]:
    """What is seen and what may be done."""
    game = find_game(name)
    return Box(-np.inf, np.inf, (encoding_of(game).length,), np.float32), Discrete(game.course.action_count)


class SoloEnv(gymnasium.Env[Reals, np.int64]):
    """A game for one; the reward is the points, at the end."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the base class has it

    def __init__(self, name: str, render_mode: str | None = None, **options: Any) -> None:
        self.game, self.options, self.render_mode = find_game(name), options, render_mode
        self.game.facts.check_seats(1)
        self.observation_space, self.action_space = spaces(name)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Reals, Info]:
        """A new game; `options` replace those of the environment for this game."""
        super().reset(seed=seed)
        chance = int(self.np_random.integers(1 << 62))
        self.position = first_position(self.game, 1, self.options | (options or {}), chance)
        return observe(self.position, 0), self._info()

    def step(self, action: np.int64) -> tuple[Reals, float, bool, bool, Info]:
        """A move; an illegal one raises `IllegalMove` with the reason."""
        self.position = self.position.play(read_move(self.game, action), 0)
        over = self.position.is_over
        return observe(self.position, 0), rewards(self.position)[0] if over else 0.0, over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which moves are legal."""
        return mask(self.position, 0).astype(np.bool_)

    def render(self) -> str | None:
        """The position in notation."""
        return str(self.position) if self.render_mode == "ansi" else None

    def _info(self) -> Info:
        return {"action_mask": mask(self.position, 0)}


class SoloVectorEnv(VectorEnv[Reals, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games for one, stepped together; one that ends is followed by a new one in the same step."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as the base class has it

    def __init__(self, name: str, num_envs: int = 1, *, threads: int | None = None, **options: Any) -> None:
        self.batch = Batch(find_game(name), num_envs, 1, options, finals=True, threads=threads)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces(name)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Reals, Info]:
        """The first games of a seed."""
        if options:
            raise gymnasium.error.Error("a batch has its options from the beginning; reset takes none")
        self.batch.reset(secrets.randbits(62) if seed is None else seed)
        return self.batch.observe(), {"action_mask": self.batch.masks()}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Reals, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """A move in each game. Where one ended, `final_obs` has its last observation."""
        points, ended = self.batch.step(actions)
        info: Info = {"action_mask": self.batch.masks()}
        if ended.any():
            info |= {"final_obs": self._finals(), "_final_obs": ended.copy()}
        return self.batch.observe(), points[:, 0].astype(np.float64), ended.copy(), np.zeros_like(ended), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[game, move]: which moves are legal."""
        return self.batch.masks()

    def _finals(self) -> Reals:
        numbers = np.zeros((self.num_envs, self.batch.encoding.length), np.float32)
        for place in np.flatnonzero(self.batch.ended):
            self.batch.game.compiler(self.batch.encoding.write)(self.batch.finals[place], 0, numbers[place])
        return numbers


def register() -> None:
    """Makes the games for one known to Gymnasium, once."""
    for game in GAMES.values():
        name = f"smalti/{game.title}-v{game.facts.version}"
        if 1 in game.facts.seat_counts and name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="smalti.envs.gymnasium:SoloEnv",
                vector_entry_point="smalti.envs.gymnasium:SoloVectorEnv",
                kwargs={"name": game.name},
            )


register()
