"""What several commands ask for in the same words."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Game


class Language(StrEnum):
    """The languages the program speaks."""

    en = "en"
    fr = "fr"


def game_names(incomplete: str) -> list[str]:
    """The games whose names begin so, for shells that complete what is typed."""
    from smalti.games import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The name of a game; `smalti games` lists them.", autocompletion=game_names),
]
RecordFile = Annotated[str, typer.Argument(metavar="FILE.jsonl", help="A file of records, one a line.")]
LanguageChoice = Annotated[Language, typer.Option("--language", "-l", help="The language of the words.")]
Workers = Annotated[int, typer.Option(metavar="W", min=1, max=1024, help="How many processes work at it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; several values with commas between."),
]


def read_options(game: Game, pairs: list[str] | None) -> dict[str, object]:
    """The options of a game from `key=value` texts, checked."""
    options: dict[str, object] = {}
    for pair in pairs or []:
        key, sign, value = pair.partition("=")
        if not sign:
            raise UnknownGame(f"the option {pair!r} has no value; expected key=value")
        if key in options:
            raise UnknownGame(f"the option {key!r} is given twice")
        options[key] = value
    return game.facts.read_options(options)
