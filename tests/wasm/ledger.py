"""What was found equal so far, written down part by part, so that a run that was stopped goes on."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from smalti.games import GAMES
from smalti.wasm import entries
from smalti.wasm.building import open_build
from smalti.wasm.sources import source_hash
from tests.play import settings

LEDGER = Path(__file__).parents[2] / "build" / "equality.json"


@cache
def sources_of(name: str) -> str:
    """What the games of one kind are made of: what was found of other sources counts no more."""
    return source_hash(open_build(GAMES[name]), [entries.digest])[:16]


def sums_file(folder: Path, name: str) -> Path:
    """Where the sums of the games of one kind are kept, from the first on."""
    return folder / f"{name}-{sources_of(name)}.npy"


def shared_out(games: int, names: list[str]) -> dict[str, int]:
    """So many games in all, as evenly as can be."""
    return {name: games // len(names) + int(place < games % len(names)) for place, name in enumerate(names)}


class Ledger:
    """By game: how many, from the first on, were equal, and one sum over all of theirs."""

    def __init__(self, file: Path) -> None:
        self.file = file
        known: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file.is_file() else {}
        self.found = {name: one for name, one in known.items() if one["sources"] == sources_of(name)}

    def games(self, name: str) -> int:
        """How many are known to be equal."""
        return int(self.found.get(name, {}).get("games", 0))

    def add(self, name: str, sums: list[int]) -> None:
        """Some more, in their order."""
        before = self.found.get(name, {}).get("sum", "")
        total = hashlib.sha256(f"{before} {sums}".encode()).hexdigest()[:16]
        self.found[name] = {"sources": sources_of(name), "games": self.games(name) + len(sums), "sum": total}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.found, indent=1) + "\n", encoding="utf-8")

    def told(self) -> str:
        """A row a game: how many with each number of players."""
        rows = ["| game | alone | 2 | 3 | 4 | all |", "|---|---|---|---|---|---|"]
        for name in self.found:
            kinds = settings([GAMES[name]])
            seats = Counter(kinds[n % len(kinds)][1] for n in range(self.games(name)))
            cells = [f"{seats[n]:,}" if seats[n] else "" for n in range(1, 5)]
            rows.append(f"| {GAMES[name].title} | {' | '.join(cells)} | {self.games(name):,} |")
        whole = sum(map(self.games, self.found))
        return "\n".join([*rows, f"{whole:,} games equal in native code and in Chromium."])
