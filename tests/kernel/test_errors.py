"""What people do wrong is a SmaltiError, and says so in a sentence."""

from __future__ import annotations

import pytest

from smalti.games import find_game
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import IllegalMove, InvalidNotation, SmaltiError, UnknownGame
from smalti.kernel.position import Position
from smalti.kernel.reason import Reason
from smalti.kernel.record import RecordError


@pytest.mark.parametrize("kind", [InvalidNotation, UnknownGame, IllegalMove, RecordError])
def test_all_are_of_one_tree(kind: type[Exception]) -> None:
    assert issubclass(kind, SmaltiError)


def test_an_illegal_move_carries_its_clause_and_says_it() -> None:
    error = IllegalMove(Reason("4.6", "cell {cell} is taken", {"cell": 7}))

    assert error.reason.clause == "4.6"
    assert str(error) == "cell 7 is taken (rule 4.6)"


def test_a_record_error_carries_its_place() -> None:
    assert str(RecordError("no", 3)) == "entry 3: no"
    assert RecordError("no", 3).entry == 3
    assert str(RecordError("no")) == "no"


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"'chess'.*mosaix"):
        find_game("chess")


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"'colour'.*: end"):
        Position.new(MOSAIX, 2, {"colour": "pink"})


def test_an_unknown_value_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"dead-board, formation-impossible, not 'never'"):
        Position.new(MOSAIX, 2, {"end": "never"})


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_an_unknown_seat_count_is_answered_with_those_there_are(seats: int) -> None:
    with pytest.raises(UnknownGame, match=r"1, 2, 3, 4 seats"):
        Position.new(MOSAIX, seats)
