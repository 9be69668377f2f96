"""A crowd at one table: what a move costs the server with one onlooker and with many, beside bare sending.

    python -m benchmarks.crowd [ONLOOKERS] [MOVES]

A real `smalti serve` on a SQLite file, a player over a real socket, and onlookers who only read. Bare sending is the
same server program (uvicorn) with an application that hands one text of the same length to as many sockets, in the
same run. Processor time is read from the system. Many onlookers should cost what one does, plus bare sending.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load import RATES, cpu_s
from tests.server.operation.test_metrics import figures
from tests.server.ports import free_port
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

BARE = """
import sys
import uvicorn

sends = set()

async def app(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        sends.add(send)
        await receive()
        sends.discard(send)
    elif scope["type"] == "http":
        text = (await receive())["body"].decode()
        for one in list(sends):
            await one({"type": "websocket.send", "text": text})
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

uvicorn.run(app, port=int(sys.argv[1]), log_level="error", lifespan="off", ws_per_message_deflate=False)
"""


@dataclass
class Crowd:
    """Onlookers in a thread of their own who count what they are sent."""

    url: str
    size: int
    heard: int = 0
    here: int = 0
    lengths: list[int] = field(default_factory=list)

    def start(self) -> None:
        """All of them come."""
        threading.Thread(target=lambda: asyncio.run(self._look()), daemon=True).start()
        until(lambda: self.here == self.size)

    async def _look(self) -> None:
        await asyncio.gather(*(self._one() for _ in range(self.size)))

    async def _one(self) -> None:
        async with connect(self.url, compression=None, open_timeout=120, ping_interval=None) as web:
            self.here += 1
            with suppress(ConnectionClosed):  # the server ends before its crowd
                async for text in web:
                    self.heard += 1
                    self.lengths.append(len(text))


def at_a_table(onlookers: int, moves: int) -> tuple[float, float, int]:
    """Milliseconds of a move, messages made for it, and the usual length of one."""
    limits = {f"SMALTI_LIMIT_ADDRESS_{name}": "0" for name in RATES}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **limits) as server:
        assert server.process is not None
        player = Guest(server)
        seats = [{"kind": "me"}, {"kind": "local"}]
        player.sit(player.post("/api/tables", {"game": "maharani", "seats": seats})["table"])
        crowd = Crowd(f"ws://127.0.0.1:{server.port}/ws/{player.at}", onlookers)
        crowd.start()
        play(player, crowd, 5)
        crowd.lengths.clear()
        cpu, made = cpu_s(server.process.pid), written(server)
        play(player, crowd, moves)
        spent = (cpu_s(server.process.pid) - cpu) * 1000 / moves
        return spent, (written(server) - made) / moves, sorted(crowd.lengths)[len(crowd.lengths) // 2]


def written(server: Server) -> float:
    """How many messages about tables were made so far."""
    return figures(server)["smalti_written"]


def play(player: Guest, crowd: Crowd, moves: int) -> None:
    """Moves, each after everybody has seen the last."""
    for _ in range(moves):
        heard, number = crowd.heard, player.table["number"]
        player.move()
        player.wait_until(number + 1)
        until(lambda heard=heard: crowd.heard >= heard + crowd.size)  # type: ignore[misc]


@contextmanager
def bare_server() -> Iterator[tuple[int, int]]:
    """Its port and its process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port)])
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def bare(onlookers: int, moves: int, length: int) -> float:
    """Milliseconds to send one text to all of them."""
    with bare_server() as (port, pid):
        url = f"http://127.0.0.1:{port}/"

        def say() -> bool:
            try:
                return httpx.post(url, content=b"x" * length, timeout=60).status_code == 200
            except httpx.TransportError:
                return False

        until(say)
        crowd = Crowd(f"ws://127.0.0.1:{port}/", onlookers)
        crowd.start()
        cpu = cpu_s(pid)
        for n in range(1, moves + 1):
            say()
            until(lambda n=n: crowd.heard >= n * onlookers)  # type: ignore[misc]
        return (cpu_s(pid) - cpu) * 1000 / moves


def main(onlookers: int = 1000, moves: int = 30) -> None:
    """Prints the figures."""
    one_ms, made_for_one, _ = at_a_table(1, moves)
    many_ms, made_for_many, length = at_a_table(onlookers, moves)
    sending_ms = bare(onlookers, moves, length)
    print(f"a move with one onlooker: {one_ms:.1f} ms, {made_for_one:.1f} messages made")
    print(f"with {onlookers}: {many_ms:.1f} ms, {made_for_many:.1f} messages made, {length} characters each")
    print(f"bare sending to {onlookers}: {sending_ms:.1f} ms")
    print(f"ratio of {onlookers} onlookers to one and bare sending: {many_ms / (one_ms + sending_ms):.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
