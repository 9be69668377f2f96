"""The evaluator's name: version, depth, and a hash of everything that decides its numbers."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from smalti.bots import search
from smalti.bots.defaults import evaluation_of
from smalti.kernel.game import Game
from smalti.kernel.match import Match
from smalti.reviewing.outlook import outlook_of
from smalti.reviewing.values import NAME, VERSION, Evaluator

SOURCES = {".py", ".toml"}


def evaluator_of(game: Game, seats: int, depth: str) -> Evaluator:
    """Who judges games of this kind."""
    return Evaluator(NAME, VERSION, depth, sources_hash(game), outlook_of(game, seats).games)


@cache
def sources_hash(game: Game) -> str:
    """Of the review, the first looks, the game's thinking and its weights."""
    evaluation = evaluation_of(game)
    thinking = Path(evaluation.evaluate.__code__.co_filename).parent
    key = hashlib.sha256(f"{game.name} {game.facts.version}".encode())
    for folder in (Path(__file__).parent, Path(search.__file__).parent, thinking):
        for source in sorted(one for one in folder.iterdir() if one.suffix in SOURCES):
            key.update(source.name.encode() + b"\0" + source.read_bytes())
    key.update(evaluation.weights().tobytes())
    return key.hexdigest()[:16]


def seed_of(match: Match) -> int:
    """The review's own chance: the same for the same game, and nothing that the game's chance knows of."""
    key = hashlib.sha256(f"review {match.game.name} {match.position.seats}".encode())
    for event in match.log:
        key.update(b"%d %d " % (event.by, event.move))
    return int.from_bytes(key.digest()[:8], "big") >> 2
