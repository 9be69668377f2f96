"""Makes the shipped weights of Mosaix: these lessons, one after the other, or as much of them as there is time for.

    python benchmarks/mosaix_training.py --out FOLDER [--cores N] [--minutes M]

Run again, it goes on where it was. The weights are the same whatever the number of cores.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic

from smalti.bots.training.trainer import Lesson, Trainer
from smalti.games import find_game

LESSONS = [
    Lesson(seats=1, games=60_000, seed=1, effort=600, trace=0.5, step=1.0, batch=256),
    Lesson(seats=1, games=51_456, seed=5, effort=2500, trace=0.5, step=1.0, batch=256),
    Lesson(seats=2, games=30_000, seed=6, effort=600, trace=0.5, step=1.0, batch=256, denial=1.0, rivals=50),
    Lesson(seats=4, games=5_376, seed=7, effort=600, trace=0.5, step=1.0, batch=256, denial=1.0, rivals=50),
]
"""Alone one meets nobody. With others, self-play alone teaches long games in which everybody grows rich, and loses to
whoever ends them early; so half of the seats go by rules of thumb."""


def study(trainer: Trainer, lesson: Lesson, end: float) -> None:
    """One lesson, or the rest of it, with a line about every tenth part."""
    said, part = 0, lesson.games // 10
    for done, mean in trainer.learn(lesson):
        if done // part > said or monotonic() > end:
            said = done // part
            print(f"{lesson.seats} seats, effort {lesson.effort}: {done} games, {mean} points", flush=True)
        if monotonic() > end:
            break
    trainer.write()


def main() -> None:
    """Learns what is not learned yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6)
    asked = parser.parse_args()
    end = monotonic() + 60 * asked.minutes
    trainer = Trainer(find_game("mosaix"), asked.out, asked.cores)
    finished = sum(one["done"] >= one["games"] for one in trainer.lessons)
    for lesson in LESSONS[finished:]:
        if monotonic() < end:
            study(trainer, lesson, end)


if __name__ == "__main__":
    main()
