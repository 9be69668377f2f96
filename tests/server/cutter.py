"""A connection to a database that can be cut in the middle of a commit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import make_url

When = Literal["before", "after"]
A_MOVE = b"INSERT INTO events"
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Cutter:
    """Passes everything on, until it is told to cut: before the next commit gets through, or before its answer does."""

    url: str
    cut: When | None = None
    of: bytes = b""
    """Only a commit counts that follows these words on its connection, where they are not sent by a short name yet."""
    cuts: int = 0
    silent: bool = False
    """Whether nothing that the database says gets through."""
    then: Callable[[], object] = lambda: None
    """What else happens at that moment."""
    address: str = ""
    loop: asyncio.AbstractEventLoop | None = None
    """Where it runs, if that is a thread aside."""
    connections: set[asyncio.Task[None]] = field(default_factory=set)

    async def hang_up(self) -> None:
        """Cuts every connection, whatever goes over it."""
        for one in list(self.connections):
            one.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = make_url(self.url)
        assert target.host is not None
        try:
            there = await asyncio.open_connection(target.host, target.port)
        except OSError:
            writer.close()  # nobody is there
            return
        connection = asyncio.create_task(self._connection((reader, writer), there))
        self.connections.add(connection)
        connection.add_done_callback(self.connections.discard)

    async def _connection(self, here: Pair, there: Pair) -> None:
        answers = asyncio.create_task(self._pass_on(there[0], here[1]))
        try:
            said = b""
            while data := await read(here[0]):
                said += data
                if self.cut and b"COMMIT" in data and self.of in said:
                    await self._cut(data, there, answers)
                    return
                said = b"" if b"COMMIT" in data else said
                there[1].write(data)
        finally:
            answers.cancel()
            for writer in (here[1], there[1]):
                writer.close()
            with suppress(OSError):
                await asyncio.gather(here[1].wait_closed(), there[1].wait_closed())

    async def _cut(self, data: bytes, there: Pair, answers: asyncio.Task[None]) -> None:
        when, self.cut, self.cuts = self.cut, None, self.cuts + 1
        answers.cancel()
        await asyncio.gather(answers, return_exceptions=True)
        if when == "after":
            there[1].write(data)
            await there[0].read(65536)  # it has answered: the commit is done
            self.then()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not self.silent:
                    writer.write(data)
        writer.close()


async def read(reader: asyncio.StreamReader) -> bytes:
    """What comes next; nothing if the other side is gone."""
    try:
        return await reader.read(65536)
    except OSError:
        return b""


@contextmanager
def cutter_aside(url: str) -> Iterator[Cutter]:
    """The same in a thread of its own, for servers that are processes."""
    ready: Future[Cutter] = Future()
    over = asyncio.Event()

    async def run() -> None:
        async with cutter(url) as between:
            ready.set_result(between)
            await over.wait()

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    try:
        between = ready.result()
        between.loop = loop
        yield between
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


@asynccontextmanager
async def cutter(url: str) -> AsyncIterator[Cutter]:
    """Another address for a PostgreSQL; what is sent there can be cut."""
    between = Cutter(url)
    server = await asyncio.start_server(between._connect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    between.address = make_url(url).set(port=port).update_query_dict({"sslmode": "disable"}).render_as_string()
    try:
        yield between
    finally:
        server.close()
        for one in list(between.connections):
            one.cancel()
        await asyncio.gather(*between.connections, return_exceptions=True)
