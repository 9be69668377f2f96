"""Players from a text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from smalti.bots import BotFailed, UnknownBot
from smalti.bots.defaults import strength_of
from smalti.bots.players import find_player
from smalti.games import GAMES
from smalti.games.mosaix.thinking import EVALUATION
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position

NETWORK = Path(__file__).parents[2] / "examples" / "agents" / "mosaix_1_network.npz"
MOSAIX, MAHARANI = GAMES["mosaix"], GAMES["maharani"]


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
        ("master:ahead=2", "simulations, ms, cores, blur, beyond, exact, faith, denial, weights, not 'ahead=2'"),
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


def rolled() -> Position:
    """Alone, four dice on the table."""
    position = Position.new(MOSAIX, 1, compiled=True)
    while position.needs_chance:
        position = position.after(CHANCE, position.sample(1))
    return position


def test_a_player_judges_by_the_weights_it_is_told() -> None:
    """`legend-1` looks as Legend did, with what was shipped first, and the same can be said of any file."""
    position = rolled()
    first = f"weights={EVALUATION.first}"
    told, former, now = (
        find_player(spec).think(position, 0, 1).expected
        for spec in (f"legend:simulations=1:beyond=1000:{first}", "legend-1:simulations=1", "legend:simulations=1")
    )

    assert told == former != now
    plain, other = (f"search:simulations=1{more}" for more in ("", f":{first}"))
    assert find_player(plain).think(position, 0, 1).expected != find_player(other).think(position, 0, 1).expected


def test_in_a_game_without_other_weights_legend_of_old_is_legend() -> None:
    bare = replace(MAHARANI, thinking=None)

    assert strength_of("legend-1", bare, 2) == strength_of("legend", bare, 2)
    assert strength_of("legend-1", MAHARANI, 2) != strength_of("legend", MAHARANI, 2)


def test_a_file_without_weights_is_said(tmp_path: Path) -> None:
    position = rolled()

    with pytest.raises(BotFailed, match=r"nothing\.npz is no file of weights: it cannot be read"):
        find_player(f"master:weights={tmp_path}/nothing.npz").think(position, 0, 1)


def test_a_network_is_no_file_of_weights_and_it_is_said_where_one_plays() -> None:
    said = "it is a network, by which no level plays; .*py:examples.agents.network:choose"

    with pytest.raises(BotFailed, match=said):
        find_player(f"master:weights={NETWORK}").think(rolled(), 0, 1)
