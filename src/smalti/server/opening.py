"""Opens a table from what is stored."""

from __future__ import annotations

import asyncio

from smalti.games import find_game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.server.logbook import chance_of
from smalti.server.snapshots import layout, unpack
from smalti.server.store import Store, Stored
from smalti.server.table import OTHER_RULES, Frozen, Table


async def open_table(store: Store, table_id: str) -> Table | None:
    """A table from what is stored: its snapshot, if this program can read it, and the events since."""
    stored = await store.load(table_id)
    if stored and stored.snapshot and stored.snapshot.layout != layout(stored.table["game"]):
        stored = await store.load(table_id, since=0)
    return await asyncio.to_thread(build_table, store, stored) if stored else None


def build_table(store: Store, stored: Stored) -> Table:
    """The table with its match worked out."""
    row, snapshot = stored.table, stored.snapshot
    game = find_game(row["game"])
    match = Match(Position.new(game, len(stored.seats), row["options"]), chance_of(row))
    table = Table(row["id"], game, store, [], match, 0, row)
    if snapshot:
        table.match, table.stand_ins = unpack(snapshot.packed, game, chance_of(row))
        table.number, table.snapshot, table.begun = snapshot.number, snapshot.number, True
    if row["rules"] != game.facts.version:
        table.frozen = Frozen(OTHER_RULES, theirs=row["rules"], ours=game.facts.version)
    table.follow(stored)
    return table
