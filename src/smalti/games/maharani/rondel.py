"""The rondel in the court, turned to the active player.

Ids: `rondel` (its attribute data-turn is the angle, 0 when the arrow points south), `slot-1` to `slot-4`.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.games.maharani.components import ANIMALS, COLOURS, FACES, QUARTER_COUNT, SLOT_QUARTER, SLOTS, tile_parts
from smalti.games.maharani.drawing import put
from smalti.games.maharani.names import quarter_name, tile_columns, tile_name
from smalti.games.maharani.plans import DIRECTIONS, QUARTERS, STEPS
from smalti.games.maharani.state import NONE, START, side_of
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import tag, text
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

TURN = {"S": 0, "W": 90, "N": 180, "E": 270}
WIDE_COURT = 200
COLUMN = 0.44
"""The width of a column, in parts of a tile."""


@dataclass(frozen=True)
class Measures:
    """The proportions of a rondel, in parts of its radius."""

    radius: float
    tile: float
    offset: float
    badge: float
    room: float = 0
    """The side of the square that takes a click, where a tile alone would be too small for a finger."""


def measures(width: float) -> Measures:
    """A wide court has room for a ring of numbers around the tiles; in a small one they lie over the corners."""
    if width >= WIDE_COURT:
        return Measures(width / 2 - 9, 0.47, 0.345, 0.86)
    return Measures(width / 2 - 5, 0.57, 0.375, 0.89, width / 2 - 6)


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


def quarter_signs(quarter: int) -> tuple[int, int]:
    """Whether a quarter lies to the right and below, as factors."""
    return 1 if "E" in QUARTERS[quarter] else -1, 1 if "S" in QUARTERS[quarter] else -1


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


def edges_of(tile: int, side: int) -> str:
    """The edges where a tile shows half a column when its arrow points to that side; C for a column in the middle."""
    kind, arrow = FACES[tile_parts(tile)[1]]
    if kind == "centre":
        return "C"
    if kind == "half":
        return DIRECTIONS[(side - int(arrow or 0) // 90) % 4]
    first = side if arrow == "along" else (side + 1) % 4
    return DIRECTIONS[first] + DIRECTIONS[(first + 2) % 4]


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
    size, middle = side * COLUMN, side / 2
    row, col = STEPS[way]
    width, height = (size / 2, size) if col else (size, size / 2)
    left = x + (middle - size / 2 if not col else 0 if col < 0 else side - width)
    top = y + (middle - size / 2 if not row else 0 if row < 0 else side - height)
    return put(f"half-{way}", left, top, width, height)
