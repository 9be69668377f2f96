"""What is seen, clicked, told, asked and refused in Pebbles."""

from __future__ import annotations

import pytest

from examples.pebbles.components import CELL_NAMES
from examples.pebbles.rows import kinds, places
from smalti.kernel import seeing
from smalti.kernel.game import CHANCE
from smalti.kernel.reader import Reader
from smalti.kernel.rows import Happening, Piece
from smalti.kernel.state import State
from tests.play import KNOWN

PEBBLES = KNOWN["pebbles"]
READ = Reader(PEBBLES)
WHITE, GREY, BLACK = range(3)


def at(text: str) -> State:
    return PEBBLES.text.parse_position(text)


def cell(name: str) -> int:
    """The place of a cell."""
    return places.CELL + CELL_NAMES.index(name)


def stand(colour: int, n: int = 0) -> int:
    """The place of a pebble on display."""
    return places.STAND + places.stand(colour, n)


def told(text: str, move: str) -> list[Happening]:
    """What a move of whoever is to choose does."""
    state = at(text)
    return READ.happens(state, CHANCE, int(state.turn), PEBBLES.text.parse_move(state, int(state.turn), move))


def test_pebbles_lie_on_cells_and_stands() -> None:
    found = {piece.place: piece.look for piece in READ.pieces(at("w.../..../..../...k gg 0:2"), CHANCE)}

    assert found[cell("a1")] == places.STONE + WHITE
    assert found[cell("d4")] == places.STONE + BLACK
    assert found[stand(GREY)] == found[stand(GREY, 1)] == places.STONE + GREY


def test_the_bag_counts_what_is_left() -> None:
    """Pebbles 1.2: eighteen, less those that lie somewhere."""
    pieces = READ.pieces(at("wk../..../..../.... gg 0:2"), CHANCE)

    assert Piece(places.IN_BAG, places.BAG, places.FILLED_BAG, 0, 14) in pieces


def test_two_pebbles_of_a_colour_are_two_ways_to_a_move() -> None:
    """Pebbles 3.1: either may be taken, and it is the same move."""
    paths = READ.paths(at("..../..../..../.... gg 0:2"), 0)

    assert len(paths) == 2 * 16
    assert {path.places for path in paths if path.move == 16} == {
        (stand(GREY), cell("a1")),
        (stand(GREY, 1), cell("a1")),
    }


def test_a_drawn_pebble_comes_out_of_the_bag() -> None:
    """Pebbles 2.2: the second of a colour gets a stand of its own."""
    head, comes, leaves = READ.happens(at("..../..../..../.... g 0:2"), CHANCE, CHANCE, GREY)

    assert head == Happening(kinds.DRAWS, amount=GREY, clause=202)
    assert (comes.source, comes.target) == (places.BAG, stand(GREY, 1))
    assert (leaves.piece, leaves.amount) == (places.IN_BAG, -1)


def test_a_pebble_that_is_laid_stays_the_same_pebble() -> None:
    """Pebbles 3.2: it goes from its stand to the cell, by whose name it is called from then on."""
    head, goes = told("..../..../..../.... gg 0:2", "g:b3")

    assert head == Happening(kinds.LAYS, 0, amount=GREY, clause=302)
    assert goes == Happening(
        kinds.GOES, 0, places.LAID + 9, stand(GREY, 1), cell("b3"), places.STONE + GREY, of=places.DISPLAYED + 3
    )


def test_pairs_pay_whose_lines_they_are_in() -> None:
    """Pebbles 4.1 and 4.2: one pebble may pay both."""
    gains = [row for row in told("w.../.w../..../.... gw 1:2", "w:b1") if row.kind == kinds.GAINS]

    assert [(row.seat, row.amount, row.clause) for row in gains] == [(0, 1, 401), (1, 1, 402)]


def test_alone_both_pay_the_only_seat() -> None:
    """Pebbles 4.4: rows and columns count together."""
    gains = [row for row in told("w.../.w../..../.... gw 0:1", "w:b1") if row.kind == kinds.GAINS]

    assert [(row.seat, row.amount) for row in gains] == [(0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("text", "move", "winners"),
    [
        ("kkkk/gggg/wwww/wwg. gk 0:2", "g:d4", [(0, 11)]),
        ("wgkw/gkwg/kwgk/wgk. wk 1:2", "w:d4", [(0, 0), (1, 0)]),
        ("wgkw/gkwg/kwgk/wgk. wk 0:1", "w:d4", []),
    ],
)
def test_the_last_pebble_ends_the_game(text: str, move: str, winners: list[tuple[int, int]]) -> None:
    """Pebbles 3.4, 4.3 and 4.4: whoever wins is told with the points."""
    rows = told(text, move)

    assert [row.clause for row in rows if row.kind == kinds.ENDS] == [304]
    assert [(row.seat, row.amount) for row in rows if row.kind == kinds.WINS] == winners


@pytest.mark.parametrize(
    ("path", "clause", "words"),
    [
        ((cell("b2"),), "3.1", "first take a pebble"),
        ((stand(BLACK), cell("a1")), "3.2", "a pebble lies on a1 already"),
        ((stand(WHITE),), "3.1", "there is no white pebble"),
    ],
)
def test_clicks_that_lead_nowhere_are_explained(path: tuple[int, ...], clause: str, words: str) -> None:
    """Pebbles 3.1 and 3.2: first a pebble, then a free cell."""
    reason = seeing.why_path(PEBBLES, at("w.../..../..../.... gk 0:2"), 0, path)

    assert reason is not None
    assert reason.clause == clause
    assert words in reason.say("en")


def test_clicks_on_the_way_to_a_move_are_not_refused() -> None:
    assert seeing.why_path(PEBBLES, at("w.../..../..../.... gk 0:2"), 0, (stand(GREY),)) is None


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("..../..../..../.... g 0:2", "2.2"),
        ("..../..../..../.... gk 1:2", "3.3"),
        ("wgwg/kwgk/wkwg/gkgk wk 0:2", "3.4"),
    ],
)
def test_who_is_not_to_choose_is_told_why(text: str, clause: str) -> None:
    """Pebbles 2.2, 3.3 and 3.4: nothing is offered, asked or allowed."""
    state = at(text)
    reason = seeing.why_not(PEBBLES, state, 0, 0)

    assert reason is not None
    assert reason.clause == clause
    assert not READ.paths(state, 0)
    assert not READ.asks(state, 0)


def test_a_line_of_a_score_shows_its_cells() -> None:
    """Pebbles 4.2: the pairs of a column."""
    (line,) = seeing.derivation(PEBBLES, at("w.../w.../w.../.... gk 0:2"), 1)

    assert (line.points, line.clause, line.say()) == (2, "4.2", "pairs in column 1")
    assert line.places == tuple(map(cell, ("a1", "a2", "a3", "a4")))
