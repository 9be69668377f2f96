"""How long talk is kept, and what comes along when a guest turns out to be somebody."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.accounts import Accounts
from smalti.server.store.schema import people
from smalti.server.store.stewards import By, Place, Stewards
from smalti.server.store.talking import EVERYWHERE, Silenced, Talking
from tests.server.hosts import ANN, BEN, host, two_at_a_table

LINE = {"name": "Ann", "seat": 0, "sign": None, "text": "hello"}


def in_days(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=days))


def with_talk(url: str, work: Any) -> None:
    async def run() -> None:
        async with host(url) as lobby:
            keeper = await two_at_a_table(lobby)
            talking = Talking(lobby.store)
            await talking.say(keeper.id, ANN, "one", LINE, 20)
            await work(lobby, talking, keeper.id)

    asyncio.run(run())


def test_talk_goes_when_nothing_was_said_or_played_for_long(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(_: Lobby, talking: Talking, table_id: str) -> None:
        await talking.mute(BEN, ANN, table_id)
        await talking.mute(BEN, ANN, EVERYWHERE)
        in_days(monkeypatch, 89)
        await talking.prune(90)
        assert len((await talking.lines(table_id, 9))[0]) == 1
        in_days(monkeypatch, 2)
        await talking.prune(90)
        assert await talking.lines(table_id, 9) == ([], False)
        assert await talking.muted_by(BEN, table_id) == {ANN: {"name": "Ann", "ever": True}}

    with_talk(database_url, work)


def test_where_only_accounts_talk_a_guest_reads(database_url: str) -> None:
    async def work(lobby: Lobby, _: Talking, table_id: str) -> None:
        talking = Talking(lobby.store, accounts_only=True)
        with pytest.raises(Silenced, match="with an account"):
            await talking.say(table_id, ANN, "two", LINE, 20)
        assert len((await talking.lines(table_id, 9))[0]) == 1
        async with lobby.store.writing() as connection:
            await connection.execute(update(people).where(people.c.id == ANN).values(kept=True))
        await talking.say(table_id, ANN, "two", LINE, 20)
        assert await talking.silence_of(ANN) is None

    with_talk(database_url, work)


def test_what_is_reported_stays_until_it_was_looked_at(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby, talking: Talking, table_id: str) -> None:
        stewards = Stewards(lobby.store)
        assert [await talking.report(table_id, 0, BEN, "spam", "") for _ in range(2)] == [True, False]
        await stewards.silence(By(), ANN, 7)
        in_days(monkeypatch, 91)
        await talking.prune(90)
        assert [one["line"]["text"] for one in await stewards.reports()] == ["hello"]
        assert await stewards.silenced() == []
        await stewards.close(By(), Place(table_id, 0))
        await talking.prune(90)
        assert await stewards.reports(closed=True) == []
        assert [one["deed"] for one in await stewards.log()] == ["close", "mute"]
        in_days(monkeypatch, 366)
        await talking.prune(90)
        assert await stewards.log() == []

    with_talk(database_url, work)


def test_a_guest_who_signs_in_stays_muted(database_url: str) -> None:
    async def work(lobby: Lobby, talking: Talking, table_id: str) -> None:
        await lobby.store.save_person("cat", "Cat")
        await talking.mute(BEN, ANN, EVERYWHERE)
        await talking.mute(BEN, "cat", EVERYWHERE)
        await talking.mute(BEN, ANN, table_id)
        await Stewards(lobby.store).silence(By(), ANN, None)
        await Accounts(lobby.store).bring(ANN, "cat")
        assert list(await talking.muted_by(BEN, table_id)) == ["cat"]
        assert await talking.silence_of("cat")
        assert [one["person_id"] for one in (await talking.lines(table_id, 9))[0]] == ["cat"]

    with_talk(database_url, work)
