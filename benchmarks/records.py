"""Records written and checked, entries for each second of a processor, next to what `json` needs for the same lines.

`python -m benchmarks.records --write` puts the table into docs/performance.md. The first pass is made by a process that
has loaded the rules and knows no entry yet, the second is what a long file costs; the best of a few processes stands.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.page import tell
from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.cli.measure import machine
from smalti.games import GAMES, find_game
from smalti.kernel.ledger import ledger
from smalti.kernel.perft import perft
from smalti.kernel.position import Position
from smalti.kernel.record import is_surely_right

GAMES_EACH, ROUNDS = 1000, 3

Times = tuple[float, float]


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work."""
    began = process_time()
    work()
    return process_time() - began


def write(name: str, seats: int, path: Path) -> Times:
    """Writes games into a file, twice."""
    series = Simulation(GAMES[name], (BOTS["random"],) * seats, 1, compiled=True)
    series.line(0)
    ledger(GAMES[name]).forget()
    lines: list[str] = []

    def work() -> None:
        lines[:] = [series.line(index) for index in range(GAMES_EACH)]

    times = seconds(work), seconds(work)
    path.write_text("\n".join(lines), encoding="utf-8")
    return times


def check(name: str, path: Path) -> Times:
    """Checks the games of a file, twice."""
    lines = path.read_bytes().splitlines()
    assert is_surely_right(lines[0], find_game)
    ledger(GAMES[name]).forget()

    def work() -> None:
        assert all(is_surely_right(line, find_game) for line in lines)

    return seconds(work), seconds(work)


def read_and_write(path: Path) -> Times:
    """The same lines read and written by json. Nothing is kept: so many lists would be looked through all the time."""
    lines = path.read_bytes().splitlines()
    took = seconds(lambda: deque(map(json.loads, lines), maxlen=0))
    records = [json.loads(line) for line in lines]
    return took, seconds(lambda: deque(map(json.dumps, records), maxlen=0))


def apart(work: Callable[[], Times]) -> Times:
    """Measures in processes of their own, one after the other, in which nothing is known yet."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        first, second = zip(*(pool.apply(work) for _ in range(ROUNDS)), strict=True)
    return min(first), min(second)


def rates(name: str, seats: int, path: Path) -> list[float]:
    """Entries a second: written first and later, checked first and later, read and written by json."""
    written = apart(partial(write, name, seats, path))
    checked, plain = apart(partial(check, name, path)), apart(partial(read_and_write, path))
    entries = sum(len(json.loads(line)["log"]) for line in path.read_bytes().splitlines())
    return [entries / took for took in (*written, *checked, *plain)]


def rows() -> list[str]:
    """All games with the fewest and the most seats."""
    with TemporaryDirectory() as folder:
        return [
            f"| {game.title} | {seats} | "
            + " | ".join(f"{rate:,.0f}" for rate in rates(name, seats, Path(folder) / "games.jsonl"))
            + " |"
            for name, game in GAMES.items()
            for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1])
        ]


def ways() -> str:
    """How quickly ways are counted."""
    start = Position.new(GAMES["mosaix"], 2)
    perft(start, 1)
    took = seconds(lambda: perft(start, 5))
    return f"`smalti.perft` of Mosaix for two, five steps: {perft(start, 5) / took:,.0f} ways/s."


def table() -> str:
    """What is written into the page."""
    measured, told = rows(), ", ".join(f"{name} {value}" for name, value in machine().items())
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    head = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load {load} (1, 5, 15 minutes): {told}.",
        f"{GAMES_EACH:,} random games each, entries for each second of a processor; the best of {ROUNDS} processes.",
        "",
        "| game | seats | written, first | written | checked, first | checked | `json.loads` | `json.dumps` |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *measured, "", ways()]) + "\n"


if __name__ == "__main__":
    tell("records", __doc__, table)
