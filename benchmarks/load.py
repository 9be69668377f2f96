"""Load: many live tables on this machine, and how long a move takes until everybody at its table was sent it.

    python -m benchmarks.load --tables 1000 --every 5 --seconds 60

A real `smalti serve` with a SQLite file (or `--database URL`, and then several with `--servers`), and one process
that plays: two sockets a table, a move every few seconds, in the three games by turns. They share the cores of this
machine, and the processor time of both is told. The time of a move runs from the moment it was due until the second
socket has the new picture. `--rising` goes on with ever more moves until 99 % of them take longer than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from smalti.games import GAMES
from tests.server.ports import free_port

NUMBER = re.compile(r'"number":(\d+)')
PATHS = re.compile(r'"paths":\[([^\]]*)\]')
PATH = 4
"""Numbers in a path; the first is the move."""
SEAT = re.compile(r'"seat":(-?\d+)')
NO_LIMITS = ("ADDRESS_REQUESTS", "ADDRESS_MESSAGES", "ADDRESS_TABLES", "ADDRESS_SOCKETS", "ADDRESS_CONNECTS")
TOO_SLOW_S = 1.0
GROWTH = 1.5
LONGEST_RISE = 12
AT_ONCE = 8
"""So many tables are set up at the same time."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


# Servers


