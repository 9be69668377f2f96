"""What all commands say and how: plain lines when piped, colour and progress only on a terminal."""

from __future__ import annotations

import json
import shlex
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

LONGEST_MESSAGE = 600
"""A message may quote a stranger's file; it is cut where nobody would read on."""


def counted(number: int, one: str, other: str) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else other}"


def shorten(words: str) -> str:
    """One printable line of bounded length."""
    line = " ".join(words.split())
    line = "".join(c if c.isprintable() else "?" for c in line)
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 3] + "..."


def answer(words: str, as_json: bool, **told: object) -> None:
    """What came of it: a sentence for people, or the same as one JSON object."""
    typer.echo(json.dumps(told, ensure_ascii=False) if as_json else words)


def complain(words: str) -> None:
    """One line on stderr."""
    typer.echo(f"smalti: {shorten(words)}", err=True)


_arguments: list[str] = []


def remember(arguments: Sequence[str]) -> None:
    """What was typed behind `smalti`."""
    _arguments[:] = arguments


def command_line() -> str:
    """The command that runs, for the manifests of what it makes."""
    return shlex.join(["smalti", *_arguments])


_interrupts: list[int] = []


def listen_for_interrupts() -> None:
    """Ctrl-C raises KeyboardInterrupt as always, and is remembered: a compiler may swallow it."""

    def interrupt(number: int, _: object) -> None:
        _interrupts.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)


def heed_interrupts() -> None:
    """Called between two pieces of long work: stops now if Ctrl-C was pressed and lost on the way."""
    if _interrupts:
        raise KeyboardInterrupt


@contextmanager
def progress(*beside: str) -> Iterator[Progress]:
    """A progress bar on stderr, seen only on a terminal, gone when the work is done; fields of a task stand beside."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    fields = (TextColumn(f"{{task.fields[{name}]}}", markup=False) for name in beside)
    with Progress(*columns, *fields, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar
