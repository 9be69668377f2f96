"""The modules as they are shipped, and what a page needs beside them: one description of each game, and its weights.

`make wasm` writes the modules into this package. One whose sources have changed since is not given to anybody.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import cache, partial
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.defaults import GIVEN, evaluation_of, plan_of
from smalti.bots.scale import luck_in
from smalti.kernel.game import Game, Option
from smalti.kernel.state import state_bytes
from smalti.kernel.thinking import Strength
from smalti.kernel.weights import UNIT
from smalti.puzzles import grading
from smalti.reviewing import marks
from smalti.reviewing.outlook import outlook_of
from smalti.reviewing.values import FORMAT, GRAIN, VERSION
from smalti.reviewing.weighing import DEPTHS, INDIFFERENT, LEAST_WALKS, walk_of
from smalti.wasm.building import exports, layout, linking, open_build
from smalti.wasm.desk import strengths
from smalti.wasm.sources import source_hash

FOLDER = Path(__file__).parent / "modules"
MANIFEST = FOLDER / "manifest.json"
SHORT = 16
"""So much of a hash is in a name."""
QUICKLY = 4
"""How hard weights are packed: the first who plays waits for it, and more would make them smaller by a hundredth."""


@cache
def sources_of(game: Game) -> str:
    """The hash of all that goes into the module of a game today."""
    functions = [one.function for one in exports(game).values()]
    made = json.dumps([layout(game), linking(), source_hash(open_build(game), functions)], sort_keys=True)
    return hashlib.sha256(made.encode()).hexdigest()


def read_manifest() -> dict[str, dict[str, Any]]:
    """What is known of each shipped module: the hash of its sources, its own, and the tools that made it."""
    if not MANIFEST.is_file():
        return {}
    known: dict[str, dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return known


def module_of(game: Game) -> bytes | None:
    """The shipped module of a game; None if there is none, or if it was made of other sources than today's."""
    known, file = read_manifest().get(game.name), FOLDER / f"{game.name}.wasm"
    if known is None or known["sources"] != sources_of(game) or not file.is_file():
        return None
    module = file.read_bytes()
    return module if hashlib.sha256(module).hexdigest() == known["sha256"] else None


def keep(game: Game, module: bytes, tools: str) -> None:
    """Puts a module that was just built among those that are shipped."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game.name}.wasm").write_bytes(module)
    known = {"sources": sources_of(game), "sha256": hashlib.sha256(module).hexdigest(), "tools": tools}
    text = json.dumps(read_manifest() | {game.name: known}, indent=1, sort_keys=True)
    MANIFEST.write_text(text + "\n", encoding="utf-8")


class Files(Mapping[str, bytes]):
    """Files by name, each made when somebody asks for it."""

    def __init__(self, makers: Mapping[str, Callable[[], bytes]]) -> None:
        self._makers = makers

    def __getitem__(self, name: str) -> bytes:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


@cache
def files_of(game: Game) -> Files:
    """All files that a page needs to play a game by itself, by name; none without a module of today's sources."""
    module = module_of(game)
    if module is None:
        return Files({})
    name = f"{game.name}-{hashlib.sha256(module).hexdigest()[:SHORT]}.wasm"
    described = json.dumps(describe(game, name), separators=(",", ":"))
    marked = f'{{"mark":"{hashlib.sha256(described.encode()).hexdigest()[:SHORT]}",{described[1:]}'.encode()
    weights = {one["file"]: partial(pack, game, parts_of(game)[seats]) for seats, one in weight_files(game).items()}
    return Files({f"{game.name}.json": lambda: marked, name: lambda: module, **weights})


@cache
def mark_of(game: Game) -> str | None:
    """A name for all that a page needs of a game, in its description: another one if any of it differs."""
    files = files_of(game)
    return str(json.loads(files[f"{game.name}.json"])["mark"]) if files else None


def describe(game: Game, module: str) -> dict[str, Any]:
    """What is not in the module: how its memory is laid out, every set-up, and how its levels play."""
    levels = {
        level: {seats: written_strength(game, seats, one) for seats, one in by_seats.items()}
        for level, by_seats in strengths(game).items()
    }
    length, thumb = max(end for _, end in parts_of(game).values()), len(evaluation_of(game).thumb())
    return {
        "module": module,
        "layout": layout(game),
        "seats": game.facts.seat_counts,
        "options": [{"name": one.name, "values": one.values, "several": one.several} for one in game.facts.options],
        "ranks": game.facts.ranks,
        "starts": starts(game),
        "thinking": {"levels": levels, "weights": {"length": length, "thumb": thumb, "files": weight_files(game)}},
        "reviewing": {"seats": {seats: judged(game, seats) for seats in game.facts.seat_counts}, **MEASURES},
    }


