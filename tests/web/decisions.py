"""Every decision of every game on small screens: what it needs is in view, and a thumb can hit it.

Run by hand: `python -m tests.web.decisions` writes docs/phone.md.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from smalti.games import GAMES
from smalti.kernel.rows import NONE
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.looking import SETTLED
from tests.web.table import ME, READY, Follower, Player, batched, lines_of, paths_of

PAGE = Path(__file__).parents[2] / "docs" / "phone.md"
SIZES = ((390, 844), (360, 640), (844, 390), (820, 1180))
LEAST_PX = 40
FRIEND = {"kind": "local", "name": "Bea"}


@dataclass(frozen=True)
class Deal:
    """A game that is played with touch, so far that its usual decisions have come up."""

    game: str
    seats: tuple[dict[str, str], ...]
    moves: int
    order: dict[str, Any] = field(default_factory=dict)
    sizes: tuple[tuple[int, int], ...] = SIZES


DEALS = (
    Deal("mosaix", (ME,), 4),
    Deal("maharani", (ME, FRIEND), 24),
    Deal("majolica", (ME, FRIEND), 60),
)
ALL = {"options": {"expansions": ["bloom", "kaleidoscope", "missions"]}}
LONG_DEALS = (
    Deal("maharani", (ME, FRIEND, {**FRIEND, "name": "Cem"}, {**FRIEND, "name": "Dov"}), 90),
    Deal("majolica", (ME,), 120, ALL),
    Deal("majolica", (ME, FRIEND), 160, ALL),
)

LOOK = """(focus) => {
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const found = [];
  const board = document.getElementById("board").getBoundingClientRect();
  const inside = (box, outer, name) => {
    const isIn = box.left >= outer.left - 2 && box.right <= outer.right + 2 && box.top >= outer.top - 2 && box.bottom <= outer.bottom + 2;
    if (!isIn) found.push(`${name} lies at ${round(box)}, outside of ${round(outer)}`);
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const panel of focus) {
    const frame = document.querySelector(`.frame[data-panel="${panel}"]`);
    if (frame) inside(frame.getBoundingClientRect(), board, `panel ${panel}`);
  }
  let least = Infinity;
  for (const one of document.querySelectorAll(".panel .can")) {
    const box = one.querySelector(".hit").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const name = `place ${one.dataset.place}`;
    least = Math.min(least, box.width, box.height);
    inside(one.querySelector(".mark").getBoundingClientRect(), board, name);
    inside({ left: x, right: x, top: y, bottom: y }, screen, name);
    const under = [.5, .25, .75, .1, .9].flatMap((w) => [.5, .25, .75, .1, .9].map((h) => document.elementFromPoint(box.x + box.width * w, box.y + box.height * h)));
    const isHit = under.some((hit) => hit?.closest("[data-place]")?.dataset.place === one.dataset.place);
    if (!isHit) found.push(`${name} is covered by ${under[0]?.outerHTML.slice(0, 80)}`);
  }
  for (const one of document.querySelectorAll("#ask, #decision button, .tabs button, .seats summary")) {
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    inside(box, screen, one.id || one.className || one.textContent);
    if (one.id !== "ask" && Math.min(box.width, box.height) < 40) found.push(`${one.id || one.textContent} measures ${round(box)}`);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page is wider than the screen");
  return { found, least: Math.floor(least + 0.01), enlarges: !document.getElementById("zoom").hidden };
}"""  # noqa: E501
"""What is wrong with the decision on the screen, its smallest target, and whether a tap enlarges it first."""
TAP = """(place) => {
  const send = document.getElementById("send");
  for (let n = 0; n < 2 && send.hidden; n++) {
    const spot = document.querySelector(`.panel .can[data-place="${place}"]`);
    spot?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  send.click();
}"""
"""Goes a step on, and makes the move at the last one: a tap that only enlarged is repeated."""


@dataclass
class Seen:
    """A decision as it was found at each size."""

    game: str
    kind: int
    step: int
    words: str
    least: dict[tuple[int, int], str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def question_of(table: dict[str, Any], clicks: int) -> tuple[int, list[int]]:
    """Which question is asked after so many clicks, and the panels to look at."""
    asks = [row for row in batched(table["asks"], 5) if row[1] <= clicks]
    kind, step = max(((row[0], row[1]) for row in asks if row[0] != NONE), key=lambda one: one[1])
    first = [row[3] for row in asks if row[:2] == [kind, step]]
    more = [row[3] for row in asks if row[0] == NONE]
    return kind, [panel for panel in first + more if panel != NONE]


def look(player: Player, seen: Seen, focus: list[int], deal: Deal) -> None:
    """Checks the decision on the screen at every size of the deal."""
    for width, height in deal.sizes:
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.evaluate(SETTLED)
        answer = player.page.evaluate(LOOK, focus)
        seen.wrong += [f"{width}x{height}: {one}" for one in answer["found"]]
        seen.least[width, height] = f"{answer['least']} px"
        if answer["least"] < LEAST_PX:
            seen.least[width, height] = f"{enlarged(player, seen)} px, enlarged by a tap"
    width, height = SIZES[0]
    player.page.set_viewport_size({"width": width, "height": height})
    player.page.evaluate(SETTLED)


def enlarged(player: Player, seen: Seen) -> int:
    """The smallest target after a tap on one that is too small; everything else stays where it was."""
    number = player.number
    player.page.evaluate("() => document.activeElement?.blur()")
    small = """() => [...document.querySelectorAll(".panel .can")].find((one) => {
      const box = one.querySelector(".hit").getBoundingClientRect();
      return Math.min(box.width, box.height) < 40;
    }).dataset.place"""
    place = int(player.page.evaluate(small))
    player.can_at(place).tap()
    least = """(place) => {
      const box = document.querySelector(`.panel .can[data-place="${place}"] .hit`).getBoundingClientRect();
      const isHit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-place]")?.dataset.place === String(place);
      return isHit ? Math.floor(Math.min(box.width, box.height) + 0.01) : 0;
    }"""  # noqa: E501
    found = int(player.page.evaluate(least, place))
    size = player.page.viewport_size
    if found < LEAST_PX or player.number != number or player.page.locator(".lens").count() != 1:
        seen.wrong.append(f"{size}: place {place} measures {found} px after a tap")
    player.page.locator("#zoom").tap()
    return found


def hand_over(player: Player, number: int) -> dict[str, Any]:
    """The table at its next turn, in the hands of whoever is to choose."""
    player.wait_for(f"(number) => document.querySelector('#cover[open]') !== null || ({READY})(number)", number)
    player.page.evaluate(SETTLED)  # the table is there before it is covered
    if player.page.locator("#cover[open]").is_visible():
        player.page.locator("#cover-ok").tap()
    return player.wait_turn(number)


def looked_at(player: Player, deal: Deal, path: list[int], new: list[int], number: int) -> Iterator[Seen]:
    """Makes a move with taps and looks at the decisions of these steps."""
    table = hand_over(player, number)
    for step, place in enumerate(path):
        if step in new:
            kind, focus = question_of(table, step)
            words = player.shown("#ask").removeprefix(f"{table['seats'][table['seat']]['name']}: ")
            seen = Seen(deal.game, kind, step, re.sub(r"\b[a-n]?\d+\b", "…", words))
            look(player, seen, focus, deal)
            yield seen
        player.page.evaluate(TAP, place)


def decisions(server: Server, browser: Browser, deal: Deal) -> Iterator[Seen]:
    """Plays a deal, and tells of every decision when it first comes up; nobody looks at the others."""
    width, height = SIZES[0]
    phone: dict[str, Any] = {"is_mobile": True, "has_touch": True, "reduced_motion": "reduce", "locale": "en-GB"}
    player = Player(server, browser.new_context(viewport={"width": width, "height": height}, **phone))
    player.context.add_init_script("localStorage.setItem('smalti-help', 'false')")
    table = player.play(deal.game, *deal.seats, **deal.order)
    follower, [line] = Follower(server, table, "heuristic"), lines_of(table, player)
    known: set[tuple[int, int]] = set()
    for _ in range(deal.moves):
        while not line.moves and not line.table["over"]:
            line.receive()
        if line.table["over"]:
            break
        number, move = line.table["number"], follower.sensible(line.table["seat"])
        [path, *_] = paths_of(line.table)[move]
        asked = [(question_of(line.table, step)[0], step) for step in range(len(path))]
        if new := [step for kind, step in asked if (kind, step) not in known]:
            yield from looked_at(player, deal, path, new, number)
            known |= set(asked)
        else:
            line.move(line.moves.index(move))
        line.wait_until(number + 1)
    assert player.complaints == []
    player.context.close()


def written(found: list[Seen], before: list[str]) -> str:
    """The table as Markdown; what did not come up this time, for chance deals otherwise, stays as it was."""
    head = "| game | question | " + " | ".join(f"{width}x{height}" for width, height in SIZES) + " |"
    rule = "|---" * (2 + len(SIZES)) + "|"
    rows = [
        f"| {GAMES[one.game].facts.title} | {one.words} | " + " | ".join(one.least[size] for size in SIZES) + " |"
        for one in found
    ]
    known = [asked(row) for row in rows]
    return "\n".join([head, rule, *rows, *(row for row in before if asked(row) not in known)])


def asked(row: str) -> list[str]:
    """The game and the question of a row."""
    return row.split("|")[1:3]


INTRODUCTION = """# Every decision on a phone

For each question that a game asks, all panels it names (`focus` in its `asks` rows) and every place that may be clicked
are on the screen at once, uncovered, without scrolling; beside them the sentence and the buttons. The figure is the
shorter side of the smallest target. "Enlarged by a tap": the whole board is in view, and the first tap enlarges what is
around it, because so many targets of 40 px cannot lie side by side on that screen.

Written by `python -m tests.web.decisions` in Chromium, with touch; `tests/web/test_decisions.py` plays one deal of each
game again and fails if anything is out of view, covered or too small.
"""


def main() -> int:
    """Plays all long deals and writes the page; the exit status tells whether anything was wrong."""
    path = find_chromium()
    assert path is not None, MISSING
    found: dict[tuple[str, int, int], Seen] = {}
    before = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| M")]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for deal in (*DEALS, *LONG_DEALS):
            for seen in decisions(server, browser, deal):
                found.setdefault((seen.game, seen.kind, seen.step), seen)
                print(deal.game, seen.words, *seen.wrong, sep="\n  ", flush=True)  # noqa: T201
            PAGE.write_text(f"{INTRODUCTION}\n{written(list(found.values()), before)}\n", encoding="utf-8")
        browser.close()
    return int(any(one.wrong for one in found.values()))


if __name__ == "__main__":
    sys.exit(main())
