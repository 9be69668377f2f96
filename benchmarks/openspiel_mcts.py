"""Our search against OpenSpiel's, on our games, with the same time for every move.

    python benchmarks/openspiel_mcts.py [--game mosaix] [--games 80] [--ms 200] [--cpu] [--out FOLDER]

With `--cpu` time is what the processor spent on this process, for both: other work on the machine does not count.

OpenSpiel's player is `open_spiel.python.algorithms.mcts.MCTSBot` with its random rollouts, unchanged but for a look at
the clock before each simulation. (Its C++ twin, `pyspiel.MCTSBot`, crashes on games written in Python, OpenSpiel's
own too.) Its utility and the length of its rollouts are what was best for it of four settings in 24 games of Mosaix;
`--trial` lets them play each other. The folder keeps every game; the same command again goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from smalti.arena import Report, play, play_matches
from smalti.bots import BOTS, Bot, tree_search
from smalti.envs import openspiel  # noqa: F401 - registers the games
from smalti.games import GAMES
from smalti.kernel.position import Position

SETTINGS = {
    "win": ("win", 2.0, 4000),
    "win-short": ("win", 1.0, 60),
    "points": ("points", 20.0, 4000),
    "points-short": ("points", 10.0, 60),
}
"""What OpenSpiel's player is told: the utility, the weight of exploration, and how many steps a rollout may have."""


def now() -> float:
    """What the clock of our own search says, which `--cpu` exchanges."""
    clock: Callable[[], float] = vars(tree_search)["perf_counter"]
    return clock()


class TimedBot(mcts.MCTSBot):  # type: ignore[misc]  # it comes without types
    """The search as it is; it stops when the time is over, where it would stop if the root were solved."""

    end = 0.0

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        if root.explore_count and now() >= self.end:
            root.outcome = [0.0] * state.num_players()
        return super()._apply_tree_policy(root, state)


def choose(settings: str, ms: int, position: Position, _seat: int, generator: int) -> int:
    """OpenSpiel's move in a position of ours."""
    end = now() + ms / 1000
    utility, exploration, horizon = SETTINGS[settings]
    name = f"smalti_{position.game.name}"
    game = pyspiel.load_game(name, {"players": position.seats, "utility": utility, "horizon": horizon})
    random = np.random.RandomState(generator & 0xFFFFFFFF)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = TimedBot(game, exploration, 1 << 60, evaluator, solve=False, random_state=random)
    bot.end = end
    return int(bot.step(game.state_at(position)))


def count_cpu_time() -> None:
    """One clock for both players and for the arena: the one of this process."""
    for module in (tree_search, play):
        module.perf_counter = process_time  # type: ignore[attr-defined]  # a name they import


def add_players(ms: int) -> list[str]:
    """Makes OpenSpiel's players known to the arena, in this process."""
    for name in SETTINGS:
        BOTS[f"openspiel-{name}"] = Bot(f"openspiel-{name}", "OpenSpiel's search", partial(choose, name, ms))
    return [f"openspiel-{name}" for name in SETTINGS]


def told(report: Report) -> dict[str, Any]:
    """The figures that matter."""
    one, other = report.standings[:2]
    return {
        "game": report.series.game,
        "games": report.games,
        "deals": report.deals,
        "score": report.pairs[0].ahead.__dict__,
        "points": report.pairs[0].points.__dict__,
        "ms_per_move": {one.bot: one.ms_per_move, other.bot: other.ms_per_move},
        "failures": {one.bot: one.failures, other.bot: other.failures},
    }


def main() -> None:
    """Plays, prints and writes."""
    parser = argparse.ArgumentParser(description="Our search against OpenSpiel's.")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--ms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("openspiel-mcts"))
    parser.add_argument("--trial", action="store_true", help="let OpenSpiel's settings play each other")
    parser.add_argument("--ours", default="legend", help="which of our bots that think for a time")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time")
    asked = parser.parse_args()
    if asked.cpu:
        count_cpu_time()
    theirs = add_players(asked.ms)
    bots = theirs if asked.trial else [f"{asked.ours}:ms={asked.ms}", "openspiel-points-short"]
    for game in asked.game or GAMES:
        out = asked.out / f"{'trial-' if asked.trial else ''}{game}-{asked.ms}ms"
        report = play_matches(game, bots, games=asked.games, seed=asked.seed, out=out)
        figures = [pair.__dict__ for pair in report.pairs] if asked.trial else told(report)
        print(json.dumps(figures, default=vars), flush=True)
        if not asked.trial:
            (out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