@dataclass
class Host:
    """A server process."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def hosts(count: int, database: str) -> Iterator[list[Host]]:
    """Servers as `smalti serve` starts them, with no limit on what one address may ask for."""
    environment = {**os.environ, "SMALTI_PREPARE": "0", **{f"SMALTI_LIMIT_{name}": "0" for name in NO_LIMITS}}
    with tempfile.TemporaryDirectory(prefix="smalti-load-") as folder:
        if database:
            environment["SMALTI_DATABASE_URL"] = database
        running = [start(Path(folder) / str(n), environment) for n in range(count)]
        try:
            yield running
        finally:
            for host in running:
                host.process.terminate()
            for host in running:
                host.process.wait(timeout=60)


def start(folder: Path, environment: dict[str, str]) -> Host:
    """One server, ready."""
    port = free_port()
    program = "from smalti.cli.main import main; main()"
    command = [sys.executable, "-c", program, "serve", "--port", str(port), "--data", str(folder)]
    host = Host(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL), port)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{host.url}/health").status_code == 200:
                return host
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def cpu_s(pid: int) -> float:
    """The processor time of a server so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    """The memory of a server now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


# Players


@dataclass
class Figures:
    """What was seen in one stretch of time."""

    took_s: list[float] = field(default_factory=list)
    messages: int = 0
    characters: int = 0
    refused: int = 0
    skipped: int = 0
    """Moves that were due while the one before was still on its way."""

    def share(self, part: float) -> float:
        """The time in milliseconds that this share of the moves did not exceed."""
        ordered = sorted(self.took_s) or [float("nan")]
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


@dataclass
class Line:
    """One socket: it looks at the few letters of a message that it needs."""

    socket: ClientConnection
    table: Play
    number: int = -1
    seat: int = -1
    moves: list[str] = field(default_factory=list)

    async def read(self) -> None:
        """Takes what comes until the line is closed."""
        try:
            async for text in self.socket:
                await self._take(str(text))
        except ConnectionClosed:
            pass

    async def _take(self, text: str) -> None:
        figures = self.table.load.figures
        figures.messages += 1
        figures.characters += len(text)
        if text.startswith('{"type":"table"'):
            number, seat = NUMBER.search(text), SEAT.search(text)
            assert number is not None
            assert seat is not None
            paths = PATHS.search(text)
            self.number, self.seat = int(number[1]), int(seat[1])
            self.moves = paths[1].split(",")[::PATH] if paths and paths[1] else []
            self.table.shown()
            if '"may_add":true' in text:
                await self.socket.send('{"type":"add","text":"load"}')
        elif text.startswith('{"type":"refused"'):
            figures.refused += 1
            self.table.due = None


@dataclass
class Play:
    """A table: one of its two sockets moves when it is time."""

    load: Load
    random: Random
    lines: list[Line] = field(default_factory=list)
    due: float | None = None
    """When the move that is on its way was due."""
    awaited: int = 0

    async def run(self, first: float) -> None:
        """Moves again and again."""
        at = first
        for move in itertools.count():
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            await self._move(at, move)
            at += self.load.every_s

    async def _move(self, at: float, move: int) -> None:
        able = [line for line in self.lines if line.moves]
        if self.due is not None:
            self.load.figures.skipped += 1
        elif able:
            line = self.random.choice(able)
            chosen = self.random.choice(line.moves)
            line.moves = []
            self.due, self.awaited = at, line.number + 1
            body = f'{{"type":"move","id":"m{move}","number":{line.number},"seat":{line.seat},"move":{chosen}}}'
            await line.socket.send(body)

    def shown(self) -> None:
        """A picture has come; the move is done when both have it."""
        if self.due is not None and all(line.number >= self.awaited for line in self.lines):
            self.load.figures.took_s.append(time.perf_counter() - self.due)
            self.due = None


@dataclass
class Load:
    """All tables, and what is seen at them now."""

    every_s: float
    figures: Figures = field(default_factory=Figures)


@asynccontextmanager
async def seated(load: Load, running: list[Host], count: int, deflate: bool) -> AsyncIterator[list[Play]]:
    """So many tables with two sockets each, at two servers if there are several."""
    names, gate = list(GAMES), asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:

        async def sit(number: int) -> Play:
            async with gate:
                play = Play(load, Random(number))
                here = [running[(number + n) % len(running)] for n in (0, 1)]
                table, cookies = await set_up(here, names[number % len(names)])
                for host, cookie in zip(here, cookies, strict=True):
                    opened = connect(
                        f"ws://127.0.0.1:{host.port}/ws/{table}",
                        additional_headers={"Cookie": cookie},
                        compression="deflate" if deflate else None,
                        max_size=None,
                        ping_interval=None,
                    )
                    play.lines.append(Line(await stack.enter_async_context(opened), play))
                return play

        yield await asyncio.gather(*(sit(number) for number in range(count)))


async def set_up(here: list[Host], game: str) -> tuple[str, list[str]]:
    """A table with two people at it, and their cookies."""
    one, two = (httpx.AsyncClient(base_url=host.url, verify=False) for host in here)  # no certificates to load
    async with one, two:
        order = {"game": game, "seats": [{"kind": "me"}, {"kind": "invite"}]}
        made = (await one.post("/api/tables", json=order, timeout=60)).raise_for_status().json()
        invitation = made["invitations"]["1"].rpartition("/")[2]
        (await two.post(f"/api/join/{invitation}", json={}, timeout=60)).raise_for_status()
        return made["table"], [f"smalti={client.cookies['smalti']}" for client in (one, two)]


async def get_compiled(running: list[Host]) -> None:
    """One table of each game at each server, and then patience: what is compiled is no matter of how many play."""
    for host in running:
        for game in GAMES:
            await set_up([host, host], game)
        async with httpx.AsyncClient(base_url=host.url) as client:
            while f"smalti_compiled {len(GAMES)}.0" not in (await client.get("/metrics")).text:
                await asyncio.sleep(0.5)


# Measuring


async def measure(running: list[Host], wanted: argparse.Namespace) -> None:
    """Sets everything up, plays, and prints what was seen."""
    load = Load(wanted.every)
    await get_compiled(running)
    empty = sum(memory_mb(host.process.pid) for host in running)
    async with seated(load, running, wanted.tables, wanted.deflate) as plays:
        readers = [asyncio.create_task(line.read()) for play in plays for line in play.lines]
        while not all(any(line.moves for line in play.lines) for play in plays):
            await asyncio.sleep(0.2)
        full = sum(memory_mb(host.process.pid) for host in running)
        print(f"{wanted.tables} tables, {len(readers)} sockets; the machine's load is {os.getloadavg()[0]:.1f}")
        print(f"memory: {empty:.0f} MB empty, {full:.0f} MB seated, {each(full - empty, wanted)}")
        now = time.perf_counter()
        players = [asyncio.create_task(play.run(now + load.every_s * n / len(plays))) for n, play in enumerate(plays)]
        await stretch(load, running, wanted.warm)
        seen = await stretch(load, running, wanted.seconds)
        report(load, seen, wanted)
        for _ in range(LONGEST_RISE if wanted.rising else 0):
            load.every_s /= GROWTH
            await stretch(load, running, wanted.warm)
            seen = await stretch(load, running, wanted.seconds)
            report(load, seen, wanted)
            if seen.figures.share(0.99) > TOO_SLOW_S * 1000:
                print("it breaks here: 99 % take longer than a second")
                break
        later = sum(memory_mb(host.process.pid) for host in running)
        print(f"memory at the end: {later:.0f} MB, {each(later - empty, wanted)}")
        for task in (*players, *readers):
            task.cancel()
        await asyncio.gather(*players, *readers, return_exceptions=True)


def each(megabytes: float, wanted: argparse.Namespace) -> str:
    """The share of one table."""
    return f"{megabytes * 1000 / wanted.tables:.0f} KB a table"


@dataclass
class Seen:
    """The figures of a stretch, and what it cost."""

    figures: Figures
    seconds: float
    server_cpu: float
    player_cpu: float


async def stretch(load: Load, running: list[Host], seconds: float) -> Seen:
    """Plays for some time."""
    load.figures = Figures()
    began, own = time.perf_counter(), time.process_time()
    before = [cpu_s(host.process.pid) for host in running]
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    used = [cpu_s(host.process.pid) - old for host, old in zip(running, before, strict=True)]
    return Seen(load.figures, took, sum(used) / took, (time.process_time() - own) / took)


def report(load: Load, seen: Seen, wanted: argparse.Namespace) -> None:
    """One line of a stretch."""
    figures = seen.figures
    line = {
        "moves/s wanted": round(wanted.tables / load.every_s),
        "moves/s": round(len(figures.took_s) / seen.seconds),
        **{f"p{part}": f"{figures.share(part / 100):.0f} ms" for part in (50, 95, 99)},
        "messages/s": round(figures.messages / seen.seconds),
        "MB/s": round(figures.characters / seen.seconds / 1e6, 2),
        "refused": figures.refused,
        "skipped": figures.skipped,
        "server cores": round(seen.server_cpu, 2),
        "player cores": round(seen.player_cpu, 2),
    }
    print(", ".join(f"{name} {value}" for name, value in line.items()), flush=True)


def read_wishes() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two moves at a table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before each measurement")
    parser.add_argument("--rising", action="store_true", help="then faster and faster until it breaks")
    parser.add_argument("--deflate", action="store_true", help="ask for compression, as browsers do")
    parser.add_argument("--database", default="", help="a PostgreSQL instead of a SQLite file")
    parser.add_argument("--servers", type=int, default=1, help="so many server processes, on PostgreSQL")
    wanted = parser.parse_args()
    if wanted.servers > 1 and not wanted.database:
        parser.error("several servers need --database")
    return wanted


def main() -> None:
    """Prints the figures."""
    wanted = read_wishes()
    print(json.dumps(vars(wanted)))
    with hosts(wanted.servers, wanted.database) as running:
        asyncio.run(measure(running, wanted))


if __name__ == "__main__":
    main()
