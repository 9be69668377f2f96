"""The picture of Mosaix: trays, dice, formation and scale, and the click paths of the legal moves.

Panels: `tray-0` ... a tray for each seat, `dice` what lies on the table, `formations` or `turns` what may be picked.
Ids: `cell-SEAT-ROW-COL`, `shape-L`, `form-MOVE`, `die-TURN-SLOT`, `stop`, `skip`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

import numpy as np

from smalti.games.mosaix.choices import choices, different_turns, legal
from smalti.games.mosaix.components import (
    FORMATIONS,
    SCALE,
    SHAPES,
    SIDE,
    SLOTS,
    SYMBOLS,
    TURNED,
    cell_index,
    cell_place,
    is_inside,
)
from smalti.games.mosaix.formation import cell_name
from smalti.games.mosaix.moves import SKIP, STOP, is_form
from smalti.games.mosaix.reasons import roll_symbols
from smalti.games.mosaix.rules import actors
from smalti.games.mosaix.scoring import areas, members, place_id, scores
from smalti.games.mosaix.state import ENTER, FORM, NONE, is_solo
from smalti.games.mosaix.tables.symbols import DEFS, STYLE
from smalti.kernel.game import CHANCE
from smalti.kernel.once import once
from smalti.kernel.scene import Panel, Scene, tag, text, use
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say, seat_name

CELL, EDGE, HEAD = 56, 20, 40
GRID = SIDE * CELL
TRAY = GRID + 2 * EDGE
SCALE_ROW = 44
GAP, MARGIN = 28, 28
LARGE, SMALL, SMALLER = 1.4, 0.5, 0.37
THUMB, HEAD_BOX, CARD, ACROSS = 16, 43, (78, 56), 4
HAND = ACROSS * (CARD[0] + 8) - 8
"""The width of what may be picked."""
STEP = 56
"""From die to die of a formation that is picked up."""


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat (its tray large, the others small) or for a spectator (all alike)."""
    moves = legal(state, seat)
    if seat == CHANCE:
        trays = equal_trays(state, language)
        panels = [*trays, *dice_panels(state, language, MARGIN, extent(trays)[1] + GAP)]
    else:
        side = MARGIN + TRAY * LARGE + GAP
        entering = int(state.phase) == ENTER and actors(state) & bit(seat)
        dice = [] if entering else dice_panels(state, language, side, MARGIN)
        hand = choice_panels(state, seat, moves, language, side, extent(dice)[1] if dice else MARGIN)
        own = [tray_panel(state, seat, seat, language, MARGIN, MARGIN, LARGE)]
        below = extent([*dice, *hand])[1] + GAP if dice or hand else MARGIN
        others = other_trays(state, seat, language, side, below)
        panels = [*own, *dice, *hand, *others]
    width, height = extent(panels)
    return Scene(
        label=say(language, N_("Mosaix: {seats} grids"), {"seats": int(state.seats)}),
        width=width + MARGIN,
        height=height + MARGIN,
        panels=tuple(panels),
        choices=choices(state, seat, moves, language),
        defs=DEFS,
        style=STYLE,
    )


def extent(panels: list[Panel]) -> tuple[float, float]:
    """The right and the lower end of some panels."""
    return max(p.x + p.width * p.scale for p in panels), max(p.y + p.height * p.scale for p in panels)


# Trays


