"""Learning in batches: the games of a batch are played with the same weights, on all cores, then learned from in order.

So the weights follow from the lessons alone, whatever the number of cores and wherever the work was interrupted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.bots.search.room import new_room
from smalti.bots.training.files import write_weights
from smalti.bots.training.learning import Memory, learn, new_memory
from smalti.bots.training.selfplay import Manner, new_games, play_games
from smalti.games import GAMES
from smalti.kernel.compiling import Build
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.thinking import Patterns, no_weights
from smalti.kernel.weights import read_record

MEMORY = "memory.npz"
"""Everything learned, exactly, to go on from."""


@dataclass(frozen=True)
class Lesson:
    """One series of games to learn from."""

    seats: int
    games: int
    seed: int
    effort: int
    """About so many evaluations decide a move; which formations are left out is drawn each time."""
    trace: float
    """How much the end counts against the next evaluation: the lambda of TD(lambda)."""
    step: float
    """How much of an error is corrected at once."""
    batch: int
    """So many games are played with the same weights."""
    denial: float = 0.0
    """The share of the best other seat's points that counts against the own."""
    rivals: int = 0
    """So many seats of a hundred are played by rules of thumb, so that not only oneself is met."""


@dataclass
class Trainer:
    """What was learned so far, and how."""

    game: Game
    folder: Path
    """Where it is kept; what is there already is gone on from."""
    cores: int = 1
    memory: Memory = field(init=False)
    lessons: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.patterns = patterns_of(self.game)
        self.memory = new_memory(self.patterns.shared())
        self.weights = np.zeros(len(self.memory.shared), np.float32)
        rules: dict[str, Callable[..., Any]] = self.game.rules.named()
        own = evaluation_of(self.game).evaluate
        self.build = Build(self.game.name, rules | {"evaluate": own, "note": self.patterns.note}, compiled=True)
        self.game_file = self.folder / f"{self.game.name}.npz"
        if (self.folder / MEMORY).exists():
            self._read()

    def learn(self, lesson: Lesson) -> Iterator[tuple[int, float]]:
        """Goes through a lesson, or through the rest of it; gives the games done and the mean points of each batch."""
        self.game.facts.check_seats(lesson.seats)
        record = self._record_of(lesson)
        with ThreadPoolExecutor(self.cores) as pool:
            while record["done"] < lesson.games:
                number = min(lesson.batch, lesson.games - record["done"])
                mean = self._batch(lesson, record["done"], number, pool)
                record["done"] += number
                record["mean"] = round(0.95 * record.get("mean", mean) + 0.05 * mean, 2)
                yield record["done"], record["mean"]

    def _record_of(self, lesson: Lesson) -> dict[str, Any]:
        last = self.lessons[-1] if self.lessons else {}
        if not all(last.get(key) == value for key, value in asdict(lesson).items()) or last["done"] >= lesson.games:
            self.lessons.append(asdict(lesson) | {"done": 0, "sources": self.sources()})
        return self.lessons[-1]

    def _batch(self, lesson: Lesson, first: int, number: int, pool: ThreadPoolExecutor) -> float:
        start = self.game.course.setup(lesson.seats, {})
        games = new_games(number, lesson.seats, self.patterns.most)
        np.take(self.memory.weights, self.memory.shared, out=self.weights)
        play_part = self.build(play_games)  # made before the threads ask for it
        manner = Manner(lesson.effort, lesson.denial, lesson.rivals)
        bounds = [number * n // self.cores for n in range(self.cores + 1)]

        def play(n: int) -> None:
            at, room, thumb = bounds[n], new_room(self.game, self.weights), new_room(self.game, no_weights())
            count = bounds[n + 1] - at
            play_part(start, lesson.seed, first + at, count, room, thumb, manner, games, at)

        list(pool.map(play, range(self.cores)))
        self.build(learn)(games, number, lesson.seats, lesson.trace, lesson.step, self.memory)
        return float(games.points[:, : lesson.seats].mean())

    def write(self) -> None:
        """Writes the weights, their record, and the memory to go on from."""
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = {
            "game": self.game.name,
            "rules": self.game.facts.version,
            "lessons": self.lessons,
        }
        with (self.folder / MEMORY).open("wb") as file:
            np.savez_compressed(file, weights=self.memory.weights, errors=self.memory.errors, sizes=self.memory.sizes)
        write_weights(self.game_file, self.memory.weights, facts)

    def sources(self) -> str:
        """A hash of the sources that decide what is learned."""
        functions = [*self.build.parts(play_games, learn), self.patterns.shared]
        key = hashlib.sha256()
        for path in sorted({one.__code__.co_filename for one in functions}):
            key.update(Path(path).name.encode() + b"\0" + Path(path).read_bytes())
        return key.hexdigest()

    def _read(self) -> None:
        record = read_record(self.game_file)
        last = record["lessons"][-1]
        if last["done"] < last["games"] and last["sources"] != self.sources():
            raise SmaltiError(f"the lesson in {self.folder} was begun with other sources; begin in an empty folder")
        self.lessons = record["lessons"]
        with np.load(self.folder / MEMORY) as file:
            self.memory.weights[:] = file["weights"]
            self.memory.errors[:] = file["errors"]
            self.memory.sizes[:] = file["sizes"]


def patterns_of(game: Game) -> Patterns:
    """What can be learned about a game."""
    patterns = evaluation_of(game).patterns
    if patterns is None:
        able = ", ".join(name for name, one in GAMES.items() if evaluation_of(one).patterns)
        raise SmaltiError(f"the evaluation of {game.title} does not learn; these do: {able}")
    return patterns
