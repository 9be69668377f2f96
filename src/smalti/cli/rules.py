"""`smalti rules`: the numbered clauses that every refusal names."""

from __future__ import annotations

import sys

import typer

from smalti.cli.options import GameName, Language, LanguageChoice
from smalti.kernel.clauses import rules_page


def rules(game: GameName, language: LanguageChoice = Language.en) -> None:
    """Print the rules of a game, clause by clause."""
    from smalti.games import find_game

    page = rules_page(find_game(game).name, language.value)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(Console().width, 100)).print(Markdown(page))
    else:
        typer.echo(page, nl=False)
