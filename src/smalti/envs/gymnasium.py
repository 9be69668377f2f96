"""The games for one in Gymnasium: `import smalti.envs.gymnasium`, then `gymnasium.make("smalti/Mosaix-v1")`.

Observations are numbers (`Game.encoding` names each), actions moves of ours with the same number. Which are legal
stands in `info["action_mask"]` and in `action_masks()`, where learners look for it. `gymnasium.make_vec` gives a batch:
its place i plays the games that one environment with the i-th seed would play, one after the other.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.batch import Batch, is_row
from smalti.envs.playing import Playing, check_mode, frame
from smalti.envs.seeing import mask, observe
from smalti.envs.spaces import Info, Masks, spaces
from smalti.games import GAMES, find_game
from smalti.kernel.door import LARGEST, read_whole
from smalti.kernel.encoding import Reals
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra

with extra("envs", "an environment of Gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}


def read_natural(seed: int | None) -> int | None:
    """A seed as Gymnasium has it: never negative."""
    return None if seed is None else read_whole("a seed", seed, LARGEST)


class SoloEnv(gymnasium.Env[Reals, np.int64]):
    """A game for one. The reward is the points, at the end (`reward` "outcome") or as they come ("points").

    An `illegal` move costs 1 and is not made ("penalty"), ends the game as well ("end"), or raises `IllegalMove` with
    the reason ("raise"). Every member of an action space may be tried in Gymnasium, so that the first is usual there.
    """

    metadata = METADATA

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        *,
        reward: str = "outcome",
        illegal: str = "penalty",
        **options: Any,
    ) -> None:
        """The options are the game's own."""
        self.playing = Playing(find_game(name), 1, options, reward, illegal, most_moves=None)
        self.render_mode = check_mode(render_mode, METADATA["render_modes"])
        self.observation_space, self.action_space = spaces(name)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Reals, Info]:
        """The first game of a seed, or the next one; `options` replace those of the environment for this game."""
        super().reset(seed=read_natural(seed))
        self.playing.begin(seed, options)
        return observe(self.playing.position, 0), self._info()

    def step(self, action: Any) -> tuple[Reals, float, bool, bool, Info]:
        """A move, by its number or in notation."""
        (reward,) = self.playing.make({0: action})
        return observe(self.playing.position, 0), reward, self.playing.terminated, False, self._info()

    def action_masks(self) -> Masks:
        """Which moves are legal."""
        return mask(self.playing.position, 0).astype(np.bool_)

    def render(self) -> Any:
        """The position in notation, or as pixels [row, column, colour]."""
        if self.render_mode == "rgb_array":
            return frame(self.playing.position)
        return str(self.playing.position) if self.render_mode == "ansi" else None

    def _info(self) -> Info:
        """Which moves are legal; at the end the points, and why a move was not made."""
        info: Info = {"action_mask": mask(self.playing.position, 0)}  # int8, as `action_space.sample` wants it
        if self.playing.terminated:
            info["points"] = self.playing.position.scores()[0]
        if self.playing.refused:
            info["illegal"] = self.playing.refused[0]
        return info


class SoloVectorEnv(VectorEnv[Reals, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games for one, stepped together; one that ends is followed by a new one in the same step."""

    metadata: dict[str, Any] = METADATA | {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        render_mode: str | None = None,
        *,
        reward: str = "outcome",
        illegal: str = "penalty",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """As `SoloEnv`; the games are stepped by so many `threads`, usually one for each core."""
        settings: dict[str, Any] = {"reward": reward, "illegal": illegal, "threads": threads}
        self.batch = Batch(find_game(name), num_envs, 1, options, finals=True, **settings)
        self.num_envs = num_envs
        self.render_mode = check_mode(render_mode, METADATA["render_modes"])
        self.single_observation_space, self.single_action_space = spaces(name)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Reals, Info]:
        """The first games of so many seeds; of one seed, it and those that follow it."""
        if self.batch.game.facts.read_options(options):
            raise SmaltiError("a batch has its options from the beginning; `reset` takes none")
        if seed is None or is_row(seed):
            seeds: list[int | None] = [None] * self.num_envs if seed is None else list(map(read_natural, seed))
        else:
            seeds = list(range(first := read_whole("a seed", seed, LARGEST - self.num_envs), first + self.num_envs))
        self.batch.reset([secrets.randbits(62) if one is None else one for one in seeds])
        return self.batch.observe(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Reals, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """A move in each game. Where one ended, `final_obs` and `final_info` tell of its last position."""
        points, ended = self.batch.step(actions)
        info = self._info()
        if ended.any():
            info |= self._finals()
        return self.batch.observe(), points[:, 0].astype(np.float64), ended.copy(), np.zeros_like(ended), info

    def action_masks(self) -> Masks:
        """[game, move]: which moves are legal."""
        return self.batch.masks()

    def render(self) -> tuple[Any, ...] | None:
        """Each position in notation, or as pixels."""
        positions = map(self.batch.position, range(self.num_envs))
        if self.render_mode is None:
            return None
        return tuple(map(frame if self.render_mode == "rgb_array" else str, positions))

    def _info(self) -> Info:
        return {"action_mask": self.batch.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _finals(self) -> Info:
        """What the games that ended looked like, in Gymnasium's form."""
        ended, batch = self.batch.ended.copy(), self.batch
        seen = np.zeros((self.num_envs, batch.encoding.length), np.float32)
        legal = np.zeros((self.num_envs, batch.game.course.action_count), np.bool_)
        for place in np.flatnonzero(ended):
            final = batch.final(int(place))
            seen[place], legal[place] = observe(final, 0), mask(final, 0)
        points = np.where(ended, batch.results[:, 0], 0)
        told = {"action_mask": legal, "_action_mask": ended, "points": points, "_points": ended}
        return {"final_obs": seen, "_final_obs": ended, "final_info": told, "_final_info": ended}


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
