"""Both languages are whole: every text of the source is in the catalogues, and these say what was written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import LANGUAGES, LOCALE, say

SOURCE = LOCALE.parent
ROOMS = sorted({"/".join(path.relative_to(SOURCE).parts[:-1][:2]) or "." for path in SOURCE.rglob("*.py")})
CATALOGUES = sorted(LOCALE.rglob("*.po"))


def texts(tree: ast.AST) -> Iterator[str]:
    """What is marked with N_("..."), or said with say(language, "..."), inside f-strings too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "say"):
            for argument in node.args[1:2] if node.func.id == "say" else node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def translations(language: str) -> dict[str, str]:
    folder = LOCALE / language / "LC_MESSAGES"
    return {str(m.id): str(m.string) for path in folder.glob("*.po") for m in read(path) if m.id and not m.fuzzy}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("room", ROOMS)
def test_every_text_of_the_source_has_a_translation(room: str) -> None:
    said = {
        text
        for path in (SOURCE / room).glob("*.py" if room.count("/") == 0 else "**/*.py")
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
    }
    for language in set(LANGUAGES) - {"en"}:
        known = translations(language)
        assert {text for text in said if not known.get(text)} == set()


def test_the_extraction_finds_texts_inside_f_strings() -> None:
    source = "f\"{say(language, N_('printed'))}\" + say(language, 'empty') + say(language, words)"

    assert sorted(texts(ast.parse(source))) == ["empty", "printed"]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_placeholders_are_the_same_in_both_languages(path: Path) -> None:
    for message in read(path):
        if message.id:
            assert placeholders(str(message.id)) == placeholders(str(message.string)), message.id


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_no_text_is_translated_in_two_ways(language: str) -> None:
    """All catalogues are one when they are read, so a text has one translation."""
    seen: dict[str, str] = {}
    for path in sorted((LOCALE / language / "LC_MESSAGES").glob("*.po")):
        for message in read(path):
            if message.id:
                assert seen.setdefault(str(message.id), str(message.string)) == str(message.string), message.id


def test_a_text_is_said_in_the_readers_language() -> None:
    facts = {"clause": Verbatim("4.6")}

    assert say("en", "rule {clause}", facts) == "rule 4.6"
    assert say("fr", "rule {clause}", facts) == "règle 4.6"


def test_facts_that_are_words_are_translated_too() -> None:
    assert say("fr", "unheard of {symbol}", {"symbol": "cross"}) == "unheard of croix"


def test_verbatim_facts_are_never_translated() -> None:
    """Somebody may be called Cross."""
    assert say("fr", "Seat {seat}", {"seat": Verbatim("cross")}).endswith("cross")


def test_a_text_that_no_catalogue_knows_stays_as_it_is() -> None:
    assert say("fr", "unheard of {n}", {"n": 3}) == "unheard of 3"
    assert say("tlh", "rule {clause}", {"clause": 1}) == "rule 1"
