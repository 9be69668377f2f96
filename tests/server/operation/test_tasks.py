"""Tasks that are ended end, also one that misses the first time."""

from __future__ import annotations

import asyncio

from smalti.server.operation.tasks import end


def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    heard: list[str] = []

    async def deaf() -> None:
        while len(heard) < 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                heard.append("once more")

    async def run() -> None:
        tasks = [asyncio.create_task(deaf()), asyncio.create_task(asyncio.Event().wait())]
        await asyncio.sleep(0)
        await end(*tasks)
        assert all(task.done() for task in tasks)

    asyncio.run(run())
    assert len(heard) == 2
