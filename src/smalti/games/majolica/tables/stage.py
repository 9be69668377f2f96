"""The stage of Majolica: grid, display, City Hall and missions on the left, the benches on the right."""

from __future__ import annotations

from functools import cache

from smalti.games.majolica.components import DISPLAY, EDITIONS, MISSIONS, SIDE, TARGET
from smalti.games.majolica.editions import HALL, WORKSHOPS
from smalti.games.majolica.rows import identity
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.state import has
from smalti.games.majolica.tables.boxes import (
    ACTIONS,
    BIG,
    DISPLAY_SIZE,
    GRID,
    GRID_SIDE,
    HALL_SIZE,
    REVEALED,
    RIM,
    STRIDE,
    TITLE,
    display_corner,
    places,
)
from smalti.games.majolica.tables.feel import FEEL
from smalti.games.majolica.tables.looks import looks
from smalti.games.majolica.tables.names import COLUMNS
from smalti.games.majolica.tables.notes import NOTES
from smalti.games.majolica.tables.paper import CARD, MISSION
from smalti.games.majolica.tables.room import BENCH, CARDS_Y, CARTS_H, COLUMN, KILN_H, KILN_Y, SHELF_Y, TOP_Y, column_x
from smalti.games.majolica.tables.symbols import defs
from smalti.games.majolica.tables.tiles import STYLE
from smalti.games.majolica.tables.tips import TIPS
from smalti.games.majolica.tables.words import KINDS, names
from smalti.kernel.picture import tag, text, use
from smalti.kernel.stage import SPECTATOR, Arrangement, Panel, Stage, arrangement_of, felt
from smalti.kernel.state import State
from smalti.kernel.words import N_

Lying = tuple[int, float, float, float]
MARGIN, GAP, STEP = 26, 26, 14
LEFT = max(GRID[0], DISPLAY_SIZE[0])
RIGHT_X = MARGIN + LEFT + GAP
LARGE = 1.12
LABELS = (
    N_("Majolica: the table of one potter"),
    N_("Majolica: the table of two potters"),
    N_("Majolica: the table of three potters"),
    N_("Majolica: the table of four potters"),
)


def stage(state: State) -> Stage:
    """The tables for the game that a position belongs to."""
    return stage_for(int(state.seats), int(state.edition), bool(has(state, MISSIONS)))


@cache
def stage_for(seats: int, edition: int, has_missions: bool) -> Stage:
    """The tables for so many seats, an edition, and with or without missions."""
    own = {arrangement_of(seat): seat_arrangement(seats, seat, has_missions) for seat in range(seats)}
    return Stage(
        label=LABELS[seats - 1],
        panels=panels(seats, edition, has_missions),
        places=places(seats, edition, has_missions),
        looks=looks(seats, edition, has_missions),
        kinds=felt(KINDS, FEEL),
        arrangements={SPECTATOR: spectator_arrangement(seats, has_missions), **own},
        defs=defs(edition),
        style=STYLE,
        names=names(edition),
        scores=tuple(identity.SCORE_PIECE + seat for seat in range(seats)),
        notes=NOTES,
        tips=TIPS,
    )


# Panels


def panels(seats: int, edition: int, has_missions: bool) -> tuple[Panel, ...]:
    """What lies in the middle, what may be chosen by words, and the benches."""
    designs, words = N_("Designs"), N_("Missions")
    middle = [
        Panel(p.GRID_PANEL, "grid", N_("the large tiles"), "board", *GRID, grid_ground(seats)),
        Panel(
            p.DISPLAY_PANEL, "display", N_("the designs on display"), "board", *DISPLAY_SIZE, display_ground(edition),
            title=designs,
        ),
        Panel(p.HALL_PANEL, "hall", N_("the City Hall"), "side", *HALL_SIZE, use("hall-front", 0, 6, 122, 101)),
    ]  # fmt: skip
    if has_missions:
        size = missions_size(seats)
        middle.append(Panel(p.MISSIONS_PANEL, "missions", N_("the missions"), "side", *size, title=words))
    benches = (
        Panel(
            p.BENCH_PANEL + seat, f"bench-{seat}", N_("the bench of {seat:seat}"), "seat", *BENCH,
            bench_ground(edition), seat,
        )
        for seat in range(seats)
    )  # fmt: skip
    return (*middle, Panel(p.ACTIONS_PANEL, "actions", N_("what you may do"), "hand", *ACTIONS), *benches)


def missions_size(seats: int) -> tuple[float, float]:
    """The size of the panel of missions: one for each seat, and one more."""
    rows = (seats + 2) // 2
    return 2 * MISSION[0] + 12, TITLE + rows * (MISSION[1] + 10)


def coordinates() -> str:
    """Columns a to d and rows 1 to 4 on the rim, outside the handles."""
    fill = {"font_size": 12, "text_anchor": "middle", "style": "fill:#d8ccb8"}
    middles = [RIM + n * STRIDE + BIG / 2 for n in range(SIDE)]
    columns = [text(middle, TITLE + 11, COLUMNS[n], **fill) for n, middle in enumerate(middles)]
    return "".join(columns + [text(7, TITLE + middle + 4, str(n + 1), **fill) for n, middle in enumerate(middles)])


