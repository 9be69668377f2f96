"""A restore is tried: every game is played again from its log, whatever snapshots say."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.keeper import build
from smalti.server.store.store import Store, open_engine
from smalti.server.table.refusals import UNFIT


@dataclass
class Played:
    """What was found."""

    tables: int = 0
    events: int = 0
    last: datetime | None = None
    faults: list[str] = field(default_factory=list)


async def play_all_again(url: str) -> Played:
    """Plays every log, and says which cannot be read or do not fit their rules."""
    store, played = Store(open_engine(url)), Played()
    try:
        ids, played.events, played.last = await store.inventory()
        played.tables = len(ids)
        for table_id in ids:
            if words := await _fault(store, table_id):
                played.faults.append(f"table {table_id}: {words}")
    finally:
        await store.close()
    return played


async def _fault(store: Store, table_id: str) -> str:
    stored = await store.load(table_id, since=0)
    assert stored is not None, "a table is never deleted"
    try:
        frozen = (await asyncio.to_thread(build, store, stored)).table.frozen
    except Exception as error:  # whatever is wrong with one table, the others are looked at
        return str(error) if isinstance(error, SmaltiError) else f"its log cannot be read: {error!r}"
    return str(frozen) if frozen and frozen.words == UNFIT else ""
