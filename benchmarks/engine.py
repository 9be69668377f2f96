"""How fast are the shipped modules in Chromium, against native code in the same minutes? And how large are they?

    python -m benchmarks.engine [ROUNDS]

Rules: whole random games. Search: Legend's thoughts in positions of one game, the same simulations on one core. Rounds
of both take turns, and the best round of each counts: what else the machine does is not measured.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

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
SIMULATIONS = {"mosaix": 6, "maharani": 150, "majolica": 60}
GAMES_A_ROUND = {"mosaix": 1000, "maharani": 300, "majolica": 300}
SEED = 5
LOAD = """async (name) => {
  const { Engine } = await import("/static/engine/engine.js");
  window.engine = await Engine.load(`/engine/${name}.json`);
}"""
PLAY = """([start, generators]) => {
  const { module } = window.engine;
  const position = Uint8Array.from(atob(start), (letter) => letter.charCodeAt(0));
  let made = 0;
  const begun = performance.now();
  for (const generator of generators) {
    new DataView(position.buffer).setBigInt64(0, BigInt(generator), true);
    module.position = position;
    made += module.call("play_out", [], "moves");
  }
  return [made, (performance.now() - begun) / 1000];
}"""
THINK = """async (cases) => {
  const { engine } = window;
  const read = ({ position }) => Uint8Array.from(position.match(/../g), (pair) => parseInt(pair, 16));
  for (const one of cases) await engine.prepare(one.level, engine.seats(read(one)));
  const begun = performance.now();
  let simulations = 0;
  for (const one of cases) {
    const view = engine.view(read(one), one.seat);
    simulations += engine.thinker.think(view, one.seat, one.level, BigInt(one.generator), one.budget).simulations;
  }
  return [simulations, (performance.now() - begun) / 1000];
}"""


def play_here(game: Game, seats: int) -> tuple[int, float]:
    """Random games by native code: moves and seconds."""
    run, scratch = game.compiler(random_games), np.recarray(1, game.course.state_type)
    moves, start = np.empty(game.course.action_count, np.int64), game.course.setup(seats, {})
    begun = perf_counter()
    made = run(start, scratch, GAMES_A_ROUND[game.name], SEED, moves)
    return made, perf_counter() - begun


def best(one: Work, other: Work, rounds: int) -> tuple[float, float]:
    """The least seconds of each, taking turns; both do the same work."""
    one(), other()
    found = [(one(), other()) for _ in range(rounds)]
    assert {here[0] for here, _ in found} == {there[0] for _, there in found}, "not the same work"
    return min(here[1] for here, _ in found), min(there[1] for _, there in found)


def measure(page: Page, game: Game, rounds: int) -> None:
    """One game, with two seats."""
    page.evaluate(LOAD, game.name)
    start = b64encode(state_bytes(game.course.setup(2, {}))).decode()
    generators = [str(spread(SEED, n)) for n in range(GAMES_A_ROUND[game.name])]
    native, there = best(lambda: play_here(game, 2), lambda: tuple(page.evaluate(PLAY, [start, generators])), rounds)
    budget = {"budget": {"simulations": SIMULATIONS[game.name]}}
    cases = [one | budget for one in thoughts_of(game, 2, (2, 12)) if one["level"] == "legend"]
    search, search_there = best(lambda: think_all(game, cases), lambda: tuple(page.evaluate(THINK, cases)), rounds)
    print(f"{game.name:9} rules {native / there:5.2f} of native, search {search / search_there:5.2f}")


def think_all(game: Game, cases: list[Case]) -> tuple[int, float]:
    """The same thoughts here: simulations and seconds."""
    found, seconds = think_here(game, cases)
    return sum(one["simulations"] for one in found), seconds


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
        browser: Any = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        page = browser.new_page()
        page.goto(server.url)
        for game in GAMES.values():
            measure(page, game, rounds)
        browser.close()


if __name__ == "__main__":
    main()
