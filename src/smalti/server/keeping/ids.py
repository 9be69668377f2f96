"""Ids and invitations that nobody can guess, and the keys that changes are known by."""

from __future__ import annotations

import hashlib
import secrets
from typing import TypeGuard

LONGEST_ID = 64


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(12)


def new_invitation() -> str:
    """What leads to a free seat."""
    return secrets.token_urlsafe(18)


def is_id(value: object) -> TypeGuard[str]:
    """Whether it can be what a browser calls a change."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID and value.isascii() and value.isprintable()


def hash_token(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()


def by_person(person_id: str | None, change_id: str | None) -> str:
    """The key of a change that somebody asked for. Who it is for stands before the id that they chose, in every kind
    of key, so that nobody can take the key of somebody else, of a bot or of the server."""
    return f"person {person_id} {change_id}" if change_id else by_server()


def by_bot(number: int, seat: int) -> str:
    """The key of a bot's move: the same however often it is thought of."""
    return f"bot {number} {seat}"


def by_plan(stamp: str, left: int) -> str:
    """The key of a move that was prepared, by how many of its plan were left."""
    return f"plan {stamp} {left}"


def by_server() -> str:
    """The key of a change that nobody will send again."""
    return f"server {new_id()}"


def keys_of(person_id: str | None, change_id: str) -> tuple[str, str]:
    """By what a change of somebody may be stored: its key, or what it was called before keys named who made it."""
    return by_person(person_id, change_id), f"old {change_id}"
