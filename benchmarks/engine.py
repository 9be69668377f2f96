"""How fast are the shipped modules in Chromium, against native code in the same minutes? And how large are they?

    python -m benchmarks.engine [ROUNDS]

Rules: whole random games. Search: Legend's thoughts in positions of one game, the same simulations on one core. Rounds
of both take turns; processor time counts, here of this process and there of the page's, and of each the best round.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.playout import random_games
from smalti.kernel.state import state_bytes
from smalti.wasm.shipping import files_of
from tests.server.serving import serving
from tests.wasm.cases import Case, think_here, thoughts_of
from tests.web.chromium import ARGUMENTS, find_chromium

ROUNDS = 5
Work = Callable[[], tuple[int, float]]
SIMULATIONS = {"mosaix": 8, "maharani": 800, "majolica": 200}
GAMES_A_ROUND = {"mosaix": 30_000, "maharani": 20_000, "majolica": 5_000}
SEED, SEATS = 5, 2
LOAD = """async (name) => {
  const { Engine } = await import("/static/engine/engine.js");
  window.engine = await Engine.load(`/engine/${name}.json`);
}"""
PLAY = """([start, generators]) => {
  const { module } = window.engine;
  const position = Uint8Array.from(atob(start), (letter) => letter.charCodeAt(0));
  let made = 0;
  for (const generator of generators) {
    new DataView(position.buffer).setBigInt64(0, BigInt(generator), true);
    module.position = position;
    made += module.call("play_out", [], "moves");
  }
  return made;
}"""
THINK = """async (cases) => {
  const { engine } = window;
  const read = ({ position }) => Uint8Array.from(position.match(/../g), (pair) => parseInt(pair, 16));
  for (const one of cases) await engine.prepare(one.level, engine.seats(read(one)));
  let simulations = 0;
  for (const one of cases) {
    const view = engine.view(read(one), one.seat);
    simulations += engine.thinker.think(view, one.seat, one.level, BigInt(one.generator), one.budget).simulations;
  }
  return simulations;
}"""


class There:
    """A page of Chromium and the processor time that it uses."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page = browser.new_page()
        self.page.goto(address)
        self.session = browser.new_browser_cdp_session()

    def used_s(self) -> float:
        """Seconds that pages have used so far."""
        known = self.session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(one["cpuTime"] for one in known if one["type"] == "renderer"))

    def run(self, script: str, asked: Any) -> tuple[int, float]:
        """What a script returns, and the seconds it used."""
        before = self.used_s()
        found = self.page.evaluate(script, asked)
        return int(found), self.used_s() - before


def here(work: Callable[[], int]) -> tuple[int, float]:
    """What some work returns in this process, and the seconds it used."""
    before = process_time()
    found = work()
    return found, process_time() - before


def play_here(game: Game, games: int) -> int:
    """Random games by native code: how many moves were made."""
    run, scratch = game.compiler(random_games), np.recarray(1, game.course.state_type)
    moves, start = np.empty(game.course.action_count, np.int64), game.course.setup(SEATS, {})
    return int(run(start, scratch, games, SEED, moves))


def think_all(game: Game, cases: list[Case]) -> int:
    """Thoughts by native code: how many simulations were made."""
    return sum(one["simulations"] for one in think_here(game, cases)[0])


def compare(one: Work, other: Work, rounds: int) -> str:
    """How much faster the other is, by the best round of each; both do the same work."""
    one(), other()
    found = [(one(), other()) for _ in range(rounds)]
    assert {first[0] for first, _ in found} == {second[0] for _, second in found}, "not the same work"
    least, least_there = min(first[1] for first, _ in found), min(second[1] for _, second in found)
    return f"{least / least_there:.2f} of native ({least:.2f} s to {least_there:.2f} s)"


def measure(there: There, game: Game, rounds: int) -> None:
    """One game, with two seats."""
    there.page.evaluate(LOAD, game.name)
    start = b64encode(state_bytes(game.course.setup(SEATS, {}))).decode()
    generators = [str(spread(SEED, n)) for n in range(GAMES_A_ROUND[game.name])]
    native = partial(play_here, game, len(generators))
    rules = compare(partial(here, native), partial(there.run, PLAY, [start, generators]), rounds)
    budget = {"budget": {"simulations": SIMULATIONS[game.name]}}
    cases = [one | budget for one in thoughts_of(game, SEATS, (2, 12)) if one["level"] == "legend"]
    search = compare(partial(here, partial(think_all, game, cases)), partial(there.run, THINK, cases), rounds)
    print(f"{game.name:9} rules {rules}, search {search}", flush=True)


def sizes(game: Game) -> None:
    """What a page loads."""
    for name, file in files_of(game).items():
        packed = len(file) if name.endswith("weights") else len(gzip.compress(file))
        print(f"{name}: {len(file):,} bytes, {packed:,} compressed")


def main() -> None:
    """Prints the figures."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for game in GAMES.values():
        sizes(game)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        there = There(browser, server.url)
        for game in GAMES.values():
            measure(there, game, rounds)
        browser.close()


if __name__ == "__main__":
    main()
