"""Words in the reader's language, from gettext catalogues beside the package."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

from smalti.kernel.catalogues import read_catalogue

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent.parent / "locale"
FOLDERS = [LOCALE]
"""Where catalogues are; games from elsewhere bring their own."""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """All catalogues of a language as one, a game each; English is the language of the source."""
    merged = gettext.NullTranslations()
    for folder in FOLDERS:
        for file in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            if file.parent.parent.name == language:  # no path is made of what somebody may have sent
                merged.add_fallback(read_catalogue(file))
    return merged


def add_catalogues(folder: Path) -> None:
    """Adds the catalogues of a game from elsewhere, in a folder like our `locale`; what ours say stays."""
    if folder not in FOLDERS:
        FOLDERS.append(folder)
        catalogue.cache_clear()
        translated.cache_clear()


def say(language: str, text: str, facts: Mapping[str, object] | None = None) -> str:
    """The text in that language, its {placeholders} filled in; text facts are words and translated too."""
    words = translated(language, text)
    if not facts:
        return words.format()
    spelt = {name: spell(language, fact) for name, fact in facts.items()}
    return LINKED.sub(lambda gap: elided(gap[1], str(spelt[gap[2]])) + f"{{{gap[2]}}}", words).format(**spelt)


def counted(language: str, n: int, one: str, many: str) -> str:
    """One or many."""
    return say(language, one if n == 1 else many, {"n": n})


LINKED = re.compile(r"\b((?:d|qu)e )\{(\w+)\}", re.IGNORECASE)
"""A word that French shortens before a vowel, and the gap after it."""
VOWEL = re.compile(r"[aeiouhàâäéèêëîïôöùûüœæ]|y(?![aeiou])", re.IGNORECASE)


def elided(word: str, said: str) -> str:
    """The word before what is said, shortened before a vowel as French has it: d’Anne, qu’Yves."""
    return f"{word[:-2]}’" if word and VOWEL.match(said) else word


@lru_cache(20_000)
def translated(language: str, text: str) -> str:
    """The text in that language as the catalogues have it; every picture asks for the same few hundred."""
    words = catalogue(language).gettext(text)
    for where, space in SPACES.get(language, {}).items():
        words = where.sub(space, words)
    return words


SPACES = {"fr": {re.compile(r" (?=[;!?%])"): "\u202f", re.compile(r" (?=[:»](?!\w))|(?<=«) "): "\u00a0"}}
"""Where a language has spaces that do not break, which nobody has to write by hand."""


def spell(language: str, fact: object) -> object:
    """A fact in that language."""
    return translated(language, fact) if isinstance(fact, str) and fact else fact


_NAMES: ContextVar[tuple[str, ...]] = ContextVar("names", default=())


@contextmanager
def calling(names: Sequence[str]) -> Iterator[None]:
    """Inside, what is said and drawn calls the seats by these names."""
    before = _NAMES.set(tuple(names))
    try:
        yield
    finally:
        _NAMES.reset(before)


def names_known() -> tuple[str, ...]:
    """The names by which the seats are called now; none where they are called by number."""
    return _NAMES.get()


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Marks a text for the catalogue; `say` translates it when the reader is known."""
    return text
