"""`smalti engine`: our bots in other programs, by the engine protocol (docs/protocol.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from smalti.bots.bot import Bot, Thought
    from smalti.bots.protocol import Turn

Said = SimpleQueue[tuple[str, Event]]
"""The lines that were said, each with the event that says `stop` to it; an empty line at the end."""


def engine(
    bot: Annotated[str, typer.Option(metavar="BOT", help="Who plays: master, search:simulations=800.")] = "master",
) -> None:
    """Play for another program: read questions, write moves, one line each."""
    from smalti.bots.players import find_player
    from smalti.bots.protocol import HELLO, READY, Listening
    from smalti.kernel.errors import SmaltiError

    player, heard, said = find_player(bot), Listening(), Said()
    Thread(target=listen, args=(sys.stdin, said), daemon=True).start()
    while True:
        line, stop = said.get()
        try:
            if not line:
                return
            if line == HELLO:
                introduce(player)
            elif line.startswith("set "):
                player = told(line)
                answer(READY)
            elif turn := heard.hear(line):
                answer(f"move {think(player, turn, stop).move}")
        except SmaltiError as error:
            answer(f"error {error}")


def answer(line: str) -> None:
    """A line that is read at once."""
    typer.echo(line)
    sys.stdout.flush()


def listen(lines: Iterable[str], said: Said) -> None:
    """Hears what is said while the bot thinks: `stop` ends the thought that was asked for last, and so does the end."""
    from smalti.bots.protocol import QUIT, STOP

    stop = Event()
    for line in map(str.strip, lines):
        if line == QUIT:
            break
        if line == STOP:
            stop.set()
        elif line:
            stop = Event() if line.startswith("go") else stop
            said.put((line, stop))
    stop.set()
    said.put(("", stop))


def introduce(player: Bot) -> None:
    """Who we are, and what we can be told."""
    from smalti import __version__
    from smalti.bots.protocol import READY

    answer(f"name Smalti {__version__} {player.name}\noption bot {player.name}\n{READY}")


def told(line: str) -> Bot:
    """Who plays from now on: `set bot legend`."""
    from smalti.bots.players import find_player
    from smalti.kernel.errors import InvalidNotation, show

    _, name, *value = line.split(maxsplit=2)
    if name != "bot" or not value:
        raise InvalidNotation(f"`set bot NAME` says who plays; {show(line)} says something else")
    return find_player(value[0])


def think(player: Bot, turn: Turn, stop: Event) -> Thought:
    """A thought, with what is to be told of it on the way."""
    from smalti.bots.protocol import write_info
    from smalti.bots.watching import watched

    def watch(thought: Thought) -> bool:
        if turn.lines:
            answer(write_info(thought, turn.lines))
        return stop.is_set()

    with watched(watch):
        thought = player.think(turn.position, turn.seat, turn.generator, turn.budget)
    if turn.lines:
        answer(write_info(thought, turn.lines))
    return thought
