"""A match worked out already, packed: its log with every position. Only a cache; the events are the truth."""

from __future__ import annotations

import hashlib
import inspect
import json
import zlib
from functools import cache
from pathlib import Path

import numpy as np

from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.game import Game
from smalti.kernel.match import Event, Match
from smalti.kernel.position import Position

EVERY = 64
"""A snapshot is due after so many events; at most so many are played again when a table is opened."""


@cache
def layout(name: str) -> str:
    """Which program can read a snapshot of a game: one with the same sources of that game, and so the same records."""
    game = find_game(name)
    key = hashlib.sha256(f"1 {game.facts.version} {game.course.state_type.descr}".encode())
    for source in sorted(Path(inspect.getfile(game.course.setup)).parent.rglob("*")):
        if source.suffix in {".py", ".json"}:
            key.update(source.name.encode() + b"\0" + source.read_bytes())
    return key.hexdigest()


def pack(match: Match, stand_ins: set[int]) -> bytes:
    """The match as bytes, a few for each event: one position is much like the next."""
    log = [[event.by, event.move, event.entry] for event in match.log]
    entries = json.dumps([log, sorted(stand_ins)]).encode()
    positions = [*(event.before for event in match.log), match.position]
    states = b"".join(position.state.tobytes() for position in positions)
    return zlib.compress(len(entries).to_bytes(4, "big") + entries + states)


def unpack(packed: bytes, game: Game, chance: Chance) -> tuple[Match, set[int]]:
    """The match and the moves of stand-ins, as they were packed."""
    content = bytearray(zlib.decompress(packed))
    end = 4 + int.from_bytes(content[:4], "big")
    states = np.frombuffer(content, game.course.state_type, offset=end).view(np.recarray)
    positions = [Position(game, state, game.rules) for state in states]
    entries, stand_ins = json.loads(content[4:end])
    log = [Event(by, move, entry, before) for (by, move, entry), before in zip(entries, positions, strict=False)]
    return Match(positions[-1], chance, log), set(stand_ins)
