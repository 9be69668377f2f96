"""What comes of a table: what-ifs keep to what it forbids, and nobody sits under the name of somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from smalti.kernel.errors import SmaltiError
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, branch, chair_row, play_again, set_up
from tests.server.hosts import ANN, BEN, host, move, seat_to_move, two_at_a_table
from tests.server.sqlite import new_file

EVE = Person("eve", "Eve")
ALL_MINE = (Wish("me"), Wish("local"))


def with_host(tmp_path: Path, work: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        async with host(new_file(tmp_path / "smalti.sqlite")) as lobby:
            for person in (ANN, BEN, EVE.id):
                await lobby.store.save_person(person, person.title())
            await work(lobby)

    asyncio.run(run())


async def play_to_the_end(keeper: Keeper) -> None:
    n = 0
    while not keeper.table.position.is_over:
        await move(keeper, seat_to_move(keeper), f"m{n}", -1)
        n += 1


async def without_hints(lobby: Lobby) -> Keeper:
    order = Order("mosaix", ALL_MINE, {}, {"undo": False, "hints": False})
    keeper, _ = await set_up(lobby, order, Person(ANN, "Ann"))
    await keeper.add(ANN, "fromann")
    return keeper


def test_a_what_if_keeps_to_what_its_table_forbids_while_that_runs(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        ann, keeper = Person(ANN, "Ann"), await without_hints(lobby)
        forbidden = {"undo": False, "hints": False}
        what_if = await branch(lobby, keeper.table, 1, ALL_MINE, ann)
        assert what_if.table.aids == forbidden
        await play_to_the_end(what_if)
        of_it = await branch(lobby, what_if.table, 1, ALL_MINE, ann)
        assert of_it.table.aids == forbidden, "the game that both come from still runs"
        for table in (keeper.table, what_if.table):
            with pytest.raises(SmaltiError, match="played by bots"):
                await branch(lobby, table, 1, (Wish("me"), Wish("bot", bot="legend")), ann)
        with pytest.raises(SmaltiError, match="branches off"):
            await of_it.hand_over(ANN, 0, "legend")

        await play_to_the_end(keeper)
        after = await branch(lobby, keeper.table, 1, (Wish("me"), Wish("bot", bot="legend")), ann)
        assert after.table.aids == {"undo": True, "hints": True}

    with_host(tmp_path, work)


@pytest.mark.parametrize("same_deal", [True, False])
def test_a_stranger_who_plays_again_sits_under_an_own_name(tmp_path: Path, same_deal: bool) -> None:
    async def work(lobby: Lobby) -> None:
        keeper = await two_at_a_table(lobby)
        await play_to_the_end(keeper)
        made, _ = await play_again(lobby, keeper, EVE, same_deal=same_deal)
        assert made.table.names == ("Eve", "Player 2")
        own, _ = await play_again(lobby, keeper, Person(BEN, "Benedict"), same_deal=same_deal)
        assert own.table.names[1] == "Benedict"
        if same_deal:
            assert own.table.names[0] == "Player 1", "a name is not lent to whoever plays both seats"
        else:
            assert own.table.chairs[0].invited, "whoever is named there sits down by itself"

    with_host(tmp_path, work)


@pytest.mark.parametrize("name", ["\u200b", " \t\n ", "\u202e\u2066", "\x00\x07", "\u3164", "\u2800", "\ufe0f\u034f"])
@pytest.mark.parametrize("kind", ["local", "me", "bot"])
def test_a_name_that_cannot_be_seen_is_no_name(kind: str, name: str) -> None:
    person = Person(ANN, name) if kind == "me" else Person(ANN, "Ann")
    with pytest.raises(SmaltiError, match="at least one letter"):
        chair_row(0, Wish(kind, name), person, None)