MEASURES = {
    "version": VERSION,
    "format": FORMAT,
    "costs": marks.COSTS,
    "find": marks.FIND,
    "luck": marks.LUCK,
    "sure": marks.SURE,
    "obvious": marks.OBVIOUS,
    "worst": marks.WORST,
    "fewest": marks.FEWEST,
    "indifferent": INDIFFERENT,
    "least_walks": LEAST_WALKS,
    "grain": GRAIN,
    "grading": {"walks": grading.WALKS, "seed": grading.SEED},
}
"""What is said of an event, and how an answer to a puzzle is graded."""


def judged(game: Game, seats: int) -> dict[str, Any]:
    """How a game with so many seats is looked at again: how points are read, and by how many walks of what kind."""
    outlook, depths = outlook_of(game, seats), {name: one.shared_by(seats) for name, one in DEPTHS.items()}
    return {
        "unit": outlook.unit,
        "spread": outlook.spread,
        "taken": luck_in(game, seats).taken,
        "reading": outlook.reading,
        "depths": {
            name: {**one._asdict(), **walk_of(game, seats, one)._asdict(), "search": outlook.search * one.searches}
            for name, one in depths.items()
        },
    }


def starts(game: Game) -> dict[str, str]:
    """Every first position, by its seats and the values of its options."""
    return {
        key: base64.b64encode(state_bytes(game.course.setup(seats, options))).decode()
        for key, seats, options in settings(game)
    }


def settings(game: Game) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Every number of seats with every choice of options: the key that a page knows it by, the seats, the options."""
    for seats, *chosen in product(game.facts.seat_counts, *map(choices, game.facts.options)):
        options = {option.name: value for option, value in zip(game.facts.options, chosen, strict=True)}
        words = [",".join(value) if isinstance(value, list) else value for value in chosen]
        yield "|".join([str(seats), *words]), seats, options


def choices(option: Option) -> list[Any]:
    """All that may be chosen for an option."""
    if not option.several:
        return list(option.values)
    sizes = range(len(option.values) + 1)
    return [list(some) for some in chain.from_iterable(combinations(option.values, size) for size in sizes)]


def written_strength(game: Game, seats: int, strength: Strength) -> dict[str, Any]:
    """How a level plays, with the settings of its search."""
    return {
        "blur": strength.blur,
        "budget": asdict(strength.budget) if strength.budget else None,
        "beyond": strength.beyond,
        "faith": 1.0 if strength.budget else strength.faith,
        "plan": {
            **plan_of(strength, game, seats)._asdict(),
            "reach": strength.beyond,
            "steps": evaluation_of(game).steps(),
        },
    }


def parts_of(game: Game) -> dict[int, tuple[int, int]]:
    """By the number of seats: from which to which weight a game is judged by."""
    evaluation = evaluation_of(game)
    if evaluation.part:
        return {seats: evaluation.part(seats) for seats in game.facts.seat_counts}
    return dict.fromkeys(game.facts.seat_counts, (0, len(evaluation.weights())))


def weight_files(game: Game) -> dict[int, dict[str, Any]]:
    """What was learned, by the number of seats: the file, and where in all weights it belongs."""
    folder = Path(inspect.getfile(evaluation_of(game).evaluate)).parent
    files = sorted([*folder.glob("weights.*"), *folder.glob("learned.*")])
    known = hashlib.sha256(b"".join(file.read_bytes() for file in files) + GIVEN.get(game.name, "").encode())
    return {
        seats: {"file": f"{game.name}-{begin}-{known.hexdigest()[:SHORT]}.weights", "at": begin}
        for seats, (begin, end) in parts_of(game).items()
        if begin < end
    }


@cache
def pack(game: Game, part: tuple[int, int]) -> bytes:
    """Some weights as a file: a unit, and whole numbers of it; or 0, and real numbers where they are none."""
    weights = evaluation_of(game).weights()[slice(*part)]
    small = np.round(weights / np.float32(UNIT)).astype(np.int16)
    exact = np.array_equal(small.astype(np.float32) * np.float32(UNIT), weights)
    numbers = small.tobytes() if exact else weights.tobytes()
    return gzip.compress(np.float64(UNIT if exact else 0).tobytes() + numbers, QUICKLY, mtime=0)
