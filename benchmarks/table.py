"""The table: what one move costs the server, how many bytes it sends, and how much memory a table takes.

    python -m benchmarks.table

A real `smalti serve` on a SQLite file, two players and a spectator over real sockets, games compiled. The processor
time of the server for a move is read from the system, once as it is, and once at a server that commits nothing. The
time from sending a move until its last onlooker has it is told too. Times are also given as a multiple of a fixed
piece of work (SHA-256 of one megabyte) in the same run.
"""

from __future__ import annotations

import hashlib
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benchmarks.load import cpu_s, memory_mb
from smalti.games import GAMES
from tests.server.forked import START
from tests.server.serving import OPEN, Guest, Server, serving

MOVES = 300
TABLES = 60
NO_COMMIT = f"""
from smalti.server.store.store import Store

async def append(*_):
    pass

Store.append = append
{START}
"""
"""A server that forgets."""
MEGABYTE = b"\0" * 1_000_000


@dataclass
class Seen:
    """What moves of a game cost."""

    moves: int = 0
    cpu_ms: float = 0.0
    took_ms: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Bytes of each message about a table, for each viewer."""
    wholes: list[int] = field(default_factory=list)


class Counter(Guest):
    """Somebody who counts what arrives."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sizes: list[int] = []
        self.wholes: list[int] = []

    def receive(self) -> dict[str, object]:
        """One message."""
        message = super().receive()
        if message["type"] == "table":
            (self.wholes if message["whole"] else self.sizes).append(len(self.raw.encode()))
        return message


def three_at(server: Server, game: str) -> list[Counter]:
    """Two players and a spectator."""
    host, friend, watcher = (Counter(server) for _ in range(3))
    made = host.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "invite"}]})
    friend.post("/api" + made["invitations"]["1"])
    host.sit(made["table"], wait=False)
    friend.sit(made["table"])
    host.wait_to_begin()
    watcher.sit(made["table"])
    return [host, friend, watcher]


def play(server: Server, game: str, moves: int) -> Seen:
    """Games one after the other, until so many moves were made."""
    seen = Seen()
    assert server.process is not None
    while seen.moves < moves:
        guests = three_at(server, game)
        before, made = cpu_s(server.process.pid), seen.moves
        while seen.moves < moves and not guests[0].table["over"]:
            mover = next(guest for guest in guests if guest.moves)
            number, start = mover.table["number"], time.perf_counter()
            mover.move(seen.moves * 37 % len(mover.moves))
            for guest in guests:
                guest.wait_until(number + 1)
            latest = max(guest.table["number"] for guest in guests)
            for guest in guests:
                guest.wait_until(latest)
            seen.took_ms.append((time.perf_counter() - start) * 1000)
            seen.moves += 1
        mover.wait_for("done")
        seen.cpu_ms += (cpu_s(server.process.pid) - before) * 1000
        assert seen.moves > made
        seen.sizes += [size for guest in guests for size in guest.sizes]
        seen.wholes += [size for guest in guests for size in guest.wholes]
        OPEN.close()
    return seen


def wait_until_compiled(server: Server, games: list[str]) -> None:
    """Somebody plays each game until it runs as machine code."""
    for game in games:
        three_at(server, game)
    OPEN.close()
    while f"smalti_compiled {len(games)}.0" not in httpx.get(f"{server.url}/metrics").text:
        time.sleep(0.2)


def table_kb(server: Server, game: str) -> float:
    """Memory of a table in the middle of its game with three lines to it."""
    assert server.process is not None
    before = memory_mb(server.process.pid)
    for _ in range(TABLES):
        guests = three_at(server, game)
        for n in range(20):
            mover = next((guest for guest in guests if guest.moves), None)
            if mover is None:
                break
            number = mover.table["number"]
            mover.move(n * 37 % len(mover.moves))
            for guest in guests:
                guest.wait_until(number + 1)
    took = memory_mb(server.process.pid) - before
    OPEN.close()
    return took * 1000 / TABLES


def yardstick_ms() -> float:
    """Processor time of a fixed piece of work, now: other programs on the machine slow both down."""
    start = time.process_time()
    for _ in range(100):
        hashlib.sha256(MEGABYTE).digest()
    return (time.process_time() - start) * 10


def measure(server: Server, game: str) -> Seen:
    """Some moves to get warm, then those that count."""
    play(server, game, 30)
    return play(server, game, MOVES)


def main() -> None:
    """Prints the figures."""
    games, free = list(GAMES), {f"SMALTI_LIMIT_{who}_MESSAGES": "0" for who in ("PERSON", "ADDRESS")}
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as other,
        serving(Path(folder), **free) as server,
        serving(Path(other), NO_COMMIT, **free) as forgetful,
    ):
        for one in (server, forgetful):
            wait_until_compiled(one, games)
        for game in games:
            seen, before = measure(server, game), yardstick_ms()
            bare = measure(forgetful, game)
            yardstick = (before + yardstick_ms()) / 2
            each, without = seen.cpu_ms / seen.moves, bare.cpu_ms / bare.moves
            print(
                f"{game}: {each:.2f} ms a move in all, {without:.2f} ms without the commit "
                f"({without / yardstick:.1f} x yardstick of {yardstick:.2f} ms); bytes to each viewer: median "
                f"{statistics.median(seen.sizes):.0f}, most {max(seen.sizes)}; whole tables: median "
                f"{statistics.median(seen.wholes):.0f}; sent to shown at all three: median "
                f"{statistics.median(seen.took_ms):.1f} ms"
            )
        for game in games:
            print(f"{game}: {table_kb(server, game):.0f} KB a table with three lines")


if __name__ == "__main__":
    main()
