"""Mean luck over very many events: `python -m benchmarks.luck --events 100000 GAME`. It must be 0 within its error.

It also says how much less the results of the games are scattered when their luck is taken out.

Games of bots that play the best first look, each event of chance weighed at the quick depth (no turn is played on, two
walks for each outcome). What each game gave is kept in a file as it is known: a run that was stopped goes on there.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from statistics import stdev

from benchmarks.review import CLEAN, SEED
from smalti.bots import find_bot
from smalti.bots.simulation import Simulation
from smalti.games import find_game
from smalti.kernel.game import CHANCE
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.reviewing.evaluator import seed_of
from smalti.reviewing.outlook import result
from smalti.reviewing.reviewing import weigh_event
from smalti.reviewing.weighing import DEPTHS, Scales

DEPTH = "quick"


def lucks(match: Match, scales: Scales) -> list[float]:
    """The luck of the first seat at every event of chance that could have been another, in spreads."""
    events, seed = list(match.log), seed_of(match)
    found = []
    for ply, event in enumerate(events):
        if event.by == CHANCE and (weighed := weigh_event(scales, events, ply, spread(seed, ply))):
            found.append(float(weighed.after[0] - weighed.before[0]) / scales.outlook.unit)
    return found


def main() -> None:
    """Plays on until there are enough events, and says what they add up to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="clean")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    told = parser.parse_args()
    bot = CLEAN if told.bot == "clean" else find_bot(told.bot)
    series = Simulation(find_game(told.game), (bot,) * told.seats, SEED, compiled=True)
    file = told.folder / f"luck-{told.game}-{told.seats}-{told.bot}.jsonl"
    file.parent.mkdir(exist_ok=True)
    done = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    scales = None
    with file.open("a") as kept:
        while sum(one["events"] for one in done) < told.events:
            match = series.play(len(done))
            scales = scales or Scales.of(match.position, DEPTHS[DEPTH])
            some = lucks(match, scales)
            sums = {"sum": math.fsum(some), "squares": math.fsum(x * x for x in some)}
            done.append({"events": len(some), **sums, "end": float(result(match.position)[0]) / scales.outlook.unit})
            kept.write(json.dumps(done[-1]) + "\n")
            kept.flush()
    n, total, squares = (math.fsum(one[name] for one in done) for name in ("events", "sum", "squares"))
    mean = total / n
    error = math.sqrt((squares / n - mean * mean) / (n - 1))
    plain, adjusted = (stdev(one["end"] - part * one["sum"] for one in done) for part in (0, 1))
    cells = (told.game, told.seats, told.bot, len(done), int(n), f"{mean:+.5f} ± {error:.5f}", f"{mean / error:+.1f}")
    titles = (
        "game",
        "seats",
        "bots",
        "games",
        "events",
        "mean luck, spreads",
        "in errors",
        "sd of the result",
        "less luck",
    )
    for row in (titles, ["---"] * len(titles), (*cells, f"{plain:.3f}", f"{adjusted:.3f}")):
        print("|", " | ".join(map(str, row)), "|")


if __name__ == "__main__":
    main()
