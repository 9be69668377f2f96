"""What the page of a tournament costs a server while 500 people look at it: python -m benchmarks.evening."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.server.http.evening import MOST, Evening, begun, line_to
from tests.server.serving import Server, serving

TICKS = os.sysconf("SC_CLK_TCK")
OLD = "0"
"""A mark of long ago: who has it is answered at once, as all are after a change."""


def spent_s(server: Server) -> float:
    """How long the server has worked."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cost_ms(server: Server, deed: Callable[[], object], times: int) -> float:
    """Of the server, each time."""
    before = spent_s(server)
    for _ in range(times):
        deed()
    return (spent_s(server) - before) / times * 1000


def measure(server: Server, evening: Evening, times: int) -> None:
    """Answers to a player and to who runs it, and all pages of one game that ends."""
    for name, person in (("a player", MOST - 1), ("who runs it", 0)):
        look = partial(evening.live, person, OLD)
        print(f"{name}: {cost_ms(server, look, times):.1f} ms, {len(look()) / 1000:.0f} KB")
    evening.lose(2)
    before = spent_s(server)
    for person in range(MOST):
        evening.live(person, OLD)
    print(f"{MOST} pages after one game: {spent_s(server) - before:.2f} s of a core")


def main() -> None:
    """Prints three lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    times = parser.parse_args().times
    free = {"SMALTI_LIMIT_ADDRESS_REQUESTS": "0"}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **free) as server, line_to(server) as http:
        measure(server, begun(http), times)


if __name__ == "__main__":
    main()
