"""Reading the plain fields of a log entry that may come from a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from smalti.kernel.errors import InvalidNotation
from smalti.kernel.errors import show as show  # whoever reads entries shows what is wrong with them
from smalti.kernel.game import CHANCE, Entry


def read_word(entry: Entry, name: str, words: Mapping[str, Any] | tuple[str, ...]) -> str:
    """A field that is one of a few words."""
    value = entry.get(name)
    if not isinstance(value, str) or value not in words:
        raise InvalidNotation(f"the field {name!r} is {show(value)}, expected one of {', '.join(words)}")
    return value


def read_number(entry: Entry, name: str, least: int, most: int) -> int:
    """A field that is an integer of a range."""
    value = entry.get(name)
    if not is_number(value) or not least <= value <= most:
        raise InvalidNotation(f"the field {name!r} is {show(value)}, expected a whole number from {least} to {most}")
    return value


def read_by(entry: Entry, seats: int) -> int:
    """Who: a seat, or CHANCE."""
    if entry.get("by") == "chance":
        return CHANCE
    by = entry.get("by")
    if not is_number(by) or not 0 <= by < seats:
        raise InvalidNotation(f"the field 'by' is {show(by)}, expected 'chance' or a seat below {seats}")
    return by


def read_numbered(entry: Entry, seats: int) -> tuple[int, int]:
    """Who, and a move or outcome that is told by its number alone: as a browser writes it."""
    if entry.keys() != {"by", "do"}:
        raise InvalidNotation("an entry by number has the fields 'by' and 'do' only")
    return read_by(entry, seats), int(entry["do"])


def read_place(value: object, least: int, most: int) -> tuple[int, int]:
    """A [row, column] with both numbers in a range."""
    if not isinstance(value, list) or len(value) != 2 or not all(is_number(v) and least <= v <= most for v in value):
        raise InvalidNotation(f"{show(value)} is no place; expected [row, column], each from {least} to {most}")
    return int(value[0]), int(value[1])


def is_number(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
