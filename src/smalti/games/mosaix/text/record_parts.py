"""What a record of Mosaix is made of, as JSON Schema (docs/records.md)."""

from __future__ import annotations

from smalti.games.mosaix.components import DICE, MOST_SEATS, REACH, SIDE, SYMBOLS
from smalti.kernel.schema import RecordParts, array, entry, fields, number, one_of, row

SYMBOL = one_of(SYMBOLS)
NEAR = number(1 - REACH, REACH - 1)
"""A row or column that a die can lie in, on the grid or beyond its edge."""
FORMED = row(number(0, DICE - 1), number(0, DICE - 1), SYMBOL)
ENTERED = row(NEAR, NEAR, SYMBOL)
PRINTED = row(number(0, SIDE - 1), number(0, SIDE - 1), SYMBOL)

RECORD_PARTS = RecordParts(
    entries=(
        entry("chance", "roll", dice=array(SYMBOL, DICE)),
        entry("seat", "form", cells=array(FORMED, DICE)),
        entry("seat", "enter", cells=array(ENTERED, DICE)),
        entry("seat", "skip"),
        entry("seat", "stop"),
    ),
    options={"solo": {"type": "boolean"}, "boards": array(fields({"printed": PRINTED}), 1, MOST_SEATS)},
)
