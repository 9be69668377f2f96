"""The games in PettingZoo: `smalti.envs.pettingzoo.env("maharani", seats=3)` is an AEC environment.

Seats are agents `seat_0`, `seat_1`, ...; those who choose at the same time are asked one after the other, and see
nothing of each other's choices. An action is a move of ours with the same number.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from smalti.envs.seeing import encoding_of, first_position, mask, observe, rewards
from smalti.games import find_game
from smalti.kernel.door import read_move
from smalti.kernel.errors import WrongSeat, show
from smalti.kernel.extras import extra
from smalti.kernel.position import Position

with extra("envs", "an environment of PettingZoo"):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv

Observation = dict[str, Any]


class SmaltiEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo comes without types
    """One game at a time; the rewards come at the end."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seats: int = 2,
        *,
        render_mode: str | None = None,
        most_moves: int | None = None,
        **options: Any,
    ) -> None:
        """A game is broken off after `most_moves`, if there is such a number; the options are the game's own."""
        super().__init__()
        self.game = find_game(name)
        self.game.facts.check_seats(seats)
        self.metadata = self.metadata | {"name": f"smalti_{name}_v{self.game.facts.version}"}
        self.seats, self.options, self.render_mode, self.most_moves = seats, options, render_mode, most_moves
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        numbers = Box(-np.inf, np.inf, (encoding_of(self.game).length,), np.float32)
        legal = Box(0, 1, (self.game.course.action_count,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": numbers, "action_mask": legal}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.game.course.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees: numbers (`Game.encoding` names each) and which moves are legal."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """All moves there are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - theirs
        """A new game. The game's options belong to the environment; PettingZoo's own are not looked at."""
        chance = secrets.randbits(62) if seed is None else seed
        self.position = first_position(self.game, self.seats, self.options, chance)
        self.moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent()

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it."""
        seat = self._seat(agent)
        return {"observation": observe(self.position, seat), "action_mask": mask(self.position, seat)}

    def step(self, action: int | None) -> None:
        """A move of the agent whose turn it is; an illegal one raises `IllegalMove` with the reason."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.position = self.position.play(read_move(self.game, action), seat)
        self.moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._end()
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in notation, returned or printed."""
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "human":
            print(self.position)  # noqa: T201 - that is what the mode asks for
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _seat(self, agent: object) -> int:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise WrongSeat(f"there is no agent {show(agent)}; there are: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _end(self) -> None:
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards(self.position), strict=True))
        elif self.most_moves is not None and self.moves >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def _next_agent(self) -> str:
        return self.possible_agents[first_actor(self.position)]


def first_actor(position: Position) -> int:
    """Who is asked; after the end, the first of all."""
    return position.actors()[0] if position.actors() else 0


def env(name: str, seats: int = 2, **settings: Any) -> SmaltiEnv:
    """One of the games as an AEC environment."""
    return SmaltiEnv(name, seats, **settings)
