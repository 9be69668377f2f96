"""The picture of a position, and the click paths of the legal moves."""

from __future__ import annotations

from collections import Counter

import numpy as np

from smalti.games.maharani.components import COLOURS, PLANS, SLOTS, WORKER_COLOURS, tile_parts
from smalti.games.maharani.entries import moving_from
from smalti.games.maharani.moves import ACTION_COUNT, END, decode_place, decode_worker, is_place, is_worker
from smalti.games.maharani.names import space_name, tile_columns, tile_name, worker_name
from smalti.games.maharani.plans import DIRECTIONS, SPACES
from smalti.games.maharani.rules import actors, legal_moves
from smalti.games.maharani.sentences import describe, play_on
from smalti.games.maharani.state import NONE, tile_colour
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice, Ids, Panel, Scene, tag, text
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

UNIT = 10
COLOUR_OF = {
    "blue": "#2f5d9b",
    "orange": "#d9822b",
    "red": "#a8322d",
    "green": "#3d7a4a",
    "purple": "#6f4a86",
    "turquoise": "#3fa39a",
    "yellow": "#d8b43a",
}


def scene(state: State, seat: int, language: str) -> Scene:
    """The picture for a seat, with the click paths of its legal moves."""
    rows = PLANS[int(state.plan)].rows
    width, height = (rows + 4) * UNIT, rows * UNIT
    label = say(language, N_("The palace floor"))
    body = draw_floor(state, language) + draw_rondel(state, rows, language) + draw_controls(rows, language)
    panel = Panel("floor", label, width, height, body + draw_supply(rows, language))
    return Scene(label, width, height, (panel,), choices(state, seat, language))


# Things


def draw_floor(state: State, language: str) -> str:
    """The spaces, the tiles and the workers on them."""
    return "".join(draw_space(state, space, language) for space in range(SPACES))


def draw_space(state: State, space: int, language: str) -> str:
    """One space with what is on it."""
    row, col = PLANS[int(state.plan)].places[space]
    name, colour = space_name(int(state.plan), space), tile_colour(state, space)
    tile = "" if colour == NONE else say(language, tile_name(colour))
    drawn = box(space_id(state, space), col, row, f"{name} {tile}".strip(), COLOUR_OF[COLOURS[colour]] if tile else "")
    for worker in range(len(WORKER_COLOURS)):
        if int(state.workers[worker]) & bit(space):
            label = f"{name} {say(language, worker_name(worker))}"
            fill = COLOUR_OF[WORKER_COLOURS[worker]]
            drawn += box(worker_id(state, space), col + 0.3, row + 0.3, label, fill, 0.4)
    return drawn


def draw_rondel(state: State, rows: int, language: str) -> str:
    """The four slots."""
    drawn = ""
    for slot in range(SLOTS):
        tile = int(state.rondel[slot])
        words = "" if tile == NONE else tile_words(tile, language)
        label = say(language, N_("slot {slot}: {tile}"), {"slot": slot + 1, "tile": Verbatim(words)})
        fill = "" if tile == NONE else COLOUR_OF[COLOURS[tile_parts(tile)[0]]]
        drawn += box(f"slot-{slot + 1}", rows + 0.5, slot, label, fill)
    return drawn


def tile_words(tile: int, language: str) -> str:
    """A tile with its columns."""
    return f"{say(language, tile_name(tile_parts(tile)[0]))}, {say(language, tile_columns(tile))}"


def draw_controls(rows: int, language: str) -> str:
    """Arrows, and the two moves without a place."""
    drawn = "".join(box(f"arrow-{way}", rows + 2, y, way) for y, way in enumerate(DIRECTIONS))
    drawn += box("end", rows + 0.5, SLOTS + 1, say(language, N_("end the turn")))
    return drawn + box("refresh", rows + 2, SLOTS + 1, say(language, N_("refresh the markers")))


def draw_supply(rows: int, language: str) -> str:
    """A worker of each colour to take from the supply."""
    return "".join(
        box(f"worker-{colour}", rows + 3, y, say(language, worker_name(y)), COLOUR_OF[colour])
        for y, colour in enumerate(WORKER_COLOURS)
    )


def box(name: str, x: float, y: float, label: str, fill: str = "", side: float = 0.9) -> str:
    """A labelled rectangle with an id."""
    shape = tag(
        "rect",
        x=x * UNIT,
        y=y * UNIT,
        width=side * UNIT,
        height=side * UNIT,
        fill=fill or "var(--panel)",
        stroke="var(--grout)",
    )
    return tag(
        "g", shape, text(x * UNIT + 1, y * UNIT + 5, label[:3], font_size=2), id=name, role="img", aria_label=label
    )


def space_id(state: State, space: int) -> str:
    """The name of a space in the picture."""
    row, col = PLANS[int(state.plan)].places[space]
    return f"space-{row}-{col}"


def worker_id(state: State, space: int) -> str:
    """The name of a worker on a space in the picture."""
    row, col = PLANS[int(state.plan)].places[space]
    return f"worker-at-{row}-{col}"


# Choices


def choices(state: State, seat: int, language: str) -> tuple[Choice, ...]:
    """Every legal move of the seat as a path of clicks."""
    if seat < 0 or not actors(state) & bit(seat):
        return ()
    moves = np.empty(ACTION_COUNT, np.int64)
    legal = [int(move) for move in moves[: legal_moves(state, seat, moves)]]
    ways = Counter(decode_place(move)[:2] for move in legal if is_place(move))
    return tuple(
        Choice(move, describe(state, seat, move, language), (path(state, move, ways),), gain=gain(state, seat, move))
        for move in legal
    )


def path(state: State, move: int, ways: Counter[tuple[int, int]]) -> Ids:
    """The ids to click: slot, space and, where there is a choice, the arrow; or one worker, or a button."""
    if is_place(move):
        slot, space, arrow = decode_place(move)
        ids: Ids = (f"slot-{slot + 1}", space_id(state, space))
        return (*ids, f"arrow-{DIRECTIONS[arrow]}") if ways[slot, space] > 1 else ids
    if is_worker(move):
        origin = moving_from(state, decode_worker(move))
        new = f"worker-{WORKER_COLOURS[decode_worker(move)]}"
        return (new if origin is None else worker_id(state, origin),)
    return ("end",) if move == END else ("refresh",)


def gain(state: State, seat: int, move: int) -> str:
    """The gold that the move brings at once."""
    gold = int(play_on(state, seat, move).gold[seat]) - int(state.gold[seat])
    return f"{gold:+d}" if gold else ""
