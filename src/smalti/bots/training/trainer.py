"""Learning in rounds: the games of a round are played with the same weights, then learned from in order, part by part.

So the weights follow from the lessons alone, whatever the number of cores and wherever the work was interrupted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.bots.manifest import make_manifest
from smalti.bots.search.names import thinking_names
from smalti.bots.training.devices import Device, find_device
from smalti.bots.training.files import write_weights
from smalti.bots.training.learning import (
    NUMBER,
    POINTS,
    SEATS,
    SQUARES,
    Memory,
    correct,
    find_errors,
    new_memory,
    spread_weights,
)
from smalti.bots.training.selfplay import Crowd, Deal, begin, decide, new_crowd, try_moves
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Patterns
from smalti.kernel.weights import read_record

MEMORY = "memory.npz"
"""Everything learned, exactly, to go on from."""
KEPT = ("weights", "errors", "sizes")


@dataclass(frozen=True)
class Lesson:
    """One series of games to learn from."""

    seats: int
    games: int
    seed: int
    trace: float = 0.5
    """How much the end counts against the next evaluation: the lambda of TD(lambda)."""
    step: float = 1.0
    """How much of an error is corrected at once."""
    batch: int = 4096
    """So many games are played with the same weights."""
    part: int = 256
    """So many of them are learned from at once."""
    denial: float = 0.0
    """The share of the best other seat's points that counts against the own."""
    rivals: int = 0
    """So many seats of a hundred are played by rules of thumb, so that not only oneself is met."""
    device: str = "cpu"
    """A GPU rounds otherwise, so it learns other weights, as good."""
    lead: float = 0.0
    """The share of the others' mean points that counts against the own in what is learned: 0 learns what a seat will
    have, 1 how far ahead it will be. Whoever is quick has no more in the end, but the others have less."""


class Done(NamedTuple):
    """How a lesson goes."""

    games: int
    points: float
    """The mean of the last round, of those who play by what is learned."""
    error: float
    """How far off the values were: the root of the mean square."""


@dataclass
class Trainer:
    """What was learned so far, and how."""

    game: Game
    folder: Path
    """Where it is kept; what is there already is gone on from."""
    cores: int = 1
    command: str = ""
    """What its manifest names."""
    memory: Memory = field(init=False)
    lessons: list[dict[str, Any]] = field(default_factory=list)
    devices: dict[str, Device] = field(default_factory=dict)
    study: Study | None = None
    """The lesson under way."""

    def __post_init__(self) -> None:
        self.patterns = patterns_of(self.game)
        self.shared = self.patterns.shared()
        self.memory = new_memory(int(self.shared.max()) + 1)
        if self.patterns.begin:
            first = self.patterns.begin()
            self.memory.weights[: len(first)] = first
        self.game_file = self.folder / f"{self.game.name}.npz"
        if (self.folder / MEMORY).exists():
            self._read()

    def learn(self, lesson: Lesson) -> Iterator[Done]:
        """Goes through a lesson, or through the rest of it, round by round."""
        self.game.facts.check_seats(lesson.seats)
        device = self._device(lesson.device)
        record = self._record_of(lesson, device)
        if self.study:
            self.study.give(self.memory)
        study = self.study = Study(self.game, lesson, device, self.memory, self.patterns)
        while record["done"] < lesson.games:
            number = min(lesson.batch, lesson.games - record["done"])
            tallies = study.round(record["done"], number)
            record["done"] += number
            done = Done(
                record["done"],
                round(float(tallies[POINTS] / max(1, tallies[SEATS])), 2),
                round(float(tallies[SQUARES] / max(1, tallies[NUMBER])) ** 0.5, 2),
            )
            bend(record["curve"], done)
            yield done

    def _device(self, name: str) -> Device:
        """Who plays, made once: a GPU compiles for a minute."""
        if name not in self.devices:
            self.devices[name] = find_device(name, self.game, names_of(self.game), self.cores)
        return self.devices[name]

    def _record_of(self, lesson: Lesson, device: Device) -> dict[str, Any]:
        last, sources = self.lessons[-1] if self.lessons else {"done": 0, "games": 0}, self.sources(device)
        if last["done"] < last["games"] and all(last.get(key) == value for key, value in asdict(lesson).items()):
            if last["sources"] != sources:
                raise SmaltiError(f"the lesson in {self.folder} was begun with other sources; begin in an empty folder")
        else:
            self.lessons.append(asdict(lesson) | {"done": 0, "sources": sources, "curve": []})
        return self.lessons[-1]

    def write(self) -> None:
        """Writes the weights, their record, and the memory to go on from."""
        if self.study:
            self.study.give(self.memory)
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = {
            "game": self.game.name,
            "rules": self.game.facts.version,
            "lessons": self.lessons,
            "manifest": make_manifest([lesson["seed"] for lesson in self.lessons], self.command),
        }
        with (self.folder / MEMORY).open("wb") as file:
            np.savez(file, **{name: getattr(self.memory, name) for name in KEPT})
        write_weights(self.game_file, self.memory.weights, facts)

    def sources(self, device: Device) -> str:
        """A hash of the sources that decide what is learned."""
        functions = [*device.build.parts(begin, try_moves, decide, find_errors, correct), self.patterns.shared]
        key = hashlib.sha256()
        for path in sorted({one.__code__.co_filename for one in functions if hasattr(one, "__code__")}):
            key.update(Path(path).name.encode() + b"\0" + Path(path).read_bytes())
        return key.hexdigest()

    def _read(self) -> None:
        self.lessons = read_record(self.game_file)["lessons"]
        with np.load(self.folder / MEMORY) as file:
            for name in KEPT:
                getattr(self.memory, name)[:] = file[name]


