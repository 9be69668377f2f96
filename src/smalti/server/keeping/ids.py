"""Ids and invitations that nobody can guess."""

from __future__ import annotations

import hashlib
import secrets


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(12)


def new_invitation() -> str:
    """What leads to a free seat."""
    return secrets.token_urlsafe(18)


def hash_token(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()
