"""The stage of Mosaix: a tray for each seat, the dice on the table, and what may be picked."""

from __future__ import annotations

from functools import cache

from smalti.games.mosaix.components import SCALE, SIDE
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.rows import places as p
from smalti.games.mosaix.tables import boxes
from smalti.games.mosaix.tables.boxes import places, top, tray_height
from smalti.games.mosaix.tables.feel import FEEL
from smalti.games.mosaix.tables.looks import looks
from smalti.games.mosaix.tables.notes import NOTES
from smalti.games.mosaix.tables.symbols import DEFS, STYLE
from smalti.games.mosaix.tables.tips import TIPS
from smalti.games.mosaix.tables.words import KINDS, LABELS, NAMES
from smalti.kernel.picture import tag, text
from smalti.kernel.stage import SPECTATOR, Arrangement, Panel, Stage, arrangement_of, felt
from smalti.kernel.state import State
from smalti.kernel.words import N_

Lying = tuple[int, float, float, float]
MARGIN = 28
LARGE, SMALL, SMALLER = 1.4, 0.5, 0.37
"""One's own tray, the tray of the only other, the trays of several others."""
ROLL_WIDTH, ROLL_HEIGHT = 250, boxes.TITLE + boxes.DIE


def stage(state: State) -> Stage:
    """The tables for the game that a position belongs to."""
    return stage_for(int(state.seats))


@cache
def stage_for(seats: int) -> Stage:
    """The tables for so many seats."""
    own = {arrangement_of(seat): seat_arrangement(seats, seat) for seat in range(seats)}
    return Stage(
        label=LABELS[seats - 1],
        panels=panels(seats),
        places=places(seats),
        looks=looks(),
        kinds=felt(KINDS, FEEL),
        arrangements={SPECTATOR: spectator_arrangement(seats), **own},
        defs=DEFS,
        style=STYLE,
        names=NAMES,
        scores=tuple(r.SCORE + seat for seat in range(seats)),
        notes=NOTES,
        tips=TIPS,
    )


# Panels


def panels(seats: int) -> tuple[Panel, ...]:
    """The trays, then what lies between them and what may be picked."""
    high, ground = tray_height(seats), tray_ground(seats)
    trays = (
        Panel(p.TRAY + seat, f"tray-{seat}", N_("grid of {seat:seat}"), "seat", boxes.TRAY, high, ground, seat)
        for seat in range(seats)
    )
    size = boxes.FORMATION_WIDTH, boxes.FORMATION_HEIGHT
    roll, formation, cards = N_("The roll"), N_("The formation"), N_("Lay one of these")
    return (
        *trays,
        Panel(p.ROLL_PANEL, "roll", roll, "board", ROLL_WIDTH, ROLL_HEIGHT, title=roll),
        Panel(p.FORMATION_PANEL, "formation", formation, "board", *size, title=formation),
        Panel(p.CARDS_PANEL, "formations", cards, "hand", boxes.HAND, boxes.CARDS_HEIGHT, title=cards),
        Panel(p.TURNS_PANEL, "turns", N_("Pick it up by a die"), "hand", boxes.HAND, boxes.TURNS_HEIGHT),
        Panel(p.BUTTONS_PANEL, "buttons", N_("Other choices"), "hand", *boxes.BUTTON),
    )


@cache
def tray_ground(seats: int) -> str:
    """An empty grid in its slate rim; alone with the scale above it."""
    y = top(seats)
    rim = tag("rect", class_="rim", x=1, y=y + 1, width=boxes.TRAY - 2, height=boxes.TRAY - 2, rx=14)
    side = SIDE * boxes.CELL + 6
    well = tag("rect", class_="well", x=boxes.EDGE - 3, y=y + boxes.EDGE - 3, width=side, height=side, rx=5)
    corners = [
        (boxes.EDGE + col * boxes.CELL, y + boxes.EDGE + row * boxes.CELL) for row in range(SIDE) for col in range(SIDE)
    ]
    cells = [
        tag("rect", class_="cell", x=x + 1, y=y + 1, width=boxes.CELL - 2, height=boxes.CELL - 2, rx=5)
        for x, y in corners
    ]
    return rim + well + coordinates(y) + "".join(cells) + (scale_ground() if seats == 1 else "")


