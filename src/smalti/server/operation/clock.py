"""What time it is. Asked in one place, so that midnight can be tried at any hour."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> datetime:
    """This moment, in universal time."""
    return datetime.now(UTC)


def passed_s() -> float:
    """Seconds that have passed since some moment, however the clock was set meanwhile."""
    return time.monotonic()
