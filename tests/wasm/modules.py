"""The same games and the same thoughts on every target: python -m tests.wasm.modules [GAME ...]

Builds modules that play whole games, and compares the sums over every position, view, move and row of the same games in
V8 and natively; a few of them are played interpreted too. Then the shipped modules think, and so do bots natively.
Speeds are ratios of the same run. What the shipped modules are asked in every test (tests/web/test_engine.py) is
written down anew. SMALTI_WASM_GAMES is the number of games for each number of seats.
"""

from __future__ import annotations

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
from smalti.wasm.building import DIGEST_SHEETS, digest_exports, exports, layout, tools
from smalti.wasm.shipping import FOLDER, files_of, read_manifest
from tests.play import KNOWN
from tests.wasm.cases import GOLDEN, Case, Native, build_apart, games_of, think_here, thoughts_of

GAMES = int(os.environ.get("SMALTI_WASM_GAMES", "2000"))
"""For each number of seats; a tenth of them with all rows."""
INTERPRETED = 2
REPLAYED = 100
"""So many games of each are played by the shipped module in every test."""
HERE = Path(__file__).parent


def in_node(script: str, *arguments: str | Path, asked: Case) -> Case:
    """What a script of this folder answers."""
    command = ["node", HERE / script, *arguments]
    said = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    found: Case = json.loads(said.stdout)
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
    there = in_node("digest.mjs", targets.folder, asked={**order, "generators": [str(one) for one in generators]})
    native(start, generators[0], rows)
    begun = time.perf_counter()
    here = [native(start, generator, rows) for generator in generators]
    seconds = time.perf_counter() - begun
    assert there["sums"] == here, f"{game.name} with {seats}: V8 and native code differ"
    assert [plain(start, one, rows) for one in generators[:INTERPRETED]] == here[:INTERPRETED]
    return seconds / float(there["seconds"])


def check_games(game: Game, folder: Path) -> None:
    """Whole games on every target, and the sums of those that tests replay."""
    (folder / "digest.wasm").write_bytes(build_apart(game, digest_exports))
    targets = Targets(game, Native(game, compiled=True), Native(game, compiled=False), folder)
    for seats in game.facts.seat_counts:
        plain = compare(targets, seats, GAMES, 0)
        looked = compare(targets, seats, max(1, GAMES // 10), 1)
        say(f"{game.name} with {seats}: equal; V8 at {plain:.2f} of native, {looked:.2f} with all rows")
    sums = [targets.native.sum_of(case) for case in games_of(game, REPLAYED)]
    known: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.is_file() else {}
    GOLDEN.write_text(json.dumps(known | {game.name: sums}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def check_shipped(game: Game, folder: Path) -> None:
    """The shipped module: built anew it is the same, and it plays and thinks as bots do here."""
    shipped = (FOLDER / f"{game.name}.wasm").read_bytes()
    if read_manifest()[game.name]["tools"] == tools():
        assert build_apart(game, exports) == shipped, f"{game.name}: built anew, the module is another one"
    for name, file in files_of(game).items():
        (folder / name).write_bytes(file)
        say(f"{game.name}: {name} {len(file)} bytes")
    thoughts = [case for seats in game.facts.seat_counts for case in thoughts_of(game, seats, (1, 8, 25))]
    games = games_of(game, REPLAYED)
    there = in_node("engine.mjs", folder, game.name, asked={"games": games, "thoughts": thoughts})
    assert there["sums"] == json.loads(GOLDEN.read_text(encoding="utf-8"))[game.name], f"{game.name}: other games"
    think_here(game, thoughts[:1])
    here, seconds = think_here(game, thoughts)
    assert there["thoughts"] == here, f"{game.name}: bots think otherwise in V8"
    say(f"{game.name}: {len(here)} thoughts equal; V8 at {seconds / there['seconds']:.2f} of native")


def say(words: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for name in sys.argv[1:] or KNOWN:
        with TemporaryDirectory() as temporary:
            check_games(KNOWN[name], Path(temporary))
            check_shipped(KNOWN[name], Path(temporary))
