"""Sheets, the rows in them, and what rows do to pieces."""

from __future__ import annotations

import pytest

from smalti.kernel.rows import (
    ASKS,
    HAPPENINGS,
    NONE,
    NOWHERE,
    PATHS,
    PIECES,
    Ask,
    Happening,
    Path,
    Piece,
    ask,
    change,
    counted,
    explain,
    flat,
    lies,
    moved,
    new_sheet,
    put,
    renamed,
    rows_of,
    said,
    way,
)
from smalti.kernel.state import Sheet

LAYS, TAKES, GAINS, LIES = range(4)


def told(sheet: Sheet) -> list[Happening]:
    return [Happening(*row) for row in rows_of(sheet)]


def test_a_new_sheet_is_empty() -> None:
    assert all(flat(new_sheet(kind)) == [] for kind in (PIECES, PATHS, HAPPENINGS, ASKS))


def test_the_values_have_the_columns_of_their_sheets() -> None:
    for kind, value in ((PIECES, Piece), (PATHS, Path), (HAPPENINGS, Happening), (ASKS, Ask)):
        assert (kind.names or ())[1:] == value._fields


def test_rows_travel_as_one_list_of_numbers() -> None:
    sheet = new_sheet(PIECES)
    put(sheet, 7, 3, 1, 2, 30)
    put(sheet, 8, 4, 1, 0, 0)

    assert flat(sheet) == [7, 3, 1, 2, 30, 8, 4, 1, 0, 0]


def test_a_sheet_is_begun_anew_by_its_count_alone() -> None:
    sheet = new_sheet(PATHS)
    way(sheet, 70_000, 1, 2, NOWHERE)
    sheet.n = 0
    way(sheet, 5, 6, NOWHERE, NOWHERE)

    assert [Path(*row) for row in rows_of(sheet)] == [Path(5, 6)]


def test_a_path_is_the_places_clicked() -> None:
    assert Path(9, 4, 2).places == (4, 2)
    assert Path(9, 4, 2, 0).places == (4, 2, 0)


def test_questions_and_clauses_stand_in_one_sheet() -> None:
    sheet = new_sheet(ASKS)
    ask(sheet, 3, 1, 2, 0)
    explain(sheet, 402)

    assert [Ask(*row) for row in rows_of(sheet)] == [Ask(3, 1, 2, 0), Ask(clause=402)]


def test_what_is_told_names_only_what_it_is_about() -> None:
    sheet = new_sheet(HAPPENINGS)
    said(sheet, LAYS, 1, 5, 302)
    moved(sheet, LAYS, 1, 7, 2, 3, 4)
    renamed(sheet, LAYS, 1, 7, 8, 2, 3, 4)
    counted(sheet, GAINS, 1, 9, 3, NONE, 2, 401)
    lies(sheet, LIES, 3)

    assert told(sheet) == [
        Happening(LAYS, 1, amount=5, clause=302),
        Happening(LAYS, 1, 7, 2, 3, 4),
        Happening(LAYS, 1, 8, 2, 3, 4, of=7),
        Happening(GAINS, 1, 9, 3, amount=2, clause=401),
        Happening(LIES, target=3),
    ]


def after(effect: str, row: Happening, *pieces: Piece) -> list[Piece]:
    """The pieces once a row has its effect."""
    table = {piece.piece: piece for piece in pieces}
    change(table, row, effect)
    assert all(number == piece.piece for number, piece in table.items())
    return list(table.values())


def test_a_piece_that_moves_keeps_its_number_and_gets_a_look_and_a_turn() -> None:
    row = Happening(LAYS, piece=7, source=2, target=3, look=4, turn=1)

    assert after("moves", row, Piece(7, 2, 1, 0, 30)) == [Piece(7, 3, 4, 1, 30)]


def test_a_piece_may_be_called_otherwise_from_then_on() -> None:
    row = Happening(LAYS, piece=8, source=2, target=3, look=4, of=7)

    assert after("moves", row, Piece(7, 2, 1)) == [Piece(8, 3, 4)]


def test_a_piece_is_made_with_its_number() -> None:
    assert after("makes", Happening(LAYS, piece=8, target=3, look=4, amount=6)) == [Piece(8, 3, 4, 0, 6)]


def test_a_piece_that_is_taken_is_gone() -> None:
    assert after("takes", Happening(TAKES, piece=7, source=2, target=5), Piece(7, 2, 1)) == []


def test_a_count_changes_by_its_amount() -> None:
    assert after("counts", Happening(GAINS, piece=9, amount=-2), Piece(9, 1, 1, 0, 5)) == [Piece(9, 1, 1, 0, 3)]


def test_what_only_speaks_changes_nothing() -> None:
    assert after("says", Happening(LAYS, piece=9, amount=2), Piece(9, 1, 1)) == [Piece(9, 1, 1)]


@pytest.mark.parametrize(
    ("effect", "row", "words"),
    [
        ("moves", Happening(LAYS, piece=7, source=5, target=3), "lies at 2, not at 5"),
        ("moves", Happening(LAYS, piece=9, source=2, target=3, of=7), "there is a piece 9 already"),
        ("makes", Happening(LAYS, piece=9, target=3), "there is a piece 9 already"),
        ("takes", Happening(TAKES, piece=7, source=3), "lies at 2, not at 3"),
    ],
)
def test_what_contradicts_the_pieces_is_refused(effect: str, row: Happening, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        after(effect, row, Piece(7, 2, 1), Piece(9, 1, 1))


@pytest.mark.parametrize("effect", ["moves", "takes", "counts"])
def test_nothing_happens_to_a_piece_that_is_not_there(effect: str) -> None:
    with pytest.raises(KeyError):
        after(effect, Happening(LAYS, piece=7, source=2, target=3))
