"""Tasks that are ended end, also one that misses the first time."""

from __future__ import annotations

import asyncio

import pytest

from smalti.server.operation import tasks as operation
from smalti.server.operation.tasks import end


def test_a_task_that_swallows_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operation, "AGAIN_S", 0.01)
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


def test_a_task_that_takes_leave_for_a_second_is_not_disturbed() -> None:
    heard: list[str] = []

    async def leave() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            try:
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                heard.append("disturbed")

    async def run() -> None:
        leaving = asyncio.create_task(leave())
        await asyncio.sleep(0)
        await end(leaving)

    asyncio.run(run())
    assert heard == []
