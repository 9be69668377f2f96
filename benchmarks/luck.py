"""Mean luck over very many events: `python -m benchmarks.luck --events 100000 GAME`. It must be 0 within its error.

It also says how much less the results are scattered when their luck, or the best share of it, is taken out.

Games of bots that play the best first look, each event of chance weighed; at the quick depth by two walks for each
outcome that play nothing on. What each game gave is kept in a file as it is known: a run that was stopped goes on.
Parts of one (`--part 2/16`) have files of their own and may run side by side; each says what all of them know so far.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from statistics import linear_regression, stdev

from benchmarks.review import CLEAN, SEED
from smalti.bots import find_bot
from smalti.bots.simulation import Simulation
from smalti.games import find_game
from smalti.kernel.game import CHANCE
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.reviewing.evaluator import seed_of, sources_hash
from smalti.reviewing.outlook import result
from smalti.reviewing.reviewing import weigh_event
from smalti.reviewing.weighing import DEPTHS, Scales


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
    parser.add_argument("--depth", default="quick", choices=list(DEPTHS))
    parser.add_argument("--part", default="1/1", help="the first of sixteen: 1/16")
    parser.add_argument("--folder", type=Path, default=Path("build"))
    told = parser.parse_args()
    bot = CLEAN if told.bot == "clean" else find_bot(told.bot)
    game = find_game(told.game)
    series = Simulation(game, (bot,) * told.seats, SEED, compiled=True)
    place, parts = map(int, told.part.split("/"))
    kind = f"luck-{told.game}-{told.seats}-{told.bot}-{told.depth}-{sources_hash(game)}-of-{parts}"
    told.folder.mkdir(exist_ok=True)
    play_on(series, range(place - 1, told.events, parts), told, told.folder / f"{kind}-{place}.jsonl")
    done = [one for file in sorted(told.folder.glob(f"{kind}-*.jsonl")) for one in read(file)]
    columns = {"game": told.game, "seats": told.seats, "bots": told.bot, "depth": told.depth, **added_up(done)}
    for row in (columns, ["---"] * len(columns), columns.values()):
        print("|", " | ".join(map(str, row)), "|")


def read(file: Path) -> list[dict[str, float]]:
    """What is kept of games."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play_on(series: Simulation, games: range, told: argparse.Namespace, file: Path) -> None:
    """Plays these games one after the other until there are enough events for a part, and keeps what each gave."""
    done, scales = read(file), None
    with file.open("a") as kept:
        while sum(one["events"] for one in done) * games.step < told.events:
            match = series.play(games[len(done)])
            scales = scales or Scales.of(match.position, DEPTHS[told.depth])
            some = lucks(match, scales)
            sums = {"sum": math.fsum(some), "squares": math.fsum(x * x for x in some)}
            done.append({"events": len(some), **sums, "end": float(result(match.position)[0]) / scales.outlook.unit})
            kept.write(json.dumps(done[-1]) + "\n")
            kept.flush()


def added_up(done: list[dict[str, float]]) -> dict[str, str]:
    """What the games say together."""
    n, total, squares = (math.fsum(one[name] for one in done) for name in ("events", "sum", "squares"))
    mean = total / n
    error = math.sqrt((squares / n - mean * mean) / (n - 1))
    ends, sums = ([one[name] for one in done] for name in ("end", "sum"))
    share = linear_regression(sums, ends).slope
    left = [stdev(end - part * luck for end, luck in zip(ends, sums, strict=True)) for part in (0, 1, share)]
    return {
        "games": f"{len(done)}",
        "events": f"{n:.0f}",
        "mean luck, spreads": f"{mean:+.5f} ± {error:.5f}",
        "in errors": f"{mean / error:+.1f}",
        "sd of the result": f"{left[0]:.3f}",
        "less luck": f"{left[1]:.3f}",
        "best share of it": f"{share:.2f}",
        "less that": f"{left[2]:.3f}",
    }


if __name__ == "__main__":
    main()
