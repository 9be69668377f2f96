"""What people have prepared is carried out once, by whichever host comes to it, and only if they still want it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from smalti.games.maharani.moves import END
from smalti.server.club.preparing import Preparing
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.store.prepared import Prepared
from smalti.server.store.store import Conflict
from smalti.server.table.prepared import Plan, ahead, prepare
from tests.server.hosts import host, person_at, two_at_a_table, until


def watched(lobby: Lobby) -> Preparing:
    """The host carries out what was prepared."""
    preparing = Preparing(lobby)
    lobby.watchers.add(preparing)
    return preparing


async def may_end(lobby: Lobby) -> tuple[Keeper, int]:
    """A table at which the first tile of a turn lies, and the seat that waits."""
    keeper = await two_at_a_table(lobby, "maharani")
    while END not in keeper.table.position.legal_moves():
        await play(keeper, keeper.table.position.legal_moves()[0])
    return keeper, 1 - keeper.table.position.actors()[0]


async def play(keeper: Keeper, move: int) -> None:
    seat, n = keeper.table.position.actors()[0], keeper.table.number
    await keeper.play(person_at(keeper, seat), seat, move, f"move {n}", n)


async def prepared(keeper: Keeper, seat: int, stamp: str = "first") -> Plan:
    """A tile, and no second one."""
    table = keeper.table
    for move in ahead(table, seat, []).position.legal_moves():
        position = ahead(table, seat, [move]).position
        if seat in position.actors() and END in position.legal_moves(seat):
            plan = Plan(seat, stamp, prepare(table, seat, [move, END]))
            await Prepared(keeper.store).keep(keeper.id, person_at(keeper, seat), plan)
            return plan
    raise AssertionError("no tile can be placed")


async def keys(lobby: Lobby, keeper: Keeper) -> Sequence[str]:
    stored = await lobby.store.load(keeper.id, since=0)
    assert stored is not None
    return [row["move_id"] for row in stored.events if (row["move_id"] or "").startswith("plan ")]


async def rest(*hosts: Preparing) -> None:
    for one in hosts:
        await one.close()


def test_a_plan_is_carried_out_move_by_move_when_the_turn_comes(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            preparing = watched(lobby)
            keeper, waits = await may_end(lobby)
            plan = await prepared(keeper, waits)
            assert await preparing.own(keeper, person_at(keeper, waits)) == plan
            await play(keeper, END)
            await rest(preparing)
            assert preparing.planned == set()
            assert keeper.table.position.actors() == (1 - waits,)
            assert await keys(lobby, keeper) == ["plan first 2", "plan first 1"]
            assert await Prepared(lobby.store).of(keeper.id) == []

    asyncio.run(work())


def test_two_hosts_that_come_to_it_at_once_make_each_move_once(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby, host(database_url) as elsewhere:
            keeper, waits = await may_end(lobby)
            await prepared(keeper, waits)
            await play(keeper, END)
            both = [watched(lobby), watched(elsewhere)]
            other = await elsewhere.find(keeper.id)
            for one, at in zip(both, (keeper, other), strict=True):
                one.planned.add(keeper.id)
                one.changed(at)
            await rest(*both)
            assert await keys(lobby, keeper) == ["plan first 2", "plan first 1"]
            stored = await lobby.store.load(keeper.id, since=0)
            assert stored is not None
            assert [row["number"] for row in stored.events] == list(range(len(stored.events)))

    asyncio.run(work())


def test_who_finds_a_plan_that_a_dead_host_has_left_carries_it_out(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            keeper, waits = await may_end(lobby)
            await prepared(keeper, waits)
            await play(keeper, END)  # this host carries nothing out, as if it had died over it
        async with host(database_url) as lobby:
            preparing = watched(lobby)
            await preparing.sweep(await preparing.plans.tables())
            await until(lambda: not preparing.looking)
            assert (await lobby.find(keeper.id)).table.position.actors() == (1 - waits,)
            assert await preparing.plans.tables() == []

    asyncio.run(work())


def test_a_plan_that_is_withdrawn_at_the_last_moment_is_not_made(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            keeper, waits = await may_end(lobby)
            plan = await prepared(keeper, waits)
            await play(keeper, END)
            await Prepared(lobby.store).keep(keeper.id, person_at(keeper, waits), Plan(waits, "nothing"))
            with suppress(Conflict):
                await keeper.make_prepared(plan)
            assert keeper.table.position.actors() == (waits,)
            assert await keys(lobby, keeper) == []

    asyncio.run(work())


def test_whoever_comes_later_is_told_why_a_plan_was_dropped_until_they_move(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            preparing = watched(lobby)
            keeper, waits = await may_end(lobby)
            plan = await prepared(keeper, waits)
            changed = Plan(waits, "other", (plan.steps[0].__class__(plan.steps[0].move, "another sum", (), ""),))
            await preparing.plans.keep(keeper.id, person_at(keeper, waits), changed)
            await play(keeper, END)
            kept = await preparing.own(keeper, person_at(keeper, waits))
            assert kept == Plan(waits, "other", (), "changed")
            while waits in keeper.table.position.actors():
                await play(keeper, keeper.table.position.legal_moves()[-1])
            assert await preparing.own(keeper, person_at(keeper, waits)) is None

    asyncio.run(work())


def test_a_plan_ends_with_the_hand_over_of_its_seat(database_url: str) -> None:
    async def work() -> None:
        async with host(database_url) as lobby:
            preparing = watched(lobby)
            keeper, waits = await may_end(lobby)
            await prepared(keeper, waits)
            await keeper.hand_over(person_at(keeper, waits), waits, "random")
            assert await preparing.own(keeper, person_at(keeper, waits)) is None

    asyncio.run(work())
