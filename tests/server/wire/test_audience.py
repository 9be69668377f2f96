"""A thousand who look at one table cost what one does, and who comes and goes is told seldom."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from smalti.server.keeping.keeper import Keeper
from smalti.server.operation import clock
from smalti.server.wire.audience import Audience, Sent
from tests.server.hosts import ANN, BEN, host, move, seat_to_move, two_at_a_table, until
from tests.server.sqlite import new_file


@dataclass(eq=False)
class Looker:
    """Reads the table when it is told to, as a connection does, and counts what it is told."""

    audience: Audience
    person_id: str | None = None
    sent: Sent | None = None
    tables: int = 0
    people: int = 0

    def wake(self, *, table: bool = False, people: bool = False, **_more: int) -> None:
        if table:
            _, self.sent = self.audience.table_text(self.person_id, "en", self.sent)
        self.tables += table
        self.people += people

    def tell(self) -> None:
        pass

    def look_after(self, now: float, limit_s: float) -> None:
        pass

    def send_away(self) -> None:
        pass


def looks(audience: Audience, person_id: str | None = None) -> Looker:
    looker = Looker(audience, person_id)
    audience.join(looker)
    looker.wake(table=True)
    return looker


def at_a_table(tmp_path: Path, work: Callable[[Keeper, Audience], Awaitable[None]]) -> None:
    async def run() -> None:
        async with host(new_file(tmp_path / "smalti.sqlite")) as lobby:
            keeper = await two_at_a_table(lobby)
            await work(keeper, Audience(keeper))

    asyncio.run(run())


def test_a_message_is_made_once_for_all_who_see_the_same(tmp_path: Path) -> None:
    async def work(keeper: Keeper, audience: Audience) -> None:
        players = [looks(audience, person) for person in (ANN, BEN, ANN, BEN)]
        crowd = [looks(audience) for _ in range(1000)]
        before = audience.written
        for n in range(5):
            await move(keeper, seat_to_move(keeper), f"m{n}")
        assert audience.written - before == 5 * 3, "for Ann, for Ben, and for everybody else"
        assert {one.tables for one in crowd} == {6}
        assert {one.tables for one in players} == {6}

    at_a_table(tmp_path, work)


def test_who_has_seen_what_is_remembered_of_so_many_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With notices switched off nobody asks for it, and it grew with every person at every table."""
    monkeypatch.setattr("smalti.server.wire.audience.MOST_GLANCES", 3)

    async def work(keeper: Keeper, audience: Audience) -> None:
        audience.glances |= {("somebody", f"table {n}"): clock.now() for n in range(3)}
        for person in (ANN, BEN):
            audience.saw(person, keeper.table.number)
        assert list(audience.glances) == [("somebody", "table 2"), (ANN, keeper.id), (BEN, keeper.id)]

    at_a_table(tmp_path, work)


def test_what_somebody_with_a_seat_was_told_is_let_go(tmp_path: Path) -> None:
    async def work(keeper: Keeper, audience: Audience) -> None:
        for person in (ANN, BEN, None):
            looks(audience, person)
        await move(keeper, seat_to_move(keeper), "m")
        looks(audience)
        await until(lambda: [(since, whose) for since, _, whose in audience.texts] == [(None, None)])

    at_a_table(tmp_path, work)


def test_coming_and_going_is_told_once_in_a_while_and_makes_no_message_anew(tmp_path: Path) -> None:
    async def work(keeper: Keeper, audience: Audience) -> None:
        looks(audience, ANN)
        watching = looks(audience)
        looks(audience)
        await until(lambda: audience.gathering is None)
        told, written = watching.people, audience.written
        for _ in range(200):  # some who flap: each reads the whole table and is gone again
            audience.leave(looks(audience))
        await until(lambda: audience.gathering is None)
        assert watching.people - told <= 1, "the first who came, and then nothing is otherwise than it was"
        assert audience.written - written <= 2
        assert watching.tables == 1

        ben = looks(audience, BEN)
        await until(lambda: audience.gathering is None)
        assert '"here":[0,1]' in audience.people_text()
        audience.leave(ben)
        await until(lambda: audience.gathering is None)
        assert '"here":[0]' in audience.people_text()
        assert keeper.table.number == audience.table.number

    at_a_table(tmp_path, work)
