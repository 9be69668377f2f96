"""The evaluator's name: version, depth, and a hash of everything that decides its numbers."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from smalti.bots import search
from smalti.bots.defaults import evaluation_of
from smalti.bots.scale import scale_file
from smalti.kernel.game import Game
from smalti.kernel.match import Match
from smalti.reviewing.outlook import outlook_of
from smalti.reviewing.values import NAME, VERSION, Evaluator

SOURCES = {".py", ".toml"}
BESIDE = ("defaults.py", "hints.py", "levels.py", "lookahead.py", "tree_search.py")
"""What else of the bots decides numbers and reasons."""


def evaluator_of(game: Game, seats: int, depth: str) -> Evaluator:
    """Who judges games of this kind."""
    return Evaluator(NAME, VERSION, depth, sources_hash(game), outlook_of(game, seats).games)


@cache
def sources_hash(game: Game) -> str:
    """Of the review, the first looks and reasons, the kernel, the game's thinking and what was measured of its luck."""
    evaluation = evaluation_of(game)
    thinking = Path(evaluation.evaluate.__code__.co_filename).parent
    key = hashlib.sha256(f"{game.name} {game.facts.version}".encode())
    rooms, searching = Path(__file__).parents[1], Path(search.__file__).parent
    folders = (rooms / "reviewing", searching, rooms / "kernel", thinking)
    listed = (source for folder in folders for source in sorted(folder.iterdir()) if source.suffix in SOURCES)
    for source in (*listed, *(searching.with_name(name) for name in BESIDE)):
        key.update(source.name.encode() + b"\0" + source.read_bytes())
    key.update(evaluation.weights().tobytes() + json.dumps(scale_file(game).get("luck")).encode())
    return key.hexdigest()[:16]


def seed_of(match: Match) -> int:
    """The review's own chance: the same for the same game, and nothing that the game's chance knows of."""
    key = hashlib.sha256(f"review {match.game.name} {match.position.seats}".encode())
    for event in match.log:
        key.update(b"%d %d " % (event.by, event.move))
    return int.from_bytes(key.digest()[:8], "big") >> 2
