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
from smalti.kernel.match import Event, Log, Match
from smalti.kernel.position import Position

EVERY = 64
"""A snapshot is due after so many events; at most so many are played again when a table is opened."""


@cache
def layout(name: str) -> str:
    """Which program can read a snapshot of a game: one with the same sources of that game, and so the same records."""
    game = find_game(name)
    key = hashlib.sha256(f"2 {game.facts.version} {game.course.state_type.descr}".encode())
    for source in sorted(Path(inspect.getfile(game.course.setup)).parent.rglob("*")):
        if source.suffix in {".py", ".json"}:
            key.update(source.name.encode() + b"\0" + source.read_bytes())
    return key.hexdigest()


def pack(match: Match, stand_ins: set[int]) -> bytes:
    """The match as bytes, a few for each event: one position is much like the next."""
    log = list(match.log)
    done = json.dumps([[[event.by, event.move] for event in log], sorted(stand_ins)]).encode()
    states = b"".join(position.state.tobytes() for position in (*(event.before for event in log), match.position))
    return zlib.compress(len(done).to_bytes(4, "big") + done + states)


def unpack(packed: bytes, game: Game, chance: Chance | None) -> tuple[Match, set[int]]:
    """The match and the moves of stand-ins, as they were packed."""
    content = bytearray(zlib.decompress(packed))
    end = 4 + int.from_bytes(content[:4], "big")
    states = np.frombuffer(content, game.course.state_type, offset=end).view(np.recarray)
    positions = [Position.of(game, state) for state in states]
    done, stand_ins = json.loads(content[4:end])
    log = Log(Event(by, move, before) for (by, move), before in zip(done, positions, strict=False))
    return Match(positions[-1], chance, log), set(stand_ins)
