"""What other processes have written: PostgreSQL tells, and after a lost connection everything is read on."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from smalti.server.keeping.lobby import Lobby
from smalti.server.store.database import connection_options, plain_url
from smalti.server.store.store import CHANNEL, TOGETHER, StoreError
from smalti.server.table.together import read_together

log = logging.getLogger(__name__)

HEARTBEAT_S = 20
"""A connection that brought no news for so long is asked whether it is still there."""
RETRY_S = 0.5


@dataclass
class News:
    """Listens for the tables in memory. Each piece of news is a table and how many events it has now."""

    url: str
    lobby: Lobby
    others: Mapping[str, Callable[[str], None]] = field(default_factory=dict)
    """Who hears what else is told, by channel; nothing in words means that something may have been missed."""

    async def listen(self) -> None:
        """For ever; whatever was missed while the connection was down is read when it is up again."""
        import psycopg  # here, because SQLite needs none

        while True:
            try:
                await self._listen()
            except (psycopg.Error, StoreError, OSError) as error:
                log.warning("no news from the database: %s", type(error).__name__)
            await asyncio.sleep(RETRY_S)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        connection = await AsyncConnection.connect(plain_url(self.url), autocommit=True, **connection_options())
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for channel in (TOGETHER, *self.others):
                await connection.execute(f"LISTEN {channel}")
            for hear in self.others.values():
                hear("")
            while True:
                await self.lobby.catch_up()
                async for note in connection.notifies(timeout=HEARTBEAT_S):
                    self._heard(note.channel, note.payload)
                await connection.execute("SELECT 1")

    def _heard(self, channel: str, payload: str) -> None:
        """A table has new events, or somebody leads there, or it is for others."""
        if channel in self.others:
            self.others[channel](payload)
            return
        if channel == TOGETHER:
            told = json.loads(payload)
            if told["by"] != self.lobby.store.own:
                self.lobby.heard_together(told["table"], read_together(told["told"]))
            return
        table_id, _, number = payload.partition(" ")
        self.lobby.heard(table_id, int(number))
