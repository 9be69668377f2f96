"""Every refusal names its clause and says what would make it legal, in both languages."""

from __future__ import annotations

import pytest

from smalti.games.mosaix.game import MOSAIX
from smalti.games.mosaix.moves import ACTION_COUNT, SKIP, STOP
from smalti.kernel.errors import InvalidNotation
from tests.games.mosaix.table import FRESH_O, FRESH_T, FRESH_X, FULL, HOLE_OF_FOUR, at, refusal

TWO = f"{FRESH_O},{FRESH_T}"

REFUSALS = [
    # position, seat, move, clause, words
    (f"{TWO} roll:0", 0, "oo/tx", "2.2", "have to be rolled first"),
    (f"{TWO} start", 1, "skip", "2.2", "have to be rolled first"),
    (f"{TWO} form:0:ootx", 0, "x:a1", "2.3", "lay the formation first, then enter it"),
    (f"{TWO} form:0:ootx", 1, "oo/tx", "3.1", "Seat 1 has the dice"),
    (f"{TWO} form:0:ootx", 0, "skip", "3.1", "lay the formation first"),
    (f"{TWO} enter:0:oo/tx:-,-", 0, "oo/tx", "3.1", "now enter it"),
    (f"{TWO} form:0:ootx", 0, "ooot", "3.2", "exactly the four dice that were rolled"),
    (f"{TWO} form:0:ootx", 0, "oo/..tx", "3.3", "along whole edges"),
    (f"{TWO} enter:0:oo/tx:x:a1,-", 0, "x:a1", "4.1", "wait for the others"),
    (f"{TWO} enter:0:oo/tx:-,-", 0, "o:b1", "4.3", "exactly these cells"),
    (f"{TWO} enter:0:oo/tx:-,-", 0, "o:d4 o:e4 t:d5 x:e5", "4.6", "cell d4 is already marked"),
    (f"{TWO} enter:0:oo/tx:-,-", 0, "skip", "4.8", "you can enter at least one symbol"),
    (f"{FULL},{FRESH_T} over", 1, "x:a1", "5.5", "the game is over"),
    (f"{FRESH_X} enter:0:oo/tx:- scale=2", 0, "x:a1", "7.3", "only 2 cells of the scale are free"),
    (f"{HOLE_OF_FOUR} form:0:ootx scale=0", 0, "ootx", "7.4", "lay another one"),
    (f"{FRESH_X} enter:0:oo/tx:-", 0, "skip", "7.4", "enter the formation or stop"),
    (f"{TWO} form:0:ootx", 0, "stop", "7.6", "only a solo game can be stopped"),
]


@pytest.mark.parametrize(
    ("text", "seat", "move", "clause", "words"), REFUSALS, ids=[f"{case[3]}-{case[2]}" for case in REFUSALS]
)
def test_a_refusal_names_the_clause_and_the_way_out(text: str, seat: int, move: str, clause: str, words: str) -> None:
    reason = refusal(at(text), move, seat)

    assert reason.clause == clause
    assert words in reason.say("en")
    assert reason.say("en").endswith(f"(rule {clause})")
    assert reason.say("fr").endswith(f"(règle {clause})")
    assert reason.say("fr").split(" (")[0] != reason.say("en").split(" (")[0]


def test_the_number_of_another_turn_with_the_same_result_is_named() -> None:
    """Mosaix 4.3: a square of circles looks alike after each turn, so one move stands for four."""
    position = at(f"{TWO} enter:0:oo/oo:-,-")
    legal = MOSAIX.text.parse_move(position.state, 0, "o:a1 o:b1 o:a2 o:b2")

    reason = position.why_not(legal + 100, 0)

    assert reason is not None
    assert reason.clause == "4.3"
    assert f"move {legal}" in reason.say("en")


@pytest.mark.parametrize("move", [-1, ACTION_COUNT, 10**30])
def test_a_number_that_is_no_move_is_refused(move: int) -> None:
    with pytest.raises(InvalidNotation, match="moves 0 to 803"):
        at(f"{TWO} form:0:ootx").why_not(move, 0)


def test_legal_moves_have_no_reason_against_them() -> None:
    assert at(f"{FRESH_X} form:0:ootx").why_not(STOP, 0) is None
    assert at(f"{HOLE_OF_FOUR},{FRESH_T} enter:0:ootx:-,-").why_not(SKIP, 0) is None