class Study:
    """A lesson on a device: games, memory and weights lie there."""

    def __init__(self, game: Game, lesson: Lesson, device: Device, memory: Memory, patterns: Patterns) -> None:
        self.lesson, self.device = lesson, device
        shared = patterns.shared()
        crowd = new_crowd(game, lesson.batch, lesson.seats, patterns, device.lanes, shared)
        self.crowd = Crowd(*[device.place(array) for array in crowd])
        self.memory = Memory(*[device.place(array) for array in memory])
        self.patterns = len(shared)
        self.weights = device.place(np.zeros(self.patterns, np.float32))
        start = np.zeros(1, game.course.state_type)
        start[0] = game.course.setup(lesson.seats, {})
        self.start = device.place(start)
        self._spread()

    def round(self, first: int, number: int) -> Numbers:
        """Plays so many games from the first on, and learns from them; tells how it went."""
        lesson, device, crowd = self.lesson, self.device, self.crowd
        deal = Deal(self.start, lesson.seed, first, lesson.rivals)
        self._clear(crowd.left)
        device.run_adding(number, begin, crowd, deal, self.weights)
        while device.host(crowd.left)[0]:
            self._clear(crowd.left)
            lanes = device.lanes
            device.run_in_rooms(number * lanes, try_moves, self.weights, crowd, lanes, lesson.denial)
            device.run_adding(number, decide, crowd, lanes, self.weights)
        self._clear(self.memory.tallies)
        for part in range(0, number, lesson.part):
            size = min(lesson.part, number - part) * lesson.seats
            device.run_adding(size, find_errors, crowd, self.memory, lesson.trace, lesson.lead, part)
            device.run(len(self.memory.weights), correct, self.memory, lesson.step)
        self._spread()
        return device.host(self.memory.tallies).copy()

    def give(self, memory: Memory) -> None:
        """Copies what was learned into a memory of this machine."""
        for name in KEPT:
            getattr(memory, name)[:] = self.device.host(getattr(self.memory, name))

    def _clear(self, array: Any) -> None:
        array[:] = 0

    def _spread(self) -> None:
        self.device.run(self.patterns, spread_weights, self.memory, self.crowd.shared, self.weights)


def bend(curve: list[list[float]], done: Done) -> None:
    """Writes a point of the curve: every round at first, then every time there are a twentieth more games."""
    if not curve or done.games >= 1.05 * curve[-1][0]:
        curve.append(list(done))


def names_of(game: Game) -> dict[str, Any]:
    """What fills in the open names of learning."""
    patterns = patterns_of(game)
    own = {"note": patterns.note, "by_turns": patterns.by_turns}
    return game.rules.named() | thinking_names(game) | own


def patterns_of(game: Game) -> Patterns:
    """What can be learned about a game."""
    patterns = evaluation_of(game).patterns
    if patterns is None:
        able = ", ".join(name for name, one in GAMES.items() if evaluation_of(one).patterns)
        raise SmaltiError(f"the evaluation of {game.title} does not learn; these do: {able}")
    return patterns
