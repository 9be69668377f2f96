"""What a record of Majolica is made of, as JSON Schema (docs/records.md)."""

from __future__ import annotations

from smalti.games.majolica.components import CARD_IDS, MISSION_IDS, REVEAL, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, MOST_SEATS, SLOTS, WORKSHOPS
from smalti.kernel.schema import RecordParts, Schema, array, entry, number, one_of, row

COLOUR = one_of(LETTERS)
COLOUR_OR_NONE = one_of([*LETTERS, None])
CARD = one_of(sorted({card for edition in CARD_IDS for card in edition}))
MISSION = one_of(sorted({mission for edition in MISSION_IDS for mission in edition}))
CELL = row(number(0, SIDE - 1), number(0, SIDE - 1))
SLOT, WORKSHOP = number(1, SLOTS), number(1, WORKSHOPS)


def take(how: str, most: int) -> tuple[Schema, Schema]:
    """Tiles of the grid, or alone of those that are revealed."""
    chosen: Schema = {"const": how}
    cells = array(CELL, 1, most, uniqueItems=True)
    return entry("seat", "take", how=chosen, cells=cells), entry("seat", "take", how=chosen, tiles=array(COLOUR, most))


RECORD_PARTS = RecordParts(
    entries=(
        entry("seat", "deliver", tile=COLOUR_OR_NONE),
        entry("seat", "put", workshop=WORKSHOP),
        entry("seat", "discard", workshop=WORKSHOP, tile=one_of(TILE_LETTERS)),
        entry("seat", "fragment", tile=COLOUR, to=one_of(("supply", "mission"))),
        *take("run", SIDE),
        *take("card", 1),
        *take("rearrange", 1),
        entry("seat", "run", workshop=WORKSHOP),
        entry("seat", "install", card=CARD, slot=SLOT),
        entry("seat", "rearrange", slots=array({"anyOf": [{"type": "null"}, CARD]}, SLOTS)),
        entry("seat", "bonus", tile=COLOUR_OR_NONE, when=one_of(("before", "after"))),
        entry("seat", "store", tile=COLOUR_OR_NONE),
        entry("seat", "mission", card=MISSION),
        entry("chance", "card", card=CARD),
        entry("chance", "grid", tiles=array(array(COLOUR, SIDE), SIDE)),
        entry("chance", "reveal", tiles=array(COLOUR, REVEAL)),
        entry("chance", "deal", seat={"$ref": "#/$defs/seat"}, card=CARD),
        entry("chance", "missions", cards=array(MISSION, 2, MOST_SEATS + 1, uniqueItems=True)),
    ),
    options={"solo": {"type": "boolean"}},
)
