"""How tasks are ended, so that all of them do."""

from __future__ import annotations

import asyncio
from typing import Any

AGAIN_S = 0.5
"""A task that goes on is cancelled again after so long: what it waited for may have come at the same moment."""


async def end(*tasks: asyncio.Task[Any], again_s: float = AGAIN_S) -> None:
    """Cancels tasks until every one of them has ended."""
    left = {task for task in tasks if task is not asyncio.current_task()}
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=again_s)
        for task in ended:
            task.cancelled() or task.exception()  # whoever waited for it was told
