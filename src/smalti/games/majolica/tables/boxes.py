"""Where the places lie, each in the coordinates of its panel."""

from __future__ import annotations

from smalti.games.majolica import components
from smalti.games.majolica.editions import HALL, MOST_SPACES, SLOTS, WORKSHOPS
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.tables.names import cell_name, members
from smalti.games.majolica.tables.paper import CARD, MISSION, SPACE
from smalti.games.majolica.tables.paper import places as spaces_on_card
from smalti.games.majolica.tables.room import (
    BENCH,
    CARDS_Y,
    COLUMN,
    KILN_H,
    KILN_Y,
    SHELF_Y,
    TILE,
    column_x,
    shelf_place,
)
from smalti.kernel.stage import Place
from smalti.kernel.words import N_

BIG, JOINT, RIM = 86, 5, 36
STRIDE = BIG + JOINT
GRID_SIDE = components.SIDE * STRIDE - JOINT + 2 * RIM
TITLE = 40
GRID = (GRID_SIDE, TITLE + GRID_SIDE)
DISPLAY_SIZE = (3 * CARD[0] + 2 * 10, TITLE + 2 * CARD[1] + 10)
HALL_SIZE = (DISPLAY_SIZE[0], 112)
ACTIONS = (754, 136)
BUTTON = (230, 52)
ORDER = (150, 58)
REVEALED, REVEALED_GAP = 130, 14
HAND_END, HAND_STEP, HAND_LABEL = 600, 42, 88
DEALT = (58, 42)

Places = dict[int, Place]
Box = tuple[float, float, float, float]
WORKSHOP_NAMES = N_("workshop 1"), N_("workshop 2"), N_("workshop 3"), N_("workshop 4")
SLOT_NAMES = N_("slot 1"), N_("slot 2"), N_("slot 3")
SPACE_NAMES = N_("on the card of slot 1"), N_("on the card of slot 2"), N_("on the card of slot 3")


def rounded(number: float) -> float:
    """A short number: there are many places."""
    return round(number, 2)


def place(panel: int, box: Box, name: str = "") -> Place:
    """A place of a panel."""
    x, y, width, height = map(rounded, box)
    return Place(panel, x, y, width, height, name)


def places(seats: int, edition: int, has_missions: bool) -> Places:
    """All places of a game for so many seats."""
    found = (alone_places() if seats == 1 else grid_places()) | display_places(edition) | hall_places(seats, edition)
    if has_missions:
        found |= mission_places(seats)
    for seat in range(seats):
        found |= bench_places(seat, edition)
    return found | action_places()


# The large tiles


def corner(row: float, col: float) -> tuple[float, float]:
    """The top left corner of a cell."""
    return RIM + col * STRIDE, TITLE + RIM + row * STRIDE


def round_places() -> Places:
    """What stands above the large tiles, and where they come from."""
    half = GRID_SIDE / 2
    return {
        p.ROUND: place(p.GRID_PANEL, (2, 0, half - 2, 36)),
        p.ASIDE: place(p.GRID_PANEL, (half, 0, half - 4, 36)),
        p.BAG: place(p.GRID_PANEL, (half - 20, TITLE + half - 20, 40, 40)),
    }


def grid_places() -> Places:
    """The cells, the rectangles around tiles, and the handles of runs."""
    found = round_places()
    for cell in range(components.CELLS):
        found[p.CELL + cell] = place(p.GRID_PANEL, (*corner(*divmod(cell, components.SIDE)), BIG, BIG), cell_name(cell))
    spans = [(first, last) for last in range(components.SIDE) for first in range(last + 1)]
    for rows, (top, bottom) in enumerate(spans):
        for columns, (left, right) in enumerate(spans):
            (x, y), wide, high = corner(top, left), right - left + 1, bottom - top + 1
            box = x - 5, y - 5, wide * STRIDE - JOINT + 10, high * STRIDE - JOINT + 10
            found[p.BORDER + p.SPANS * rows + columns] = place(p.GRID_PANEL, box)
    for run in range(components.RUNS):
        found |= {p.HANDLE + 4 * run + side: place(p.GRID_PANEL, *handle(run, side)) for side in sides(run)}
    return found


def sides(run: int) -> tuple[int, ...]:
    """The sides of a run on which its handle may lie."""
    cells = members(int(components.RUN_CELLS[run]))
    if len(cells) == 1:
        return p.ABOVE, p.BELOW, p.LEFT, p.RIGHT
    return (p.ABOVE, p.BELOW) if cells[1] == cells[0] + 1 else (p.LEFT, p.RIGHT)


