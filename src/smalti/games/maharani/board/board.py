"""Maharani in a terminal: the floor with the rondel in its court, and beside it quarters, seats and bag.

A tile is its letter, its arrow and the worker on it; a free space shows where its columns stand. Nothing is said by
colour alone.
"""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from smalti.games.maharani import components
from smalti.games.maharani.board import signs
from smalti.games.maharani.board.side import draw_side
from smalti.games.maharani.board.signs import tile_letter, tile_sign, tile_style, worker_sign, worker_style
from smalti.games.maharani.components import arrows_on, space_at, tile_parts
from smalti.games.maharani.moves import decode_place, encode_place, is_place
from smalti.games.maharani.plans import QUARTERS, Place, Plan
from smalti.games.maharani.rules import home_quarter, placeable
from smalti.games.maharani.state import NONE, OVER, SECOND, START, TURN, arrow_at, side_of, tile_colour
from smalti.games.maharani.tables.floor import court
from smalti.kernel.board import PLACE, Board, Drawing, Sight, as_aimed
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

# Ground colours: two for the floor like a chequerboard, one for where the tile may go, and the ghost's two.
LIGHT, DARK, OPEN = "#3a3f45", "#30353a", "#2b4a3a"
FREE, BLOCKED = "#2f6f4f", "#8c2f2f"
BARE, POSSIBLE = "#8d939a", "#f4efe2"

CELL = 3
MARGIN = 3
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
TURNING = {"r": 1, "R": -1}
HOPPING = {"n": 1, "N": -1}
KEYS = N_(
    "Arrows move the tile, 1 to 4 choose another, r and R turn it, n and N go to the next space where it fits, "
    "Enter places it; or click, and click again. A tile is its letter and its arrow, then the worker on it. "
    "On a free space ▀ ▄ ▌ ▐ are half columns at an edge, : is one above and one below, ● a whole one. "
    "Beside a quarter ■ is a marker face up, □ one face down."
)


def draw(sight: Sight) -> Drawing:
    """The floor, everything else beside it."""
    return Drawing(draw_floor(sight), draw_side(sight))


# The floor


def draw_floor(sight: Sight) -> Text:
    """Row by row from the north, the quarters divided by lines and named at the corners."""
    plan = plan_of(sight.position.state)
    text = Text(no_wrap=True)
    text.append_text(draw_names(sight, ("NW", "NE")))
    text.append_text(draw_letters(sight, plan))
    for row in range(plan.rows):
        if row == plan.rows // 2:
            text.append_text(draw_border(sight, plan))
        text.append_text(draw_row(sight, plan, row))
    text.append_text(draw_names(sight, ("SW", "SE")))
    return text


def plan_of(state: State) -> Plan:
    """The floor plan in use."""
    return components.PLANS[int(state.plan)]


def draw_names(sight: Sight, corners: tuple[str, str]) -> Text:
    """The animals of two quarters, above or below them."""
    left, right = (say(sight.language, signs.ANIMAL[components.ANIMALS[QUARTERS.index(corner)]]) for corner in corners)
    width = CELL * plan_of(sight.position.state).rows + 1
    end = "\n" if corners[0] == "NW" else ""
    return Text(" " * MARGIN + left + right.rjust(width - len(left)) + end, style="italic")