def coordinates(y: float) -> str:
    """Columns a to g and rows 1 to 7 on the rim."""
    fill = {"font_size": 12, "text_anchor": "middle", "class_": "chalk"}
    columns = [text(boxes.EDGE + (n + 0.5) * boxes.CELL, y + 14, "abcdefg"[n], **fill) for n in range(SIDE)]
    rows = [text(10, y + boxes.EDGE + (n + 0.5) * boxes.CELL + 4, str(n + 1), **fill) for n in range(SIDE)]
    return "".join(columns + rows)


def scale_ground() -> str:
    """Rule 7.2: the eight cells of the scale."""
    left = boxes.TRAY - boxes.EDGE - SCALE * boxes.SCALE_STEP
    xs = [left + n * boxes.SCALE_STEP + 2 for n in range(SCALE)]
    return "".join(tag("rect", class_="cell", x=x, y=boxes.HEAD + 4, width=28, height=28, rx=5) for x in xs)


# Where they lie


def seat_arrangement(seats: int, seat: int) -> Arrangement:
    """One's own tray large, beside it the dice with room for what may be picked, below them the others."""
    side = MARGIN + boxes.TRAY * LARGE + boxes.GAP
    dice = MARGIN + max(boxes.TURNS_HEIGHT, ROLL_HEIGHT + boxes.GAP / 2 + boxes.CARDS_HEIGHT)
    others = other_trays(seats, seat, side, dice + boxes.GAP)
    height = tray_height(seats)
    low = max(MARGIN + height * LARGE, dice, *(y + height * scale for _, _, y, scale in others))
    own = p.TRAY + seat, MARGIN, MARGIN, LARGE
    lying = (own, *dice_panels(side, MARGIN), *hand_panels(side, MARGIN), *others)
    return Arrangement(side + boxes.HAND + MARGIN, round(low + MARGIN, 1), lying)


def dice_panels(x: float, y: float) -> tuple[Lying, ...]:
    """The roll or the formation, never both."""
    return (p.ROLL_PANEL, x, y, 1), (p.FORMATION_PANEL, x, y, 1)


def hand_panels(x: float, y: float) -> tuple[Lying, ...]:
    """Below the roll what can be laid; around the formation its turned twins; buttons beside the title."""
    return (
        (p.CARDS_PANEL, x, y + ROLL_HEIGHT + boxes.GAP / 2, 1),
        (p.TURNS_PANEL, x, y, 1),
        (p.BUTTONS_PANEL, x + boxes.HAND - boxes.BUTTON[0], y - 4, 1),
    )


def other_trays(seats: int, seat: int, x: float, y: float) -> list[Lying]:
    """The trays of the other seats, small, in turn order: one, or rows of two."""
    others = [(seat + n) % seats for n in range(1, seats)]
    scale = SMALL if len(others) == 1 else SMALLER
    across, down = boxes.HAND / 2 + 8, tray_height(seats) * scale + 12
    return [(p.TRAY + other, x + n % 2 * across, y + n // 2 * down, scale) for n, other in enumerate(others)]


def spectator_arrangement(seats: int) -> Arrangement:
    """All trays alike in rows of two, and the dice in the next free place."""
    across, down = boxes.TRAY + boxes.GAP, tray_height(seats) + boxes.GAP
    corners = [(MARGIN + n % 2 * across, MARGIN + n // 2 * down) for n in range(seats + 1)]
    trays = [(p.TRAY + seat, x, y, 1.0) for seat, (x, y) in enumerate(corners[:seats])]
    dice_x, dice_y = corners[seats]
    width = MARGIN + (dice_x + ROLL_WIDTH if seats == 1 else 2 * across)
    height = MARGIN + max(dice_y + boxes.FORMATION_HEIGHT, corners[seats - 1][1] + tray_height(seats))
    return Arrangement(width, height, (*trays, *dice_panels(dice_x, dice_y)))