def handle(run: int, side: int) -> tuple[Box, str]:
    """The box of a handle along its tiles, outside the border, and its name."""
    cells = members(int(components.RUN_CELLS[run]))
    (row, col), (last_row, last_col) = divmod(cells[0], components.SIDE), divmod(cells[-1], components.SIDE)
    (x, y), (x2, y2) = corner(row, col), corner(last_row + 1, last_col + 1)
    name = cell_name(cells[0]) if len(cells) == 1 else f"{cell_name(cells[0])}-{cell_name(cells[-1])}"
    if side in (p.ABOVE, p.BELOW):
        return (x + 10, y - 29 if side == p.ABOVE else y2 - JOINT + 7, x2 - x - JOINT - 20, 22), name
    return (x - 29 if side == p.LEFT else x2 - JOINT + 7, y + 10, 22, y2 - y - JOINT - 20), name


def alone_places() -> Places:
    """Alone: the four tiles of a turn, the handle below them, and the pile."""
    found, left, top = round_places(), GRID_SIDE / 2 - REVEALED - REVEALED_GAP / 2, TITLE + RIM + 6
    step = REVEALED + REVEALED_GAP
    for n in range(components.COLOURS):
        box = left + n % 2 * step, top + n // 2 * step, REVEALED, REVEALED
        found[p.REVEALED + n] = place(p.GRID_PANEL, box)
    for n in range(components.CELLS):
        found[p.PILE + n] = place(p.GRID_PANEL, (RIM + 8 + n * 20, GRID[1] - RIM - 40, 34, 34))
    box = left + 20, top + 2 * REVEALED + REVEALED_GAP + 9, 2 * REVEALED + REVEALED_GAP - 40, 22
    found[p.ALL_HANDLE] = place(p.GRID_PANEL, box)
    return found


# The middle of the table


def display_places(edition: int) -> Places:
    """The cards to choose from, and the deck."""
    found = {p.DECK: place(p.DISPLAY_PANEL, (DISPLAY_SIZE[0] - 164, 0, 160, 36))}
    for n in range(int(components.DISPLAY[edition, 0])):
        found[p.DISPLAYED + n] = place(p.DISPLAY_PANEL, (*display_corner(n), *CARD))
    return found


def display_corner(n: int) -> tuple[float, float]:
    """The top left corner of the n-th card on display."""
    return n % 3 * (CARD[0] + 10), TITLE + n // 3 * (CARD[1] + 10)


def hall_places(seats: int, edition: int) -> Places:
    """The City Hall and its pieces."""
    most = int(components.HALL_PURPLES[edition, seats - 1] + components.HALL_ONES[edition, seats - 1])
    step = min(42.0, (HALL_SIZE[0] - 150) / max(1, most))
    found = {
        p.HALL_FRONT: place(p.HALL_PANEL, (43, 53, 36, 36)),
        p.HALL_NAME: place(p.HALL_PANEL, (138, 10, 200, 36)),
        p.HALL_EMPTY: place(p.HALL_PANEL, (138, 54, 320, 36)),
    }
    for n in range(most):
        found[p.HALL_ROW + n] = place(p.HALL_PANEL, (138 + n * step, 54, step - 2, step - 2), N_("City Hall"))
    return found


def mission_places(seats: int) -> Places:
    """A mission for each seat and one more, with their owners, progress and tiles."""
    found = {}
    for n in range(seats + 1):
        x, y = n % 2 * (MISSION[0] + 12), TITLE + n // 2 * (MISSION[1] + 10)
        found[p.MISSION + n] = place(p.MISSIONS_PANEL, (x, y, *MISSION))
        found[p.OWNER + n] = place(p.MISSIONS_PANEL, (x + 100, y + 78, MISSION[0] - 140, 20))
        found[p.PROGRESS + n] = place(p.MISSIONS_PANEL, (x + MISSION[0] - 40, y + 78, 28, 20))
        for colour in range(components.COLOURS):
            number = p.ON_MISSION + components.COLOURS * n + colour
            found[number] = place(p.MISSIONS_PANEL, (x + 12 + colour * 22, y + 77, 20, 20))
    return found


# A bench


def bench_places(seat: int, edition: int) -> Places:
    """Everything on the bench of a seat."""
    panel, base = p.BENCH_PANEL + seat, p.BENCH + seat * p.BENCH_PLACES
    found = heading_places(panel)
    for n in range(p.MOST_FINISHED):
        found[p.FINISHED + n] = place(panel, (126 + min(n * 46, BENCH[0] - 180), SHELF_Y, 40, 48))
    for workshop in range(WORKSHOPS):
        found |= workshop_places(panel, edition, workshop)
        target = int(components.TARGET[edition, workshop])
        x = column_x(workshop)
        if target == HALL:
            found[p.HALL] = place(panel, (x + 3, CARDS_Y + 1, 144, 111), N_("the City Hall"))
        else:
            found |= slot_places(panel, target, x)
    return {base + offset: one for offset, one in found.items()}


