"""From a click on the shelf to a bot that could think, on a fresh installation: a first visit and a second one.

    python -m benchmarks.thought --rounds 5 --server

A real `smalti serve` that has compiled nothing, and a real Chromium, at first with nothing kept. The click begins a
game with two seats against Legend, who has the most to load; the time ends when the worker of the page has all it
needs. Then both again with the processor slowed four times. Chromium slows the page but not its workers, so what the
worker took is told beside, and in the last figure it takes four times as long as it does plainly. `--server` tells how
long it takes until a bot of the same fresh installation has moved in a worker of the server, for who has no browser
that thinks.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from smalti.games import GAMES
from tests.server.serving import OPEN, Guest, Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import Player

SLOWER = 4
LEVEL = "legend"
CLICKS = """
const keep = (event) => sessionStorage.setItem("clicked", String(performance.timeOrigin + event.timeStamp));
addEventListener("click", keep, true);
"""
STRONGEST = """(button, level) => {
  delete button.dataset.local;
  Object.assign(button.dataset, { bot: level, botName: "Bot", seats: "2" });
}"""
READY = "() => performance.getEntriesByName('smalti-thinks').length > 0"
TOOK = """() => {
  const [{ startTime, detail }] = performance.getEntriesByName("smalti-thinks");
  return [performance.timeOrigin + startTime - Number(sessionStorage.getItem("clicked")), detail];
}"""


class Visit(NamedTuple):
    """One click, in milliseconds."""

    whole: float
    worker: float
    """What of it the worker took: description, module and weights, fetched, unpacked, compiled."""


def visit(server: Server, context: BrowserContext, game: str, slower: int) -> Visit:
    """From the shelf to a worker that is ready."""
    player = Player(server, context)
    player.open("/")
    button = player.page.locator(f'[data-play="{game}"]').first
    button.evaluate(STRONGEST, LEVEL)
    if slower > 1:
        context.new_cdp_session(player.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    button.click()
    player.page.wait_for_url("**/table/**")
    player.wait_for(READY)
    found = Visit(*player.page.evaluate(TOOK))
    player.page.close()
    return found


def visits(server: Server, browser: Browser, game: str, rounds: int, slower: int = 1) -> dict[str, list[Visit]]:
    """First and second visits, each pair with nothing kept before."""
    found: dict[str, list[Visit]] = {"cold": [], "warm": []}
    for _ in range(rounds):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        context.add_init_script(CLICKS)
        for kind in found.values():
            kind.append(visit(server, context, game, slower))
        context.close()
    return found


def report(game: str, kind: str, plain: list[Visit], slowed: list[Visit]) -> None:
    """The medians."""
    whole, worker = (statistics.median(values) for values in zip(*plain, strict=True))
    slow, slow_worker = (statistics.median(values) for values in zip(*slowed, strict=True))
    all_slow = slow - slow_worker + SLOWER * worker
    print(f"{game}, {kind}: {whole:.0f} ms (worker {worker:.0f}); page slowed {SLOWER}x {slow:.0f} ms ", end="")
    print(f"(worker {slow_worker:.0f}), with a worker that is {SLOWER}x as slow as plainly {all_slow:.0f} ms")


def wait_for_the_server(server: Server, game: str) -> float:
    """Seconds until a bot has moved for somebody whose browser does not think."""
    guest = Guest(server)
    began = time.perf_counter()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": LEVEL}]
    guest.sit(guest.post("/api/tables", {"game": game, "seats": seats})["table"])
    while not any(line["by"] == 1 for line in guest.table["log"]):
        if guest.moves:
            guest.move()
        guest.wait_for("table")
    OPEN.close()
    return time.perf_counter() - began


def main() -> int:
    """Prints the figures."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    reader.add_argument("--server", action="store_true", help="also until the server itself has compiled and moved")
    wanted = reader.parse_args()
    path = find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="smalti-thought-") as folder:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        with serving(Path(folder) / "data", SMALTI_CACHE_DIR=f"{folder}/cache") as server:
            for game in wanted.games:
                plain = visits(server, browser, game, wanted.rounds)
                slowed = visits(server, browser, game, wanted.rounds, SLOWER)
                for kind in plain:
                    report(game, kind, plain[kind], slowed[kind])
            for game in wanted.games if wanted.server else ():
                print(f"{game}: in a worker of the server after {wait_for_the_server(server, game):.1f} s")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
