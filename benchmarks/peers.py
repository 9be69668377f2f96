"""Random play with legal moves, ours and others', in one run on one machine: decisions a second.

`make peers` installs the others (extra `bench`) and writes the tables into docs/performance.md; what is not installed
is named and left out. Everything is measured in turns, several rounds of them, and the best round stands: other work
on the machine slows one round down and not the next.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.before import GROUP, Past, past
from benchmarks.others import OTHERS
from smalti.cli.measure import machine
from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.kernel.position import Position

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- peers -->\n", "<!-- end of peers -->"
SIZES = (100, 1_000, 10_000, 100_000)
USUAL = 10_000
"""The size of a batch that the ratios are taken from, on two threads."""
MILLION = 1_000_000
LIBRARIES = ("chess", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax")

Turn = Callable[[int], int]
"""Makes about so many decisions and returns how many it made."""


@dataclass
class Entrant:
    """Something that is measured."""

    group: str
    name: str
    turn: Turn
    best: float = 0.0
    """Decisions a second, in the best round."""
    cores: float = 0.0
    """Processor seconds for each second of the clock in that round."""
    size: int = 1
    """Decisions to begin with; grows until a round takes long enough."""
    work: Callable[[], float] = process_time
    """The processor time of whoever plays."""

    @property
    def by_work(self) -> float:
        """Decisions for each second of a processor, which other work on the machine hardly changes."""
        return self.best / self.cores

    def measure(self, seconds: float) -> None:
        """A round of about so many seconds."""
        began, worked, made = perf_counter(), self.work(), 0
        while (passed := perf_counter() - began) < seconds:
            made += self.turn(self.size)
            passed = perf_counter() - began
            if passed < seconds / 4:
                self.size *= 2
        if made / passed > self.best:
            self.best, self.cores = made / passed, (self.work() - worked) / passed


# Ours


def play_positions(game: Game, seats: int, *, compiled: bool) -> Turn:
    """Single positions as values: legal moves, one of them, the next position."""
    rng = random.Random(1)
    start = Position.new(game, seats, seed=1, compiled=compiled)
    place = [start]

    def turn(decisions: int) -> int:
        position = place[0]
        for _ in range(decisions):
            position = position.play(rng.choice(position.legal_moves()))
            position = start if position.is_over else position
        place[0] = position
        return decisions

    return turn


def play_batch(batch: Batch, decisions: int) -> int:
    """Random choices inside the compiled loop."""
    steps = max(1, decisions // batch.size)
    batch.play(steps)
    return steps * batch.size


def step_batch(batch: Batch, decisions: int) -> int:
    """One call for the choices and one for the step, as a learner does it."""
    steps = max(1, decisions // batch.size)
    for _ in range(steps):
        batch.step(batch.sample())
    return steps * batch.size


def our_entrants() -> Iterator[Entrant]:
    """Single positions, and batches of several sizes."""
    for game in GAMES.values():
        for compiled in (False, True):
            words = f"{game.title}, {'compiled' if compiled else 'interpreted'}"
            yield Entrant("one position", words, play_positions(game, 2, compiled=compiled))
        for threads in (1, 2):
            for size in SIZES:
                batch = Batch(game, size, 2, seed=1, threads=threads)
                name = f"{game.title}, {size:,} games, {threads} thread{'s'[: threads - 1]}"
                yield Entrant("batch, play", name, partial(play_batch, batch))
                if size == USUAL:
                    yield Entrant("batch, step(sample())", name, partial(step_batch, batch))


def other_entrants(missing: list[str]) -> Iterator[Entrant]:
    """What others have; libraries that are not here are noted."""
    for library, make in OTHERS.items():
        try:
            for name, turn in make():
                yield Entrant(library, name, turn)
        except ModuleNotFoundError as error:
            missing.append(f"{library} ({error.name})")


def old_entrants(old: Past | None, missing: list[str]) -> Iterator[Entrant]:
    """Our own code before a move was one compiled call, in a process of its own."""
    if old is None:
        missing.append("our own code from before (Git and its history)")
        return
    for name in old.names:
        yield Entrant(GROUP, name, old.turn(name), work=old.worked)


# The run


def measure(entrants: list[Entrant], seconds: float, rounds: int) -> None:
    """Everybody in turn, several rounds."""
    for entrant in entrants:
        entrant.turn(1)  # compiles, or loads what was compiled
    for number in range(rounds):
        for entrant in entrants:
            entrant.measure(seconds)
        print(f"round {number + 1} of {rounds}: load {os.getloadavg()[0]:.1f}", flush=True)


def measure_million(seconds: float) -> str:
    """A million games of Mosaix stepped together."""
    before = resident_mb()
    batch = Batch(GAMES["mosaix"], MILLION, 2, seed=1)
    entrant = Entrant("batch", "a million", partial(play_batch, batch), size=MILLION)
    entrant.measure(seconds)
    stepping = Entrant("batch", "a million", partial(step_batch, batch), size=MILLION)
    stepping.measure(seconds)
    more = resident_mb() - before
    return (
        f"A million games of Mosaix for two, stepped together on all cores: {entrant.best:,.0f} decisions/s by `play`, "
        f"{stepping.best:,.0f} by `step(sample())`; {batch.bytes_per_game} bytes a game, and the process grew by "
        f"{more:,.0f} MB."
    )


def resident_mb() -> float:
    """The memory of this process."""
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def work_of(entrants: list[Entrant], group: str, start: str) -> float:
    """The decisions for each processor second of one of ours."""
    return next(one.by_work for one in entrants if one.group == group and one.name.startswith(start))


def then_and_now(entrants: list[Entrant]) -> list[str]:
    """What was played by the old code too, with python-chess as the measure where it is installed."""
    old = [one for one in entrants if one.group == GROUP]
    if not old:
        return []
    yard = next((one.by_work for one in entrants if one.group == "python-chess"), None)
    lines = ["| each decision from Python, by processor time | before | now | now / before | now / python-chess |"]
    lines.append("|---|---|---|---|---|")
    for one in old:
        now = work_of(entrants, *one.name.split(", ", 1))
        chess = f"{now / yard:.1f} x" if yard else ""
        lines.append(f"| {one.name} | {one.by_work:,.0f} | {now:,.0f} | {now / one.by_work:.1f} x | {chess} |")
    return [*lines, ""]


def tables(entrants: list[Entrant], million: str, missing: list[str]) -> str:
    """What was measured, as Markdown."""
    usual = {
        game.title: work_of(entrants, "batch, play", f"{game.title}, {USUAL:,} games, 2 threads")
        for game in GAMES.values()
    }
    ours = {"one position", "batch, play", "batch, step(sample())"}
    lines = [
        heading(),
        "",
        million,
        "",
        *then_and_now(entrants),
        "| ours, two seats | | decisions/s | cores used |",
        "|---|---|---|---|",
    ]
    lines += [f"| {o.group} | {o.name} | {o.best:,.0f} | {o.cores:.1f} |" for o in entrants if o.group in ours]
    heads = " | ".join(f"{title} batch / this" for title in usual)
    lines += ["", f"| others | | decisions/s | cores used | {heads} |", "|---|---|---|---" + "|---" * len(usual) + "|"]
    for one in entrants:
        if one.group not in {*ours, GROUP}:
            ratios = " | ".join(f"{work / one.by_work:,.1f} x" for work in usual.values())
            lines.append(f"| {one.group} | {one.name} | {one.best:,.0f} | {one.cores:.1f} | {ratios} |")
    lines += [
        "",
        f"The ratios compare decisions for each processor second; ours is `play` with {USUAL:,} games on two threads.",
    ]
    lines += [f"Not installed here: {', '.join(missing)}."] if missing else []
    return "\n".join(lines) + "\n"


def heading() -> str:
    """When and where this was measured."""
    found = machine()
    for name in LIBRARIES:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    where = ", ".join(f"{name} {value}" for name, value in found.items())
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    day = datetime.now(UTC).date().isoformat()
    return (
        f"Measured on {day}, {os.cpu_count()} cores, load {loads} (1, 5, 15 minutes, our own work included): {where}."
    )


def write_page(text: str) -> None:
    """Puts the tables between their marks."""
    page = PAGE.read_text(encoding="utf-8")
    new = re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: f"{BEGIN}{text}{END}", page, flags=re.DOTALL)
    PAGE.write_text(new, encoding="utf-8")


def options() -> Any:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each round of each one takes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    return parser.parse_args()


def main() -> None:
    """Measures everything, prints it, and writes it down if asked."""
    chosen = options()
    missing: list[str] = []
    with past() as old:
        entrants = [*our_entrants(), *old_entrants(old, missing), *other_entrants(missing)]
        measure(entrants, chosen.seconds, chosen.rounds)
    text = tables(entrants, measure_million(chosen.seconds), missing)
    print(text)
    if chosen.write:
        write_page(text)


if __name__ == "__main__":
    main()
