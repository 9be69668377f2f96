"""The French catalogues are of one piece: one word for a thing, one apostrophe, no plural in brackets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from smalti.kernel.words import LOCALE

CATALOGUES = sorted((LOCALE / "fr" / "LC_MESSAGES").glob("*.po"))
RULES = sorted((Path(__file__).parents[2] / "docs" / "rules").glob("*.fr.md"))
FORBIDDEN = {
    r"\w'\w": "a straight apostrophe",
    r"\(s\)": "a plural in brackets",
    r"\bconseils?\b": "hint is 'indice'",
    r"\béchelle\b": "scale is 'graduation'",
    r"\bcercles?\b": "circle is 'rond'",
    r"\b(?:grille|est) morte\b": "a dead board is 'grille bloquée'",
    r"\bde perdu\b": "a plural that is none",
    r"\b(?:de|que) \{(?:seat|names?|amount:seat)": "a name that may begin with a vowel",
}
"""docs/glossary.md has the words."""
ARTISANS = {"artisan", "artisan légendaire", "Artisan"}
"""Ranks and a bot; a worker is 'ouvrier'."""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_keeps_to_the_glossary(path: Path) -> None:
    with path.open("rb") as file:
        said = [str(message.string) for message in read_po(file) if message.id]
    found = [(why, text) for text in said for what, why in FORBIDDEN.items() if re.search(what, text, re.IGNORECASE)]
    found += [("a worker is 'ouvrier'", text) for text in said if "artisan" in text.lower() and text not in ARTISANS]
    assert found == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_rules_use_the_same_apostrophe_and_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"\w+'\w+", text) == []
    assert re.findall(r"\b[Aa]rtisans?\b", text) == [] or path.stem.startswith("majolica")
