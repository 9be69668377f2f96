"""A lesson of a network, round by round: while some turns are played, the networks learn from those before.

A round ends when both are done, so what is learned does not depend on how fast either is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smalti.bots.defaults import evaluation_of
from smalti.bots.manifest import make_manifest
from smalti.bots.training.nets.files import write_network
from smalti.bots.training.nets.layers import Layers
from smalti.bots.training.nets.lesson import CURVE, FIRST_TURNS, SWEEP, TURNS, NetDone, NetLesson, bend, pace
from smalti.bots.training.nets.playing import Crowd
from smalti.games import GAMES
from smalti.kernel.compiling import Build
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.vision import Vision

if TYPE_CHECKING:
    from smalti.bots.training.nets.learner import Learner

Share = Callable[[int], float]
"""(games): how much of a lesson is over, from 0 to 1."""


@dataclass
class NetTrainer:
    """What a network has learned, and how. A lesson begins anew: positions to go on from are gigabytes."""

    game: Game
    folder: Path
    cores: int
    clock: Callable[[], float]
    """Seconds, for the curve."""
    command: str = ""
    lessons: list[dict[str, Any]] = field(default_factory=list)
    learned: Layers | None = None
    """What the last whole round left."""

    def __post_init__(self) -> None:
        self.vision = vision_of(self.game)
        self.file = self.folder / f"{self.game.name}-network.npz"
        if self.file.exists():
            raise SmaltiError(f"{self.file} is there already; a network begins anew, so name another folder")

    def learn(self, lesson: NetLesson, share: Share | None = None) -> Iterator[NetDone]:
        """Goes through a lesson, round by round, until its share is whole."""
        from smalti.bots.training.nets.learner import Learner

        begun, share = self.clock(), share or (lambda games: games / lesson.games)
        learner = Learner(self.vision, lesson, self.cores)
        record = asdict(lesson) | {"done": 0, "sources": self.sources(), "tool": learner.tool(), "curve": []}
        self.lessons.append(record)
        with closing(self.rounds(lesson, share, learner)) as rounds:
            for crowd, errors in rounds:
                off, left = (round(error, 3) for error in errors)
                seconds, points = round(self.clock() - begun, 1), round(crowd.mean_points(), 2)
                done = NetDone(seconds, crowd.ended, learner.memory.seen, points, off, left)
                record["done"] = crowd.ended
                bend(record["curve"], done)
                yield done

    def rounds(
        self, lesson: NetLesson, share: Share, learner: Learner
    ) -> Generator[tuple[Crowd, tuple[float, float]], None, None]:
        """The rounds of a lesson: how the games stand, how far off evaluation and network were."""
        weights, number, over = evaluation_of(self.game).weights(), 0, 0.0
        chance = np.random.default_rng(lesson.seed)
        crowd = Crowd(self.vision, weights, lesson.batch, self.cores, chance)
        with ThreadPoolExecutor(1) as player:
            try:
                seen = crowd.play(FIRST_TURNS, learner.judge)
                while over < 1.0:
                    learner.memory.add(seen)
                    coming = player.submit(crowd.play, TURNS, learner.judge)
                    errors = learner.sweep(SWEEP * lesson.batch, lesson.rate * pace(number, over))
                    seen, number = coming.result(), number + 1
                    self.learned = learner.hand_over()
                    over = share(crowd.ended)
                    yield crowd, errors
            finally:
                crowd.close()

    def write(self) -> None:
        """Writes the network and its record; before the first round is whole there is none."""
        if self.learned is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = {
            "game": self.game.name,
            "rules": self.game.facts.version,
            "columns": CURVE,
            "lessons": self.lessons,
            "manifest": make_manifest([lesson["seed"] for lesson in self.lessons], self.command),
        }
        write_network(self.file, self.learned, facts)

    def sources(self) -> str:
        """A hash of the sources that decide what is learned, and of the weights it is learned beside."""
        functions = Build("vision", {}, compiled=False).parts(self.vision.list_turns)
        files = {Path(one.__code__.co_filename) for one in functions} | set(Path(__file__).parent.glob("*.py"))
        key = hashlib.sha256(evaluation_of(self.game).weights().tobytes())
        for path in sorted(files):
            key.update(path.name.encode() + b"\0" + path.read_bytes())
        return key.hexdigest()


def vision_of(game: Game) -> Vision:
    """How a network sees a game."""
    if game.thinking is None or game.thinking.vision is None:
        able = ", ".join(name for name, one in GAMES.items() if one.thinking and one.thinking.vision)
        raise SmaltiError(f"no network learns {game.title}; there is one for: {able}")
    return game.thinking.vision()
