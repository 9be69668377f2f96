"""`smalti train`: learns the weights of a game's evaluation from self-play."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from smalti.cli.options import GameName
from smalti.cli.terminal import heed_interrupts, progress

WRITE_EVERY = 60.0
"""Seconds between two writings; an interrupt writes too."""


def train(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where to learn; goes on from there.")],
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default as few as the game allows.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="K", min=1, max=100_000_000, help="How many games.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same weights.")] = 1,
    effort: Annotated[int, typer.Option(min=1, help="Evaluations that decide a move.")] = 600,
    trace: Annotated[float, typer.Option(min=0.0, max=1.0, help="How much the end of a game counts.")] = 0.5,
    step: Annotated[float, typer.Option(min=0.0, max=2.0, help="How much of an error is corrected.")] = 1.0,
    batch: Annotated[int, typer.Option(min=1, max=4096, help="Games played with the same weights.")] = 256,
    cores: Annotated[int, typer.Option(metavar="C", min=1, max=256, help="Cores; the weights are the same.")] = 1,
) -> None:
    """Learn an evaluation by self-play; the same command again goes on where it was interrupted."""
    from smalti.bots.training.trainer import Lesson, Trainer
    from smalti.games import find_game

    played = find_game(game)
    lesson = Lesson(seats or played.facts.seat_counts[0], games, seed, effort, trace, step, batch)
    trainer = Trainer(played, out, cores)
    written = monotonic()
    with progress() as bar:
        task = bar.add_task(f"Learning {played.title}", total=games)
        try:
            for done, mean in trainer.learn(lesson):
                bar.update(task, completed=done, description=f"Learning {played.title}, {mean:.1f} points")
                heed_interrupts()
                if monotonic() - written > WRITE_EVERY:
                    trainer.write()
                    written = monotonic()
        finally:
            if trainer.lessons:
                trainer.write()
    typer.echo(f"{out / played.name}.npz: {trainer.lessons[-1]['mean']:.1f} points a seat at the end of the lesson")
