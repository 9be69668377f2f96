"""What lies in the middle of the table: the grid, the display, the City Hall and the missions.

Ids: `cell-ROW-COL`, `run-N` the handle of a run, `revealed-LETTER-N` and `take-all` alone, `deck`, `hall-purples`,
`hall-ones`, `round`; cards and missions have their own (card_art.py).
"""

from __future__ import annotations

from smalti.games.majolica.bench import tile_word
from smalti.games.majolica.card_art import card, mission_card
from smalti.games.majolica.components import (
    COLOURS,
    EDITIONS,
    MISSION_N,
    RUN_CELLS,
    SIDE,
)
from smalti.games.majolica.editions import LETTERS
from smalti.games.majolica.missions import reached
from smalti.games.majolica.moves import FIRST_CARD_TAKE
from smalti.games.majolica.scoring import members
from smalti.games.majolica.state import GRID, NONE, PICK, TAKE, is_solo
from smalti.games.majolica.tables.paper import CARD, MISSION
from smalti.kernel.once import once
from smalti.kernel.scene import tag, text, use
from smalti.kernel.sets import count
from smalti.kernel.state import State
from smalti.kernel.words import N_, say, seat_name

BIG, JOINT, RIM = 86, 5, 36
STRIDE = BIG + JOINT
GRID_SIDE = SIDE * STRIDE - JOINT + 2 * RIM
TITLE = 40
GRID_PANEL = (GRID_SIDE, TITLE + GRID_SIDE)
DISPLAY_PANEL = (3 * CARD[0] + 2 * 10, TITLE + 2 * CARD[1] + 10)
HALL_PANEL = (DISPLAY_PANEL[0], 112)
LARGE_TILES_ALONE = 16
TURN_TILES = 4


def title(words: str) -> str:
    """The heading of a panel."""
    return text(2, 26, words, class_="title", font_size=22)


# The grid


def grid(state: State, moves: list[int], language: str) -> str:
    """The large tiles with the border around those face up, and a handle for each run that may be taken."""
    tray = tag("rect", class_="tray", x=1, y=TITLE + 1, width=GRID_SIDE - 2, height=GRID_SIDE - 2, rx=16)
    well = tag(
        "rect",
        class_="well",
        x=RIM - 6,
        y=TITLE + RIM - 6,
        width=GRID_SIDE - 2 * RIM + 12,
        height=GRID_SIDE - 2 * RIM + 12,
        rx=10,
    )
    if is_solo(state):
        return round_line(state, language) + tray + well + revealed(state, moves, language)
    cells = "".join(cell(state, n, language) for n in range(SIDE * SIDE))
    runs = [move for move in moves if move < FIRST_CARD_TAKE] if int(state.phase) == TAKE else []
    around = border_line(int(state.face_up)) if int(state.face_up) else ""
    grips = "".join(grip(state, run, language) for run in runs)
    return round_line(state, language) + tray + well + cells + around + grips


