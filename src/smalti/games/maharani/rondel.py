"""The rondel in the court, turned to the active player.

Ids: `rondel` (its attribute data-turn is the angle, 0 when the arrow points south), `slot-1` to `slot-4`.
"""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS, COLOURS, QUARTER_COUNT, SLOT_QUARTER, SLOTS, tile_parts
from smalti.games.maharani.names import quarter_name, tile_columns, tile_name
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.state import NONE, START, side_of
from smalti.games.maharani.tables.drawing import put
from smalti.games.maharani.tables.rondel import COLUMN, Measures, edges_of, half_box, measures, quarter_signs
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import tag, text
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

TURN = {"S": 0, "W": 90, "N": 180, "E": 270}


def rondel(state: State, language: str, middle: float, width: float) -> str:
    """The court with the active player's markers in its corners, the disc, and the four slots."""
    size = measures(width)
    side = side_of(state, int(state.active))
    turn = TURN[DIRECTIONS[side]]
    left = middle - size.radius
    disc = tag(
        "g",
        put("disc", left, left, 2 * size.radius),
        transform=f"rotate({turn} {middle:g} {middle:g})",
    )
    slots = [draw_slot(state, slot, side, language, middle, size) for slot in range(SLOTS)]
    label = say(language, N_("the rondel points to {name}"), {"name": SeatName(int(state.active))})
    turning = tag("g", disc, *slots, id="rondel", data_turn=turn, aria_label=label)
    return corners(state, middle, width, size) + turning


def corners(state: State, middle: float, width: float, size: Measures) -> str:
    """The court, and in each corner the active player's marker of that quarter, face up or face down."""
    edge, reach = width - 12, size.radius * 0.19
    floor = tag("rect", x=middle - edge / 2, y=middle - edge / 2, width=edge, height=edge, rx=6, fill="var(--night)")
    away, drawn = width / 2 - 6 - reach * 1.02, [floor]
    for quarter in range(QUARTER_COUNT):
        right, down = quarter_signs(quarter)
        up = int(state.phase) == START or bool(int(state.markers[int(state.active)]) & bit(quarter))
        drawn.append(marker(quarter, middle + right * away, middle + down * away, reach, up))
    return tag("g", *drawn)


def marker(quarter: int, x: float, y: float, reach: float, up: bool) -> str:
    """An action marker around a place."""
    return put(f"{'up' if up else 'down'}-{ANIMALS[quarter]}", x - reach, y - reach, 2 * reach)


def draw_slot(state: State, slot: int, side: int, language: str, middle: float, size: Measures) -> str:
    """Rules 1.4 and 3.1: a slot lies towards its quarter; its tile points the same way as the rondel."""
    quarter = int(SLOT_QUARTER[side, slot])
    right, down = quarter_signs(quarter)
    tile, edge = int(state.rondel[slot]), size.tile * size.radius
    x = middle + right * size.offset * size.radius - edge / 2
    y = middle + down * size.offset * size.radius - edge / 2
    hollow = {"fill": "#000", "fill_opacity": 0.28, "stroke": "#e0b354", "stroke_opacity": 0.5}
    drawn = tag("rect", x=x, y=y, width=edge, height=edge, rx=edge * 0.07, **hollow)
    if size.room:
        drawn += tag(
            "rect",
            x=min(middle, middle + right * size.room),
            y=min(middle, middle + down * size.room),
            width=size.room,
            height=size.room,
            fill="transparent",
        )
    if tile != NONE:
        drawn += loose_tile(tile, side, x, y, edge)
    far = size.badge * size.radius * 0.7071
    badge = number_badge(slot, middle + right * far, middle + down * far, size.radius * 0.105)
    words = say(language, N_("empty")) if tile == NONE else tile_words(tile, language)
    facts: dict[str, object] = {"slot": slot + 1, "tile": Verbatim(words), "quarter": quarter_name(quarter)}
    label = say(language, N_("slot {slot}, {quarter}: {tile}"), facts)
    box = f"{x:g} {y:g} {edge:g} {edge:g}"
    return tag("g", drawn, id=f"slot-{slot + 1}", aria_label=label, data_box=box) + badge


def tile_words(tile: int, language: str) -> str:
    """A tile with its columns."""
    return f"{say(language, tile_name(tile_parts(tile)[0]))}, {say(language, tile_columns(tile))}"


def number_badge(slot: int, x: float, y: float, radius: float) -> str:
    """The number of a slot."""
    back = tag("circle", cx=x, cy=y, r=radius, fill="#25282d", stroke="#e0b354", stroke_width=1.2)
    words = text(x, y + radius * 0.5, str(slot + 1), font_size=radius * 1.4, class_="pale", text_anchor="middle")
    return tag("g", back, words, class_="top")


# A tile that lies on the rondel


def loose_tile(tile: int, side: int, x: float, y: float, edge: float) -> str:
    """A tile with its arrow and its columns."""
    colour, _ = tile_parts(tile)
    drawn = put(f"{COLOURS[colour]}-{DIRECTIONS[side]}", x, y, edge)
    edges, size = edges_of(tile, side), edge * COLUMN
    if edges == "C":
        return drawn + put("column", x + (edge - size) / 2, y + (edge - size) / 2, size)
    return drawn + "".join(half_column(x, y, edge, way) for way in edges)


def half_column(x: float, y: float, side: float, way: str) -> str:
    """The half of a column that a tile shows at one edge."""
    left, top, width, height = half_box(way)
    return put(f"half-{way}", x + left * side, y + top * side, width * side, height * side)
