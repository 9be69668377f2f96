"""Click to shown, in the page: from the click that completes a move to the frame on the screen with the new picture.

    python -m benchmarks.click [MOVES] [--trace]

A real Chromium at a real server with a real SQLite file, everybody at one screen with the most seats of each game,
movement switched on. Whoever clicks has looked: what moved before lies still, and the pointer rests on what is clicked.
The busiest are the tenth of the moves with the most choices, before or after them. With `--trace` it is told what the
browser did from a click on, in processor time, which a busy machine leaves as it is: until the answer came, and then
until it was shown.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

from smalti.games import GAMES
from smalti.kernel.game import Game
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import Player

MOVES = 60
REST_MS = 400
"""So long somebody points at what they click."""
TRACED = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline")
KINDS = {
    "RunTask": "all of the page",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "layers",
    "RasterTask": "pixels",
}
"""What is counted of what the browser traces, in our words; pixels are drawn beside the page."""
WATCH = """
window.shown = [];
let clicked = 0;
addEventListener("click", (event) => (clicked = event.timeStamp), true);
new PerformanceObserver((list) => {
  for (const { identifier, renderTime } of list.getEntries()) {
    if (Number(identifier) === clicked) window.shown.push(renderTime - clicked);
  }
}).observe({ type: "element" });
addEventListener("DOMContentLoaded", () => {
  const log = document.getElementById("log");
  const named = () => log.lastElementChild?.lastElementChild?.setAttribute("elementtiming", String(clicked));
  if (log) new MutationObserver(named).observe(log, { childList: true });
});
"""
"""The last click before a new line of the log completed the move. The line is drawn together with the picture, and the
browser tells when the frame with it reached the screen."""


SHOWN = "() => window.shown.length > 0"
"""Not asked at every frame, which would make frames."""


@dataclass(frozen=True)
class Move:
    """One measured move."""

    choices: int
    shown_ms: float
    """From the click to the frame on the screen."""
    page_ms: float
    """What the page worked for it, in processor time: the same on a busy machine as on an idle one."""
    work: Counter[str]
    """What the browser did for it, if that was traced."""


def play(server: Server, browser: Browser, game: Game, moves: int, *, is_traced: bool) -> list[Move]:
    """Moves of a game with everybody at one screen."""
    player = Player(server, browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB"))
    player.context.add_init_script(WATCH)
    line = player.context.new_cdp_session(player.page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    others = [{"kind": "local", "name": f"Player {n}"} for n in range(2, game.facts.seat_counts[-1] + 1)]
    player.play(game.name, {"kind": "me"}, *others)
    found: list[Move] = []
    for n in range(moves):
        if player.page.locator("#cover[open]").is_visible():
            player.page.locator("#cover-ok").click()
        table = player.wait_turn()
        if table["over"]:
            break
        path = table["choices"][n * 37 % len(table["choices"])]["paths"][0]
        for place in path[:-1]:
            player.click(place)
        point_at(player, path[-1])
        if is_traced:
            browser.start_tracing(page=player.page, categories=list(TRACED))
        before = worked(line)
        player.page.mouse.down()
        player.page.mouse.up()
        player.page.wait_for_function(SHOWN, polling=100)
        shown = float(player.page.evaluate("() => window.shown[0]"))
        choices = max(len(table["choices"]), len(player.table["choices"]))
        work = told_by(json.loads(browser.stop_tracing())["traceEvents"], shown) if is_traced else Counter[str]()
        found.append(Move(choices, shown, worked(line) - before, work))
    player.context.close()
    return found


def point_at(player: Player, place: int) -> None:
    """Rests on a place, at a table on which nothing moves any more and that shows what the place would bring."""
    player.wait_for("() => !document.body.classList.contains('moving')")
    player.page.mouse.move(1, 1)
    player.can_at(place).hover()
    player.page.wait_for_timeout(REST_MS)
    player.page.evaluate("() => (window.shown = [])")


def worked(line: CDPSession) -> float:
    """Milliseconds of processor time that the page has taken so far."""
    metrics = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def told_by(events: list[dict[str, Any]], shown_ms: float) -> Counter[str]:
    """Milliseconds and times of what the browser did between a click and what it showed of it."""
    click = next(one for one in events if one["name"] == "EventDispatch" and one["args"]["data"]["type"] == "click")
    page, start, end = (click["pid"], click["tid"]), click["ts"], click["ts"] + shown_ms * 1000
    during = [one for one in events if start <= one.get("ts", 0) <= end]
    answer = min((one["ts"] for one in during if one["name"] == "WebSocketReceive"), default=end)
    work: Counter[str] = Counter()
    for one in during:
        name, is_page = one["name"], (one["pid"], one["tid"]) == page
        if one["ph"] == "X" and (name == "RasterTask" or (is_page and name in KINDS)):
            when = "before" if one["ts"] < answer else "after"
            work[f"{KINDS[name]} {when}"] += one.get("tdur", 0) / 1000
            work[f"{KINDS[name]} {when}, times"] += 1
    return work


def told(times: list[float]) -> str:
    """Median and 95 of 100."""
    ordered = sorted(times)
    return f"median {statistics.median(ordered):4.0f} ms, 95 % under {ordered[int(len(ordered) * 0.95)]:4.0f} ms"


def main() -> None:
    """Prints the figures."""
    path = find_chromium()
    assert path is not None, MISSING
    is_traced = "--trace" in sys.argv
    moves = next((int(one) for one in sys.argv[1:] if one.isdecimal()), MOVES)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for game in GAMES.values():
            found = sorted(play(server, browser, game, moves, is_traced=is_traced), key=lambda move: move.choices)
            tenth = max(1, len(found) // 10)
            for name, some in (("all", found), ("busiest", found[-tenth:])):
                print(f"{game.name}, {name} ({some[0].choices} to {some[-1].choices} choices, {len(some)} moves):")
                print(f"  click to shown: {told([move.shown_ms for move in some])}")
                print(f"  work of the page: {told([move.page_ms for move in some])}")
            for kind in sorted({kind for move in found for kind in move.work}):
                print(f"    {kind}: median {statistics.median(move.work[kind] for move in found):.1f}")
        browser.close()


if __name__ == "__main__":
    main()