@cache
def grid_ground(seats: int) -> str:
    """The tray that the large tiles lie in; alone with places for the four of a turn."""
    tray = tag("rect", class_="tray", x=1, y=TITLE + 1, width=GRID_SIDE - 2, height=GRID_SIDE - 2, rx=16)
    side = GRID_SIDE - 2 * RIM + 12
    well = tag("rect", class_="well", x=RIM - 6, y=TITLE + RIM - 6, width=side, height=side, rx=10)
    if seats > 1:
        return tray + well + coordinates()
    boxes = [one for number, one in places(1, 0, False).items() if p.REVEALED <= number < p.PILE]
    backs = [use("tile-back", box.x + 4, box.y + 4, REVEALED - 8, opacity=0.45) for box in boxes]
    return tray + well + "".join(backs)


@cache
def display_ground(edition: int) -> str:
    """Dashed outlines where cards are missing."""
    corners = [display_corner(n) for n in range(max(6, int(DISPLAY[edition, 0])))]
    return "".join(use("no-card", x, y, *CARD) for x, y in corners)


@cache
def bench_ground(edition: int) -> str:
    """The room with the City Hall, cold kilns, carts between them, and the line where designs will lie."""
    drawn = [use(f"room-{edition}", 0, 0, *BENCH)]
    for workshop in range(WORKSHOPS):
        x = column_x(workshop)
        if int(TARGET[edition, workshop]) == HALL:
            drawn.append(use("hall-front", x + 3, CARDS_Y + 1, 144, 111))
        drawn.append(use("kiln-cold", x, KILN_Y, COLUMN, KILN_H))
        drawn.append(use(f"face-{edition}-{workshop}", x, KILN_Y, COLUMN, KILN_H))
    drawn.append(use(f"carts-{edition}", 0, TOP_Y - 30, BENCH[0], CARTS_H))
    drawn.append(tag("path", class_="line", d=f"M126 {SHELF_Y + 25}h24", stroke_opacity=0.6))
    return "".join(drawn)


# Where they lie


def middle_panels() -> list[Lying]:
    """Grid, display and City Hall, the left column."""
    below_grid = MARGIN + GRID[1] + STEP
    below_display = below_grid + DISPLAY_SIZE[1] + STEP
    return [
        (p.GRID_PANEL, MARGIN + (LEFT - GRID[0]) / 2, MARGIN, 1),
        (p.DISPLAY_PANEL, MARGIN, below_grid, 1),
        (p.HALL_PANEL, MARGIN, below_display, 1),
    ]


LEFT_END = MARGIN + GRID[1] + STEP + DISPLAY_SIZE[1] + STEP + HALL_SIZE[1]


def size_of(seats: int, panel: int) -> tuple[float, float]:
    """The size of a panel."""
    sizes = {
        p.GRID_PANEL: GRID, p.DISPLAY_PANEL: DISPLAY_SIZE, p.HALL_PANEL: HALL_SIZE,
        p.MISSIONS_PANEL: missions_size(seats), p.ACTIONS_PANEL: ACTIONS,
    }  # fmt: skip
    return sizes.get(panel, BENCH)


def arranged(seats: int, lying: list[Lying]) -> Arrangement:
    """The sheet around some panels."""
    width = max(x + size_of(seats, panel)[0] * scale for panel, x, _, scale in lying)
    height = max(y + size_of(seats, panel)[1] * scale for panel, _, y, scale in lying)
    rounded = tuple((panel, round(x, 2), round(y, 2), round(scale, 4)) for panel, x, y, scale in lying)
    return Arrangement(round(width + MARGIN, 1), round(height + MARGIN, 1), rounded)


def spectator_arrangement(seats: int, has_missions: bool) -> Arrangement:
    """All benches alike."""
    scale, across = (LARGE, 1) if seats < 3 else (0.9, 2)
    step_x, step_y = BENCH[0] * scale + GAP, BENCH[1] * scale + GAP
    lying = middle_panels() + [
        (p.BENCH_PANEL + n, RIGHT_X + n % across * step_x, MARGIN + n // across * step_y, scale) for n in range(seats)
    ]
    if has_missions:
        lying.append((p.MISSIONS_PANEL, MARGIN, LEFT_END + STEP, 1))
    return arranged(seats, lying)


def seat_arrangement(seats: int, seat: int, has_missions: bool) -> Arrangement:
    """The own bench large, what is asked below it, then the others small in turn order."""
    below_bench = MARGIN + BENCH[1] * LARGE + GAP
    below_actions = below_bench + ACTIONS[1] + GAP
    lying = [
        *middle_panels(),
        (p.BENCH_PANEL + seat, RIGHT_X, MARGIN, LARGE),
        (p.ACTIONS_PANEL, RIGHT_X, below_bench, 1),
    ]
    across = max(2, seats - 1)
    scale = (BENCH[0] * LARGE - (across - 1) * GAP) / across / BENCH[0]
    step = BENCH[0] * scale + GAP
    lying += [
        (p.BENCH_PANEL + (seat + n + 1) % seats, RIGHT_X + n * step, below_actions, scale) for n in range(seats - 1)
    ]
    if has_missions:
        lying.append(mission_panel(seats, below_actions, step))
    return arranged(seats, lying)


def mission_panel(seats: int, y: float, step: float) -> Lying:
    """The missions where there is room: below what is asked alone, beside the other one of two, else on the left."""
    if seats == 1:
        return p.MISSIONS_PANEL, RIGHT_X, y, 1
    if seats == 2:
        return p.MISSIONS_PANEL, RIGHT_X + step, y, (BENCH[0] * LARGE - step) / missions_size(seats)[0]
    return p.MISSIONS_PANEL, MARGIN, LEFT_END + STEP, 1


assert len(LABELS) == len(EDITIONS[0].hall)
