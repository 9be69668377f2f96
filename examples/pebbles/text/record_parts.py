"""What a record of Pebbles is made of, as JSON Schema (docs/records.md)."""

from __future__ import annotations

from examples.pebbles.components import COLOURS, SIDE
from smalti.kernel.schema import RecordParts, entry, number, one_of, row

PLACE = number(0, SIDE - 1)

RECORD_PARTS = RecordParts(
    entries=(
        entry("chance", "draw", colour=one_of(COLOURS)),
        entry("seat", "lay", colour=one_of(COLOURS), cell=row(PLACE, PLACE)),
    )
)
