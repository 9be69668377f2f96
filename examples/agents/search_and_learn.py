"""Search by OpenSpiel, led by what PPO learned: PUCT as in AlphaZero, its policy as the prior, its value at the leaves.
Needs the extra `envs`.

    smalti bench-agents run py:examples.agents.search_and_learn:choose --out search
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from examples.agents.ppo import judge
from smalti.envs import openspiel  # noqa: F401 - it makes the games known
from smalti.kernel.position import Position

SIMULATIONS = 32
EXPLORATION = 10.0
"""In points."""


class Learned(mcts.Evaluator):  # type: ignore[misc]  # it comes without types
    """What was learned, in OpenSpiel's words."""

    def __init__(self, chance: np.random.RandomState) -> None:
        self.chance = chance

    def evaluate(self, state: Any) -> Any:
        """Of each seat the points beyond the others: those it has, and those that the one who is to choose expects."""
        state = self._awaited(state)
        points = np.array(state.position.scores(), float)
        others = max(1, len(points) - 1)
        values = points - (points.sum() - points) / others
        if not state.is_terminal():
            seat = state.current_player()
            gain = judge(state.position, seat)[2]
            gains = np.full(len(points), -gain / others)
            gains[seat] = gain
            values += gains
        return values

    def _awaited(self, state: Any) -> Any:
        """A state in which somebody is to choose: chance is drawn until then."""
        if state.is_chance_node():
            state = state.clone()
        while state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self.chance.choice(outcomes, p=likely)))
        return state

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """How likely each move is; of chance, its probabilities."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        moves, likely, _ = judge(state.position, state.current_player())
        return list(zip(moves.tolist(), likely.tolist(), strict=True))


@cache
def game_of(name: str, seats: int) -> Any:
    """The game as OpenSpiel has it; what counts are points beyond the others."""
    return pyspiel.load_game(f"smalti_{name}", {"players": seats, "utility": "points"})


def puct(expected: Any) -> Callable[[mcts.SearchNode, int, float], float]:
    """PUCT in which a move that nobody has looked at promises what is expected anyway.

    OpenSpiel's own takes it for worth 0, which in points is far below any other, so that only one is ever looked at.
    """

    def promise(child: mcts.SearchNode, visits: int, exploration: float) -> float:
        seen = child.explore_count
        mean = child.total_reward / seen if seen else expected[child.player]
        return float(mean + exploration * child.prior * math.sqrt(visits) / (seen + 1))

    return promise


def choose(position: Position, seat: int, generator: int) -> int:
    """The move that the search looked at most."""
    game, chance = game_of(position.game.name, position.seats), np.random.RandomState(generator & 0xFFFFFFFF)
    state, learned = game.state_at(position), Learned(chance)
    bot = mcts.MCTSBot(
        game,
        EXPLORATION,
        SIMULATIONS,
        learned,
        solve=False,
        random_state=chance,
        child_selection_fn=puct(learned.evaluate(state)),
    )
    return int(bot.step(state))
