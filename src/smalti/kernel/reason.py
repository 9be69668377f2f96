"""Why: the clause behind a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from smalti.kernel.errors import IllegalMove
from smalti.kernel.words import say


class Why(Protocol):
    """Why something is not allowed, from wherever it comes."""

    @property
    def clause(self) -> str:
        """The numbered clause of the rules."""

    def say(self, language: str = "en") -> str:
        """The sentence with its clause, for a person."""


@dataclass(frozen=True)
class Reason:
    """Why a move is not allowed: the numbered clause, and a sentence with what would make it legal."""

    clause: str
    words: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def say(self, language: str = "en") -> str:
        """The sentence with its clause, for a person."""
        rule = say(language, "rule {clause}", {"clause": Verbatim(self.clause)})
        return f"{say(language, self.words, self.facts)} ({rule})"

    def __str__(self) -> str:
        return self.say()


def forbid(clause: str, words: str, **facts: object) -> NoReturn:
    """Raises what only a text can say wrong."""
    raise IllegalMove(Reason(clause, words, facts))


@dataclass(frozen=True)
class Verbatim:
    """A fact that is shown as it stands and never translated (a name, a number of a clause)."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)
