"""`smalti engine`: our bots in other programs, by the engine protocol (docs/protocol.md)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def engine(
    bot: Annotated[str, typer.Option(metavar="BOT", help="Who plays: master, search:simulations=800.")] = "master",
) -> None:
    """Play for another program: read questions, write moves, one line each."""
    from smalti import __version__
    from smalti.bots.players import find_player
    from smalti.bots.protocol import HELLO, QUIT, READY, Listening
    from smalti.kernel.errors import SmaltiError

    player = find_player(bot)
    heard = Listening()
    for line in sys.stdin:
        if line.strip() == QUIT:
            break
        if line.strip() == HELLO:
            typer.echo(f"name Smalti {__version__} {bot}\n{READY}")
            continue
        try:
            if turn := heard.hear(line):
                thought = player.think(turn.position, turn.seat, turn.generator, turn.budget)
                typer.echo(f"move {thought.move}")
        except SmaltiError as error:
            typer.echo(f"error {error}")
        sys.stdout.flush()
