"""What people do wrong. Bugs are assertions and crash; these are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smalti.kernel.words import say, translated

if TYPE_CHECKING:
    from smalti.kernel.reason import Why


class SmaltiError(Exception):
    """Something a person asked for cannot be done; the message is a sentence for that person."""

    def __init__(self, words: str = "", /, **facts: object) -> None:
        super().__init__(words.format(**facts) if facts else words)
        self.words, self.facts = words, facts

    def say(self, language: str) -> str:
        """The sentence in the reader's language; without facts it is no pattern and may hold anything."""
        return say(language, self.words, self.facts) if self.facts else translated(language, self.words)


class InvalidNotation(SmaltiError, ValueError):
    """The text or the number cannot be read at all."""


class UnknownGame(SmaltiError, ValueError):
    """There is no such game, option or number of seats."""


class WrongSeat(SmaltiError, ValueError):
    """There is no such seat, or it is not to choose now."""


class MissingExtra(SmaltiError, ImportError):
    """A library is missing that only this needs."""


class IllegalMove(SmaltiError, ValueError):
    """It can be read, and a rule forbids it here."""

    def __init__(self, reason: Why, where: str = "") -> None:
        super().__init__(f"{where}: {reason}" if where else str(reason))
        self.reason = reason

    def say(self, language: str) -> str:
        """Why, with the clause."""
        return self.reason.say(language)


def show(value: object) -> str:
    """A value from a stranger, short enough to print in a message."""
    try:
        words = repr(value)
    except ValueError:  # an integer of thousands of digits
        return "a very long number"
    except RecursionError:
        return "something nested too deeply"
    return words if len(words) <= 60 else words[:57] + "..."
