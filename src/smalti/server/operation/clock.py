"""What time it is. Asked in one place, so that midnight can be tried at any hour."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """This moment, in universal time."""
    return datetime.now(UTC)
