"""A restore is tried: every table is opened from its log, as a server would open it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.keeper import open_table
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
    """Opens every table, and says which do not open or do not fit their rules."""
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
    try:
        keeper = await open_table(store, table_id)
    except SmaltiError as error:
        return str(error)
    frozen = keeper.table.frozen if keeper else None
    return str(frozen) if frozen and frozen.words == UNFIT else ""
