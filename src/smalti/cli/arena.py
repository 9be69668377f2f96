"""`smalti arena`: bots against each other, and alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from smalti.cli.arena_tables import show_match, show_solo
from smalti.cli.options import AsJson, GameName, OptionPairs, read_options
from smalti.cli.terminal import command_line, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.arena import Sprt
    from smalti.arena.match import Watch
    from smalti.arena.pool import Runner


class MatchUnlessNamed(TyperGroup):
    """`smalti arena GAME` is a match; `smalti arena solo GAME` is the other command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts the name of the command in where it was left out."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["match", *args]
        return super().parse_args(ctx, args)


arena = typer.Typer(
    name="arena",
    cls=MatchUnlessNamed,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Let bots play many games: GAME alone means a match, `solo GAME` one bot by itself.",
)

Bots = Annotated[
    list[str],
    typer.Option(
        "--bots",
        metavar="A,B,...",
        help="Who plays, with settings behind colons: search:simulations=800,master:ms=500.",
    ),
]
Games = Annotated[int, typer.Option(metavar="K", min=1, max=10_000_000, help="How many games, in whole deals.")]
Seed = Annotated[int, typer.Option(metavar="S", help="The same seed gives the same deals.")]
Workers = Annotated[
    int | None, typer.Option(metavar="W", min=1, max=1024, help="How many processes; by default one for each core.")
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on the Ray cluster there; `local` starts one here."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FOLDER",
        file_okay=False,
        help="Keep games, records, report and manifest there; the same command again goes on where it stopped.",
    ),
]


@arena.command()
def match(
    game: GameName,
    bots: Bots,
    seats: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 2,
    games: Games = 100,
    alone: Annotated[
        bool, typer.Option("--alone", help="Pairs: the earlier bot alone, the later one on all other seats.")
    ] = False,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when it is decided which is closer to the truth.")
    ] = None,
    seed: Seed = 0,
    option: OptionPairs = None,
    workers: Workers = None,
    ray: RayAddress = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other: every deal from every seat."""
    from smalti.arena import play_matches
    from smalti.games import find_game

    played = find_game(game)
    with watching(f"Playing {played.title}") as watch:
        report = play_matches(
            played.name,
            [spec for part in bots for spec in part.split(",")],
            seats=seats,
            games=games,
            seed=seed,
            options=read_options(played, option),
            alone=alone,
            sprt=read_sprt(sprt),
            workers=workers or cores(),
            runner=find_runner(ray, workers),
            out=out,
            watch=watch,
            command=command_line(),
        )
    typer.echo(json.dumps(report.fields())) if as_json else show_match(report)


@arena.command()
def solo(
    game: GameName,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays, with settings behind colons.")] = "master",
    games: Games = 100,
    seed: Seed = 0,
    option: OptionPairs = None,
    workers: Workers = None,
    ray: RayAddress = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Let a bot play alone: how its points are spread."""
    from smalti.arena import play_solo
    from smalti.games import find_game

    played = find_game(game)
    with watching(f"Playing {played.title}") as watch:
        report = play_solo(
            played.name,
            bot,
            games=games,
            seed=seed,
            options=read_options(played, option),
            workers=workers or cores(),
            runner=find_runner(ray, workers),
            out=out,
            watch=watch,
            command=command_line(),
        )
    typer.echo(json.dumps(report.fields())) if as_json else show_solo(report)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_runner(ray: str | None, workers: int | None) -> Runner | None:
    """Where the games are played, if not in processes of this machine."""
    if ray is None:
        return None
    from smalti.arena.cluster import run_on_ray

    return run_on_ray(ray, workers)


def read_sprt(written: str | None) -> Sprt | None:
    """The sequential test from `elo0,elo1`."""
    from smalti.arena import Sprt

    if written is None:
        return None
    try:
        low, high = map(float, written.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise SmaltiError(f"--sprt is {written!r}, expected two numbers with a comma, the smaller first: 0,50")
    return Sprt(low, high)


@contextmanager
def watching(words: str) -> Iterator[Watch]:
    """A progress bar that a match moves on, and that heeds Ctrl-C."""
    with progress() as bar:
        task = bar.add_task(words, total=None)

        def watch(done: int, wanted: int) -> None:
            heed_interrupts()
            bar.update(task, completed=done, total=wanted)

        yield watch
