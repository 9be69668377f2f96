"""The table: how long the busiest picture takes, how large it is, and how long a click takes to be shown.

    python -m benchmarks.table

Times are also given as a multiple of a fixed piece of work (SHA-256 of one megabyte), measured in the same run.
"""

from __future__ import annotations

import hashlib
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from smalti.server.drawing import View, draw, put_together

from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from tests.play import new_match, positions
from tests.server.serving import OPEN, Guest, serving

GAMES_EACH = 6
REPEATS = 20
CLICKS = 60
MEGABYTE = b"\0" * 1_000_000


def milliseconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median of some runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def busiest(game: Game) -> tuple[Position, int]:
    """The position with the most choices in a few games of the most seats, and who is to choose."""
    best: tuple[int, Position, int] | None = None
    for seed in range(GAMES_EACH):
        for match, seat, _ in positions(new_match(game.name, game.facts.seat_counts[-1], {}, seed), seed):
            choices = len(match.position.legal_moves(seat))
            if best is None or choices > best[0]:
                best = choices, match.position, seat
    assert best is not None
    return best[1], best[2]


def clicks(folder: Path) -> list[float]:
    """Milliseconds from sending a move to the new picture, over real sockets and a real SQLite file."""
    times = []
    with serving(folder) as server:
        guest = Guest(server)
        seats = [{"kind": "me"}, {"kind": "local"}]
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": seats})["table"])
        for _ in range(CLICKS):
            if guest.table["over"]:
                break
            number = guest.table["number"]
            start = time.perf_counter()
            guest.move(len(guest.table["choices"]) // 2)
            guest.wait_until(number + 1)
            times.append((time.perf_counter() - start) * 1000)
        OPEN.close()
    return times


def main() -> None:
    """Prints the figures."""
    yardstick = milliseconds(lambda: hashlib.sha256(MEGABYTE).digest())
    print(f"yardstick: SHA-256 of 1 MB in {yardstick:.2f} ms")
    for game in GAMES.values():
        position, seat = busiest(game)
        state = game.course.view(position.state, seat).tobytes()
        view = View(game.name, state, seat, "en", (), may_choose=True)
        size = len(put_together({}, draw(view), {}).encode())
        took = milliseconds(lambda: draw(view))  # noqa: B023 - run at once
        choices = len(position.legal_moves(seat))
        print(
            f"{game.name}: {choices} choices, {size / 1000:.0f} KB, {took:.1f} ms ({took / yardstick:.0f} x yardstick)"
        )
    with tempfile.TemporaryDirectory() as folder:
        times = sorted(clicks(Path(folder)))
    middle, high = statistics.median(times), times[int(len(times) * 0.95)]
    print(f"click to shown: median {middle:.0f} ms, 95 % under {high:.0f} ms ({middle / yardstick:.0f} x yardstick)")


if __name__ == "__main__":
    main()
