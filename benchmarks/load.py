"""Load: many live tables on this machine, and how long a move takes until everybody at its table was sent it.

    python -m benchmarks.load --moves 600

plays 600 moves a second at 1,000 tables for a minute.

A real `smalti serve` with a SQLite file (or `--database URL`, and then several with `--servers`), and one process
that plays: two sockets a table, a move every few seconds, in the three games by turns. They share the cores of this
machine, and the processor time of both is told. The load is open: moves are due by the clock, whether or not those
before were answered, and the time of a move runs from the moment it was due until the second socket has the new
picture. Whatever was due counts, also what was never answered (as long as it has waited by then). A finished game is
replaced by a new one. `--rising` goes on with ever more moves until 99 % of them take longer than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from smalti.games import GAMES
from tests.server.ports import free_port

NUMBER = re.compile(r'"number":(\d+)')
PATHS = re.compile(r'"paths":\[([^\]]*)\]')
PATH = 4
"""Numbers in a path; the first is the move."""
SEAT = re.compile(r'"seat":(-?\d+),"mine"')
"""Whose eyes; a message also tells of the seats whose turn it is."""
RATES = ("REQUESTS", "MESSAGES", "TABLES", "SOCKETS", "CONNECTS", "CONNECTIONS")
"""Limits on one address that do not hold here: all players come from the same one."""
TOO_SLOW_S = 1.0
GROWTH = 1.5
LONGEST_RISE = 12
PARTS = (50, 95, 99, 99.9)
LONGEST_GAME = 400
"""Moves at random need not come to an end; then another game is begun all the same."""
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
    environment = {**os.environ, "SMALTI_PREPARE": "0", **{f"SMALTI_LIMIT_ADDRESS_{name}": "0" for name in RATES}}
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


@dataclass(eq=False)
class Due:
    """A move that is to be made at a moment."""

    at: float
    figures: Figures

    def done(self) -> None:
        """Everybody at the table has the picture."""
        self.figures.open.discard(self)
        self.figures.took_s.append(time.perf_counter() - self.at)


@dataclass
class Figures:
    """What was seen of the moves that were due in one stretch of time."""

    took_s: list[float] = field(default_factory=list)
    open: set[Due] = field(default_factory=set)
    """What was due and is not answered."""
    messages: int = 0
    characters: int = 0
    refused: int = 0
    games: int = 0
    """How many games were replaced."""
    lost: int = 0
    """How many lines the server has closed; the game there is replaced as well."""
    between: int = 0
    """Moves that would have been due while a table had no game."""

    def all_that_was_due(self) -> list[float]:
        """The time of each move; of what is not answered, how long it has waited until now."""
        now = time.perf_counter()
        return sorted([*self.took_s, *(now - due.at for due in self.open)])

    def shares(self, *parts: float) -> list[float]:
        """The times in milliseconds that these shares of the moves did not exceed."""
        ordered = self.all_that_was_due() or [float("nan")]
        return [ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in parts]


@dataclass
class Line:
    """One socket: it looks at the few letters of a message that it needs."""

    socket: ClientConnection
    table: Play
    number: int = -1
    seat: int = -1
    over: bool = False
    moves: list[str] = field(default_factory=list)

    async def read(self) -> None:
        """Takes what comes until the line is closed."""
        with suppress(ConnectionClosed):
            async for text in self.socket:
                await self._take(str(text))
        self.table.lost()

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
            self.over = '"over":true' in text
            await self.table.shown()
            if '"may_add":true' in text:
                await self.socket.send('{"type":"add","text":"load"}')
        elif text.startswith('{"type":"refused"'):
            figures.refused += 1
            self.table.awaited = None  # it stays due: another one is made on the table as it stands
            await self.table.shown()


@dataclass
class Play:
    """A table: one of its two sockets moves when it is time; when its game is over, another one begins."""

    load: Load
    random: Random
    lines: list[Line] = field(default_factory=list)
    waiting: deque[Due] = field(default_factory=deque)
    awaited: int | None = None
    """The number of the table after the move that is on its way."""
    made: int = 0
    replacing: asyncio.Task[None] | None = None

    async def run(self, first: float) -> None:
        """Moves are due again and again, whatever became of those before."""
        at = first
        while True:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            figures = self.load.figures
            if self.replacing is None:
                due = Due(at, figures)
                figures.open.add(due)
                self.waiting.append(due)
                await self._go_on()
            else:
                figures.between += 1
            at += self.load.every_s

    async def _go_on(self) -> None:
        """Makes the move that has been due longest, if none is on its way."""
        able = [line for line in self.lines if line.moves]
        if self.awaited is None and self.waiting and able:
            line = self.random.choice(able)
            chosen = self.random.choice(line.moves)
            line.moves = []
            self.made, self.awaited = self.made + 1, line.number + 1
            body = f'{{"type":"move","id":"m{self.made}","number":{line.number},"seat":{line.seat},"move":{chosen}}}'
            with suppress(ConnectionClosed):
                await line.socket.send(body)

    def lost(self) -> None:
        """A line has ended; unless it was closed for the next game, the server has done it."""
        if self.replacing is None:
            self.load.figures.lost += 1
            self.awaited = None
            self.replacing = asyncio.create_task(self._replace())

    async def shown(self) -> None:
        """A picture has come; the move is done when both have it."""
        if self.awaited is not None and all(line.number >= self.awaited for line in self.lines):
            self.awaited = None
            self.waiting.popleft().done()
        if any(line.over for line in self.lines) or (self.made >= LONGEST_GAME and self.awaited is None):
            if self.replacing is None and self.awaited is None:
                self.replacing = asyncio.create_task(self._replace())
        else:
            await self._go_on()

    async def _replace(self) -> None:
        """Another game; what was due at the old one can no longer be made."""
        for due in self.waiting:
            due.figures.open.discard(due)
            due.figures.between += 1
        self.waiting.clear()
        for line in self.lines:
            await line.socket.close()
        self.lines = await self.load.sit(self)
        for line in self.lines:
            self.load.do(line.read())
        while not any(line.moves for line in self.lines):
            await asyncio.sleep(0.05)
        self.load.figures.games += 1
        self.made, self.replacing = 0, None


@dataclass
class Load:
    """All tables, and what is seen at them now."""

    every_s: float
    running: list[Host]
    deflate: bool = False
    figures: Figures = field(default_factory=Figures)
    seated: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def sit(self, play: Play) -> list[Line]:
        """The two sockets of a new table, at two servers if there are several."""
        number, self.seated = self.seated, self.seated + 1
        here = [self.running[(number + n) % len(self.running)] for n in (0, 1)]
        table, cookies = await set_up(here, list(GAMES)[number % len(GAMES)])
        opened = []
        for host, cookie in zip(here, cookies, strict=True):
            socket = await connect(
                f"ws://127.0.0.1:{host.port}/ws/{table}",
                additional_headers={"Cookie": cookie},
                compression="deflate" if self.deflate else None,
                max_size=None,
                ping_interval=None,
            )
            opened.append(Line(socket, play))
        return opened


@asynccontextmanager
async def seated(load: Load, count: int) -> AsyncIterator[list[Play]]:
    """So many tables at which somebody may move."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def sit(number: int) -> Play:
        async with gate:
            play = Play(load, Random(number))
            play.lines = await load.sit(play)
            return play

    plays = await asyncio.gather(*(sit(number) for number in range(count)))
    for play in plays:
        for line in play.lines:
            load.do(line.read())
    while not all(any(line.moves for line in play.lines) for play in plays):
        await asyncio.sleep(0.2)
    try:
        yield plays
    finally:
        for task in [*load.tasks, *(play.replacing for play in plays if play.replacing)]:
            task.cancel()
        await asyncio.gather(*(line.socket.close() for play in plays for line in play.lines), return_exceptions=True)


