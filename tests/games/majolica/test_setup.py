"""The box and the set-up."""

from __future__ import annotations

import pytest

from smalti.games.majolica.components import CAPACITY, CARD_SIZE, EDITIONS, NEXT, TARGET
from smalti.games.majolica.editions import HALL
from smalti.games.majolica.game import MAJOLICA
from smalti.kernel.chance import Chance
from smalti.kernel.errors import UnknownGame
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from tests.games.majolica.table import FULL, legal, position


def new(seats: int, *expansions: str) -> Match:
    return Match.new(MAJOLICA, seats, {"expansions": list(expansions)}, Chance.from_seed(1, "setup"))


def test_a_grid_shows_four_tiles_of_each_colour() -> None:
    """Majolica 1.1 and 2.3: sixteen large tiles, four of each colour, in four rows and columns."""
    entry = next(event.entry for event in new(3).log if event.entry["do"] == "grid")
    tiles = [tile for row in entry["tiles"] for tile in row]

    assert [len(row) for row in entry["tiles"]] == [4, 4, 4, 4]
    assert all(tiles.count(colour) == 4 for colour in "RGBY")


def test_workshops_hold_six_six_four_four_and_send_on_in_a_circle() -> None:
    """Majolica 1.2: capacities, and carts from each to the next."""
    assert CAPACITY[0].tolist() == [6, 6, 4, 4]
    assert NEXT[0].tolist() == [1, 2, 3, 0]


def test_three_workshops_have_a_slot_and_the_last_the_city_hall() -> None:
    """Majolica 1.3: no slot above workshop 4."""
    assert TARGET[0].tolist() == [0, 1, 2, HALL]


def test_cards_have_three_to_six_spaces_and_some_a_bonus() -> None:
    """Majolica 1.4: spaces, points and bonus symbols."""
    cards = EDITIONS[0].cards

    assert {int(size) for size in CARD_SIZE[0, : len(cards)]} == {3, 4, 5, 6}
    assert {card.bonus for card in cards} == {False, True}


@pytest.mark.parametrize(("seats", "filling"), [(1, (3, 3)), (2, (3, 3)), (3, (3, 4)), (4, (5, 5))])
def test_the_city_hall_is_filled_by_the_number_of_players(seats: int, filling: tuple[int, int]) -> None:
    """Majolica 2.1: purple tiles and ones."""
    state = Position.new(MAJOLICA, seats).state

    assert (int(state.hall_purples), int(state.hall_ones)) == filling


def test_six_cards_are_on_display() -> None:
    """Majolica 2.2: the display."""
    assert int(new(2).position.state.display).bit_count() == 6


def test_everyone_installs_a_start_card_in_a_slot_of_choice() -> None:
    """Majolica 2.4: dealt at random, each another one, and installed before the first turn."""
    match = new(4)
    dealt = [event.entry["card"] for event in match.log if event.entry["do"] == "deal"]

    assert len(set(dealt)) == 4
    assert all(card.startswith("S") for card in dealt)
    assert [text.split()[2] for text in legal(match.position)] == ["1", "2", "3"]


def test_the_first_player_is_drawn_and_starts() -> None:
    """Majolica 2.5: by lot."""
    match = new(3)
    start = match.log[0].entry["seat"]
    while len(match.log) < 20 and match.position.state.phase != 8:
        match.play(match.position.actors()[0], match.position.legal_moves()[0])

    assert match.log[0].entry["do"] == "start"
    assert match.position.actors() == (start,)


def test_options_are_checked() -> None:
    """Solo follows from the seats; expansions are a list, or written with a plus."""
    with pytest.raises(UnknownGame, match="solo"):
        Position.new(MAJOLICA, 2, {"solo": True})
    with pytest.raises(UnknownGame, match="expansions"):
        Position.new(MAJOLICA, 2, {"expansions": "bloom+gloom"})
    listed = Position.new(MAJOLICA, 2, {"expansions": ["bloom", "missions"]})
    assert Position.new(MAJOLICA, 2, {"expansions": "bloom+missions"}).state == listed.state


def test_the_second_installs_after_the_first() -> None:
    """A start card that was not dealt to the seat is refused."""
    here = position(
        f"-/-/-/-;-,-,-;dealt:S1|-/-/-/-;-,-,-;dealt:S2 start-card:0 grid={FULL} display=D01,D02,D03,D04,D05,D06"
    )

    assert here.why_not(MAJOLICA.text.parse_move(here.state, 0, "install S1 1")) is None
    assert here.play("install S1 1").actors() == (1,)
