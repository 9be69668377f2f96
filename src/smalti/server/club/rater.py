"""Rates games when they have ended, and has them reviewed, so that their luck is known too."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.keeper import Keeper
from smalti.server.store.standings import Standings
from smalti.server.store.store import Store, StoreError
from smalti.server.thinking.pool import NOBODY
from smalti.server.thinking.reviews import Ended
from smalti.server.thinking.workers import Workers

log = logging.getLogger(__name__)

EVERY_S = 5.0
"""How often it looks by itself: at games of another server that is gone, and for reviews that are ready."""


class Rater:
    """Watches the tables of this process; whatever it misses it finds in the store."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.standings, self.workers = Standings(store), workers
        self.news = asyncio.Event()
        self.asked = ""
        """The game that it has reviewed; one at a time, so that those whom somebody asks for do not wait long."""

    def changed(self, keeper: Keeper) -> None:
        """A game may have ended."""
        if keeper.table.rated and keeper.table.position.is_over:
            self.news.set()

    def progressed(self, keeper: Keeper) -> None:
        """Nothing to do."""

    def seen(self, keeper: Keeper) -> None:
        """Nothing to do."""

    async def keep(self) -> None:
        """For ever: rates what is due."""
        seeded = False
        while True:
            try:
                if not seeded:
                    await self.standings.seed()
                    seeded = True
                await self.standings.catch_up()
                await self.have_reviewed()
            except StoreError as error:
                log.warning("ratings wait: %s", error)
            except Exception:  # a fault of one game must not end this for all others
                log.exception("games could not be rated")
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self.news.wait()
            self.news.clear()

    async def have_reviewed(self) -> None:
        """The next rated game of late whose luck is not known, after all moves and hints that wait."""
        if self.asked in self.workers.reviews:
            return
        waiting = [row for row in await self.standings.unreviewed() if row["table_id"] not in self.workers.unreviewed]
        if waiting:
            row = waiting[0]
            self.asked = row["table_id"]
            with suppress(SmaltiError):  # it was tried in vain
                self.workers.review(
                    Ended(self.asked, row["game"], row["record"], NOBODY), self.standings.store.keep_review
                )
