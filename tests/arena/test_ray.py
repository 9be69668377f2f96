"""The same games on a Ray cluster: a local one with two workers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from smalti.arena import Series
from smalti.arena.cluster import run_on_ray
from smalti.arena.pool import run_here
from smalti.kernel.errors import SmaltiError
from tests.waiting import until

SERIES = Series("pebbles", 2, ("greedy", "random"), seed=9)
"""A game from elsewhere, which the workers have to be told of."""


def children() -> set[str]:
    """The processes that this one started and that have not ended."""
    return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())


@pytest.mark.long
@pytest.mark.usefixtures("pebbles")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
def test_a_local_cluster_plays_the_same_games_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # no token is written into anybody's home
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    before = children()
    results = list(run_on_ray("local", 2)(SERIES, range(8)))

    assert sorted(r.outcome for r in results) == [r.outcome for r in run_here(SERIES, range(8))]
    until(lambda: children() <= before, "they end one after the other")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SmaltiError, match=r"needs the extra `ray`: pip install 'smalti\[ray\]'"):
        next(run_on_ray("local")(SERIES, [0]))
