"""What a record of Maharani is made of, as JSON Schema (docs/records.md)."""

from __future__ import annotations

from smalti.games.maharani.components import COLOURS, FACES, SLOTS, WORKER_COLOURS
from smalti.games.maharani.plans import DIRECTIONS, MOST_ROWS
from smalti.kernel.schema import RecordParts, array, entry, fields, number, one_of, row

SIDE_OF_BOARD = one_of(DIRECTIONS)
SLOT = number(1, SLOTS)
SPACE = row(number(0, MOST_ROWS - 1), number(0, MOST_ROWS - 1))
WORKER = one_of(WORKER_COLOURS)
KINDS = {kind: [arrow for other, arrow in FACES if other == kind] for kind, _ in FACES}
TILE = {
    "anyOf": [
        fields({"colour": one_of(COLOURS), "kind": {"const": kind}, "arrow": one_of(arrows)})
        for kind, arrows in KINDS.items()
    ]
}

RECORD_PARTS = RecordParts(
    entries=(
        entry("chance", "draw", ("removed",), slot=SLOT, tile=TILE, removed={"type": "boolean"}),
        entry("seat", "place", slot=SLOT, to=SPACE, arrow=SIDE_OF_BOARD),
        entry("seat", "worker", colour=WORKER, from_={"anyOf": [{"type": "null"}, SPACE]}),
        entry("seat", "end"),
        entry("seat", "refresh"),
    ),
    seat={"side": SIDE_OF_BOARD, "workers": array(WORKER, 1, 2, uniqueItems=True)},
)
