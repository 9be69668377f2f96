"""What somebody has taken at one of several servers counts at all of them: once a second they tell each other.

Nothing of it is stored, and addresses go as marks that only servers with the key of this database can make.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass

from smalti.server.operation.limits import Counts, Taken
from smalti.server.store.store import Store, StoreError

log = logging.getLogger(__name__)

CHANNEL = "smalti_taken"
TELL_S = 1.0
MOST_TOLD = 80
"""So many rows stand in one piece of news, of which PostgreSQL takes 8,000 bytes."""


@dataclass
class SharedLimits:
    """Between the counts of this server and those of the others."""

    store: Store
    counts: Counts

    async def keep(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(TELL_S)
            try:
                await self.tell()
            except StoreError as error:  # what was to be told counts here only
                log.warning("other servers are not told what was taken: %s", error)

    async def tell(self) -> None:
        """What was taken here since it was last told."""
        rows = self.counts.drain()
        for first in range(0, len(rows), MOST_TOLD):
            told = rows[first : first + MOST_TOLD]
            await self.store.notify(CHANNEL, {"by": self.store.own, "taken": told})

    def heard(self, payload: str) -> None:
        """What was taken at another server; what was missed counts there only."""
        news = json.loads(payload) if payload else {"by": self.store.own}
        if news["by"] != self.store.own:
            self.counts.spend([Taken(*row) for row in news["taken"]])


def share(store: Store, counts: Counts, key: bytes) -> SharedLimits:
    """The counts are those of all servers from now on."""

    def mark(address: str) -> str:
        return hashlib.blake2b(address.encode(), digest_size=12, key=key[:64], person=b"smalti address").hexdigest()

    counts.share(mark)
    return SharedLimits(store, counts)
