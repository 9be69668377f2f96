"""What lies around the floor: a card for each player, the bag, and the buttons for what is no place on the board.

Ids: `card-SEAT`, `name-SEAT`, `gold-SEAT`, `marker-SEAT-ANIMAL`, `supply-COLOUR`; `bag-COLOUR`;
`arrow-N` ... `arrow-W`, `bring-COLOUR`, `end`, `refresh`.
"""

from __future__ import annotations

from smalti.games.maharani.components import (
    ANIMALS,
    ARROWS,
    COLOURS,
    FACES,
    PAY,
    QUARTER_COUNT,
    QUARTER_SPACES,
    SUPPLY,
    WORKER_COLOURS,
    tile_number,
)
from smalti.games.maharani.names import direction_name, marker_name, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rondel import marker
from smalti.games.maharani.scoring import winners
from smalti.games.maharani.state import OVER, START, colours_each, first_colour, left_in_bag, side_of, supply
from smalti.kernel.scene import Panel, tag, text, use
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

WIDTH, CARD, BAG, ROW = 336, 104, 114, 42
GAP = 6
KINDS = tuple(dict.fromkeys(kind for kind, _ in FACES))

# Players


def player_panel(state: State, seat: int, viewer: int, language: str, x: float, y: float) -> Panel:
    """The card of one player."""
    active = int(state.active) == seat and int(state.phase) not in (OVER, START)
    won = int(state.phase) == OVER and seat in winners(state)
    frame = tag("rect", class_="card", x=1, y=1, width=WIDTH - 2, height=CARD - 2, rx=9)
    if active or won:
        frame += tag("rect", class_="turn", x=1.5, y=1.5, width=WIDTH - 3, height=CARD - 3, rx=9)
    name = say(language, N_("You")) if seat == viewer else say(language, N_("Seat {seat}"), {"seat": seat + 1})
    status = say(language, N_("to play")) if active else say(language, N_("winner")) if won else ""
    parts = (frame, heading(state, seat, name, status), markers(state, seat, language), supplies(state, seat, language))
    label = say(language, N_("seat {seat}, {gold} gold"), {"seat": seat + 1, "gold": int(state.gold[seat])})
    return Panel(f"player-{seat}", label, WIDTH, CARD, tag("g", *parts, id=f"card-{seat}"), x, y)


def heading(state: State, seat: int, name: str, status: str) -> str:
    """Whose card, whether it is their turn, and the gold."""
    first, each = first_colour(state, seat), colours_each(state)
    figures = "".join(use(f"figure-{WORKER_COLOURS[first + n]}", 8 + 20 * n, 4, 20, 27.5) for n in range(each))
    left = 34 + 20 * (each - 1)
    arrow = turned("pointer", side_of(state, seat), left + 2, 10, 14, "var(--soft)")
    gold = text(WIDTH - 12, 28, str(int(state.gold[seat])), class_="gold", font_size=25, font_weight=700,
                text_anchor="end", id=f"gold-{seat}")  # fmt: skip
    return (
        figures
        + arrow
        + text(left + 22, 25, name, class_="title", font_size=20, id=f"name-{seat}")
        + text(left + 100, 24, status, class_="gold", font_size=14, font_weight=600)
        + gold
        + use("coin", WIDTH - 82, 8, 24)
    )


def turned(symbol: str, side: int, x: float, y: float, size: float, colour: str) -> str:
    """A symbol that points up, turned to a side."""
    middle = f"{x + size / 2:g} {y + size / 2:g}"
    return use(symbol, x, y, size, transform=f"rotate({side * 90} {middle})" if side else None, color=colour)


def markers(state: State, seat: int, language: str) -> str:
    """Each action marker, and beside it the workers in that quarter with what they would be paid."""
    drawn = []
    for quarter in range(QUARTER_COUNT):
        x, up = 8 + quarter * 81, bool(int(state.markers[seat]) & bit(quarter))
        words = N_("{marker}: face up") if up else N_("{marker}: face down")
        label = say(language, words, {"marker": marker_name(quarter)})
        medal = tag("g", marker(quarter, x + 16, 54, 16, up), id=f"marker-{seat}-{ANIMALS[quarter]}", aria_label=label)
        drawn.append(medal + prospects(state, seat, quarter, x + 34))
    return "".join(drawn)


def prospects(state: State, seat: int, quarter: int, x: float) -> str:
    """Rule 9.2: how many workers of each own colour stand in a quarter, and the gold they would bring."""
    first, lines = first_colour(state, seat), []
    spaces = int(QUARTER_SPACES[int(state.plan), quarter])
    for n in range(colours_each(state)):
        standing = count(int(state.workers[first + n]) & spaces)
        y = 59 if colours_each(state) == 1 else 51 + 18 * n
        if standing:
            lines.append(use(f"figure-{WORKER_COLOURS[first + n]}", x - 1, y - 13, 11, 15))
            lines.append(text(x + 10, y, str(standing), font_size=13))
            lines.append(text(x + 19, y, f"+{PAY[standing]}", class_="gold", font_size=13, font_weight=600))
    return "".join(lines)


