"""What people have decided before their turn, as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, delete, insert, select, update

from smalti.server.store.schema import prepared
from smalti.server.table.prepared import Plan, Step

if TYPE_CHECKING:
    from smalti.server.store.store import Store


class Prepared:
    """Reads and writes plans; one for each seat."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, table_id: str) -> list[tuple[str, Plan]]:
        """The plans at a table, each with whose it is."""
        query = select(prepared).where(prepared.c.table_id == table_id).order_by(prepared.c.seat)
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [
            (row["person_id"], Plan(row["seat"], row["stamp"], tuple(map(Step.read, row["steps"])), row["dropped"]))
            for row in rows
        ]

    async def tables(self) -> list[str]:
        """Where a plan waits for its turn."""
        async with self.store.reading() as connection:
            waiting = select(prepared.c.table_id).where(prepared.c.dropped == "").distinct()
            return list((await connection.execute(waiting)).scalars())

    async def keep(self, table_id: str, person_id: str, plan: Plan) -> None:
        """A plan in place of the one before; without steps only that goes."""
        async with self.store.writing() as connection:
            await connection.execute(delete(prepared).where(is_plan(table_id, plan.seat)))
            if plan.steps:
                row = {"table_id": table_id, "seat": plan.seat, "person_id": person_id, "stamp": plan.stamp}
                await connection.execute(insert(prepared).values(**row, steps=plan.rows(), dropped=""))

    async def drop(self, table_id: str, plan: Plan, why: str) -> None:
        """A plan is not carried out; whose it was will be told why."""
        async with self.store.writing() as connection:
            still = is_plan(table_id, plan.seat) & (prepared.c.stamp == plan.stamp)
            await connection.execute(update(prepared).where(still).values(steps=[], dropped=why))

    async def forget(self, table_id: str, plan: Plan) -> None:
        """A plan is of no use any more."""
        async with self.store.writing() as connection:
            still = is_plan(table_id, plan.seat) & (prepared.c.stamp == plan.stamp)
            await connection.execute(delete(prepared).where(still))


def is_plan(table_id: str, seat: int) -> ColumnElement[bool]:
    """The row of a seat's plan."""
    return (prepared.c.table_id == table_id) & (prepared.c.seat == seat)
