"""Whoever looks on while a bot thinks sees how it stands, changes nothing, and can say that it is enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import smalti
from smalti.bots import Budget, find_bot
from smalti.bots.bot import Thought
from smalti.bots.watching import watched
from tests.settings import one_quick

THINKERS = [("mosaix", "legend"), ("maharani", "search"), ("majolica", "search")]


@pytest.fixture(autouse=True)
def _told_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tree_search", "lookahead"):
        monkeypatch.setattr(f"smalti.bots.{module}.TELL_S", 0.0)


def thought(game: str, bot: str, budget: Budget, watch: Callable[[Thought], bool] | None = None) -> Thought:
    position = smalti.new(game, seed=3)
    with watched(watch or (lambda _: False)):
        return find_bot(bot).think(position, position.actors()[0], 7, budget)


@pytest.mark.parametrize(("game", "bot"), THINKERS)
@pytest.mark.parametrize("cores", one_quick(2, (1, 2)))
def test_a_thought_that_is_watched_is_the_same(game: str, bot: str, cores: int) -> None:
    position, budget = smalti.new(game, seed=3), Budget(simulations=24, cores=cores)
    alone = find_bot(bot).think(position, position.actors()[0], 7, budget)
    told: list[Thought] = []

    def note(so_far: Thought) -> bool:
        told.append(so_far)
        return False

    assert thought(game, bot, budget, note) == alone
    assert len(told) > 3
    assert [one.simulations for one in told] == sorted(one.simulations for one in told)
    assert all(one.move in position.legal_moves() for one in told)


@pytest.mark.parametrize(("game", "bot"), THINKERS)
def test_enough_is_enough(game: str, bot: str) -> None:
    found = thought(game, bot, Budget(simulations=1_000_000), lambda so_far: so_far.simulations >= 3)

    assert 3 <= found.simulations < 1000


def test_time_ends_a_watched_thought_too() -> None:
    assert thought("maharani", "search", Budget(milliseconds=1)).simulations >= 1