def heading_places(panel: int) -> Places:
    """The line above the cards, and what lies below the board."""
    found = {
        p.FRAME: place(panel, (0, 0, *BENCH)),
        p.NAME: place(panel, (18, 8, 160, 36)),
        p.FIRST: place(panel, (184, 7, 36, 36), N_("first player of this round")),
        p.ONES: place(panel, (226, 10, 30, 30)),
        p.BLOOMS: place(panel, (288, 10, 30, 30)),
        p.SCORE: place(panel, (BENCH[0] - 70, 8, 50, 36)),
        p.DEALT: place(panel, (HAND_END - DEALT[0], 7, *DEALT)),
        p.SUPPLY: place(panel, (BENCH[0] - 60, SHELF_Y, 40, 40)),
        p.FINISHED_NAME: place(panel, (20, SHELF_Y + 6, 100, 36)),
    }
    for n in range(p.MOST_IN_HAND):
        left = HAND_END - (n + 1) * HAND_STEP
        found[p.HAND + n] = place(panel, (left - 84, 6, (n + 1) * HAND_STEP + HAND_LABEL, 42))
        found[p.HAND_TILE + n] = place(panel, (left, 9, 36, 36))
    return found


def slot_places(panel: int, slot: int, x: float) -> Places:
    """A slot, and the spaces of whatever card lies in it."""
    found = {p.SLOT + slot: place(panel, (x, CARDS_Y, *CARD), SLOT_NAMES[slot])}
    found[p.CLIP + slot] = place(panel, (x + CARD[0] / 2 - 12, CARDS_Y - 5, 24, 13))
    for size in range(1, MOST_SPACES + 1):
        for n, (left, top) in enumerate(spaces_on_card(size)):
            number = p.SPACE + slot * p.SPACES + size * (size - 1) // 2 + n
            found[number] = place(panel, (x + left, CARDS_Y + top, SPACE, SPACE), SPACE_NAMES[slot])
    return found


def workshop_places(panel: int, edition: int, workshop: int) -> Places:
    """A kiln, its shelves, and below them what is too much, between the carts."""
    x, room, name = column_x(workshop), int(components.CAPACITY[edition, workshop]), WORKSHOP_NAMES[workshop]
    found = {p.KILN + workshop: place(panel, (x, KILN_Y, COLUMN, KILN_H), name)}
    for n in range(room):
        left, top = shelf_place(n, room)
        number = p.SHELF + workshop * p.MOST_ON_SHELVES + n
        found[number] = place(panel, (x + left, KILN_Y + top, TILE, TILE), name)
    for excess in range(1, p.MOST_EXCESS + 1):
        last = excess - 1
        step = min(29, 84 / max(1, last))
        for n in range(excess):
            number = p.EXCESS + workshop * p.EXCESSES + excess * (excess - 1) // 2 + n
            box = x + 57 + (n - last / 2) * step, KILN_Y + KILN_H - 13, 32, 32
            found[number] = place(panel, box, name)
    return found


# What is only there to be clicked


def action_places() -> Places:
    """Buttons, tiles of the supply, the start card, and arrangements of the cards; nothing that is there at once
    lies on the same place."""
    width, height = BUTTON
    row = [(n * (width + 10), 0, width, height) for n in range(2)]
    right = [(ACTIONS[0] - width, n * (height + 10), width, height) for n in range(2)]
    boxes: dict[int, Box] = {
        p.WITH_CARD: row[0],
        p.WITH_ORDER: row[1],
        p.NO_FURTHER: row[0],
        p.STORE_NONE: row[0],
        p.BIN: right[0],
        p.DECLINE: right[1],
        p.BEFORE_NAME: (0, 0, 250, 24),
        p.AFTER_NAME: (262, 0, 250, 24),
        p.OFFERED: (0, 0, *CARD),
    }
    for colour in range(components.COLOURS):
        boxes[p.BEFORE + colour] = 2 + colour * 60, 30, 52, 52
        boxes[p.AFTER + colour] = 264 + colour * 60, 30, 52, 52
    for n in range(components.ORDER_COUNT):
        x, y = n % 3 * (ORDER[0] + 10), n // 3 * (ORDER[1] + 10)
        boxes[p.ORDER + n] = x, y, *ORDER
        for slot in range(SLOTS):
            boxes[p.MINI + SLOTS * n + slot] = x + 7 + slot * 46, y + 8, 44, 42
            for space in range(MOST_SPACES):
                number = p.MINI_SPACE + MOST_SPACES * (SLOTS * n + slot) + space
                boxes[number] = x + 11 + slot * 46 + space % 3 * 12.5, y + 26 + space // 3 * 12, 11.5, 11.5
    return {number: place(p.ACTIONS_PANEL, box) for number, box in boxes.items()}
