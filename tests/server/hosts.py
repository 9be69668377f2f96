"""Several hosts in one process of the tests: each has its own store and its own tables in memory, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.news import News
from smalti.server.keeping.setting_up import Order, Person, Wish, join, set_up
from smalti.server.store.store import Store, open_engine
from tests.waiting import PATIENCE_S

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


async def two_at_a_table(lobby: Lobby, game: str = "mosaix", **options: str) -> Keeper:
    """Ann has set a table up, Ben has taken her invitation, and the game has begun."""
    for person in (ANN, BEN):
        await lobby.store.save_person(person, person.title())
    order = Order(game, (Wish("me"), Wish("invite")), dict(options))
    keeper, invitations = await set_up(lobby, order, Person(ANN, "Ann"))
    await join(lobby, invitations[1], Person(BEN, "Ben"))
    await keeper.add(ANN, "fromann")
    await keeper.add(BEN, "fromben")
    assert keeper.table.begun
    if keeper.saving:
        await keeper.saving  # one table in some has a snapshot by now: no commit of it comes in between
    return keeper


def seat_to_move(keeper: Keeper) -> int:
    return keeper.table.match.position.actors()[0]


def person_at(keeper: Keeper, seat: int) -> str:
    person = keeper.table.chairs[seat].person_id
    assert person is not None
    return person


async def move(keeper: Keeper, seat: int, move_id: str, choice: int = 0) -> None:
    """One of a seat's moves, thought out on the table as it stands."""
    chosen = keeper.table.match.position.legal_moves(seat)[choice]
    await keeper.play(person_at(keeper, seat), seat, chosen, move_id, keeper.table.number)


async def until(condition: Callable[[], object]) -> None:
    """Waits for something that happens by itself."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.01)


@dataclass(eq=False)
class Watcher:
    """Counts what it was told."""

    numbers: list[int] = field(default_factory=list)

    def changed(self, keeper: Keeper) -> None:
        self.numbers.append(keeper.table.number)

    def progressed(self, keeper: Keeper) -> None:
        pass

    def seen(self, keeper: Keeper) -> None:
        pass