def round_line(state: State, language: str) -> str:
    """Which round it is; alone also which turn."""
    now = max(1, int(state.round_number))
    words = say(language, N_("Round {round}"), {"round": now})
    aside = say(language, N_("{n} tiles face up"), {"n": count(int(state.face_up))})
    if is_solo(state):
        words = say(
            language, N_("Round {round} of {all}"), {"round": now, "all": EDITIONS[int(state.edition)].solo_rounds}
        )
        turn = max(1, (LARGE_TILES_ALONE - sum(int(n) for n in state.face_down)) // TURN_TILES)
        aside = say(language, N_("turn {turn} of {all}"), {"turn": turn, "all": LARGE_TILES_ALONE // TURN_TILES})
    small = text(GRID_SIDE - 4, 26, aside, class_="soft", font_size=15, text_anchor="end")
    return tag("g", title(words), small, id="round", aria_label=f"{words}, {aside}")


def corner(row: float, col: float) -> tuple[float, float]:
    """The top left corner of a cell."""
    return RIM + col * STRIDE, TITLE + RIM + row * STRIDE


def cell(state: State, number: int, language: str) -> str:
    """One large tile, face up or down."""
    row, col = divmod(number, SIDE)
    x, y = corner(row, col)
    place = f"{'abcd'[col]}{row + 1}"
    if not int(state.face_up) >> number & 1:
        shade = 0.25 if int(state.phase) <= GRID else 0.5
        back = use("tile-back", x + 4, y + 4, BIG - 8, opacity=1 - shade)
        return tag("g", back, id=f"cell-{row}-{col}", aria_label=f"{place}: {say(language, N_('face down'))}")
    letter = LETTERS[int(state.grid) >> 2 * number & 3]
    drop = tag("rect", x=x + 3, y=y + 5, width=BIG - 3, height=BIG - 3, rx=9, fill="#0004")
    tile = use(f"tile-{letter}", x, y, BIG)
    return tag("g", drop, tile, id=f"cell-{row}-{col}", aria_label=f"{place}: {tile_word(letter, language)}")


def box(face_up: int) -> tuple[int, int, int, int]:
    """Rule 4.1: the smallest rectangle around the tiles face up: top, left, bottom, right."""
    up = [divmod(n, SIDE) for n in range(SIDE * SIDE) if face_up >> n & 1]
    rows, cols = [r for r, _ in up], [c for _, c in up]
    return min(rows), min(cols), max(rows), max(cols)


def border_line(face_up: int) -> str:
    """The border as a dotted line."""
    top, left, bottom, right = box(face_up)
    (x, y), (x2, y2) = corner(top, left), corner(bottom + 1, right + 1)
    return tag("rect", class_="border", x=x - 5, y=y - 5, width=x2 - x - JOINT + 10, height=y2 - y - JOINT + 10, rx=9)


def grip(state: State, run: int, language: str) -> str:
    """The handle of a run, outside the border along its tiles, with their number."""
    cells = [divmod(n, SIDE) for n in members(int(RUN_CELLS[run]))]
    top, left, bottom, _ = box(int(state.face_up))
    (row, col), (last_row, last_col) = cells[0], cells[-1]
    flat = last_col > col or (len(cells) == 1 and row in (top, bottom) and not has_neighbour(state, row, col))
    (x, y), (x2, y2) = corner(row, col), corner(last_row + 1, last_col + 1)
    if flat:
        y = y - 29 if row == top else y2 - JOINT + 7
        bar: tuple[float, float, float, float] = (x + 10, y, x2 - x - JOINT - 20, 22)
    else:
        x = x - 29 if col == left else x2 - JOINT + 7
        bar = (x, y + 10, 22, y2 - y - JOINT - 20)
    letters = [LETTERS[int(state.grid) >> 2 * n & 3] for n in members(int(RUN_CELLS[run]))]
    words = ", ".join(tile_word(letter, language) for letter in letters)
    return handle(f"run-{run}", bar, str(len(cells)), say(language, N_("run")) + f": {words}")


def has_neighbour(state: State, row: int, col: int) -> bool:
    """Whether a tile lies face up beside it in its row: a longer run has its handle along that row then."""
    beside = [row * SIDE + c for c in (col - 1, col + 1) if 0 <= c < SIDE]
    return any(int(state.face_up) >> number & 1 for number in beside)


def handle(name: str, bar: tuple[float, float, float, float], words: str, label: str) -> str:
    """A golden bar that takes everything along it."""
    x, y, width, height = bar
    shape = tag("rect", class_="grip", x=x, y=y, width=width, height=height, rx=min(width, height) / 2)
    wide = 12 + 9 * len(words)
    knob = tag(
        "rect", class_="grip-knob", x=x + (width - wide) / 2, y=y + height / 2 - 11, width=wide, height=22, rx=10
    )
    number = text(x + width / 2, y + height / 2 + 5, words, class_="grip-number", font_size=14, text_anchor="middle")
    return tag("g", shape, knob, number, id=name, aria_label=label)


def revealed(state: State, moves: list[int], language: str) -> str:
    """Alone: the four tiles of the turn, large, and what is still face down."""
    letters = [LETTERS[c] for c in range(COLOURS) for _ in range(int(state.revealed[c]))]
    size, gap, seen, parts = 130, 14, dict.fromkeys(LETTERS, 0), []
    left, top = GRID_SIDE / 2 - size - gap / 2, TITLE + RIM + 6
    for n in range(TURN_TILES):
        x, y = left + n % 2 * (size + gap), top + n // 2 * (size + gap)
        if n >= len(letters):
            parts.append(use("tile-back", x + 4, y + 4, size - 8, opacity=0.45))
            continue
        name = f"revealed-{letters[n]}-{seen[letters[n]]}"
        seen[letters[n]] += 1
        drop = tag("rect", x=x + 4, y=y + 7, width=size - 4, height=size - 4, rx=13, fill="#0004")
        parts.append(
            tag("g", drop, use(f"tile-{letters[n]}", x, y, size), id=name, aria_label=tile_word(letters[n], language))
        )
    if letters and int(state.phase) == TAKE and moves:
        words = say(language, N_("all four"))
        bar = (left + 20, top + 2 * size + gap + 9, 2 * size + gap - 40, 22)
        parts.append(handle("take-all", bar, words, words))
    down = sum(int(n) for n in state.face_down)
    pile = [use("tile-back", RIM + 8 + n * 20, GRID_PANEL[1] - RIM - 40, 34) for n in range(down)]
    label = say(language, N_("{n} tiles face down"), {"n": down})
    return "".join(parts) + tag("g", *pile, id="pile", aria_label=label)


# The display


@once
def display(state: State, language: str) -> str:
    """The cards to choose from, and how many are left in the deck."""
    edition, nothing = int(state.edition), (0,) * COLOURS
    head = title(say(language, N_("Designs")))
    left = count(int(state.deck)) + sum(int(one) != NONE for one in state.bottom)
    words = say(language, N_("{n} in the deck"), {"n": left})
    deck = tag(
        "g",
        text(DISPLAY_PANEL[0] - 4, 26, words, class_="soft", font_size=15, text_anchor="end"),
        id="deck",
        aria_label=words,
    )
    cards = members(int(state.display))
    drawn = []
    for n in range(max(6, len(cards))):
        moved = f"translate({n % 3 * (CARD[0] + 10)} {TITLE + n // 3 * (CARD[1] + 10)})"
        if n < len(cards):
            drawn.append(tag("g", card(edition, cards[n], nothing, language), transform=moved))
        else:
            drawn.append(
                tag("rect", class_="empty", x=3, y=3, width=CARD[0] - 7, height=CARD[1] - 8, rx=8, transform=moved)
            )
    return head + deck + "".join(drawn)


# The City Hall


def hall(state: State, language: str) -> str:
    """The pieces still to be earned, purple tiles first."""
    purples, ones = int(state.hall_purples), int(state.hall_ones)
    step = min(42.0, (HALL_PANEL[0] - 150) / max(1, purples + ones))
    tiles = [use("tile-P", 137 + n * step, 54, step - 2) for n in range(purples)]
    coins = [use("one", 139 + (purples + n) * step, 54, step - 2) for n in range(ones)]
    names = [
        say(language, N_("purple tiles in the City Hall: {n}"), {"n": purples}),
        say(language, N_("one-point tokens in the City Hall: {n}"), {"n": ones}),
    ]
    groups = [
        tag("g", *tiles, id="hall-purples", aria_label=names[0]),
        tag("g", *coins, id="hall-ones", aria_label=names[1]),
    ]
    front = use("hall-front", 0, 6, 122, 101)
    if purples + ones:
        front += use("tile-P" if purples else "one", 43, 53, 36)
    words = say(language, N_("City Hall"))
    none = say(language, N_("Everything has been given out."))
    empty = text(138, 80, none, class_="soft", font_size=15) if purples + ones == 0 else ""
    return front + text(138, 36, words, class_="title", font_size=22) + "".join(groups) + empty


# Missions


def missions_shown(state: State) -> list[tuple[int, int]]:
    """The missions on the table with their owners, those to be picked last."""
    owned = [(int(state.mission[seat]), seat) for seat in range(int(state.seats)) if int(state.mission[seat]) != NONE]
    return owned + ([(one, NONE) for one in members(int(state.shown))] if int(state.phase) <= PICK else [])


def missions(state: State, viewer: int, language: str) -> str:
    """The mission cards in two columns."""
    edition, drawn = int(state.edition), []
    for n, (mission, seat) in enumerate(missions_shown(state)):
        words, stored = "", 0
        if seat != NONE:
            who = say(language, N_("You")) if seat == viewer else seat_name(language, seat, 14)
            words = f"{who} · {reached(state, seat, mission)}/{int(MISSION_N[edition, mission])}"
            stored = int(state.stored[seat])
        body = mission_card(edition, mission, stored, words, language)
        moved = f"translate({n % 2 * (MISSION[0] + 12)} {TITLE + n // 2 * (MISSION[1] + 10)})"
        drawn.append(tag("g", body, transform=moved, id=f"mission-{seat}" if seat != NONE else None))
    return title(say(language, N_("Missions"))) + "".join(drawn)


def missions_size(state: State) -> tuple[float, float]:
    """The size of the panel of missions."""
    rows = -(-len(missions_shown(state)) // 2)
    return 2 * MISSION[0] + 12, TITLE + rows * (MISSION[1] + 10)
