"""The rows of a game as values, interpreted or compiled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from examples.pebbles.game import PEBBLES
from examples.pebbles.rows import kinds, places
from smalti.kernel.game import CHANCE
from smalti.kernel.reader import Reader, reader
from smalti.kernel.rows import Happening, Path, Piece
from smalti.kernel.state import State, state_bytes

STONE_B1 = places.CELL + 1


def position(text: str) -> State:
    return PEBBLES.text.parse_position(text)


EARLY = position("w.kk/..g./..../.... gw 0:2")


@pytest.fixture(scope="module", params=["interpreted", "compiled"])
def reading(request: pytest.FixtureRequest) -> Reader:
    made = Reader(PEBBLES)
    if request.param == "compiled":
        made.compile()
        made.compile()  # once more does no harm
    return made


def test_what_lies_where(reading: Reader) -> None:
    found = reading.pieces(EARLY, CHANCE)

    assert Piece(places.LAID, places.CELL, places.STONE) in found
    assert Piece(places.SCORE, places.POINTS, places.COUNTED, 0, 1) in found


def test_paths_and_questions_of_who_is_to_choose(reading: Reader) -> None:
    assert Path(1, places.STAND, STONE_B1) in reading.paths(EARLY, 0)
    assert [one.kind for one in reading.asks(EARLY, 0) if one.step == 1] == [kinds.PUT]
    assert not reading.paths(EARLY, 1)
    assert not reading.asks(EARLY, 1)
    assert not reading.offers(EARLY, 0)


def test_what_happens_leaves_the_position_as_it_is(reading: Reader) -> None:
    before = state_bytes(EARLY)

    assert reading.happens(EARLY, 0, 0, 1)[0] == Happening(kinds.LAYS, 0, amount=0, clause=302)
    assert state_bytes(EARLY) == before


def test_refusals_are_one_row_or_none(reading: Reader) -> None:
    assert reading.refuses(EARLY, 0, (places.STAND, STONE_B1)) is None
    assert reading.refuses_move(EARLY, 0, 1) is None
    taken = Happening(kinds.NOT_FREE, target=places.CELL, clause=302)
    assert reading.refuses(EARLY, 0, (places.STAND, places.CELL)) == taken
    assert reading.refuses_move(EARLY, 0, 0) == taken


def test_a_path_of_clicks_may_be_too_long(reading: Reader) -> None:
    assert reading.refuses(EARLY, 0, (places.STAND, STONE_B1, 1, 2, 3)) is None
    assert reading.refuses(EARLY, 0, ()) is None


def test_the_lines_of_a_score(reading: Reader) -> None:
    assert [row.amount for row in reading.earns(EARLY, 0) if row.kind == kinds.ROW_PAIRS] == [1]


def test_threads_do_not_write_over_each_other(reading: Reader) -> None:
    late = position("wwkk/wwg./..../.... gk 1:2")
    expected = reading.pieces(EARLY, CHANCE), reading.pieces(late, CHANCE)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: reading.pieces((EARLY, late)[n % 2], CHANCE), range(400)))

    assert all(rows == expected[n % 2] for n, rows in enumerate(found))


def test_a_game_has_one_reader() -> None:
    assert reader(PEBBLES) is reader(PEBBLES)
