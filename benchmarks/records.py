"""Records written and checked, entries for each second of a processor, next to what `json` needs for the same lines.

`python -m benchmarks.records --write` puts the table into docs/performance.md. The first pass over a series also
learns how entries are written; the later ones are what a long file costs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from time import process_time

from benchmarks.page import tell
from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.cli.measure import machine
from smalti.games import GAMES, find_game
from smalti.kernel.perft import perft
from smalti.kernel.position import Position
from smalti.kernel.record import is_surely_right

GAMES_EACH, ROUNDS = 1000, 3


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work."""
    began = process_time()
    work()
    return process_time() - began


def rates(name: str, seats: int) -> list[float]:
    """Entries a second: written first and later, checked first and later, read and written by json."""
    series = Simulation(GAMES[name], (BOTS["random"],) * seats, 1, compiled=True)
    lines = [series.line(0)]

    def write() -> None:
        lines[:] = [series.line(index) for index in range(GAMES_EACH)]

    def check() -> None:
        assert all(is_surely_right(line.encode(), find_game) for line in lines)

    first = [seconds(write), seconds(check)]
    later = [min(seconds(work) for _ in range(ROUNDS)) for work in (write, check)]
    records = [json.loads(line) for line in lines]
    plain = [seconds(lambda: [json.loads(line) for line in lines]), seconds(lambda: [json.dumps(r) for r in records])]
    entries = sum(len(record["log"]) for record in records)
    return [entries / took for took in (first[0], later[0], first[1], later[1], *plain)]


def table() -> str:
    """All games with the fewest and the most seats, and how quickly ways are counted."""
    told = ", ".join(f"{name} {value}" for name, value in machine().items())
    rows = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {told}. {GAMES_EACH:,} random games each, entries for each",
        "second of a processor.",
        "",
        "| game | seats | written, first | written | checked, first | checked | `json.loads` | `json.dumps` |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, game in GAMES.items():
        for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
            rows.append(
                f"| {game.title} | {seats} | " + " | ".join(f"{rate:,.0f}" for rate in rates(name, seats)) + " |"
            )
    start = Position.new(GAMES["mosaix"], 2)
    perft(start, 1)
    took = seconds(lambda: perft(start, 5))
    rows += ["", f"`smalti.perft` of Mosaix for two, five steps: {perft(start, 5) / took:,.0f} ways/s."]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    tell("records", __doc__, table)