def begin(load: Load, plays: list[Play]) -> None:
    """Moves are due from now on, evenly spread."""
    now = time.perf_counter()
    for n, play in enumerate(plays):
        load.do(play.run(now + load.every_s * n / len(plays)))


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
    load = Load(wanted.tables / wanted.moves, running, wanted.deflate)
    await get_compiled(running)
    empty, some = memory_of(running), wanted.tables // 2
    async with seated(load, some) as first:
        half = memory_of(running)
        async with seated(load, wanted.tables - some) as others:
            full = memory_of(running)
            print(f"{wanted.tables} tables, two sockets each; the machine's load is {os.getloadavg()[0]:.1f}")
            print(
                f"memory: {empty:.0f} MB empty; a table: {each(half - empty, some)} in the first half of them, ", end=""
            )
            print(f"{each(full - half, len(others))} in the second")
            begin(load, [*first, *others])
            await play(load, running, wanted)
            print(f"memory of a table after that: {each(memory_of(running) - empty, wanted.tables)}")


async def play(load: Load, running: list[Host], wanted: argparse.Namespace) -> None:
    """Moves for some time; if it is wished, faster and faster until it breaks."""
    for _ in range(1 + (LONGEST_RISE if wanted.rising else 0)):
        await stretch(load, running, wanted.warm)
        seen = await stretch(load, running, wanted.seconds)
        report(load, seen, wanted)
        if wanted.rising and seen.figures.shares(0.99)[0] > TOO_SLOW_S * 1000:
            print("it breaks here: 99 % take longer than a second")
            return
        load.every_s /= GROWTH


def memory_of(running: list[Host]) -> float:
    """The memory of all servers now."""
    return sum(memory_mb(host.process.pid) for host in running)


def each(megabytes: float, tables: int) -> str:
    """The share of one table."""
    return f"{megabytes * 1000 / tables:.0f} KB"


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
    shares = dict(zip(PARTS, figures.shares(*(part / 100 for part in PARTS)), strict=True))
    rate = len(figures.took_s) / seen.seconds
    line = {
        "moves/s wanted": round(wanted.tables / load.every_s),
        "moves/s": round(rate),
        **{f"p{part}": f"{took:.0f} ms" for part, took in shares.items()},
        "longest": f"{figures.shares(1)[0]:.0f} ms",
        "not answered": len(figures.open),
        "games replaced": figures.games,
        "due between games": figures.between,
        "messages/s": round(figures.messages / seen.seconds),
        "MB/s": round(figures.characters / seen.seconds / 1e6, 2),
        "refused": figures.refused,
        "lines lost": figures.lost,
        "server cores": round(seen.server_cpu, 2),
        "player cores": round(seen.player_cpu, 2),
        "server ms/move": round(1000 * seen.server_cpu / rate, 2),
        "player ms/move": round(1000 * seen.player_cpu / rate, 2),
    }
    print(", ".join(f"{name} {value}" for name, value in line.items()), flush=True)


def read_wishes() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=200.0, help="moves a second, at all tables together")
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
