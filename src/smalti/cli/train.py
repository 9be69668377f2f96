"""`smalti train`: learns the weights of a game's evaluation, or a network beside it, from self-play."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.options import AsJson, GameName
from smalti.cli.terminal import answer, command_line, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from smalti.bots.training.nets.lesson import NetDone, NetLesson
    from smalti.bots.training.nets.trainer import NetTrainer
    from smalti.bots.training.trainer import Done, Trainer
    from smalti.kernel.game import Game

WRITE_EVERY = 60.0
"""Seconds between two writings; an interrupt writes too."""
MOST_GAMES = 1_000_000_000
OF_PATTERNS = ("trace", "step", "part", "rivals", "lead", "denial")
"""Settings that only a lesson of patterns has."""


class LessonName(StrEnum):
    """What is learned."""

    PATTERNS = "patterns"
    NET = "net"


def train(
    asked: typer.Context,
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where to learn; goes on from there.")],
    lesson: Annotated[
        LessonName,
        typer.Option(
            metavar="patterns|net",
            help="The patterns of an evaluation, or a network for what they are off by, alone (the extra `net`).",
        ),
    ] = LessonName.PATTERNS,
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
    """Learn an evaluation by self-play; the same command again goes on where it was interrupted, a network anew."""
    from smalti.bots.defaults import plan_for
    from smalti.bots.training.nets.lesson import NetLesson
    from smalti.bots.training.trainer import Lesson, Trainer
    from smalti.games import find_game

    played = find_game(game)
    if lesson is LessonName.NET:
        check_net(asked, seats)
        teach_net(played, NetLesson(games, seed, batch, device), out, minutes, cores, as_json)
        return
    trainer = Trainer(played, out, cores, command_line())
    for number in seats or played.facts.seat_counts:
        played.facts.check_seats(number)
        course = Lesson(number, games, seed, trace, step, batch, part, device=device)
        if number > 1:
            deny = plan_for(played, number).denial if denial is None else denial
            course = replace(course, denial=deny, rivals=rivals, lead=lead)
        title = f"Learning {played.title}, {number} seats"
        points = study(written(trainer, trainer.learn(course)), title, games, minutes)
        if not as_json:
            typer.echo(f"{number} seats: {points:.1f} points a seat at the end of the lesson")
    if as_json:
        typer.echo(json.dumps({"weights": str(trainer.game_file), "lessons": trainer.lessons}))


def check_net(asked: typer.Context, seats: list[int] | None) -> None:
    """Refuses what the lesson of a network has no use for."""
    if seats not in (None, [1]):
        raise SmaltiError("a network learns the game alone: `--seats 1`, or no number")
    for name in OF_PATTERNS:
        source = asked.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise SmaltiError(f"`--{name}` belongs to a lesson of patterns, and a network learns without it")


def teach_net(game: Game, lesson: NetLesson, out: Path, minutes: float | None, cores: int, as_json: bool) -> None:
    """The lesson of a network; its pace is that of the games, and of the clock where there is a time."""
    from smalti.bots.training.nets.trainer import NetTrainer

    begun = monotonic()

    def share(ended: int) -> float:
        late = 0.0 if minutes is None else (monotonic() - begun) / max(1e-9, 60 * minutes)
        return max(ended / lesson.games, late)

    trainer = NetTrainer(game, out, cores, monotonic, command_line())
    rounds = trainer.learn(lesson, share)
    points = study(written(trainer, rounds), f"A network learns {game.title}", lesson.games, minutes)
    told = f"A network for {game.title} alone: {points:.1f} points at the end of the lesson"
    answer(told, as_json, weights=str(trainer.file), lessons=trainer.lessons)


def study(rounds: Iterator[Done | NetDone], title: str, games: int, minutes: float | None) -> float:
    """One lesson, or as much of it as there is time for; gives the mean points of its last round."""
    points, end = 0.0, None if minutes is None else monotonic() + 60 * minutes
    with progress() as bar:
        task = bar.add_task(title, total=games)
        for done in rounds:
            points = done.points
            bar.update(task, completed=done.games, description=f"{title}, {points:.1f} points")
            heed_interrupts()
            if end is not None and monotonic() > end:
                break
    return points


def written(trainer: Trainer | NetTrainer, rounds: Iterator[Done] | Iterator[NetDone]) -> Iterator[Done | NetDone]:
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
