"""The sizes of trays, dice and cards, and the box of every place."""

from __future__ import annotations

from dataclasses import replace

from smalti.games.mosaix.components import DICE, FORMATIONS, SCALE, SHAPES, SIDE, TURNED, cell_place
from smalti.games.mosaix.formation import cell_name
from smalti.games.mosaix.rows import places as p
from smalti.games.mosaix.tables.words import DIE_WORDS, SPOT_WORDS
from smalti.kernel.stage import Place

CELL, EDGE, HEAD = 56, 20, 40
"""A cell of the grid, the slate rim around it, the heading above."""
TRAY = SIDE * CELL + 2 * EDGE
SCALE_ROW, SCALE_STEP = 44, 32
TITLE = 36
"""Room for the title of a panel."""
STEP, GAP = 56, 28
"""From die to die of a formation, and between formations."""
DIE = STEP - 2
SHAPE_BOX, SHAPE_STEP = 43, 48
CARD, CARD_GAP, ACROSS = (78, 56), 8, 4
HAND = ACROSS * (CARD[0] + CARD_GAP) - CARD_GAP
"""The width of what may be picked."""
CARDS_HEIGHT = TITLE + SHAPE_BOX + 10 + -(-p.MOST_CARDS // ACROSS) * (CARD[1] + CARD_GAP)
CUP_DIE = 26
BUTTON = (150, 34)


def top(seats: int) -> int:
    """Where the tray begins: below the heading and, alone, the scale."""
    return HEAD + (SCALE_ROW if seats == 1 else 0)


def tray_height(seats: int) -> int:
    """The height of a tray with all that is above it."""
    return top(seats) + TRAY


def places(seats: int) -> dict[int, Place]:
    """All places of a game with so many seats."""
    found = roll_places() | laid_places() | turned_places() | card_places() | button_places()
    for seat in range(seats):
        found |= grid_places(seat, top(seats) + EDGE) | heading_places(seat)
    return found | scale_places() if seats == 1 else found


def grid_places(seat: int, y: float) -> dict[int, Place]:
    """The cells of a grid."""
    found = {}
    for cell in range(SIDE * SIDE):
        row, col = cell_place(cell)
        box = EDGE + col * CELL, y + row * CELL, CELL, CELL
        found[p.cell_of(seat, cell)] = Place(p.TRAY + seat, *box, name=cell_name(row, col), speaks=True)
    return found


def heading_places(seat: int) -> dict[int, Place]:
    """Whose grid, what the seat is busy with, its dice before the roll, its points."""
    panel, left = p.TRAY + seat, TRAY / 2 - 2 * CUP_DIE - 6
    cups = {p.cup_of(seat, n): Place(panel, left + n * (CUP_DIE + 4), 6, CUP_DIE, CUP_DIE) for n in range(DICE)}
    return cups | {
        p.NAME + seat: Place(panel, 0, 0, 160, HEAD),
        p.STATUS + seat: Place(panel, TRAY / 2 - 60, 0, 120, HEAD),
        p.POINTS + seat: Place(panel, TRAY - 140, 0, 140, HEAD),
    }


def scale_places() -> dict[int, Place]:
    """Rule 7.2: the cells of the scale above the grid, and the words beside them."""
    left = TRAY - EDGE - SCALE * SCALE_STEP
    cells = {p.SCALE_CELL + n: Place(p.TRAY, left + n * SCALE_STEP + 2, HEAD + 4, 28, 28) for n in range(SCALE)}
    return cells | {p.SCALE_WORDS: Place(p.TRAY, EDGE, HEAD, left - EDGE, 36)}


def roll_places() -> dict[int, Place]:
    """The dice as they were rolled."""
    return {p.ROLLED + n: Place(p.ROLL_PANEL, 4 + n * 60, TITLE, DIE, DIE, DIE_WORDS[n]) for n in range(DICE)}


def laid_places() -> dict[int, Place]:
    """The dice of the formation on the table: just where those lie that are not turned."""
    twins = turned_places()
    return {
        p.laid_in(shape, slot): replace(twins[p.die_of(shape, 0, slot)], panel=p.FORMATION_PANEL)
        for shape in range(len(SHAPES))
        for slot in range(DICE)
    }


def turned_places() -> dict[int, Place]:
    """The dice of every shape in each of its turns."""
    found = {}
    for shape, turns in enumerate(TURNED):
        for turn, (x, y) in enumerate(turn_corners(shape)):
            for slot, (row, col) in enumerate(turns[turn]):
                box = x + col * STEP, TITLE + y + row * STEP, DIE, DIE
                found[p.die_of(shape, turn, slot)] = Place(p.TURNS_PANEL, *box, name=SPOT_WORDS[row, col])
    return found


def turn_corners(shape: int) -> list[tuple[int, int]]:
    """Where the turns of a shape lie: two by two; the long I one below the other, then upright side by side."""
    across, down = STEP * extent(shape, 0)[0] + GAP, STEP * max(extent(shape, 0)[1], extent(shape, 1)[1]) + GAP
    if SHAPES[shape] == "I":
        return [(0, 0), (0, 2 * (STEP + GAP)), (0, STEP + GAP), (STEP + GAP, 2 * (STEP + GAP))]
    return [(0, 0), (across, 0), (0, down), (across, down)]


def extent(shape: int, turn: int) -> tuple[int, int]:
    """How many dice wide and high a turned shape is."""
    cells = TURNED[shape][turn]
    return 1 + max(c for _, c in cells), 1 + max(r for r, _ in cells)


TURNS_HEIGHT = max(box.y + box.height for box in turned_places().values())
FORMATION_WIDTH = max(box.x + box.width for box in laid_places().values())
FORMATION_HEIGHT = max(box.y + box.height for box in laid_places().values())


def card_places() -> dict[int, Place]:
    """The outlines of the shapes; under the one that is picked unfolds every way to lay the dice in it."""
    heads = {
        p.SHAPE + shape: Place(p.CARDS_PANEL, shape * SHAPE_STEP, TITLE, SHAPE_BOX, SHAPE_BOX)
        for shape in range(len(SHAPES))
    }
    first = TITLE + SHAPE_BOX + 10
    cards = {}
    for shape in {shape for shape, _ in FORMATIONS}:
        for n in range(p.MOST_CARDS):
            x, y = n % ACROSS * (CARD[0] + CARD_GAP), first + n // ACROSS * (CARD[1] + CARD_GAP)
            number = p.CARD + shape * p.MOST_CARDS + n
            cards[number] = Place(p.CARDS_PANEL, x, y, *CARD, under=p.SHAPE + shape)
    return heads | cards


def button_places() -> dict[int, Place]:
    """To stop and to skip: never both."""
    return {number: Place(p.BUTTONS_PANEL, 0, 0, *BUTTON) for number in (p.STOP_BUTTON, p.SKIP_BUTTON)}
