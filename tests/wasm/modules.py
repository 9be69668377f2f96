"""The same games on every target: python -m tests.wasm.modules [GAME ...]

Builds the modules, plays games with every number of seats in V8 and natively, and compares the sums over every position
and every row; a few of them are played interpreted too. Speeds are ratios of the same run.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.referee import raw_bytes
from smalti.kernel.rows import new_sheet
from smalti.wasm import entries
from smalti.wasm.building import DIGEST_SHEETS, build, digest_exports, exports, layout, open_names, sheet_types
from smalti.wasm.module import Fresh
from tests.play import KNOWN

GAMES = int(os.environ.get("SMALTI_WASM_GAMES", "2000"))
"""For each number of seats; a tenth of them with all rows."""
INTERPRETED = 2
PLAYER = Path(__file__).parent / "digest.mjs"


class Native:
    """The sums of games in this process."""

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.digest = Fresh(game.name, open_names(game), compiled=compiled)(entries.digest)
        kinds = sheet_types(game)
        self.sheets = [new_sheet(kinds[name]) for name in DIGEST_SHEETS]

    def __call__(self, start: Any, generator: int, rows: int) -> int:
        return int(self.digest(start.copy(), generator, rows, *self.sheets))


def in_v8(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """The sums of games by a module, and how long they took."""
    (folder / "order.json").write_text(json.dumps(order), encoding="utf-8")
    said = subprocess.run(["node", PLAYER, folder], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    found: dict[str, Any] = json.loads(said.stdout)
    return found


@dataclass(frozen=True)
class Targets:
    """A game on this machine, and the folder of its module for V8."""

    game: Game
    native: Native
    plain: Native
    folder: Path


def compare(targets: Targets, seats: int, games: int, rows: int) -> float:
    """Plays the same games everywhere; how much faster V8 is than native code."""
    game, native, plain = targets.game, targets.native, targets.plain
    start = raw_bytes(game.course.setup(seats, {}))
    generators = [spread(7 + seats, index) for index in range(games)]
    order = {"layout": layout(game), "start": start.tobytes().hex(), "rows": rows, "sheets": DIGEST_SHEETS}
    there = in_v8(targets.folder, {**order, "generators": [str(one) for one in generators]})
    native(start, generators[0], rows)
    begun = time.perf_counter()
    here = [native(start, generator, rows) for generator in generators]
    seconds = time.perf_counter() - begun
    assert there["sums"] == here, f"{game.name} with {seats}: V8 and native code differ"
    assert [plain(start, one, rows) for one in generators[:INTERPRETED]] == here[:INTERPRETED]
    return seconds / float(there["seconds"])


def check(game: Game) -> None:
    """One game on every target."""
    module = build(game, exports(game))
    assert b"/" + b"site-packages" not in module, "a module names no folder of the machine that built it"
    say(f"{game.name}: rules and rows {len(module)} bytes, {len(gzip.compress(module))} compressed")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "digest.wasm").write_bytes(build(game, digest_exports(game)))
        targets = Targets(game, Native(game, compiled=True), Native(game, compiled=False), folder)
        for seats in game.facts.seat_counts:
            plain = compare(targets, seats, GAMES, 0)
            looked = compare(targets, seats, max(1, GAMES // 10), 1)
            say(f"{game.name} with {seats}: equal; V8 at {plain:.2f} of native, {looked:.2f} with all rows")


def say(words: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for name in sys.argv[1:] or KNOWN:
        check(KNOWN[name])
