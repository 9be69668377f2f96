"""Positions set up by hand: what games come to passes the checks; each click leads to a position or is refused."""

from __future__ import annotations

from random import Random

import pytest

from smalti.bots.random import RANDOM
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.errors import InvalidNotation, SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.placing import checked, put_by_hand, tools_of
from smalti.kernel.position import Position

CLICKS, EVERY = 40, 5
games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def goes_on(position: Position, random: Random) -> Position:
    """Some way to go on."""
    if position.needs_chance:
        return position.after(CHANCE, position.sample(random.getrandbits(62)))
    seat = random.choice(position.actors())
    return position.after(seat, random.choice(position.legal_moves(seat)))


@games
def test_whatever_a_game_comes_to_can_be_set_up(game: Game) -> None:
    for seats in game.facts.seat_counts:
        match = Simulation(game, (RANDOM,) * seats, 17, compiled=True).play(0)
        for event in list(match.log)[::EVERY]:
            assert checked(event.before) is event.before


@games
def test_every_click_leads_to_a_position_that_can_be_played_or_is_refused_in_both_languages(game: Game) -> None:
    random, laid = Random(5), 0
    refused: list[SmaltiError] = []
    for seats in game.facts.seat_counts:
        position = list(Simulation(game, (RANDOM,) * seats, 5, compiled=True).play(0).log)[25].before
        for _ in range(CLICKS):
            tool, one = random.choice([(n, one) for n, one in enumerate(tools_of(position)) if one.places])
            place = random.choice(one.places)
            try:
                after = put_by_hand(position, tool, place)
            except SmaltiError as error:
                refused.append(error)
                continue
            laid += after != position
            position = after
        assert str(Position.of(game, game.text.parse_position(str(position)))) == str(position)
        for _ in range(4):
            if not position.is_over:
                position = goes_on(position, random)
    assert laid > CLICKS
    assert refused
    assert [error.say("en") for error in refused if error.say("fr") == error.say("en")] == []


@games
def test_tools_are_drawn_by_looks_and_places_of_the_stage(game: Game) -> None:
    for seats in game.facts.seat_counts:
        position = Position.new(game, seats)
        stage = game.tables.stage(position.state)
        for tool in tools_of(position):
            assert tool.words or tool.look in stage.looks
            assert set(tool.places) <= set(stage.places)
            if tool.look >= 0:
                assert (tool.at if tool.at >= 0 else tool.places[0]) in stage.places


def test_what_no_tool_knows_is_refused() -> None:
    position = Position.new(GAMES["mosaix"], 2)
    for tool, place in ((0, 10_000), (99, 0), (-1, 0)):
        with pytest.raises(InvalidNotation):
            put_by_hand(position, tool, place)