def draw_letters(sight: Sight, plan: Plan) -> Text:
    """The names of the columns; that of the ghost stands out."""
    ghost = ghost_place(sight)
    text = Text(" " * MARGIN)
    for col in range(plan.rows):
        here = ghost is not None and ghost[1] == col
        text.append("│" if col == plan.rows // 2 else "", style="dim")
        text.append(f" {chr(ord('a') + col)} ", style="bold reverse" if here else "dim")
    return text.append("\n")


def draw_border(sight: Sight, plan: Plan) -> Text:
    """The line between north and south; the rondel's arrow in its middle."""
    half, wide = plan.rows // 2, court(plan) // 2
    arm = CELL * (half - wide)
    text = Text(" " * MARGIN)
    text.append("─" * arm + " " * (CELL * wide), style="dim")
    begun = int(sight.position.state.phase) not in (START, OVER)
    text.append(pointer(sight.position.state) if begun else " ", style="bold")
    text.append(" " * (CELL * wide) + "─" * arm, style="dim")
    return text.append("\n")


def pointer(state: State) -> str:
    """Where the rondel's arrow points."""
    return signs.POINTERS[side_of(state, int(state.active))]


def draw_row(sight: Sight, plan: Plan, row: int) -> Text:
    """One row with its number; that of the ghost stands out."""
    ghost = ghost_place(sight)
    here = ghost is not None and ghost[0] == row
    text = Text().append(f"{row + 1:>{MARGIN - 1}}", style="bold reverse" if here else "dim").append(" ")
    for col in range(plan.rows):
        if col == plan.rows // 2:
            text.append(" " if (row, col) not in plan.columns and is_court(plan, (row, col)) else "│", style="dim")
        text.append_text(draw_place(sight, plan, (row, col)))
    return text.append("\n")


def is_court(plan: Plan, place: Place) -> bool:
    """Whether a place lies in the court in the middle."""
    first, wide = plan.rows // 2 - court(plan) // 2, court(plan)
    return place[0] - first in range(wide) and place[1] - first in range(wide)


def draw_place(sight: Sight, plan: Plan, place: Place) -> Text:
    """One place, three letters wide: a space, a slot in a corner of the court, or nothing."""
    if place in plan.columns:
        return draw_space(sight, plan.places.index(place))
    for slot in range(components.SLOTS):
        if place == slot_place(sight.position.state, slot):
            return draw_slot(sight, slot)
    return Text(" " * CELL)


def slot_place(state: State, slot: int) -> Place:
    """Rule 3.1: the corner of the court towards the quarter in which a slot lies now."""
    plan = plan_of(state)
    quarter = QUARTERS[int(components.SLOT_QUARTER[side_of(state, int(state.active)), slot])]
    first, last = plan.rows // 2 - court(plan) // 2, plan.rows // 2 + court(plan) // 2 - 1
    return last if "S" in quarter else first, last if "E" in quarter else first


def draw_slot(sight: Sight, slot: int) -> Text:
    """A slot with the letter and the arrow of its tile."""
    tile = int(sight.position.state.rondel[slot])
    meta = Style(meta={PLACE: f"slot_{slot}"})
    text = Text().append(str(slot + 1), style=Style(bold=True, reverse=picked_slot(sight) == slot) + meta)
    if tile == NONE:
        return text.append("- ", style="dim")
    return text.append(
        tile_sign(tile, sight.language) + pointer(sight.position.state), style=tile_style(tile_parts(tile)[0]) + meta
    )


def draw_space(sight: Sight, space: int) -> Text:
    """A space: the ghost, a tile with its worker, or the columns."""
    state = sight.position.state
    row, col = plan_of(state).places[space]
    meta = Style(meta={PLACE: f"space_{row}_{col}"})
    if (row, col) == ghost_place(sight):
        return draw_ghost(sight, meta)
    colour = tile_colour(state, space)
    if colour != NONE:
        sign = tile_letter(colour, sight.language) + signs.POINTERS[arrow_at(state, space)]
        text = Text().append(sign, style=tile_style(colour) + meta)
        worker = next((w for w, on in enumerate(state.workers) if int(on) & bit(space)), None)
        if worker is None:
            return text.append(" ", style=tile_style(colour) + meta)
        return text.append(worker_sign(worker, sight.language), style=worker_style(worker) + meta)
    sign = signs.COLUMN_SIGNS[plan_of(state).columns[row, col]]
    slot = picked_slot(sight)
    if slot is not None and placeable(state, sight.seat, slot) & bit(space):
        return Text(sign, style=Style(color=POSSIBLE, bgcolor=OPEN, bold=True) + meta)
    ground = LIGHT if (row + col) % 2 else DARK
    return Text(sign, style=Style(color=BARE, bgcolor=ground) + meta)


def draw_ghost(sight: Sight, meta: Style) -> Text:
    """The aimed tile: + where it may go, x where it may not."""
    assert sight.aimed is not None
    slot, _, arrow = decode_place(sight.aimed)
    allowed = sight.aimed in sight.position.legal_moves(sight.seat)
    letter = tile_sign(int(sight.position.state.rondel[slot]), sight.language)
    words = letter + signs.POINTERS[arrow] + ("+" if allowed else "x")
    ground = FREE if allowed else BLOCKED
    return Text(words, style=Style(color="white", bgcolor=ground, bold=True, underline=True) + meta)


def ghost_place(sight: Sight) -> Place | None:
    """Where the aimed tile would lie."""
    if sight.aimed is None or not is_place(sight.aimed):
        return None
    return plan_of(sight.position.state).places[decode_place(sight.aimed)[1]]


def picked_slot(sight: Sight) -> int | None:
    """The slot whose tile is aimed with."""
    return None if sight.aimed is None or not is_place(sight.aimed) else decode_place(sight.aimed)[0]


# Aiming


def aim(sight: Sight) -> int | None:
    """The first placement that turns no marker; nothing where no tile is to be placed."""
    state = sight.position.state
    if sight.seat not in sight.position.actors() or int(state.phase) not in (TURN, SECOND):
        return None
    moves = [move for move in sight.position.legal_moves(sight.seat) if can_aim(move)]
    return min(moves, key=lambda move: leaves_quarter(state, sight.seat, move), default=None)


def leaves_quarter(state: State, seat: int, move: int) -> bool:
    """Whether a placement takes the tile into another quarter than its own."""
    slot, space, _ = decode_place(move)
    plan = plan_of(state)
    return QUARTERS[home_quarter(state, seat, slot)] != plan.quarter(plan.places[space])


def can_aim(move: int) -> bool:
    """Placements; workers, the end of the turn and refreshing stay in the list."""
    return is_place(move)


def steer(sight: Sight, key: str) -> int | None:
    """Arrows move the ghost, numbers choose its tile, r and R turn it, n and N hop to where it fits."""
    assert sight.aimed is not None
    slot, space, arrow = decode_place(sight.aimed)
    if key in STEPS:
        return lay(sight, slot, beside(plan_of(sight.position.state), space, STEPS[key]), arrow)
    if key in TURNING:
        ways = ways_of(sight, slot, space)
        return encode_place(slot, space, turned(ways, arrow, TURNING[key])) if ways else sight.aimed
    if key in HOPPING:
        return hop(sight, HOPPING[key])
    if key in ("1", "2", "3", "4"):
        return choose_slot(sight, int(key) - 1)
    return None


def beside(plan: Plan, space: int, step: Place) -> int:
    """The next space that way, over the court too; in the same row or column if there is one, else near it."""
    row, col = plan.places[space]

    def way(other: Place) -> tuple[int, int]:
        down, right = other[0] - row, other[1] - col
        return (abs(right), down * step[0]) if step[0] else (abs(down), right * step[1])

    ahead = [other for other in plan.places if way(other)[1] > 0]
    return plan.places.index(min(ahead, key=way)) if ahead else space


def ways_of(sight: Sight, slot: int, space: int) -> list[int]:
    """Where the arrow may point there, as far as the columns are concerned."""
    plan, tile = plan_of(sight.position.state), int(sight.position.state.rondel[slot])
    return list(arrows_on(tile_parts(tile)[1], plan.columns[plan.places[space]]))


def turned(ways: list[int], arrow: int, step: int) -> int:
    """The next of the ways, clockwise or back."""
    return min(ways, key=lambda way: ((way - arrow) * step - 1) % components.ARROWS)


def lay(sight: Sight, slot: int, space: int, arrow: int) -> int:
    """The placement with this arrow, or with one that the columns allow."""
    ways = ways_of(sight, slot, space)
    return encode_place(slot, space, arrow if arrow in ways or not ways else ways[0])


def hop(sight: Sight, step: int) -> int | None:
    """The next space, in reading order, to which the tile may go."""
    assert sight.aimed is not None
    slot, space, arrow = decode_place(sight.aimed)
    open_to = {decode_place(move)[1] for move in sight.position.legal_moves(sight.seat) if move_of(move, slot)}
    count = len(plan_of(sight.position.state).places)
    nearest = min(open_to, key=lambda other: ((other - space) * step - 1) % count, default=None)
    return None if nearest is None else lay(sight, slot, nearest, arrow)


def move_of(move: int, slot: int) -> bool:
    """Whether a move places the tile of this slot."""
    return is_place(move) and decode_place(move)[0] == slot


def choose_slot(sight: Sight, slot: int) -> int | None:
    """The same space with another tile, or the first to which that tile may go."""
    assert sight.aimed is not None
    if int(sight.position.state.rondel[slot]) == NONE:
        return None
    _, space, arrow = decode_place(sight.aimed)
    moves = [move for move in sight.position.legal_moves(sight.seat) if move_of(move, slot)]
    if not moves or any(decode_place(move)[1] == space for move in moves):
        return lay(sight, slot, space, arrow)
    return min(moves, key=lambda move: leaves_quarter(sight.position.state, sight.seat, move))


def point(sight: Sight, place: str) -> int | None:
    """A click on a slot chooses its tile, a click on a space moves it there."""
    if sight.aimed is None:
        return None
    kind, *numbers = place.split("_")
    slot, space, arrow = decode_place(sight.aimed)
    if kind == "slot":
        return choose_slot(sight, int(numbers[0]))
    if kind != "space":
        return None
    clicked = space_at(int(sight.position.state.plan), int(numbers[0]), int(numbers[1]))
    return sight.aimed if clicked in (None, space) else lay(sight, slot, clicked or 0, arrow)


BOARD = Board(draw, aim, can_aim, steer, point, as_aimed, KEYS)
