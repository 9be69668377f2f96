"""Names as they are shown."""

from __future__ import annotations

import pytest

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.match import Match
from smalti.kernel.names import shown_name
from smalti.kernel.record import verify, write_record


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("Ann\u202e\u200b", "Ann"),
        ("김\u3164", "김"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),
        ("🙂", "🙂"),
        ("\u0301", ""),
        ("\u200b", ""),
        ("\u2066\u2069", ""),
        ("\u3164\u115f", ""),
        ("\u2800", ""),
        (" \t", ""),
        ("\x00\x1b", ""),
        ("", ""),
    ],
)
def test_what_is_shown_of_a_name(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize("name", ["", "\u200b", " ", 7, None])
def test_a_record_with_a_name_that_cannot_be_seen_is_refused(name: object) -> None:
    record = write_record(Match.new(find_game("mosaix"), 2))
    record["seats"][1]["name"] = name
    with pytest.raises(SmaltiError, match="nothing can be seen"):
        verify(record, find_game)
