"""Bots and the games they play."""

from __future__ import annotations

import pytest

from smalti.bots import BOTS, find_bot
from smalti.bots.bot import Bot, UnknownBot
from smalti.bots.players import find_player
from smalti.bots.simulation import LONGEST, Simulation, find_simulation, seat_bots
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import verify
from smalti.kernel.schema import MOST_ENTRIES

RANDOM = BOTS["random"]

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match="no bot 'deep'; there are: random"):
        find_bot("deep")


def test_the_random_bot_reaches_every_legal_move() -> None:
    chance = Chance.from_seed(1, "test")
    position = Match.new(GAMES["mosaix"], 1, {}, chance).position
    chosen = {RANDOM.move(position, 0, chance.bot_generator(n, 0)) for n in range(1000)}

    assert chosen == set(position.legal_moves())


@each_game
def test_a_simulated_game_is_over_and_verifies(game: Game) -> None:
    record = Simulation(game, (RANDOM,) * game.facts.seat_counts[0], 5).record(2)

    assert verify(record, GAMES.__getitem__).position.is_over
    assert record["seats"][0]["bot"] == "random"


@each_game
def test_a_game_follows_from_its_index_alone(game: Game) -> None:
    series = Simulation(game, (RANDOM,) * game.facts.seat_counts[0], 5)
    later = series.record(1)

    assert series.record(0) != later
    assert series.record(1) == later


@each_game
def test_compiled_rules_give_the_same_games(game: Game) -> None:
    bots = (RANDOM,) * game.facts.seat_counts[-1]

    assert Simulation(game, bots, 5, compiled=True).record(0) == Simulation(game, bots, 5).record(0)


def test_a_bot_sees_only_what_its_seat_may_see() -> None:
    """Mosaix 4.2: the choices of the others are hidden until all are in."""
    seen: list[str] = []

    def spy(position: Position, seat: int, generator: int) -> int:
        seen.append(str(position))
        return RANDOM.choose(position, seat, generator)

    Simulation(GAMES["mosaix"], (Bot("spy", "", spy),) * 2, 1).play(0)

    entering = [text.split()[1].rsplit(":", 1)[1] for text in seen if "enter:" in text]
    assert set(entering) == {"-,-", "?,-"}


def test_bots_that_would_never_end_a_game_choose_at_random_in_the_end() -> None:
    """Two greedy bots discard for ever in Majolica; `smalti verify` takes what is written of them."""
    options = {"expansions": ["bloom", "missions"]}
    record = Simulation(GAMES["majolica"], (BOTS["greedy"],) * 2, 0, options, compiled=True).record(0)

    assert verify(record, GAMES.__getitem__, compiled=True).position.is_over
    assert LONGEST < len(record["log"]) < MOST_ENTRIES


@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_longer_than_a_record_is_refused(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    series = Simulation(GAMES["mosaix"], (RANDOM,), 5, compiled=compiled)
    whole = series.line(0)
    entries = whole.count('"by":')
    for most in (entries, entries - 1):
        for module in ("bots.simulation", "kernel.ledger"):
            monkeypatch.setattr(f"smalti.{module}.MOST_ENTRIES", most)
        if most == entries:
            assert series.line(0) == whole
        else:
            with pytest.raises(SmaltiError, match="a game of Mosaix does not end"):
                series.line(0)


@pytest.mark.parametrize("bot", ["random", "greedy", "search:simulations=4"])
def test_a_series_goes_to_another_process_whoever_plays(bot: str) -> None:
    series = Simulation(GAMES["mosaix"], (find_player(bot),), 3, compiled=True)
    there = find_simulation(series.order)

    assert there.game is series.game
    assert there.is_random == series.is_random
    assert there.line(1) == series.line(1)


def test_one_bot_is_for_all_seats() -> None:
    assert seat_bots([RANDOM], 3) == (RANDOM,) * 3


def test_two_bots_for_three_seats_are_refused() -> None:
    with pytest.raises(SmaltiError, match="there are 2 bots for 3 seats"):
        seat_bots([RANDOM, RANDOM], 3)
