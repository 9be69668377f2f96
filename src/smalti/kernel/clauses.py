"""The numbered rules of a game as people read them: docs/rules/GAME.LANGUAGE.md, or beside a game from elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from smalti.kernel.errors import UnknownGame

CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* (.+)$", re.MULTILINE)
PACKAGE = Path(__file__).parent.parent
FOLDERS = [PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules"]
"""Where rules pages are: in the installed package or the checkout around it; games from elsewhere bring their own."""


def add_rules(folder: Path) -> None:
    """Adds the rules pages of a game from elsewhere."""
    if folder not in FOLDERS:
        FOLDERS.append(folder)


@cache
def rules_page(game: str, language: str) -> str:
    """The page in Markdown."""
    for folder in FOLDERS:
        page = folder / f"{game}.{language}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise UnknownGame(f"this installation has no rules page for {game} in {language!r}")


@cache
def clauses(game: str, language: str) -> dict[str, str]:
    """The clauses by number."""
    return dict(CLAUSE.findall(rules_page(game, language)))


@dataclass(frozen=True)
class RulesPicture:
    """A position beside a section of the rules, in notation, and the parts of its scene that are shown."""

    position: str
    panels: tuple[str, ...]
    caption: str
    seat: int = 0
    crop: tuple[float, float, float, float] | None = None
    """Left, top, width and height as parts of the one panel shown."""
