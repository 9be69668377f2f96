"""How tests wait: for what is true, never for time. The only limit is when nobody believes in it any more."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 300
"""A machine that has other things to do may take long; what really hangs is found out all the same."""


SHORTEST_S, LONGEST_S = 0.01, 0.25
"""From one look to the next: to look costs the processor that others need to bring it about."""


def until(
    is_true: Callable[[], object], what: str = "it did not happen", pause: Callable[[float], object] = time.sleep
) -> None:
    """Waits until something is so, more patiently each time; while the tests are suspended nobody loses patience."""
    waited_s, wait_s = 0.0, SHORTEST_S
    while not is_true():
        assert waited_s < PATIENCE_S, what
        pause(wait_s)
        waited_s += wait_s
        wait_s = min(1.5 * wait_s, LONGEST_S)
