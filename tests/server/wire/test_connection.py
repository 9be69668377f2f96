"""A connection whose browser takes nothing any more: it is let go, and what was asked is carried out to its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi import WebSocket

from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation.limits import Counts, Limits
from smalti.server.operation.metrics import Metrics
from smalti.server.store.store import Store, StoreError
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table
from smalti.server.thinking.browsers import Browsers
from smalti.server.thinking.workers import Workers
from smalti.server.wire.audience import Audience
from smalti.server.wire.requests import NobodyReads
from smalti.server.wire.socket import Socket
from tests.waiting import PATIENCE_S

MOVE = json.dumps({"type": "move", "id": "m", "number": 0, "seat": 0, "move": 0})


class Browser:
    """Sends one move, and takes nothing once it is told so."""

    client = None

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.said = [{"type": "websocket.receive", "text": MOVE}]

    async def receive(self) -> dict[str, Any]:
        if self.said:
            return self.said.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send_text(self, text: str) -> None:
        await self.takes.wait()
        self.taken.append(json.loads(text)["type"])


def a_connection(browser: Browser, play: Callable[..., Awaitable[None]]) -> Socket:
    match = Match.new(find_game("mosaix"), 1, {}, Chance.from_seed(1, "connection"))
    row: dict[str, Any] = {"id": "t", "options": {}, "aids": {}, "deal": "t", "challenge": None}
    keeper = Keeper(Table(row, match, [Chair(0, "Ann", "ann")], begun=True), cast(Store, None))
    keeper.play = play  # type: ignore[method-assign, assignment]  # nothing is stored here
    web, nobody = cast(WebSocket, browser), cast(Workers, SimpleNamespace(browsers=Browsers(lambda _: None)))
    return Socket(web, Audience(keeper), "ann", "en", nobody, Counts(Limits()), Metrics())


@pytest.mark.parametrize("stored", [True, False])
def test_a_move_that_is_on_its_way_when_its_line_is_given_up_is_finished(stored: bool) -> None:
    unheard: list[dict[str, Any]] = []
    done: list[str] = []

    async def run() -> Socket:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        commit, browser = asyncio.Event(), Browser()

        async def play(*_: object) -> None:
            done.append("begun")
            await commit.wait()
            if not stored:
                raise StoreError("too late")
            done.append("stored")

        connection = a_connection(browser, play)
        serving = asyncio.create_task(connection.serve())
        while not done:
            await asyncio.sleep(0)
        browser.takes.clear()
        connection.give_up(NobodyReads())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not serving.done(), "the move is not stored yet"
        commit.set()
        await serving
        return connection

    connection = asyncio.run(run())

    assert done == ["begun", "stored"] if stored else ["begun"]
    assert unheard == []
    assert not connection.audience.onlookers


async def serving_in_vain(browser: Browser) -> tuple[Socket, asyncio.Task[None]]:
    """A connection that is just telling something to a browser that takes nothing."""
    browser.said.clear()
    browser.takes.clear()

    async def play(*_: object) -> None:
        raise AssertionError

    connection = a_connection(browser, play)
    serving = asyncio.create_task(connection.serve())
    while not connection.sending_since:
        await asyncio.sleep(0)
    return connection, serving


def test_a_connection_ends_also_if_what_it_tells_misses_its_cancellation() -> None:
    """A library on the way to a browser may swallow one."""
    missed: list[str] = []

    class Deaf(Browser):
        async def send_text(self, text: str) -> None:
            while not missed:
                try:
                    await self.takes.wait()
                except asyncio.CancelledError:
                    missed.append(text)
            await self.takes.wait()

    async def run() -> None:
        connection, serving = await serving_in_vain(Deaf())
        serving.cancel()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.wait([serving])
        assert connection.telling is None

    asyncio.run(run())
    assert len(missed) == 1


def test_a_browser_that_takes_nothing_is_let_go() -> None:
    async def run() -> Socket:
        connection, serving = await serving_in_vain(Browser())
        connection.look_after(connection.sending_since + 19, 20)
        assert connection.failure is None
        connection.look_after(connection.sending_since + 21, 20)
        await serving
        return connection

    connection = asyncio.run(run())

    assert isinstance(connection.failure, NobodyReads)
    assert b"smalti_dropped_total 1.0" in connection.metrics.write()


@dataclass
class Line:
    """A connection that takes something now, or does not, or breaks over it."""

    is_free: bool = True
    breaks: bool = False
    pushed: list[str] = field(default_factory=list)

    def push(self, text: str) -> None:
        if self.breaks:
            raise RuntimeError("broken")
        self.pushed.append(json.loads(text)["type"])


async def told(browser: Browser, line: Line) -> Socket:
    """A connection that has told how the table stands, or has failed to."""

    async def play(*_: object) -> None:
        raise AssertionError

    browser.said.clear()
    connection = a_connection(browser, play)
    connection.line = line
    serving = asyncio.create_task(connection.serve())
    while not (browser.taken or line.pushed or connection.failure):
        await asyncio.sleep(0)
    serving.cancel()
    await asyncio.wait([serving])
    return connection


@pytest.mark.parametrize("is_free", [True, False])
def test_a_table_is_sent_at_once_where_nothing_waits(is_free: bool) -> None:
    """Where something does, a task waits with it, and nobody else."""
    browser, line = Browser(), Line(is_free)
    connection = asyncio.run(told(browser, line))
    assert (line.pushed, browser.taken) == ((["table"], []) if is_free else ([], ["table"]))
    assert b"smalti_sent_total 1.0" in connection.metrics.write()


def test_a_connection_that_breaks_over_a_table_ends() -> None:
    connection = asyncio.run(told(Browser(), Line(breaks=True)))
    assert str(connection.failure) == "broken"
