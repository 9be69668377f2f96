"""The rules of the example, clause by clause, with positions in notation."""

from __future__ import annotations

import pytest

from examples.pebbles.game import PEBBLES
from smalti.kernel.errors import IllegalMove, InvalidNotation, UnknownGame
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from tests.play import finished


def position(text: str) -> Position:
    return Position(PEBBLES, PEBBLES.text.parse_position(text), compiled=False)


def refused(text: str, move: str, seat: int = 0) -> str:
    """The clause that forbids a move."""
    with pytest.raises(IllegalMove) as refusal:
        position(text).play(move, seat)
    return refusal.value.reason.clause


def test_one_or_two_play_in_an_empty_court() -> None:
    """Pebbles 1.1: no more than two, and sixteen free cells."""
    with pytest.raises(UnknownGame):
        Position.new(PEBBLES, 3)
    assert str(Position.new(PEBBLES, 2)) == "..../..../..../.... - -:2"


def test_the_bag_holds_six_of_each_colour() -> None:
    """Pebbles 1.2: what lies somewhere is not in the bag, so the last draws are certain."""
    assert {outcome: float(chance) for outcome, chance in position("..../..../..../.... - 0:2").outcomes().items()} == (
        pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})
    )
    assert position("wwww/wkkk/gggg/kk.. w 0:2").outcomes().keys() == {1, 2}
    with pytest.raises(InvalidNotation, match="six pebbles"):
        position("wwww/www./..../.... k 0:2")


def test_a_colour_that_is_used_up_cannot_be_typed_in() -> None:
    """Pebbles 1.2: a record that draws a seventh white pebble is refused."""
    with pytest.raises(IllegalMove, match="no white pebble is left"):
        PEBBLES.text.read_entry(
            position("wwww/w.../..../.... w 0:2").state, {"by": "chance", "do": "draw", "colour": "white"}
        )


def test_who_begins_is_drawn_and_not_asked_alone() -> None:
    """Pebbles 2.1: either of two; alone there is nothing to draw."""
    assert len(Position.new(PEBBLES, 2).outcomes()) == 2
    assert str(Position.new(PEBBLES, 1)) == "..../..../..../.... - 0:1"
    begun = Position.new(PEBBLES, 2).after(CHANCE, 4)
    assert str(begun) == "..../..../..../.... - 1:2"


def test_two_pebbles_lie_on_display_before_each_turn() -> None:
    """Pebbles 2.2: until then nobody may do anything, and then nothing more is drawn."""
    assert position("..../..../..../.... w 0:2").actors() == ()
    assert refused("..../..../..../.... w 0:2", "w:a1") == "2.2"
    with pytest.raises(IllegalMove, match="until two lie on display"):
        PEBBLES.text.read_entry(
            position("..../..../..../.... wk 0:2").state, {"by": "chance", "do": "draw", "colour": "grey"}
        )


def test_a_pebble_is_taken_from_the_display() -> None:
    """Pebbles 3.1: two of a colour are one choice; a colour that is not there is refused."""
    assert len(position("..../..../..../.... kk 0:2").legal_moves()) == 16
    assert len(position("..../..../..../.... wk 0:2").legal_moves()) == 32
    assert refused("..../..../..../.... wk 0:2", "g:a1") == "3.1"


def test_it_stays_on_a_free_cell() -> None:
    """Pebbles 3.2: the cell is taken from then on."""
    assert str(position("..../..../..../.... wk 0:2").play("k:b3")) == "..../..../.k../.... w 1:2"
    assert refused("w.../..../..../.... wk 0:2", "k:a1") == "3.2"


def test_seats_take_turns() -> None:
    """Pebbles 3.3: not twice in a row, but alone one goes on."""
    assert refused("..../..../..../.... wk 0:2", "w:a1", seat=1) == "3.3"
    assert str(position("..../..../..../.... wk 0:1").play("k:a1")) == "k.../..../..../.... w 0:1"


def test_a_full_court_ends_the_game() -> None:
    """Pebbles 3.4: nothing is drawn and nothing laid any more."""
    over = position("wwww/gggg/kkkk/wgk. wg 0:2").play("g:d4")
    assert over.is_over
    assert not over.needs_chance
    assert refused(str(over), "w:a1") == "3.4"


def test_the_first_seat_is_paid_for_rows_and_the_second_for_columns() -> None:
    """Pebbles 4.1 and 4.2: three whites in a row are two pairs, two greys in a column one."""
    there = position("www./g..k/g..k/...k wg 0:2")
    assert there.scores() == (2, 3)
    assert [(line.points, line.clause, line.say()) for line in there.derivation(1)] == [
        (1, "4.2", "pairs in column 1"),
        (2, "4.2", "pairs in column 4"),
    ]


def test_the_most_points_win_or_are_shared() -> None:
    """Pebbles 4.3: nobody wins before the end."""
    assert position("wwww/gggg/kkkk/gkwg wk 0:2").winners() == (0,)
    assert position("wgwg/gwgw/wkwk/kgkg kk 0:2").winners() == (0, 1)
    assert position("wwww/gggg/kkkk/gkw. wk 0:2").winners() == ()


def test_alone_rows_and_columns_count_together() -> None:
    """Pebbles 4.4: fourteen points win."""
    poor, fine = position("wgwg/kwgk/wkwg/gkgk wk 0:1"), position("wwww/wwgg/kggg/kkkk gk 0:1")
    assert (poor.winners(), poor.ending()) == ((), {"rank": "rough"})
    assert fine.scores() == (15,)
    assert (fine.winners(), fine.ending()) == ((0,), {"rank": "fine"})


def test_there_are_never_more_pebbles_than_in_the_box() -> None:
    """Pebbles 1.2: in no position of a game do more than six of a colour lie somewhere."""
    for event in finished("pebbles", 2, {}).log:
        state = event.before.state
        for colour in range(3):
            assert state.cells.tolist().count(colour + 1) + int(state.display[colour]) <= 6
