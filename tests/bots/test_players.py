"""Players from a text."""

from __future__ import annotations

import pytest

from smalti.bots import UnknownBot
from smalti.bots.players import find_player
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match


def opening() -> Match:
    return Match.new(GAMES["mosaix"], 2, {}, Chance.from_seed(1, "players"))


@pytest.mark.parametrize(
    ("spec", "simulations"),
    [("search:simulations=7", 7), ("legend:simulations=9", 9), ("search:simulations=5:ahead=2:explore=0.5", 5)],
)
def test_a_budget_is_heeded(spec: str, simulations: int) -> None:
    position = opening().position
    thought = find_player(spec).think(position, position.actors()[0], 1)

    assert thought.simulations == simulations


def test_a_player_is_called_as_it_was_specified() -> None:
    assert find_player("search:simulations=7").name == "search:simulations=7"
    assert find_player("greedy").name == "greedy"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody", "there is no bot 'nobody'"),
        ("random:ms=3", "the bot random has no settings, not 'ms=3'"),
        ("master:ahead=2", "the bot master can be told simulations, ms, cores, blur, beyond, not 'ahead=2'"),
        ("search:ms", "the setting ms of search is '', expected a whole number from 1"),
        ("search:ms=0", "the setting ms of search is '0'"),
        ("search:ms=soon", "the setting ms of search is 'soon'"),
        ("search:explore=nan", "the setting explore of search is 'nan', expected a number from 0"),
        ("search:ms=1:ms=2", "told ms twice"),
        ("search:cores=2", "a budget is a number of simulations or of milliseconds"),
    ],
)
def test_what_is_no_player_is_refused(spec: str, words: str) -> None:
    with pytest.raises(Exception, match=words) as refusal:
        find_player(spec)

    assert isinstance(refusal.value, UnknownBot) or "budget" in words
