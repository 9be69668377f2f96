"""How tasks are ended, so that all of them do."""

from __future__ import annotations

import asyncio
from typing import Any

AGAIN_S = 5.0
"""A task that goes on is cancelled again after so long: what it waited for may have come at the same moment. Not
sooner: whoever takes leave of a database on a busy machine would be disturbed, and complain."""


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancels tasks until every one of them has ended."""
    left = {task for task in tasks if task is not asyncio.current_task()}
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=AGAIN_S)
        for task in ended:
            task.cancelled() or task.exception()  # whoever waited for it was told
