"""Words in the reader's language, from gettext catalogues beside the package."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent.parent / "locale"


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """All catalogues of a language as one, a game each; English is the language of the source."""
    merged = gettext.NullTranslations()
    for file in sorted((LOCALE / language / "LC_MESSAGES").glob("*.mo")):
        with file.open("rb") as compiled:
            merged.add_fallback(gettext.GNUTranslations(compiled))
    return merged


def say(language: str, text: str, facts: Mapping[str, object] | None = None) -> str:
    """The text in that language, its {placeholders} filled in; text facts are words and translated too."""
    words = catalogue(language)
    spoken = {k: words.gettext(v) if isinstance(v, str) and v else v for k, v in (facts or {}).items()}
    return words.gettext(text).format(**spoken)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Marks a text for the catalogue; `say` translates it when the reader is known."""
    return text
