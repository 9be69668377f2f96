"""How tests wait: for what is true, never for time. The only limit is when nobody believes in it any more."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 300
"""A machine that has other things to do may take long; what really hangs is found out all the same."""


def pause() -> None:
    """Lets others work."""
    time.sleep(0.02)


def until(is_true: Callable[[], object], what: str = "it did not happen", pause: Callable[[], object] = pause) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_true():
        assert time.monotonic() < deadline, what
        pause()
