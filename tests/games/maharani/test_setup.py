"""Set-up: section 2 of the rules."""

from __future__ import annotations

import pytest

from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.state import ALL_MARKERS, left_in_bag, supply
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from tests.games.maharani.table import draw, fill


@pytest.mark.parametrize(("seats", "sides"), [(2, "SN"), (3, "SWN"), (4, "SWNE")])
def test_sides(seats: int, sides: str) -> None:
    """Maharani 2.1: two players face each other, three take south, west and north."""
    state = MAHARANI.course.setup(seats, {})

    assert "".join(MAHARANI.course.written_seat(state, seat)["side"] for seat in range(seats)) == sides


@pytest.mark.parametrize(
    ("seats", "workers", "colours"),
    [(2, 7, [["red", "green"], ["blue", "yellow"]]), (3, 10, [["red"], ["green"], ["blue"]])],
)
def test_workers(seats: int, workers: int, colours: list[list[str]]) -> None:
    """Maharani 2.2: 8 workers each with four players, 10 with three, two colours of 7 with two."""
    state = MAHARANI.course.setup(seats, {})

    assert [MAHARANI.course.written_seat(state, seat)["workers"] for seat in range(seats)] == colours
    assert supply(state, 0) == workers
    assert supply(MAHARANI.course.setup(4, {}), 3) == 8


def test_markers_are_face_up_and_there_is_no_gold() -> None:
    """Maharani 2.3: all action markers face up, 0 gold."""
    start = Position.new(MAHARANI, 3)

    assert [int(start.state.markers[seat]) for seat in range(3)] == [ALL_MARKERS] * 3
    assert start.scores() == (0, 0, 0)


def test_four_tiles_are_drawn_onto_the_slots_in_order() -> None:
    """Maharani 2.4: all tiles go into the bag, then four onto slots 1 to 4."""
    start = Position.new(MAHARANI, 4).after(CHANCE, 2)
    assert left_in_bag(start.state) == 60

    filled = draw(start, "b90", "o|", "r*", "t-")

    assert str(filled).split()[2:4] == ["b90,o|,r*,t-", "turn:2"]
    assert left_in_bag(filled.state) == 56


def test_the_start_player_is_drawn_and_turns_go_clockwise() -> None:
    """Maharani 2.5: every seat may begin; then the next one clockwise."""
    start = Position.new(MAHARANI, 3)
    assert sorted(start.outcomes()) == [0, 1, 2]

    first = fill(start.after(CHANCE, 2))
    assert first.actors() == (2,)
    placed = first.play(first.legal_moves()[0])

    assert fill(placed.play("end")).actors() == (0,)


def test_a_tile_is_drawn_as_often_as_the_bag_holds_it() -> None:
    """Maharani 2.4: every tile in the bag is equally likely."""
    chances = Position.new(MAHARANI, 2).after(CHANCE, 0).outcomes()

    assert len(chances) == 42
    assert {fraction.denominator for fraction in chances.values()} == {60, 30}
