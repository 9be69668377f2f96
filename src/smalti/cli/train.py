"""`smalti train`: learns the weights of a game's evaluation from self-play."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.options import AsJson, GameName
from smalti.cli.terminal import command_line, heed_interrupts, progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from smalti.bots.training.trainer import Done, Lesson, Trainer

WRITE_EVERY = 60.0
"""Seconds between two writings; an interrupt writes too."""
MOST_GAMES = 1_000_000_000


def train(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where to learn; goes on from there.")],
    seats: Annotated[
        list[int] | None, typer.Option(metavar="N", help="How many play; by default every number the game allows.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="K", min=1, max=MOST_GAMES, help="How many games with each number.")
    ] = 100_000,
    minutes: Annotated[float | None, typer.Option(metavar="M", min=0, help="End each number after so long.")] = None,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where games are played and learned from.")] = "cpu",
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same weights.")] = 1,
    trace: Annotated[float, typer.Option(min=0.0, max=1.0, help="How much the end of a game counts.")] = 0.5,
    step: Annotated[float, typer.Option(min=0.0, max=2.0, help="How much of an error is corrected.")] = 1.9,
    batch: Annotated[int, typer.Option(min=1, max=1 << 20, help="Games played with the same weights.")] = 4096,
    part: Annotated[int, typer.Option(min=1, max=1 << 20, help="Games learned from at once.")] = 64,
    rivals: Annotated[
        int, typer.Option(min=0, max=100, help="With several: how many seats of a hundred go by rules of thumb.")
    ] = 50,
    lead: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="With several: 0 learns what a seat will have, 1 how far ahead it is."),
    ] = 0.0,
    denial: Annotated[
        float | None,
        typer.Option(min=0.0, max=2.0, help="With several: what the best other's points count; as bots do by default."),
    ] = None,
    cores: Annotated[
        int,
        typer.Option("--cores", "--workers", metavar="C", min=1, max=256, help="Cores; the weights are the same."),
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Learn an evaluation by self-play; the same command again goes on where it was interrupted."""
    from smalti.bots.defaults import plan_for
    from smalti.bots.training.trainer import Lesson, Trainer
    from smalti.games import find_game

    played = find_game(game)
    trainer = Trainer(played, out, cores, command_line())
    for number in seats or played.facts.seat_counts:
        played.facts.check_seats(number)
        lesson = Lesson(number, games, seed, trace, step, batch, part, device=device)
        if number > 1:
            deny = plan_for(played, number).denial if denial is None else denial
            lesson = replace(lesson, denial=deny, rivals=rivals, lead=lead)
        points = study(trainer, lesson, minutes)
        if not as_json:
            typer.echo(f"{number} seats: {points:.1f} points a seat at the end of the lesson")
    if as_json:
        typer.echo(json.dumps({"weights": str(trainer.game_file), "lessons": trainer.lessons}))


def study(trainer: Trainer, lesson: Lesson, minutes: float | None) -> float:
    """One lesson, or as much of it as there is time for; gives the mean points of its last round."""
    points, end = 0.0, None if minutes is None else monotonic() + 60 * minutes
    with progress() as bar:
        title = f"Learning {trainer.game.title}, {lesson.seats} seats"
        task = bar.add_task(title, total=lesson.games)
        for done in written(trainer, trainer.learn(lesson)):
            points = done.points
            bar.update(task, completed=done.games, description=f"{title}, {points:.1f} points")
            heed_interrupts()
            if end is not None and monotonic() > end:
                break
    return points


def written(trainer: Trainer, rounds: Iterator[Done]) -> Iterator[Done]:
    """The rounds of a lesson; what they taught is written every minute and in the end, whatever ends them."""
    last = monotonic()
    try:
        for done in rounds:
            yield done
            if monotonic() - last > WRITE_EVERY:
                trainer.write()
                last = monotonic()
    finally:
        if trainer.lessons:
            trainer.write()
