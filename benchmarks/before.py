"""How fast it was before a commit: that commit's parent beside this checkout, in a process that takes its turns.

The old code is measured by the old benchmark that came with it (`benchmarks.peers`), with the libraries of today. Where
Git or the commit is missing, as in an installed package, there is nothing to tell.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
FUSED = "7e1cedfb9cf68a31bb4627a0197ec084f27904da"
"""Since this commit a move of a position is one compiled call."""
GROUP = "before one call a move"

OLD = """
import sys
from time import process_time
from benchmarks.others import open_spiel
from benchmarks.peers import play_positions
from smalti.games import GAMES
turns = {f"one position, {game.title}, compiled": play_positions(game, 2, compiled=True) for game in GAMES.values()}
try:
    turns |= {f"OpenSpiel, {name}": turn for name, turn in open_spiel() if name.startswith("smalti_")}
except ModuleNotFoundError:
    pass
print("|".join(turns), flush=True)
for asked in sys.stdin:
    name, decisions = asked.split("|")
    print(turns[name](int(decisions)), process_time(), flush=True)
"""


class Past:
    """A process that plays by the old code when it is asked to."""

    def __init__(self, checkout: Path) -> None:
        places = {"PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{checkout}", "SMALTI_CACHE_DIR": f"{checkout}/cache"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", OLD],
            cwd=checkout,
            env=os.environ | places,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.names = self._read().split("|")
        self._worked = 0.0

    def turn(self, name: str) -> Callable[[int], int]:
        """Makes so many decisions there."""

        def play(decisions: int) -> int:
            self._write(f"{name}|{decisions}")
            made, worked = self._read().split()
            self._worked = float(worked)
            return int(made)

        return play

    def worked(self) -> float:
        """The processor time of that process after its last answer."""
        return self._worked

    def close(self) -> None:
        """Lets the process go, which ends when it is asked nothing more."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()

    def _read(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("the old code ended; what it said stands above")
        return line

    def _write(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()


@contextmanager
def past(commit: str = FUSED) -> Iterator[Past | None]:
    """The code before a commit, ready to play; nothing where it cannot be had."""
    with TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        if not git("worktree", "add", "--detach", str(checkout), f"{commit}~1"):
            yield None
            return
        try:
            with closing(Past(checkout)) as old:
                yield old
        finally:
            git("worktree", "remove", "--force", str(checkout))


def git(*words: str) -> bool:
    """Whether Git did it."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
