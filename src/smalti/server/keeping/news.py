"""What other processes have written: PostgreSQL tells, and after a lost line everything is read on."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from smalti.server.keeping.lobby import Lobby
from smalti.server.store.database import line_options, plain_url
from smalti.server.store.store import CHANNEL, StoreError

log = logging.getLogger(__name__)

HEARTBEAT_S = 20
"""A line that brought no news for so long is asked whether it is still there."""
RETRY_S = 0.5


@dataclass
class News:
    """Listens for the tables in memory. Each piece of news is a table and how many events it has now."""

    url: str
    lobby: Lobby

    async def listen(self) -> None:
        """For ever; whatever was missed while the line was down is read when it is up again."""
        import psycopg  # here, because SQLite needs none

        while True:
            try:
                await self._listen()
            except (psycopg.Error, StoreError, OSError) as error:
                log.warning("no news from the database: %s", type(error).__name__)
            await asyncio.sleep(RETRY_S)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        line = await AsyncConnection.connect(plain_url(self.url), autocommit=True, **line_options())
        async with line:
            await line.execute(f"LISTEN {CHANNEL}")
            while True:
                await self.lobby.catch_up()
                async for note in line.notifies(timeout=HEARTBEAT_S):
                    table_id, _, number = note.payload.partition(" ")
                    self.lobby.heard(table_id, int(number))
                await line.execute("SELECT 1")
