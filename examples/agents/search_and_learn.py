"""Search by OpenSpiel, led by what Stable-Baselines3 learned: PUCT as in AlphaZero, PPO's policy as its prior and its
value at the leaves. Needs the extra `envs`.

    smalti bench-agents run py:examples.agents.search_and_learn:choose --out search
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from examples.agents.ppo import NEVER, logits, worth
from smalti.envs import openspiel  # noqa: F401 - it makes the games known
from smalti.kernel.position import Position

SIMULATIONS = 32
EXPLORATION = 10.0
"""In points."""


class Learned(mcts.Evaluator):  # type: ignore[misc]  # it comes without types
    """What was learned, in OpenSpiel's words."""

    def evaluate(self, state: Any) -> Any:
        """Of each seat the points beyond the others, those it has and those it is expected to gain."""
        points = state.position.scores()
        total, others = sum(points), max(1, len(points) - 1)
        have = [own - (total - own) / others if len(points) > 1 else own for own in points]
        return np.array([own + worth(state.position, seat) for seat, own in enumerate(have)])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """How likely each move is; of chance, its probabilities."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        seat, legal = state.current_player(), state.legal_actions()
        never = NEVER.get((state.position.game.name, state.position.seats))
        legal = [move for move in legal if move != never] or legal
        likely = logits(state.position, seat)[legal]
        likely = np.exp(likely - likely.max())
        return list(zip(legal, likely / likely.sum(), strict=True))


@cache
def game_of(name: str, seats: int) -> Any:
    """The game as OpenSpiel has it; what counts are points."""
    return pyspiel.load_game(f"smalti_{name}", {"players": seats, "utility": "points"})


def choose(position: Position, seat: int, generator: int) -> int:
    """The move that the search looked at most."""
    game = game_of(position.game.name, position.seats)
    bot = mcts.MCTSBot(
        game,
        EXPLORATION,
        SIMULATIONS,
        Learned(),
        solve=False,
        random_state=np.random.RandomState(generator & 0xFFFFFFFF),
        child_selection_fn=mcts.SearchNode.puct_value,
    )
    return int(bot.step(game.state_at(position)))
