"""What a thousand tables of one person against Legend cost a server, when it thinks itself and when browsers do.

    python -m benchmarks.lending --tables 100 --seconds 30

A real `smalti serve` with two workers, and one process that plays: at each table one person, who moves every few
seconds, and a bot. First everybody's browser thinks, and what it would think of is made up here (the first legal move,
after the time that a thought takes), because the cost of the browsers is not the server's; then nobody's does. Told are
how many moves bots have made, how long each was waited for, and the processor time of the server and of its workers for
one of them; from that, what a thousand tables would need.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load import PATH, Host, cpu_s, hosts
from smalti.games import GAMES, find_game
from smalti.kernel.position import Position

THOUGHT_S = 0.5
"""About what Legend takes on a core."""
WANTED = 1000


@dataclass
class Seen:
    """What was seen while it was looked at."""

    moves: int = 0
    """Of bots."""
    waits: list[float] = field(default_factory=list)
    """How long each was waited for."""


@dataclass
class Person:
    """Somebody against a bot: moves when it is their turn and some time has passed."""

    game: str
    every_s: float
    thinks: bool
    seen: Seen
    number: int = -1
    since: float | None = None
    """Since when the bot is waited for."""

    async def play(self, host: Host) -> None:
        """One game after the other, until it is told to end."""
        while True:
            async with httpx.AsyncClient(base_url=host.url, verify=False, timeout=120) as client:
                seats = [{"kind": "me"}, {"kind": "bot", "bot": "legend"}]
                made = (await client.post("/api/tables", json={"game": self.game, "seats": seats})).json()
                cookie = f"smalti={client.cookies['smalti']}"
            address = f"ws://127.0.0.1:{host.port}/ws/{made['table']}"
            with suppress(ConnectionClosed):
                async with connect(address, additional_headers={"Cookie": cookie}, ping_interval=None) as socket:
                    await self._sit(socket)

    async def _sit(self, socket: ClientConnection) -> None:
        if self.thinks:
            await socket.send('{"type":"thinks","able":true}')
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "think":
                await self._think(socket, message)
            if message["type"] == "table":
                if message["over"]:
                    return
                await self._look(socket, message)

    async def _look(self, socket: ClientConnection, table: dict[str, Any]) -> None:
        now = time.perf_counter()
        bots = sum(event["by"] == 1 for event in table["log"])
        if self.since is not None and bots:
            self.seen.moves += bots
            self.seen.waits.append(now - self.since)
        self.since = now if 1 in table["acting"] and 0 not in table["acting"] else None
        if table["may_add"]:
            await socket.send('{"type":"add","text":"load"}')
        if table["paths"] and table["number"] != self.number:
            self.number = table["number"]
            await asyncio.sleep(self.every_s)
            move = {"type": "move", "id": f"m{self.number}", "number": self.number, "seat": 0}
            await socket.send(json.dumps(move | {"move": table["paths"][0::PATH][0]}))

    async def _think(self, socket: ClientConnection, question: dict[str, Any]) -> None:
        game = find_game(self.game)
        position = Position.of(game, np.frombuffer(b64decode(question["position"]), game.course.state_type)[0])
        await asyncio.sleep(THOUGHT_S)
        told = {"type": "thought", "id": "t", "number": question["number"], "seat": question["seat"]}
        await socket.send(json.dumps(told | {"move": position.legal_moves(question["seat"])[0]}))


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from family(int(child))


async def stretch(host: Host, wanted: argparse.Namespace, *, thinks: bool) -> tuple[Seen, float, float]:
    """People play for some time; what was seen, and the processor time of the server and of its workers."""
    seen = Seen()
    people = [Person(wanted.games[n % len(wanted.games)], wanted.every, thinks, seen) for n in range(wanted.tables)]
    playing = [asyncio.create_task(person.play(host)) for person in people]
    await asyncio.sleep(wanted.warm)
    seen.moves, seen.waits = 0, []
    before = {pid: cpu_s(pid) for pid in family(host.process.pid)}
    await asyncio.sleep(wanted.seconds)
    after = {pid: cpu_s(pid) - before.get(pid, 0.0) for pid in family(host.process.pid)}
    moves, waits = seen.moves, seen.waits.copy()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    own = after.pop(host.process.pid)
    return Seen(moves, waits), own, sum(after.values())


def report(name: str, seen: Seen, own: float, workers: float, wanted: argparse.Namespace) -> None:
    """What it cost, and what as many tables as are wanted would."""
    waits = sorted(seen.waits) or [float("nan")]
    median, most = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    each, due = 1000 * (own + workers) / max(1, seen.moves), WANTED / wanted.every
    print(f"{name}: {seen.moves} moves of bots, waited for {median:.2f} s (median), {most:.2f} s (95 %)")
    print(f"  the server {own:.1f} s, its workers {workers:.1f} s of a core: {each:.1f} ms a move")
    print(f"  {WANTED} tables with a move of a bot every {wanted.every:g} s would need {due * each / 1000:.1f} cores")


async def measure(host: Host, wanted: argparse.Namespace) -> None:
    """Both, one after the other."""
    print(f"{wanted.tables} tables of one person against Legend: {', '.join(wanted.games)}")
    for name, thinks in (("browsers think", True), ("the server thinks", False)):
        report(name, *await stretch(host, wanted, thinks=thinks), wanted)


def main() -> None:
    """Prints the figures."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=30)
    reader.add_argument("--warm", type=float, default=30, help="seconds before it is looked at: loading and compiling")
    reader.add_argument("--every", type=float, default=10, help="seconds that a person thinks")
    reader.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    wanted = reader.parse_args()
    with hosts(1, "") as running:
        asyncio.run(measure(running[0], wanted))


if __name__ == "__main__":
    main()
