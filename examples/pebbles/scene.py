"""The picture of Pebbles, and the click paths of the legal moves: a pebble of the display, then a cell.

Panels: `court` and `display`. Ids: `cell-a1` ... `cell-d4`, `pebble-0`, `pebble-1`.
"""

from __future__ import annotations

import numpy as np

from examples.pebbles.components import CELL_NAMES, CELLS, COLOURS, SIDE
from examples.pebbles.rules import ACTION_COUNT, actors, apply, legal_moves
from examples.pebbles.scoring import seat_points
from examples.pebbles.sentences import describe
from examples.pebbles.text.positions import displayed
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice, Panel, Scene, tag, text, use
from smalti.kernel.sets import bit
from smalti.kernel.state import State, copy_state
from smalti.kernel.words import N_, SeatName, say

CELL, EDGE, MARGIN = 72, 18, 24
COURT = SIDE * CELL + 2 * EDGE
HEAD = 34
SHADES = {"white": ("#f4efe4", "#b9ae98"), "grey": ("#8d9499", "#5c6368"), "black": ("#2c2e33", "#0f1013")}
STYLE = """
.smalti .court{fill:var(--slate);stroke:var(--slate-edge);stroke-width:2}
.smalti .cell{fill:var(--grout);stroke:var(--slate-edge)}
"""


def stone(colour: str, number: int) -> str:
    """A pebble: each colour has a shape of its own, for those who see colours less well."""
    fill, edge = SHADES[colour]
    body = tag("ellipse", cx=24, cy=24, rx=18, ry=(18, 14, 16)[number], fill=fill, stroke=edge, stroke_width=2)
    vein = tag(
        "path", d=("", "M9 26q15 -9 30 -2", "M12 19q12 8 24 0M13 29q11 -7 22 0")[number], fill="none", stroke=edge
    )
    return tag("symbol", body, vein, id=f"stone-{colour}", viewBox="0 0 48 48")


DEFS = "".join(stone(colour, number) for number, colour in enumerate(COLOURS))


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat, or for a spectator."""
    heads = [head(state, one, language) for one in range(int(state.seats))]
    body = "".join(text(4, 24 + n * HEAD, words, class_="title", font_size=18) for n, words in enumerate(heads))
    top = HEAD * len(heads)
    rim = tag("rect", class_="court", x=1, y=top + 1, width=COURT - 2, height=COURT - 2, rx=12)
    court = body + rim + "".join(drawn_cell(state, cell, top, language) for cell in range(CELLS))
    side = MARGIN + COURT + MARGIN
    return Scene(
        label=say(language, N_("Pebbles: the court and the display")),
        width=side + 2 * CELL + MARGIN,
        height=top + COURT + 2 * MARGIN,
        panels=(
            Panel("court", say(language, N_("The court")), COURT, top + COURT, court, MARGIN, MARGIN),
            Panel("display", say(language, N_("The display")), 2 * CELL, CELL, display(state, language), side, MARGIN),
        ),
        choices=choices(state, seat, language),
        defs=DEFS,
        style=STYLE,
    )


def head(state: State, seat: int, language: str) -> str:
    """Whose lines count, and what they are worth."""
    words = (N_("{name}, rows: {points}"), N_("{name}, columns: {points}"))[seat]
    if int(state.seats) == 1:
        words = N_("{name}, rows and columns: {points}")
    return say(language, words, {"name": SeatName(seat), "points": seat_points(state, seat)})


def drawn_cell(state: State, cell: int, top: int, language: str) -> str:
    """A cell with its pebble."""
    x, y = EDGE + cell % SIDE * CELL, top + EDGE + cell // SIDE * CELL
    box = tag("rect", class_="cell", x=x + 2, y=y + 2, width=CELL - 4, height=CELL - 4, rx=8)
    colour = COLOURS[int(state.cells[cell]) - 1] if state.cells[cell] else ""
    pebble = use(f"stone-{colour}", x + 4, y + 4, CELL - 8) if colour else ""
    name = {"cell": Verbatim(CELL_NAMES[cell])}
    label = say(language, N_("{cell}: {colour}"), name | {"colour": colour or N_("free")})
    return tag("g", box, pebble, id=f"cell-{CELL_NAMES[cell]}", aria_label=label)


def display(state: State, language: str) -> str:
    """The pebbles on display."""
    pebbles = [
        tag(
            "g",
            use(f"stone-{COLOURS[colour]}", n * CELL, 0, CELL),
            id=f"pebble-{n}",
            aria_label=say(language, COLOURS[colour]),
        )
        for n, colour in enumerate(displayed(state))
    ]
    return "".join(pebbles) or tag("rect", class_="cell", width=2 * CELL, height=CELL, rx=8)


def choices(state: State, seat: int, language: str) -> tuple[Choice, ...]:
    """Every legal move of the viewer; two pebbles of a colour are two ways to the same move."""
    if seat == CHANCE or not actors(state) & bit(seat):
        return ()
    moves = np.empty(ACTION_COUNT, np.int64)
    return tuple(choice(state, seat, int(move), language) for move in moves[: legal_moves(state, seat, moves)])


def choice(state: State, seat: int, move: int, language: str) -> Choice:
    """A move with its clicks, the pebble it would lay, and what it brings."""
    colour, cell = divmod(move, CELLS)
    place = f"cell-{CELL_NAMES[cell]}"
    paths = tuple((f"pebble-{n}", place) for n, one in enumerate(displayed(state)) if one == colour)
    after = copy_state(state)
    apply(after, seat, move)
    gain = seat_points(after, seat) - seat_points(state, seat)
    label = describe(state, seat, move, language)
    return Choice(move, label, paths, ((place, f"stone-{COLOURS[colour]}"),), f"+{gain}" if gain else "")
