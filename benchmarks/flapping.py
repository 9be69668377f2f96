"""A crowded table where some come and go all the time: how long a move takes with them and without, in the same run.

    python -m benchmarks.flapping [ONLOOKERS] [FLAPPERS] [ROUNDS]

A real `smalti serve` on a SQLite file with its usual limits, a player over a real socket, and onlookers who only read.
Those who flap do so in a process of their own: each connects, waits for the first picture, leaves and comes again at
once; who is refused tries again soon. Everybody has an address of their own, so that each may do what one may.
Moves are due by the clock, and the time of one runs from then until the last onlooker has it. Each round is a table
without those who flap and then one with them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.load import NUMBER, PARTS
from tests.server.serving import OPEN, Guest, Server, serving
from tests.waiting import until

MOVES = 60
"""At each table."""
EVERY_S = 0.25
"""So often a move is due."""
AGAIN_S = 0.05
"""So soon who was refused tries again."""
SETTLED_S = 3
"""Before the first move, so that those who flap are at it."""
PATIENT: dict[str, Any] = {"compression": None, "ping_interval": None, "open_timeout": 120}


def address_of(number: int) -> tuple[str, int]:
    """One of this machine's own addresses, another for each."""
    return f"127.1.{number // 250}.{number % 250 + 1}", 0


@dataclass
class Crowd:
    """Onlookers in a thread of their own, and when each event of the table had reached all of them."""

    url: str
    size: int
    here: int = 0
    seen: Counter[int] = field(default_factory=Counter)
    reached: dict[int, float] = field(default_factory=dict)

    def start(self) -> None:
        """All of them come."""
        threading.Thread(target=lambda: asyncio.run(self._look()), daemon=True).start()
        until(lambda: self.here == self.size, "not everybody has come")

    async def _look(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(self.size)))

    async def _one(self, number: int) -> None:
        async with connect(self.url, local_addr=address_of(number), **PATIENT) as web:
            last = number_in(await web.recv())
            self.here += 1
            with suppress(ConnectionClosed):  # the server ends before its crowd
                async for text in web:
                    now = number_in(text)
                    self._note(range(last + 1, now + 1))
                    last = max(last, now)

    def _note(self, events: range) -> None:
        for event in events:
            self.seen[event] += 1
            if self.seen[event] == self.size:
                self.reached[event] = time.perf_counter()


def number_in(text: str | bytes) -> int:
    """How many events the table has after a message, if it tells of them."""
    found = NUMBER.search(str(text))
    return int(found[1]) if found else -1


# Those who flap


async def flap(url: str, number: int, count: Counter[str]) -> None:
    """Comes and goes for ever."""
    while True:
        try:
            async with connect(url, local_addr=address_of(number), **PATIENT) as web:
                await web.recv()
                count["came"] += 1
        except (InvalidHandshake, ConnectionClosed):
            count["refused"] += 1
            await asyncio.sleep(AGAIN_S)


async def flap_all(url: str, first: int, flappers: int) -> None:
    """Until nobody wants to know any more; then says how often."""
    count: Counter[str] = Counter()
    tasks = [asyncio.create_task(flap(url, first + number, count)) for number in range(flappers)]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(count["came"], count["refused"])


@contextmanager
def flapping(url: str, first: int, flappers: int, count: Counter[str]) -> Iterator[None]:
    """While they do."""
    if not flappers:
        yield
        return
    command = [sys.executable, "-m", "benchmarks.flapping", "--flap", url, str(first), str(flappers)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield
        said, _ = process.communicate()
    came, refused = map(int, said.split())
    count.update(came=came, refused=refused, ms=round(1000 * (time.perf_counter() - began)))


# Tables


def table_with(server: Server, onlookers: int, flappers: int, count: Counter[str]) -> list[float]:
    """How long each move at a new table took until everybody had it."""
    player = Guest(server)
    seats = [{"kind": "me"}, {"kind": "local"}]
    player.sit(player.post("/api/tables", {"game": "maharani", "seats": seats})["table"])
    crowd = Crowd(f"ws://127.0.0.1:{server.port}/ws/{player.at}", onlookers)
    crowd.start()
    with flapping(crowd.url, onlookers, flappers, count):
        if flappers:
            time.sleep(SETTLED_S)
        dues = play(player)
    until(lambda: set(dues) <= crowd.reached.keys(), "not everybody has seen every move")
    player.leave()
    return [crowd.reached[number] - due for number, due in dues.items()]


def play(player: Guest) -> dict[int, float]:
    """The number of the table after each move, and when that was due."""
    dues, due = {}, time.perf_counter()
    for _ in range(MOVES):
        due += EVERY_S
        time.sleep(max(0.0, due - time.perf_counter()))
        if player.table["over"]:
            break
        number = player.table["number"]
        player.move()
        dues[number + 1] = due
        player.wait_until(number + 1)
        while not player.moves and not player.table["over"]:
            player.receive()
    return dues


def told(what: str, times: list[float]) -> list[float]:
    """Prints the parts of a hundred, in milliseconds."""
    ordered = sorted(times)
    parts = [1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))] for part in PARTS]
    print(
        f"{what}: {len(times)} moves, " + ", ".join(f"p{p:g} {ms:.0f} ms" for p, ms in zip(PARTS, parts, strict=True))
    )
    return parts


def main(onlookers: int = 390, flappers: int = 8, rounds: int = 5) -> None:
    """Prints the figures."""
    quiet: list[float] = []
    restless: list[float] = []
    count: Counter[str] = Counter()
    print("load of the machine:", *os.getloadavg())
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        table_with(server, onlookers, 0, count)  # everything is loaded
        for _ in range(rounds):
            quiet += table_with(server, onlookers, 0, count)
            restless += table_with(server, onlookers, flappers, count)
            OPEN.close()
    without, with_them = told("without", quiet), told(f"with {flappers} who flap", restless)
    print(f"they came {count['came']} times in {count['ms'] / 1000:.0f} s, and were refused {count['refused']} times")
    print("ratios:", *(f"p{p:g} {b / a:.2f}" for p, a, b in zip(PARTS, without, with_them, strict=True)))
    print("load of the machine:", *os.getloadavg())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flap"]:
        asyncio.run(flap_all(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        main(*map(int, sys.argv[1:]))