def equal_trays(state: State, language: str) -> list[Panel]:
    """All trays in rows of two."""
    step_x, step_y = TRAY + GAP, tray_height(state) + GAP
    places = [(MARGIN + one % 2 * step_x, MARGIN + one // 2 * step_y) for one in range(int(state.seats))]
    return [tray_panel(state, one, CHANCE, language, x, y, 1) for one, (x, y) in enumerate(places)]


def other_trays(state: State, seat: int, language: str, x: float, y: float) -> list[Panel]:
    """The trays of the other seats, small, in turn order, below what is in hand: one, or rows of two."""
    others = [(seat + n) % int(state.seats) for n in range(1, int(state.seats))]
    scale = SMALL if len(others) == 1 else SMALLER
    across, down = HAND / 2 + 8, tray_height(state) * scale + 12
    places = [(x + n % 2 * across, y + n // 2 * down) for n in range(len(others))]
    return [tray_panel(state, one, seat, language, *at, scale) for one, at in zip(others, places, strict=True)]


def tray_panel(state: State, seat: int, viewer: int, language: str, x: float, y: float, scale: float) -> Panel:
    """The tray of one seat."""
    label = say(language, N_("grid of {name}"), {"name": SeatName(seat)})
    return Panel(f"tray-{seat}", label, TRAY, tray_height(state), tray(state, seat, viewer, language), x, y, scale)


def tray_height(state: State) -> int:
    """Room for the heading, the grid and, alone, the scale."""
    return HEAD + TRAY + (SCALE_ROW if is_solo(state) else 0)


def tray(state: State, seat: int, viewer: int, language: str) -> str:
    """One grid in its slate rim, with its points."""
    top = HEAD + (SCALE_ROW if is_solo(state) else 0)
    rim = tag("rect", class_="rim", x=1, y=top + 1, width=TRAY - 2, height=TRAY - 2, rx=14)
    well = tag("rect", class_="well", x=EDGE - 3, y=top + EDGE - 3, width=GRID + 6, height=GRID + 6, rx=5)
    marks, printed = [int(cells) for cells in state.marks[seat]], int(state.printed[seat])
    cells = "".join(
        cell(seat, number, symbol_at(marks, number), number == printed, top + EDGE, language)
        for number in range(SIDE * SIDE)
    )
    lines = "".join(outlines(of_symbol, top + EDGE) for of_symbol in marks)
    ruler = coordinates(top)
    scale = scale_row(state, language) if is_solo(state) else ""
    return heading(state, seat, viewer, language) + scale + rim + well + ruler + cells + lines


@once
def all_points(state: State) -> tuple[int, ...]:
    """The points of every seat."""
    points = np.zeros(int(state.seats), np.int64)
    scores(state, points)
    return tuple(int(one) for one in points)


def heading(state: State, seat: int, viewer: int, language: str) -> str:
    """Whose grid, the points so far, and whether a choice is in."""
    name = say(language, N_("Your grid")) if seat == viewer else seat_name(language, seat, 11)
    total = say(language, N_("{points} points"), {"points": all_points(state)[seat]})
    status = ""
    if int(state.phase) == ENTER and not is_solo(state):
        chosen = int(state.chosen[seat]) != NONE
        status = say(language, N_("has chosen")) if chosen else say(language, N_("is choosing"))
    elif int(state.phase) == FORM and int(state.roller) == seat and not is_solo(state):
        status = say(language, N_("lays the formation"))
    return (
        text(4, 26, name, class_="title", font_size=24)
        + text(TRAY / 2, 26, status, class_="soft", font_size=16, text_anchor="middle")
        + text(TRAY - 4, 26, total, class_="gold", font_size=22, font_weight=600, text_anchor="end")
    )


@cache
def coordinates(top: float) -> str:
    """Columns a to g and rows 1 to 7 on the rim."""
    fill = {"font_size": 12, "text_anchor": "middle", "class_": "chalk"}
    columns = [text(EDGE + (n + 0.5) * CELL, top + 14, "abcdefg"[n], **fill) for n in range(SIDE)]
    rows = [text(10, top + EDGE + (n + 0.5) * CELL + 4, str(n + 1), **fill) for n in range(SIDE)]
    return "".join(columns + rows)


@lru_cache(20_000)
def cell(seat: int, number: int, symbol: str | None, is_printed: bool, top: float, language: str) -> str:
    """One cell with what is in it, and how it is spoken; drawn once for all tables."""
    row, col = cell_place(number)
    x, y = EDGE + col * CELL, top + row * CELL
    spoken = say(language, N_("empty")) if symbol is None else say(language, symbol)
    parts = [tag("rect", class_="cell", x=x + 1, y=y + 1, width=CELL - 2, height=CELL - 2, rx=5)]
    if symbol is not None:
        parts.append(use(f"mark-{symbol}", x + 2, y + 2, CELL - 4))
    if is_printed:
        parts.append(tag("rect", class_="printed", x=x + 6, y=y + 6, width=CELL - 12, height=CELL - 12, rx=6))
        spoken = f"{spoken}, {say(language, N_('printed'))}"
    return tag("g", *parts, id=place_id(seat, number), aria_label=f"{cell_name(row, col)}: {spoken}")


def symbol_at(marks: list[int], number: int) -> str | None:
    """The word of the symbol in a cell."""
    return next((name for name, cells in zip(SYMBOLS, marks, strict=True) if cells >> number & 1), None)


@lru_cache(20_000)
def outlines(cells: int, top: float) -> str:
    """A gold line around each area of one symbol that counts."""
    return "".join(outline(area, top) for area in areas(cells))


def outline(area: int, top: float) -> str:
    """A gold line around an area."""
    edges = []
    for number in members(area):
        row, col = cell_place(number)
        x, y = EDGE + col * CELL, top + row * CELL
        sides = {
            (row - 1, col): f"M{x} {y}h{CELL}",
            (row + 1, col): f"M{x} {y + CELL}h{CELL}",
            (row, col - 1): f"M{x} {y}v{CELL}",
            (row, col + 1): f"M{x + CELL} {y}v{CELL}",
        }
        edges += [d for (r, c), d in sides.items() if not (is_inside(r, c) and area & bit(cell_index(r, c)))]
    return tag("path", class_="area", d="".join(edges))


def scale_row(state: State, language: str) -> str:
    """Rule 7.2: the scale above the grid, a stroke through each cell that is used up."""
    free = int(state.scale)
    label = say(language, N_("scale: {free} of {all} free"), {"free": free, "all": SCALE})
    left = TRAY - EDGE - SCALE * 32
    parts = [text(EDGE, HEAD + 24, label, class_="soft", font_size=15)]
    for n in range(SCALE):
        x = left + n * 32
        parts.append(tag("rect", class_="cell", x=x + 2, y=HEAD + 4, width=28, height=28, rx=5))
        if n >= free:
            parts.append(tag("path", class_="gone", d=f"M{x + 8} {HEAD + 26}l16 -16"))
    return tag("g", *parts, id="scale", aria_label=label)


# Dice and choices


def dice_panels(state: State, language: str, x: float, y: float) -> list[Panel]:
    """The dice as rolled, or the formation on the table."""
    if int(state.phase) == FORM:
        dice = "".join(use(f"die-{SYMBOLS[s]}", 4 + n * 60, 36, 54) for n, s in enumerate(roll_symbols(state)))
        title, height = say(language, N_("The roll")), 104.0
    elif int(state.phase) == ENTER:
        shape, symbols = FORMATIONS[int(state.formation)]
        placed = zip(SLOTS[shape], symbols, strict=True)
        dice = "".join(use(f"die-{SYMBOLS[s]}", 4 + c * 54, 36 + r * 54, 54) for (r, c), s in placed)
        title, height = say(language, N_("The formation")), 50 + 54.0 * (1 + max(r for r, _ in SLOTS[shape]))
    else:
        return []
    return [Panel("dice", title, 250, height, head_of(title) + dice, x, y)]


def choice_panels(state: State, seat: int, moves: list[int], language: str, x: float, y: float) -> list[Panel]:
    """What the viewer may pick now: a formation to lay, or a turned formation to enter."""
    if not moves:
        return []
    if int(state.phase) == FORM:
        name, title = "formations", say(language, N_("Lay one of these"))
        body, width, height = formation_options(moves)
    else:
        name, title = "turns", say(language, N_("Pick it up by a die"))
        body, width, height = turn_options(state, language)
    moved = tag("g", body, transform="translate(0 36)")
    panels = [Panel(name, title, width, height + 40, head_of(title) + moved, x, y)]
    for move, word, words in ((STOP, "stop", N_("Stop the game")), (SKIP, "skip", N_("Skip"))):
        if move in moves:
            spoken = say(language, words)
            panels.append(Panel(f"panel-{word}", spoken, 160, 40, button(word, spoken), x, y + height + 48))
    return panels


def head_of(title: str) -> str:
    """The heading of a panel."""
    return text(4, 24, title, class_="title", font_size=20)


def button(name: str, words: str) -> str:
    """A button inside the picture."""
    box = tag("rect", class_="option", x=1, y=1, width=158, height=38, rx=8)
    return tag("g", box, text(80, 26, words, font_size=16, text_anchor="middle"), id=name, aria_label=words)


def formation_options(moves: list[int]) -> tuple[str, float, float]:
    """The outlines of the shapes; under the one that is picked unfolds every way to lay the dice in it."""
    by_shape: dict[int, list[int]] = defaultdict(list)
    for move in moves:
        if is_form(move):
            by_shape[FORMATIONS[move][0]].append(move)
    heads = [shape_head(shape, n * (HEAD_BOX + 5)) for n, shape in enumerate(by_shape)]
    ways = [
        tag(
            "g",
            *(thumbnail(move, n) for n, move in enumerate(laid)),
            class_="unfold",
            data_under=f"shape-{SHAPES[shape]}",
        )
        for shape, laid in by_shape.items()
    ]
    rows = -(-max(map(len, by_shape.values()), default=0) // ACROSS)
    return "".join(heads + ways), HAND, HEAD_BOX + 10 + rows * (CARD[1] + 8)


@lru_cache(1024)
def shape_head(shape: int, x: float) -> str:
    """The outline of a shape, to choose it first."""
    box = tag("rect", class_="option", x=x, y=0, width=HEAD_BOX, height=HEAD_BOX, rx=8)
    left, top = x + (HEAD_BOX - 9 * columns(shape)) / 2, 5 + (28 - 9 * rows_of(shape)) / 2
    squares = [
        tag("rect", x=left + c * 9, y=top + r * 9, width=8, height=8, rx=1.5, class_="outline") for r, c in SLOTS[shape]
    ]
    letter = text(x + HEAD_BOX - 5, HEAD_BOX - 4, SHAPES[shape], class_="soft", font_size=10, text_anchor="end")
    return tag("g", box, *squares, letter, id=f"shape-{SHAPES[shape]}", aria_label=SHAPES[shape])


@lru_cache(4096)
def thumbnail(move: int, n: int) -> str:
    """A formation on a card of its own, the n-th of its shape."""
    shape, symbols = FORMATIONS[move]
    x, y = n % ACROSS * (CARD[0] + 8), HEAD_BOX + 10 + n // ACROSS * (CARD[1] + 8)
    left, top = x + (CARD[0] - THUMB * columns(shape)) / 2, y + (CARD[1] - THUMB * rows_of(shape)) / 2
    box = tag("rect", class_="option", x=x, y=y, width=CARD[0], height=CARD[1], rx=8)
    placed = zip(SLOTS[shape], symbols, strict=True)
    dice = [use(f"mark-{SYMBOLS[s]}", left + c * THUMB, top + r * THUMB, THUMB) for (r, c), s in placed]
    return tag("g", box, *dice, id=f"form-{move}")


def columns(shape: int) -> int:
    """How wide a shape is."""
    return 1 + max(c for _, c in SLOTS[shape])


def rows_of(shape: int) -> int:
    """How high a shape is."""
    return 1 + max(r for r, _ in SLOTS[shape])


def turn_options(state: State, language: str) -> tuple[str, float, float]:
    """The formation in each of its different turns, two by two, to pick up by any die."""
    shape, symbols = FORMATIONS[int(state.formation)]
    drawn, x, y = [], 0.0, 0.0
    turns = different_turns(int(state.formation))
    for n, turn in enumerate(turns):
        cells = TURNED[shape][turn]
        if n == 2:
            x, y = 0.0, STEP * (1 + max(r for t in turns[:2] for r, _ in TURNED[shape][t])) + GAP
        for slot, ((r, c), symbol) in enumerate(zip(cells, symbols, strict=True)):
            die = use(f"die-{SYMBOLS[symbol]}", x + c * STEP, y + r * STEP, STEP - 2)
            drawn.append(tag("g", die, id=f"die-{turn}-{slot}", aria_label=say(language, SYMBOLS[symbol])))
        x += STEP * (1 + max(c for t in turns[n % 2 :: 2] for _, c in TURNED[shape][t])) + GAP
    height = y + STEP * (1 + max(r for t in turns[-2:] for r, _ in TURNED[shape][t]))
    return "".join(drawn), x, height
