"""What lies around the floor: a card for each player, the bag, and the buttons for what is no place on the board.

Ids: `card-SEAT`, `name-SEAT`, `gold-SEAT`, `marker-SEAT-ANIMAL`, `supply-COLOUR`; `bag-COLOUR`;
`arrow-N` ... `arrow-W`, `bring-COLOUR`, `end`, `refresh`.
"""

from __future__ import annotations

from functools import lru_cache

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
from smalti.games.maharani.tables.drawing import put, stamp
from smalti.kernel.scene import Panel, tag, text, use
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say, seat_name

WIDTH, CARD, BAG, ROW = 336, 104, 114, 42
GAP = 6
KINDS = tuple(dict.fromkeys(kind for kind, _ in FACES))

# Players


def player_panel(state: State, seat: int, viewer: int, language: str, x: float, y: float) -> Panel:
    """The card of one player."""
    active = int(state.active) == seat and int(state.phase) not in (OVER, START)
    won = int(state.phase) == OVER and winners(state, state.gold) & bit(seat) != 0
    frame = tag("rect", class_="card", x=1, y=1, width=WIDTH - 2, height=CARD - 2, rx=9)
    if active or won:
        frame += tag("rect", class_="turn", x=1.5, y=1.5, width=WIDTH - 3, height=CARD - 3, rx=9)
    name = say(language, N_("You")) if seat == viewer else seat_name(language, seat, 12)
    status = say(language, N_("to play")) if active else say(language, N_("winner")) if won else ""
    first = first_colour(state, seat)
    colours = WORKER_COLOURS[first : first + colours_each(state)]
    parts = (
        frame,
        heading(colours, side_of(state, seat), seat, name, status, int(state.gold[seat])),
        markers(state, seat, language),
        supplies(state, seat, language),
    )
    label = say(language, N_("{name}, {gold} gold"), {"name": SeatName(seat), "gold": int(state.gold[seat])})
    return Panel(f"player-{seat}", label, WIDTH, CARD, tag("g", *parts, id=f"card-{seat}"), x, y)


@lru_cache(1024)
def heading(colours: tuple[str, ...], side: int, seat: int, name: str, status: str, gold: int) -> str:
    """Whose card, whether it is their turn, and the gold."""
    figures = "".join(put(f"figure-{colour}", 8 + 20 * n, 4, 20, 27.5) for n, colour in enumerate(colours))
    left = 14 + 20 * len(colours)
    return (
        figures
        + turned("pointer", side, left + 2, 10, 14, "var(--soft)")
        + text(left + 22, 25, name, class_="title t20", id=f"name-{seat}")
        + text(left + 34 + 10 * len(name), 24, status, class_="gold t13 b")
        + text(WIDTH - 12, 28, str(gold), class_="gold t25 b end", id=f"gold-{seat}")
        + put("coin", WIDTH - 44 - 16 * len(str(gold)), 8, 24)
    )


def turned(symbol: str, side: int, x: float, y: float, size: float, colour: str) -> str:
    """A symbol that points up, turned to a side."""
    middle = f"{x + size / 2:g} {y + size / 2:g}"
    return use(symbol, x, y, size, transform=f"rotate({side * 90} {middle})" if side else None, color=colour)


def markers(state: State, seat: int, language: str) -> str:
    """Each action marker, and beside it the workers in that quarter with what they would be paid."""
    first, each = first_colour(state, seat), colours_each(state)
    own = [(WORKER_COLOURS[first + n], int(state.workers[first + n])) for n in range(each)]
    drawn = []
    for quarter in range(QUARTER_COUNT):
        x, up = 6 + quarter * 80, bool(int(state.markers[seat]) & bit(quarter))
        drawn.append(draw_marker(seat, quarter, up, x, language))
        spaces = int(QUARTER_SPACES[int(state.plan), quarter])
        for n, (colour, workers) in enumerate(own):
            paid = int(state.pays[first + n, quarter])
            drawn.append(prospect(colour, count(workers & spaces), paid, x + 33, 59 if each == 1 else 51 + 18 * n))
    return "".join(drawn)


@lru_cache(256)
def draw_marker(seat: int, quarter: int, up: bool, x: float, language: str) -> str:
    """One action marker on a card."""
    words = N_("{marker}: face up") if up else N_("{marker}: face down")
    label = say(language, words, {"marker": marker_name(quarter)})
    return tag("g", marker(quarter, x + 15, 54, 16, up), id=f"marker-{seat}-{ANIMALS[quarter]}", aria_label=label)


@lru_cache(1024)
def prospect(colour: str, workers: int, paid: int, x: float, y: float) -> str:
    """Rule 9.2: the workers of a colour in a quarter, and the gold they would bring, or have brought."""
    if paid:
        return put("coin", x - 1, y - 12, 14) + text(x + 15, y, f"+{PAY[paid]}", class_="soft t13")
    if not workers:
        return ""
    number = text(x + 10, y, str(workers), class_="t13")
    return put(f"figure-{colour}", x - 1, y - 13, 11, 15) + number + text(
        x + 19, y, f"+{PAY[workers]}", class_="gold t13 b"
    )  # fmt: skip


def supplies(state: State, seat: int, language: str) -> str:
    """The supply of each colour of a seat."""
    first, each, total = first_colour(state, seat), colours_each(state), int(SUPPLY[int(state.seats)])
    return "".join(
        draw_supply(
            worker, supply(state, worker), total, 10 + 162 * (worker - first), 22 if each == 2 else 30, language
        )
        for worker in range(first, first + each)
    )


@lru_cache(1024)
def draw_supply(worker: int, left: int, total: int, x: float, step: float, language: str) -> str:
    """The workers in the supply, and dots for those on the floor."""
    target = tag("rect", x=x - 2, y=72, width=total * step, height=36, fill="transparent")  # easy to hit
    row = [target, *(stamp(f"pawn-{WORKER_COLOURS[worker]}", x + n * step, 75) for n in range(left))]
    if left < total:
        dots = "".join(f"M{x + n * step + 9:g} 90h0" for n in range(left, total))
        row.append(tag("path", d=dots, class_="out"))
    label = say(language, N_("supply: {left} {workers}"), {"workers": worker_name(worker, left), "left": left})
    return tag("g", *row, id=f"supply-{WORKER_COLOURS[worker]}", aria_label=label)


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
    """One colour of the bag."""
    kinds = dict.fromkeys(KINDS, 0)
    for face, (kind, _) in enumerate(FACES):
        kinds[kind] += int(state.bag[tile_number(colour, face)])
    return draw_bag(colour, tuple(kinds.values()), x, language)


@lru_cache(1024)
def draw_bag(colour: int, kinds: tuple[int, ...], x: float, language: str) -> str:
    """A tile with the number of its colour, and below the number of each kind."""
    total = sum(kinds)
    glaze = tag("use", href=f"#glaze-{COLOURS[colour]}", transform=f"translate({x:g} 29) scale(.5)")
    drawn = [glaze, text(x + 27, 46, str(total), class_="t13 b")]
    drawn += [text(x + 12, 71 + 18 * n, str(left), class_="t13 soft mid") for n, left in enumerate(kinds)]
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
