"""Rows in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from smalti.kernel.rows import Happening, Piece
from smalti.kernel.stage import Look, catalogue
from smalti.kernel.telling import Line, Telling, clause_number, clause_text, plural
from tests.kernel.small_stage import (
    ASKS,
    BLUE,
    ENDS,
    FORBIDS,
    GAINS,
    GOES,
    LEFT,
    LOSES,
    OWNER,
    PILE,
    POINTS,
    PUTS,
    RED,
    RIGHT,
    STAGE,
    TALLY,
    telling,
)

GOES_LEFT = Happening(GOES, 0, 1, PILE, LEFT, RED)
GOES_RIGHT = Happening(GOES, 0, 2, PILE, RIGHT, BLUE)


def test_gaps_are_said_by_their_type() -> None:
    assert telling().sentence(GOES_LEFT) == "red from pile to a1"
    assert telling().sentence(Happening(GAINS, 1, amount=3)) == "+3 points for Bob"
    assert telling().sentence(Happening(FORBIDS, target=RIGHT, of=1)) == "b1 is taken by crane"


def test_the_rows_under_a_head_are_joined_in_their_order() -> None:
    under = [GOES_RIGHT, Happening(GAINS, 0, amount=1), GOES_LEFT]

    assert telling().sentence(Happening(PUTS, 0), under) == "puts blue from pile to b1, red from pile to a1"


def test_every_head_is_a_line_with_its_small_print_and_places() -> None:
    head, gain, end = Happening(PUTS, 0), Happening(GAINS, 1, TALLY, LEFT, amount=1), Happening(ENDS, amount=2)

    assert telling().lines([head, GOES_LEFT, gain, GOES_LEFT, end]) == [
        Line(head, "puts red from pile to a1, red from pile to a1", ("+1 point for Bob",), (LEFT,)),
        Line(end, "2 win", (), ()),
    ]


def test_rows_without_a_head_are_no_line() -> None:
    assert telling().lines([GOES_LEFT]) == []
    assert telling().lines([]) == []


@pytest.mark.parametrize(
    ("amount", "words"),
    [(1, "+1 point for Ann"), (-1, "-1 point for Ann"), (0, "+0 points for Ann"), (-2, "-2 points for Ann")],
)
def test_the_amount_chooses_the_form(amount: int, words: str) -> None:
    assert telling().sentence(Happening(GAINS, 0, amount=amount)) == words


def test_a_number_may_have_a_form_of_its_own() -> None:
    assert telling().sentence(Happening(ENDS, amount=0)) == "nobody wins"
    assert telling().sentence(Happening(ENDS, amount=1)) == "1 win"


@pytest.mark.parametrize(("language", "singular"), [("en", [-1, 1]), ("fr", [-1, 0, 1])])
def test_plurals_follow_the_language(language: str, singular: list[int]) -> None:
    assert [number for number in range(-3, 22) if plural(language, number) == "one"] == singular


def test_a_kind_without_a_sentence_says_nothing() -> None:
    assert telling().sentence(Happening(LOSES)) == ""


def test_seats_without_a_name_are_called_by_number() -> None:
    assert telling(()).sentence(Happening(GAINS, 1, amount=2)) == "+2 points for Seat 2"
    assert telling((), language="fr").seat(0) == "Place 1"


def test_a_name_is_said_as_it_stands() -> None:
    assert telling(("{amount:number}", "Bob")).sentence(Happening(GAINS, 0, amount=2)).endswith("for {amount:number}")


def test_questions_and_refusals() -> None:
    assert telling().asked(ASKS, 2) == "Put 2 on a free square."
    assert telling().refusal(Happening(FORBIDS, target=LEFT, of=0, clause=402)) == "a1 is taken by lion (rule 4.2)"


def test_a_piece_is_called_by_its_name_and_the_text_on_it() -> None:
    assert telling().called(Piece(1, LEFT, RED)) == "red"
    assert telling().called(Piece(3, TALLY, POINTS, 0, 5)) == "points, 5"


def test_ones_own_piece_may_say_so() -> None:
    piece = Piece(4, LEFT, OWNER, 0, 1)

    assert telling(eyes=0).written(piece) == "Bob & co"
    assert telling(eyes=1).written(piece) == "you"


def test_a_long_text_is_cut_where_it_is_drawn_and_not_where_it_is_spoken() -> None:
    piece, stage = Piece(4, LEFT, OWNER, 0, 0), replace(STAGE, looks={OWNER: Look(text="{number:seat}", most=6)})
    short, long = (Telling(catalogue("small", stage, "en"), (name,)) for name in ("Ann", "Bartholomew"))

    assert short.written(piece) == "Ann"
    assert long.written(piece) == "Barth…"
    assert long.called(piece) == "Bartholomew"


def test_a_panel_is_called_by_whose_it_is() -> None:
    panel = {"label": "grid of {seat:seat}", "seat": 1}

    assert telling().labelled(panel) == "grid of Bob"


@pytest.mark.parametrize(("number", "text"), [(402, "4.2"), (1012, "10.12"), (301, "3.1")])
def test_clauses_are_numbers(number: int, text: str) -> None:
    assert clause_text(number) == text
    assert clause_number(text) == number


def test_what_is_said_of_ones_own_is_not_cut() -> None:
    stage = replace(STAGE, looks={OWNER: Look(text="{number:seat}", own="Your own grid", most=6)})

    assert Telling(catalogue("small", stage, "en"), ("Ann",), 0).written(Piece(4, LEFT, OWNER)) == "Your own grid"
