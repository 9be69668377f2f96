"""Bots with a character: they say what they do, and it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from smalti.bots import BOTS, Bot
from smalti.bots.characters import CHARACTERS, MIDDLE, build, first_looks, level_for, spoil
from smalti.bots.levels import LEVELS
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.position import Position


def begun(game: str, seats: int) -> Position:
    """A position where somebody is to choose."""
    return Match.new(find_game(game), seats, {}, Chance.from_seed(3, "characters"), compiled=True).position


def test_they_are_among_the_bots_and_say_what_they_do() -> None:
    assert [bot.name for bot in CHARACTERS] == ["partner", "builder", "spoiler", "gambler"]
    assert all(BOTS[bot.name] is bot and bot.words and bot.title for bot in CHARACTERS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", CHARACTERS, ids=lambda bot: bot.name)
def test_they_play_every_game(game: str, bot: Bot) -> None:
    position = begun(game, 2)
    seat = position.actors()[0]
    thought = bot.think(position, seat, generator=5)

    assert thought.move in position.legal_moves(seat)
    assert thought == bot.think(position, seat, generator=5)


def test_a_partner_is_milder_in_front_and_better_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    position = begun("maharani", 2)
    seat = position.actors()[0]
    looks, chosen = first_looks(position, seat, 1.0), []
    for lead in (60.0, 4.0, 0.0, -4.0, -60.0):
        led = [replace(one, worth=lead) for one in looks]
        monkeypatch.setattr("smalti.bots.characters.first_looks", lambda *_arguments, found=led: found)
        chosen.append(LEVELS.index(level_for(position, seat)))

    assert chosen == sorted(chosen)
    assert (chosen[0], chosen[2], chosen[-1]) == (0, LEVELS.index(MIDDLE), len(LEVELS) - 1)


def test_alone_a_partner_plays_at_the_middle_level() -> None:
    assert level_for(begun("mosaix", 1), 0) == MIDDLE


def test_a_builder_counts_its_own_points_and_a_spoiler_those_of_others_too() -> None:
    position = begun("maharani", 2)
    seat = position.actors()[0]

    assert all(one.worth == one.expected[seat] for one in build(position, seat, 0))
    assert any(one.worth < one.expected[seat] - one.expected[1 - seat] for one in spoil(position, seat, 0))
