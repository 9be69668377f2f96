"""A match worked out already, packed: its log as it is held. Only a cache; the events are the truth."""

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
from smalti.kernel.log import Event, Log, Stretch
from smalti.kernel.match import Match
from smalti.kernel.position import Position

EVERY = 64
"""A snapshot is due after so many events; at most so many are played again when a table is opened."""


@cache
def layout(name: str) -> str:
    """Which program can read a snapshot of a game: one with the same sources of that game, and so the same records."""
    game = find_game(name)
    key = hashlib.sha256(f"3 {game.facts.version} {game.course.state_type.descr}".encode())
    for source in sorted(Path(inspect.getfile(game.course.setup)).parent.rglob("*")):
        if source.suffix in {".py", ".json"}:
            key.update(source.name.encode() + b"\0" + source.read_bytes())
    return key.hexdigest()


def pack(match: Match, stand_ins: set[int]) -> bytes:
    """The match as bytes, a few for each event: who did what, and the positions that its log holds."""
    past, tail = match.log.past, match.log.tail
    done = [[one.done.tolist() for one in past], [[event.by, event.move] for event in tail], sorted(stand_ins)]
    written = json.dumps(done).encode()
    held = (*(one.before for one in past), *(event.before for event in tail), match.position)
    states = b"".join(position.state.tobytes() for position in held)
    return zlib.compress(len(written).to_bytes(4, "big") + written + states)


def unpack(packed: bytes, game: Game, chance: Chance | None) -> tuple[Match, set[int]]:
    """The match and the moves of stand-ins, as they were packed."""
    content = bytearray(zlib.decompress(packed))
    end = 4 + int.from_bytes(content[:4], "big")
    past, tail, stand_ins = json.loads(content[4:end])
    states = np.frombuffer(content, game.course.state_type, offset=end).view(np.recarray)
    *held, position = (Position.of(game, state) for state in states)
    log = Log()
    log.past = tuple(Stretch.of(before, done) for before, done in zip(held, past, strict=False))
    last = zip(held[len(past) :], tail, strict=True)
    log.tail = [Event(by, move, before) for before, (by, move) in last]
    return Match(position, chance, log), set(stand_ins)
