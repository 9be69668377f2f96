"""The games in PettingZoo: `smalti.envs.pettingzoo.env("maharani", seats=3)` is an AEC environment.

Seats are agents `seat_0`, `seat_1`, ...; those who choose at the same time are asked one after the other, and see
nothing of each other's choices. An action is a move of ours with the same number.

`parallel_env("mosaix", seats=3)` asks all at once, which suits games of simultaneous choices. Whoever has nothing to
choose has one action more, to wait, and no other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.playing import MOST_MOVES, WAIT, Playing, bounds, check_mode, frame
from smalti.envs.seeing import mask, observe
from smalti.games import find_game
from smalti.kernel.door import whole
from smalti.kernel.errors import InvalidNotation, SmaltiError, WrongSeat, show
from smalti.kernel.extras import extra
from smalti.kernel.position import Position

with extra("envs", "an environment of PettingZoo"):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv

Observation = dict[str, Any]
MODES = ["human", "ansi", "rgb_array"]


class Seated:
    """What both kinds of environment share: agents and their spaces, one game at a time, and how it is shown."""

    actions_more = 0
    possible_agents: list[str]

    def _seat_all(
        self,
        name: str,
        seats: int = 2,
        *,
        render_mode: str | None = None,
        most_moves: int | None = MOST_MOVES,
        reward: str = "outcome",
        illegal: str = "raise",
        **options: Any,
    ) -> None:
        """A game is broken off after `most_moves`, and its points count as they stand. `reward` and `illegal` are as in
        a `Batch`, the options are the game's own."""
        check_mode(render_mode, MODES)
        game = find_game(name)
        self.playing = Playing(game, seats, options, reward, illegal, most_moves)
        self.render_mode, self.possible_agents = render_mode, [f"seat_{seat}" for seat in range(seats)]
        low, high = bounds(game)
        count = game.course.action_count + self.actions_more
        seen: dict[str, Any] = {
            "observation": Box(low, high, dtype=np.float32),
            "action_mask": Box(0, 1, (count,), np.int8),
        }
        self.observation_spaces = {agent: Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.metadata = {
            "name": f"smalti_{name}_v{game.facts.version}",
            "render_modes": MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.playing.position

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees: numbers (`Game.encoding` names each) and which moves are legal."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Discrete:
        """All moves there are."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position in notation, returned or printed, or as pixels."""
        if self.render_mode == "rgb_array":
            return frame(self.position)
        if self.render_mode == "human":
            print(self.position)  # noqa: T201 - that is what the mode asks for
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it."""
        seat = self._seat(agent)
        return {"observation": observe(self.position, seat), "action_mask": mask(self.position, seat)}

    def _seat(self, agent: object) -> int:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise WrongSeat(f"there is no agent {show(agent)}; there are: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _each(self, of: Any) -> dict[str, Any]:
        """Something for each agent, by its seat."""
        return {agent: of(seat) for seat, agent in enumerate(self.possible_agents)}


class SmaltiEnv(Seated, AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo comes without types
    """One game at a time, one seat after the other."""

    def __init__(self, name: str, seats: int = 2, **settings: Any) -> None:
        AECEnv.__init__(self)
        self._seat_all(name, seats, **settings)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - theirs
        """The first game of a seed, or the next. The game's options belong to the environment; PettingZoo's own are not
        looked at."""
        self.playing.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = self._each(self.playing.facts)
        self.agent_selection = self._next_agent()

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What there is to know for the agent whose turn it is."""
        if not self.agents:
            raise SmaltiError("an environment begins with `reset`")
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | str | None) -> None:
        """A move of the agent whose turn it is, by its number or in notation."""
        if not self.agents:
            raise SmaltiError("an environment begins with `reset`")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise SmaltiError(f"the game is over: the one action of {agent} is None")
            self._was_dead_step(action)
            return
        earned = self.playing.make({self.possible_agents.index(agent): action})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._each(earned.__getitem__)
        self.terminations = dict.fromkeys(self.agents, self.playing.terminated)
        self.truncations = dict.fromkeys(self.agents, self.playing.truncated)
        self.infos = self._each(self.playing.facts)
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next_agent(self) -> str:
        return self.possible_agents[first_actor(self.position)]


class SmaltiParallelEnv(Seated, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # as above
    """One game at a time, all seats at once; the last action is to wait."""

    actions_more = 1

    def __init__(self, name: str, seats: int = 2, **settings: Any) -> None:
        self._seat_all(name, seats, **settings)
        self.wait = self.playing.game.course.action_count
        self.agents: list[str] = []

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it, and what it may do: choose, or only wait."""
        seen = super().observe(agent)
        waits = not seen["action_mask"].any()
        return seen | {"action_mask": np.append(seen["action_mask"], np.int8(waits))}

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - theirs
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """The first game of a seed, or the next."""
        self.playing.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observed(), self._each(self.playing.facts)

    def step(self, actions: Any) -> tuple[dict[str, Any], ...]:
        """The choices of all who have one, made together; nobody else's action is looked at."""
        if not self.agents:
            raise SmaltiError("the game is over, or has not begun: an environment goes on with `reset`")
        earned = self.playing.make({seat: self._choice(actions, seat) for seat in self.position.actors()})
        ended = dict.fromkeys(self.agents, self.playing.terminated)
        cut = dict.fromkeys(self.agents, self.playing.truncated)
        if self.playing.terminated or self.playing.truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._each(earned.__getitem__), ended, cut, self._each(self.playing.facts)

    def _choice(self, actions: Any, seat: int) -> Any:
        agent = self.possible_agents[seat]
        if not isinstance(actions, dict) or agent not in actions:
            raise InvalidNotation(f"a step takes an action of each agent that is to choose; {agent} has none")
        return WAIT if whole(actions[agent]) == self.wait else actions[agent]

    def _observed(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}


def first_actor(position: Position) -> int:
    """Who is asked; after the end, the first of all."""
    return position.actors()[0] if position.actors() else 0


def env(name: str, seats: int = 2, **settings: Any) -> SmaltiEnv:
    """One of the games as an AEC environment."""
    return SmaltiEnv(name, seats, **settings)


def parallel_env(name: str, seats: int = 2, **settings: Any) -> SmaltiParallelEnv:
    """One of the games as a parallel environment."""
    return SmaltiParallelEnv(name, seats, **settings)
