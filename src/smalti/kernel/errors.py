"""What people do wrong. Bugs are assertions and crash; these are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smalti.kernel.reason import Reason


class SmaltiError(Exception):
    """Something a person asked for cannot be done; the message is a sentence for that person."""


class InvalidNotation(SmaltiError):
    """The text cannot be read at all."""


class UnknownGame(SmaltiError):
    """There is no such game, option or seat."""


class IllegalMove(SmaltiError):
    """It can be read, and a rule forbids it here."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


def show(value: object) -> str:
    """A value from a stranger, short enough to print in a message."""
    try:
        words = repr(value)
    except ValueError:  # an integer of thousands of digits
        return "a very long number"
    except RecursionError:
        return "something nested too deeply"
    return words if len(words) <= 60 else words[:57] + "..."
