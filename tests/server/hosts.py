"""Several hosts in one process of the tests: each has its own store and its own tables in memory, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from smalti.server.keeping.lobby import Lobby, Order, Wish
from smalti.server.keeping.news import News
from smalti.server.store.store import Store, open_engine
from smalti.server.keeping.keeper import Table

ANN, BEN = "ann", "ben"


@asynccontextmanager
async def host(url: str, *, hears: bool = False) -> AsyncIterator[Lobby]:
    """A host; unless it hears the news it knows of others only what it reads by itself."""
    store = Store(open_engine(url, 4))
    await store.upgrade()
    lobby = Lobby(store, patience_s=0)
    if hears:
        lobby.spawn(News(url, lobby).listen())
    try:
        yield lobby
    finally:
        await lobby.close()
        await store.close()


async def two_at_a_table(lobby: Lobby, game: str = "mosaix", **options: str) -> Table:
    """Ann has set a table up, Ben has taken her invitation, and the game has begun."""
    for person in (ANN, BEN):
        await lobby.store.save_person(person, person.title())
    order = Order(game, (Wish("me"), Wish("invite")), dict(options))
    table, invitations = await lobby.create(order, ANN, "Ann")
    await lobby.join(invitations[1], BEN, "Ben")
    await table.add(ANN, "fromann")
    await table.add(BEN, "fromben")
    assert table.begun
    return table


def seat_to_move(table: Table) -> int:
    return table.match.position.actors()[0]


def person_at(table: Table, seat: int) -> str:
    person = table.chairs[seat].person_id
    assert person is not None
    return person


async def move(table: Table, seat: int, move_id: str, choice: int = 0) -> None:
    """One of a seat's moves, thought out on the table as it stands."""
    chosen = table.match.position.legal_moves(seat)[choice]
    await table.play(person_at(table, seat), seat, chosen, move_id, table.number)


async def until(condition: Callable[[], object]) -> None:
    """Waits for something that happens by itself."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


@dataclass(eq=False)
class Watcher:
    """Counts what it was told."""

    numbers: list[int] = field(default_factory=list)

    def changed(self, table: Table) -> None:
        self.numbers.append(table.number)

    def progressed(self, table: Table) -> None:
        pass
