"""The words of rows, held to the sentences that the page is held to as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from smalti.kernel.rows import Happening, Piece
from smalti.kernel.telling import Telling

GOLDEN = json.loads((Path(__file__).parent / "telling.json").read_text(encoding="utf-8"))


def telling(case: dict[str, Any]) -> Telling:
    written = GOLDEN["catalogues"][case["language"]]
    numbered = {part: {int(key): one for key, one in written[part].items()} for part in ("places", "looks", "kinds")}
    return Telling({**written, **numbered}, case["names"], case.get("eyes", -1))


def test_rows_are_told_as_the_golden_sentences_say() -> None:
    for case in GOLDEN["told"]:
        lines = telling(case).lines(Happening(*row) for row in case["rows"])
        said = [{"words": one.words, "notes": list(one.notes), "places": list(one.places)} for one in lines]
        assert said == case["lines"]


def test_pieces_are_called_as_the_golden_sentences_say() -> None:
    for case in GOLDEN["called"]:
        piece, teller = Piece(*case["piece"]), telling(case)
        assert (teller.written(piece), teller.called(piece)) == (case["written"], case["called"])
