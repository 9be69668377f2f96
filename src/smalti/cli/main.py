"""The `smalti` command: one readable list of its commands, and one door for everything that goes wrong."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from smalti import __version__
from smalti.cli.arena import arena
from smalti.cli.backup import backup, drill, export, restore
from smalti.cli.bench import bench
from smalti.cli.bench_agents import bench_agents
from smalti.cli.club import club
from smalti.cli.dataset import dataset
from smalti.cli.db import db
from smalti.cli.draw import draw
from smalti.cli.engine import engine
from smalti.cli.games import games
from smalti.cli.play import play
from smalti.cli.puzzles import puzzles
from smalti.cli.review import review
from smalti.cli.rules import rules
from smalti.cli.schema import schema
from smalti.cli.serve import serve
from smalti.cli.simulate import simulate
from smalti.cli.site import site
from smalti.cli.stats import stats
from smalti.cli.terminal import complain, listen_for_interrupts, remember
from smalti.cli.train import train
from smalti.cli.tune import tune
from smalti.cli.verify import verify
from smalti.cli.worker import worker
from smalti.kernel.errors import SmaltiError

COMMANDS: list[Callable[..., object]] = [
    games,
    play,
    serve,
    site,
    worker,
    engine,
    simulate,
    dataset,
    verify,
    review,
    puzzles,
    stats,
    draw,
    rules,
    schema,
    bench,
    backup,
    restore,
    drill,
    export,
    train,
    tune,
]

USER_ERROR = 2
INTERRUPTED = 130
WITH = "SMALTI_WITH"
"""Sources of further games and bots, written as behind a command."""

app = typer.Typer(
    help="Mosaix, Maharani and Majolica: play them, simulate them, check and draw their records.",
    add_completion=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(arena)
app.add_typer(bench_agents)
app.add_typer(club)
app.add_typer(db)


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    sources: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="SOURCE", help=f"Add an engine (cmd:COMMAND) or a module's games; also {WITH}."),
    ] = None,
    weights: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Let all bots judge a game by what `smalti train` or `smalti tune` has made."
        ),
    ] = None,
) -> None:
    """Mosaix, Maharani and Majolica: play them, simulate them, check and draw their records."""
    if version:
        typer.echo(f"smalti {__version__}")
        raise typer.Exit
    given = [f"weights:{file.absolute()}" for file in weights or ()]
    add_further([*read_sources(os.environ.get(WITH, "")), *(sources or ()), *given])
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def read_sources(written: str) -> list[str]:
    """The sources of the environment."""
    try:
        return shlex.split(written)
    except ValueError as error:
        raise SmaltiError(f"{WITH} is {written!r}, which is no list of sources: {str(error).lower()}") from error


def add_further(sources: list[str]) -> None:
    """Makes further games and bots known; modules are looked for in the current folder too."""
    if sources:
        from smalti.bots.sources import add_sources

        sys.path[:0] = {str(Path.cwd())} - set(sys.path)
        add_sources(sources)


def main() -> None:
    """Runs the command line of this process."""
    listen_for_interrupts()
    sys.exit(run(sys.argv[1:]))


@cache
def parser() -> Callable[..., object]:
    """What reads a command line, made of the signatures of all commands."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """The exit status of a command line; what a person did wrong is one line on stderr."""
    remember(arguments)
    try:
        status = parser()(list(arguments), prog_name="smalti", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        complain(error.format_message())
        return USER_ERROR
    except SmaltiError as error:
        complain(str(error))
        return USER_ERROR
    except BrokenPipeError:
        return leave_quietly()
    except OSError as error:
        if error.filename is None:
            raise  # no file of the user's: a bug
        complain(f"{error.filename}: {(error.strerror or 'cannot be used').lower()}")
        return USER_ERROR
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def leave_quietly() -> int:
    """Nobody reads on (`| head`): nothing is left to say, also not when Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
