"""The shipped modules: python -m tests.wasm.modules [GAME ...]

Built anew they are the same byte for byte; they play and think in V8 as bots do here. Speeds are ratios of the same
run. What the shipped modules are asked in every test (tests/web/test_engine.py) is written down anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from smalti.kernel.game import Game
from smalti.wasm.building import exports, tools
from smalti.wasm.shipping import FOLDER, files_of, read_manifest
from tests.play import KNOWN
from tests.wasm.cases import GOLDEN, Case, build_apart, games_of, native_sums, think_here, thoughts_of

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


def check_shipped(game: Game, folder: Path) -> None:
    """The shipped module: built anew it is the same, and it plays and thinks as bots do here."""
    shipped = (FOLDER / f"{game.name}.wasm").read_bytes()
    if read_manifest()[game.name]["tools"] == tools():
        assert build_apart(game, exports) == shipped, f"{game.name}: built anew, the module is another one"
    for name, file in files_of(game).items():
        (folder / name).write_bytes(file)
        say(f"{game.name}: {name} {len(file)} bytes")
    thoughts = [case for seats in game.facts.seat_counts for case in thoughts_of(game, seats, (1, 8, 25))]
    asked = {"games": games_of(game, REPLAYED), "thoughts": thoughts}
    there, sums = in_node("engine.mjs", folder, game.name, asked=asked), native_sums(game.name, 0, REPLAYED)
    assert there["sums"] == sums, f"{game.name}: other games"
    known: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.is_file() else {}
    GOLDEN.write_text(json.dumps(known | {game.name: sums}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
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
            check_shipped(KNOWN[name], Path(temporary))
