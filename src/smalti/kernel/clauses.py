"""The numbered rules of a game as people read them: docs/rules/GAME.LANGUAGE.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from smalti.kernel.errors import UnknownGame

CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* (.+)$", re.MULTILINE)


@cache
def rules_page(game: str, language: str) -> str:
    """The page in Markdown, from the installed package or from the checkout around it."""
    package = Path(__file__).parent.parent
    for folder in (package / "docs", package.parent.parent / "docs"):
        page = folder / "rules" / f"{game}.{language}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise UnknownGame(f"this installation has no rules page for {game} in {language!r}")


@cache
def clauses(game: str, language: str) -> dict[str, str]:
    """The clauses by number."""
    return dict(CLAUSE.findall(rules_page(game, language)))
