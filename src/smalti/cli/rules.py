"""`smalti rules`: the numbered clauses that every refusal names."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

import smalti
from smalti.cli.options import GameName, Language, LanguageChoice
from smalti.kernel.errors import SmaltiError


def rules(game: GameName, language: LanguageChoice = Language.en) -> None:
    """Print the rules of a game, clause by clause."""
    from smalti.games import find_game

    page = find_page(find_game(game).name, language.value).read_text(encoding="utf-8")
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(Console().width, 100)).print(Markdown(page))
    else:
        typer.echo(page, nl=False)


def find_page(name: str, language: str) -> Path:
    """The page inside the installed package, or beside it in a checkout."""
    package = Path(smalti.__file__).parent
    for folder in (package / "docs", package.parents[1] / "docs"):
        page = folder / "rules" / f"{name}.{language}.md"
        if page.is_file():
            return page
    raise SmaltiError(f"this installation has no rules page for {name} in {language!r}")
