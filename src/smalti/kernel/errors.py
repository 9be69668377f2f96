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
