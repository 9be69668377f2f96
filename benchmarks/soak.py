"""A soak: many games one after the other for a long time, and whether the server's memory stays what it is.

    python -m benchmarks.soak --minutes 120 --tables 100 --every 2

The same players as in `benchmarks.load`, so finished games are replaced by new ones. Memory is looked at every few
seconds; told is its course, and how much it grew in the second half, when everything that is kept has been kept once.
"""

from __future__ import annotations

import argparse
import asyncio
import time

import numpy as np

from benchmarks.load import Figures, Host, Load, begin, get_compiled, hosts, memory_mb, seated, stretch

LOOKS = 40


async def soak(running: list[Host], wanted: argparse.Namespace) -> None:
    """Plays, and prints what was seen."""
    load = Load(wanted.every, running)
    await get_compiled(running)
    seconds, began = wanted.minutes * 60 / LOOKS, time.monotonic()
    course: list[tuple[float, float]] = []
    stretches: list[Figures] = []
    async with seated(load, wanted.tables) as plays:
        begin(load, plays)
        for _ in range(LOOKS):
            stretches.append((await stretch(load, running, seconds)).figures)
            course.append(((time.monotonic() - began) / 60, memory_mb(running[0].process.pid)))
            print(f"{course[-1][0]:6.1f} min  {course[-1][1]:7.1f} MB  {told(stretches)}", flush=True)
    half = np.array(course[LOOKS // 2 :])
    growth = np.polyfit(half[:, 0], half[:, 1], 1)[0]
    print(
        f"second half: {growth * 1000:+.0f} KB a minute, between {half[:, 1].min():.1f} and {half[:, 1].max():.1f} MB"
    )


def told(stretches: list[Figures]) -> str:
    """What has been played so far."""
    moves, games = sum(len(one.took_s) for one in stretches), sum(one.games for one in stretches)
    return f"{moves} moves  {games} games replaced  {sum(one.lost for one in stretches)} lines lost"


def main() -> None:
    """Prints the course of memory."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves at a table")
    wanted = parser.parse_args()
    with hosts(1, "") as running:
        asyncio.run(soak(running, wanted))


if __name__ == "__main__":
    main()
