"""The templates of the pages, and parts of pages made from them in a language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fastapi.templating import Jinja2Templates

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import say

TEMPLATES = Jinja2Templates(Path(__file__).parents[2] / "web" / "templates")


def words_in(language: str) -> Callable[..., str]:
    """How a template says something in a language."""

    def _(text: str, **values: object) -> str:
        return say(language, text, {name: Verbatim(str(value)) for name, value in values.items()})

    return _


def part(language: str, template: str, /, **facts: object) -> str:
    """A part of a page."""
    return TEMPLATES.get_template(template).render(_=words_in(language), language=language, **facts)
