"""A plain picture of Majolica: named rectangles with words, and the click paths of the legal moves.

Ids: `tile-ROW-COL`, `run-N`, `all`, `colour-R`, `with-card`, `with-order`, `workshop-1` .. `workshop-4`,
`display-CARD`, `slot-1` .. `slot-3`, `order-N`, `held-WORKSHOP-TILE`, `to-supply`, `to-mission`, `before`, `after`,
`mission-CARD`, `done`; for each seat `board-SEAT`.
"""

from __future__ import annotations

from smalti.games.majolica.cascade import preview
from smalti.games.majolica.components import CELLS, COLOURS, KINDS, ORDER_COUNT, RUNS, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import LETTERS, SLOTS, WORKSHOPS
from smalti.games.majolica.moves import decode
from smalti.games.majolica.names import card_name, mission_name
from smalti.games.majolica.position import write_board
from smalti.games.majolica.reasons import legal
from smalti.games.majolica.rules import actors
from smalti.games.majolica.scoring import members
from smalti.games.majolica.sentences import describe
from smalti.games.majolica.state import NONE, PLACE, RUN
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import Choice, Ids, Panel, Scene, tag, text
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

WIDTH, ROW = 640, 22
PREVIEWED = 24
"""Positions a label may look at."""


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat, or for a spectator."""
    ids = element_ids(state)
    lines = [f"{n + 1}: {write_board(state, n)}" for n in range(int(state.seats))]
    boards = "".join(
        tag("g", text(8, ROW * n + 16, line), id=f"board-{n}", aria_label=line) for n, line in enumerate(lines)
    )
    top = ROW * len(lines) + 8
    body = boards + "".join(element(n, name, top) for n, name in enumerate(ids))
    height = top + 26 * ((len(ids) + 9) // 10) + 8
    label = say(language, N_("Majolica: {seats} boards"), {"seats": int(state.seats)})
    return Scene(label, WIDTH, height, (Panel("table", label, WIDTH, height, body),), choices(state, seat, language))


def element(n: int, name: str, top: float) -> str:
    """One rectangle with its name."""
    x, y = 8 + 62 * (n % 10), top + 26 * (n // 10)
    box = tag("rect", x=x, y=y, width=60, height=24, fill="var(--panel)", stroke="var(--grout)")
    return tag("g", box, text(x + 4, y + 15, name, font_size=9), id=name, aria_label=name)


def element_ids(state: State) -> list[str]:
    """Everything that can be clicked."""
    return [
        *(f"tile-{cell // SIDE}-{cell % SIDE}" for cell in range(CELLS)),
        *(f"run-{run}" for run in range(RUNS)),
        "all",
        *(f"colour-{letter}" for letter in LETTERS),
        *("with-card", "with-order", "before", "after", "to-supply", "to-mission", "done"),
        *(f"workshop-{workshop + 1}" for workshop in range(WORKSHOPS)),
        *(f"slot-{slot + 1}" for slot in range(SLOTS)),
        *(f"order-{order}" for order in range(ORDER_COUNT)),
        *(f"held-{w + 1}-{tile}" for w in range(WORKSHOPS) for tile in TILE_LETTERS),
        *(f"display-{card_name(state, card)}" for card in members(int(state.display) | start_cards(state))),
        *(f"mission-{mission_name(state, mission)}" for mission in members(int(state.shown))),
    ]


def start_cards(state: State) -> int:
    """The start cards that are dealt and not yet installed, as a set."""
    cards = 0
    for dealt in map(int, state.dealt):
        cards |= bit(dealt) if dealt > NONE else 0
    return cards


def choices(state: State, seat: int, language: str) -> tuple[Choice, ...]:
    """The legal moves of a seat with their click paths."""
    if seat == CHANCE or not actors(state) & bit(seat):
        return ()
    return tuple(Choice(move, label(state, seat, move, language), (path(state, move),)) for move in legal(state, seat))


def label(state: State, seat: int, move: int, language: str) -> str:
    """What the move does, and what follows."""
    words = describe(state, seat, move, language)
    kind, _ = decode(move)
    if int(state.phase) not in (PLACE, RUN) or kind == "discard":
        return words
    follows = preview(state, seat, move, language, PREVIEWED).say(language)
    return f"{words}: {follows}" if follows else words


def path(state: State, move: int) -> Ids:
    """The ids to click for a move; none is the beginning of another's."""
    kind, number = decode(move)
    if kind.endswith("take"):
        return take_path(kind, number)
    if kind in ("put", "run"):
        return (f"workshop-{number + 1}",)
    if kind == "install":
        return f"display-{card_name(state, number // SLOTS)}", f"slot-{number % SLOTS + 1}"
    if kind == "order":
        return (f"order-{number}",)
    if kind == "discard":
        return (f"held-{number // KINDS + 1}-{TILE_LETTERS[number % KINDS]}",)
    if kind == "pick":
        return (f"mission-{mission_name(state, number)}",)
    return tile_path(kind, number)


def take_path(kind: str, number: int) -> Ids:
    """The clicks of a take: a run, or a tile and what comes with it."""
    if kind == "run-take":
        return (f"run-{number}",)
    if kind == "all-take":
        return ("all",)
    first = f"colour-{LETTERS[number]}" if kind.startswith("solo") else f"tile-{number // SIDE}-{number % SIDE}"
    return first, "with-card" if "card" in kind else "with-order"


def tile_path(kind: str, number: int) -> Ids:
    """The clicks of a move with one tile, or with none."""
    tile = f"colour-{LETTERS[number]}" if number < COLOURS else "done"
    if kind in ("before", "after"):
        return kind, tile
    if kind in ("fragment", "keep"):
        return tile, "to-supply" if kind == "fragment" else "to-mission"
    return (tile,)
