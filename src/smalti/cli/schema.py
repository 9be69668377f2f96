"""`smalti schema`: what a record of a game looks like, for programs that check it."""

from __future__ import annotations

import json

import typer

from smalti.cli.options import GameName


def schema(game: GameName) -> None:
    """Print the JSON Schema of a game's records."""
    from smalti.games import find_game
    from smalti.kernel.schema import record_schema

    typer.echo(json.dumps(record_schema(find_game(game)), indent=2))
