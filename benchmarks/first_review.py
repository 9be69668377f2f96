"""How soon a review begins to show: `python -m benchmarks.first_review`. Prints the figures of docs/review.md.

A real `smalti serve` with one worker, which nobody has asked anything yet: one that has loaded bots and reviews ahead
(`--prepare`, as it is unless told), and one that has not. A game with the fewest players by the first choice each time;
seconds from asking for its review until its first results are there.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.load import cpu_s
from smalti.games import GAMES
from tests.server.serving import Guest, serving
from tests.waiting import until

STILL_S = 5.0
"""Who has used no processor for so long is done with what is prepared."""


def used_s(pid: int) -> float:
    """Processor seconds of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_s(pid) + sum(used_s(int(child)) for child in children)


def rest(pid: int) -> None:
    """Until nothing is done any more."""
    before = -1.0
    while (now := used_s(pid)) > before + 0.1:
        before = now
        time.sleep(STILL_S)


def first_results_s(game: str, prepare: bool) -> float:
    """How long they take at a new server."""
    told = {"SMALTI_WORKERS": "1", "SMALTI_PREPARE": str(int(prepare))}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **told) as server:
        assert server.process is not None
        guest = Guest(server)
        seats = [{"kind": "me"}, {"kind": "local"}][: GAMES[game].facts.seat_counts[0]]
        guest.sit(guest.post("/api/tables", {"game": game, "seats": seats})["table"])
        while not guest.table["over"]:
            guest.move()
            guest.wait_for("done")
        rest(server.process.pid)
        began = time.perf_counter()
        until(lambda: server.get(f"/api/games/{guest.at}/review").json().get("done", 1) > 0)
        return time.perf_counter() - began


def main() -> None:
    """A line for each game."""
    for game in GAMES:
        ahead, later = first_results_s(game, True), first_results_s(game, False)
        print(f"{game}: {ahead:.2f} s with what was loaded ahead, {later:.2f} s without", flush=True)


if __name__ == "__main__":
    main()