def supplies(state: State, seat: int, language: str) -> str:
    """The workers in the supply, and outlines for those on the floor."""
    first, each = first_colour(state, seat), colours_each(state)
    drawn = []
    for n in range(each):
        worker, total = first + n, int(SUPPLY[int(state.seats)])
        colour, left = WORKER_COLOURS[worker], supply(state, worker)
        x, step = 10 + n * 162, 22 if each == 2 else 30
        row = [use(f"figure-{colour}", x + i * step, 75, 18, 24.7) for i in range(left)]
        row += [tag("circle", cx=x + i * step + 9, cy=90, r=3, fill="var(--grout)") for i in range(left, total)]
        facts: dict[str, object] = {"workers": worker_name(worker, left), "left": left}
        label = say(language, N_("supply: {left} {workers}"), facts)
        drawn.append(tag("g", *row, id=f"supply-{colour}", aria_label=label))
    return "".join(drawn)


# The bag


def bag_panel(state: State, language: str, x: float, y: float) -> Panel:
    """How many tiles of each colour and kind are left."""
    title = say(language, N_("In the bag: {tiles} tiles"), {"tiles": left_in_bag(state)})
    frame = tag("rect", class_="card", x=1, y=1, width=WIDTH - 2, height=BAG - 2, rx=9)
    kinds = "".join(use(f"kind-{kind}", 14, 59 + 18 * n, 15) for n, kind in enumerate(KINDS))
    colours = "".join(bag_column(state, colour, 46 + colour * 47, language) for colour in range(len(COLOURS)))
    head = text(12, 22, title, class_="title", font_size=17)
    return Panel("bag", title, WIDTH, BAG, tag("g", frame, head, kinds, colours), x, y)


def bag_column(state: State, colour: int, x: float, language: str) -> str:
    """One colour: a tile with their number, and below the number of each kind."""
    kinds = dict.fromkeys(KINDS, 0)
    for face, (kind, _) in enumerate(FACES):
        kinds[kind] += int(state.bag[tile_number(colour, face)])
    total = sum(kinds.values())
    glaze = tag("use", href=f"#glaze-{COLOURS[colour]}", transform=f"translate({x:g} 28) scale(.54)")
    drawn = [glaze, text(x + 29, 47, str(total), font_size=15, font_weight=700)]
    for n, left in enumerate(kinds.values()):
        drawn.append(text(x + 13, 71 + 18 * n, str(left), font_size=13, class_="soft", text_anchor="middle"))
    label = f"{total} {say(language, tile_name(colour, total))}"
    return tag("g", *drawn, id=f"bag-{COLOURS[colour]}", aria_label=label, opacity=None if total else 0.45)


# Buttons

COMPASS = (N_("north"), N_("east"), N_("south"), N_("west"))


def button(name: str, words: str, x: float, y: float, width: float, icon: str = "") -> str:
    """A button with words, and perhaps a drawing at its left."""
    box = tag("rect", class_="option", x=x + 1, y=y + 1, width=width - 2, height=ROW - 2, rx=8)
    middle = x + width / 2 + (14 if icon else 0)
    caption = text(middle, y + ROW / 2 + 5.5, words, font_size=16, text_anchor="middle")
    return tag("g", box, icon, caption, id=name, aria_label=words)


def arrow_buttons(state: State, seat: int, language: str, y: float) -> str:
    """Where the arrow may point, a button for each side; the own one brings a worker."""
    width, drawn = WIDTH / ARROWS, []
    for side in range(ARROWS):
        x, own = side * width, side == side_of(state, seat)
        box = tag("rect", class_="option", x=x + 2, y=y + 1, width=width - 4, height=62, rx=8)
        sign = turned("pointer", side, x + width / 2 - (22 if own else 12), y + 8, 24, "var(--gold)")
        if own:
            sign += use(f"figure-{WORKER_COLOURS[first_colour(state, seat)]}", x + width / 2 + 4, y + 5, 22, 30)
        words = say(language, N_("to you")) if own else say(language, COMPASS[side])
        caption = text(x + width / 2, y + 53, words, font_size=13, text_anchor="middle")
        label = say(language, N_("arrow {direction}"), {"direction": direction_name(side)})
        label += f", {words}" if own else ""
        drawn.append(tag("g", box, sign, caption, id=f"arrow-{DIRECTIONS[side]}", aria_label=label))
    return "".join(drawn)


def worker_button(state: State, worker: int, moves: bool, language: str, y: float) -> str:
    """A worker to place or to move."""
    words = N_("Move a {worker}") if moves else N_("Place a {worker}")
    figure = use(f"figure-{WORKER_COLOURS[worker]}", 12, y + 6, 24, 33)
    return button(
        f"bring-{WORKER_COLOURS[worker]}", say(language, words, {"worker": worker_name(worker)}), 0, y, WIDTH, figure
    )
