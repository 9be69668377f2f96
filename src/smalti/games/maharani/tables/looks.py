"""How each piece is drawn in the box of its place, and what it is called."""

from __future__ import annotations

from dataclasses import replace

from smalti.games.maharani.components import (
    ANIMALS,
    ARROWS,
    COLOURS,
    FACE_COUNT,
    SIDE,
    TILE_COUNT,
    WORKER_COLOURS,
    tile_parts,
)
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows import looks as k
from smalti.games.maharani.rows.places import KIND_OF_FACE
from smalti.games.maharani.tables.cards import CARD, WIDTH, worth_width
from smalti.games.maharani.tables.floor import colours_of
from smalti.games.maharani.tables.names import MARKER, ONE_WORKER, SOME_TILES
from smalti.games.maharani.tables.rondel import COLUMN, edges_of, half_box
from smalti.games.maharani.tables.words import NAMES
from smalti.kernel.stage import Look
from smalti.kernel.words import N_

Part = tuple[str, float, float, float, float]

TILE_NAMES: dict[str, tuple[str, ...]] = {
    "tile_shown": tuple(NAMES["tile"][tile // FACE_COUNT] for tile in range(TILE_COUNT) for _ in range(ARROWS)),
    "columns_shown": tuple(
        NAMES["columns"][KIND_OF_FACE[tile % FACE_COUNT]] for tile in range(TILE_COUNT) for _ in range(ARROWS)
    ),
    "arrow_shown": NAMES["direction"] * TILE_COUNT,
}
"""By the number of a tile's look, for there are many and they are called alike."""
UP = {
    "lion": N_("lion marker: face up"),
    "monkey": N_("monkey marker: face up"),
    "peacock": N_("peacock marker: face up"),
    "elephant": N_("elephant marker: face up"),
}
DOWN = {
    "lion": N_("lion marker: face down"),
    "monkey": N_("monkey marker: face down"),
    "peacock": N_("peacock marker: face down"),
    "elephant": N_("elephant marker: face down"),
}
PLACE_A = {
    "red": N_("Place a red worker"),
    "green": N_("Place a green worker"),
    "blue": N_("Place a blue worker"),
    "yellow": N_("Place a yellow worker"),
}
MOVE_A = {
    "red": N_("Move a red worker"),
    "green": N_("Move a green worker"),
    "blue": N_("Move a blue worker"),
    "yellow": N_("Move a yellow worker"),
}
COMPASS = (N_("north"), N_("east"), N_("south"), N_("west"))
ARROW = (N_("arrow to the north"), N_("arrow to the east"), N_("arrow to the south"), N_("arrow to the west"))
assert set(UP) == set(DOWN) == set(MARKER)
assert set(PLACE_A) == set(MOVE_A) == set(ONE_WORKER)


def looks(seats: int) -> dict[int, Look]:
    """All looks of a game with so many seats."""
    return (
        tile_looks() | worth_looks() | figure_looks() | floor_looks() | card_looks() | bag_looks() | button_looks(seats)
    )


# The floor

WORTHS = (
    N_("free of charge"),
    N_("free of charge, a worker can come"),
    N_("costs a marker"),
    N_("costs a marker, a worker can come"),
)


def worth_looks() -> dict[int, Look]:
    """What a space earns for a tile, beside it whether it costs a marker and whether a worker can come."""
    found = {}
    for n, name in enumerate(WORTHS):
        signs = [symbol for symbol, there in (("marker-sign", n & 2), ("worker-sign", n & 1)) if there]
        wide = worth_width(len(signs))
        left = (1 - wide) / 2
        parts = [(f"worth-{len(signs)}", left, 0.0, wide, 1.0)]
        parts += [(symbol, left + 0.43 + 0.26 * at, 0.14, 0.24, 0.72) for at, symbol in enumerate(signs)]
        found[k.WORTH_LOOK + n] = Look(
            parts=tuple(parts), text="+{number:number}", name=name, css="b", size=0.72, at=(left + 0.23, 0.76), layer=4,
            click=False,
        )  # fmt: skip
    return found


def tile_looks() -> dict[int, Look]:
    """Every tile with its arrow to every side."""
    return {
        k.TILE_LOOK + tile * ARROWS + arrow: Look(
            parts=tile_parts_drawn(tile, arrow), name="{look:tile_shown} {look:arrow_shown} ({look:columns_shown})"
        )
        for tile in range(TILE_COUNT)
        for arrow in range(ARROWS)
    }


def tile_parts_drawn(tile: int, arrow: int) -> tuple[Part, ...]:
    """A tile with its arrow and its columns, in parts of its box."""
    body = (f"{COLOURS[tile_parts(tile)[0]]}-{DIRECTIONS[arrow]}", 0, 0, 1, 1)
    edges, middle = edges_of(tile, arrow), 0.5 - COLUMN / 2
    if edges == "C":
        return body, ("column", middle, middle, COLUMN, COLUMN)
    return body, *((f"half-{way}", *half_box(way)) for way in edges)


def figure_looks() -> dict[int, Look]:
    """Workers on the floor and in the supply."""
    found = {}
    for n, colour in enumerate(WORKER_COLOURS):
        found[k.FIGURE_LOOK + n] = Look(f"figure-{colour}", name=ONE_WORKER[colour], layer=3)
        found[k.PAWN_LOOK + n] = Look(f"figure-{colour}", layer=1, click=False)
    return found | {k.STOCK_LOOK: Look(name="{number:number}")}


def floor_looks() -> dict[int, Look]:
    """Columns, the rondel, action markers, and the plates of the players."""
    ring = N_("to play")
    markers = {k.UP_LOOK + n: Look(f"up-{animal}", name=UP[animal], layer=-2) for n, animal in enumerate(ANIMALS)}
    markers |= {
        k.DOWN_LOOK + n: Look(f"down-{animal}", name=DOWN[animal], layer=-2) for n, animal in enumerate(ANIMALS)
    }
    number = "{number:number}"
    return markers | {
        k.COLUMN_LOOK: Look("column", layer=1, click=False),
        k.DISC_LOOK: Look("maharani-rondel", name=N_("the rondel"), layer=-1),
        k.BADGE_LOOK: Look(
            "badge", text=number, name=N_("slot"), css="pale", at=(0.5, 0.74), size=0.67, layer=2, click=False
        ),
        k.PLATE_GOLD_LOOK: Look(
            text=number, name=N_("gold"), css="pale b", anchor="start", at=(4 / 42, 19 / 24), size=18 / 24, click=False
        ),
        k.PLATE_GOLD_LOOK + 1: Look(
            text=number, name=N_("gold"), css="pale b", at=(0.5, 16 / 22), size=14 / 22, click=False
        ),
        k.RING_LOOK: Look("ring-wide", name=ring, click=False),
        k.RING_LOOK + 1: Look("ring-tall", name=ring, click=False),
    }


# Cards and the bag

NUMBER = "{number:number}"
FRAME = Look("card-frame", css="gold b", anchor="end", at=(234 / WIDTH, 24 / CARD), size=12 / CARD, click=False)
SMALL = Look(anchor="start", at=(16 / 48, 13 / 16), size=13 / 16, click=False)
"""Beside the action markers: workers in a quarter, and what they would be paid or have been paid."""


def card_looks() -> dict[int, Look]:
    """What is on the card of a player."""
    name = Look(
        text="{number:seat}", own=N_("You"), css="title", anchor="start", at=(0, 19 / 26), size=20 / 26, most=10
    )
    gold = Look(text=NUMBER, name=N_("gold"), css="gold b", anchor="end", at=(58 / 88, 22 / 28), size=25 / 28)
    found = {
        k.NAME_LOOK: name,
        k.GOLD_LOOK: replace(gold, parts=(("coin", 64 / 88, 2 / 28, 24 / 88, 24 / 28),)),
        k.FRAME_LOOK: replace(FRAME, text=N_("to play")),
        k.WINNER_LOOK: replace(FRAME, text=N_("winner")),
        k.PROMISE_LOOK: replace(
            SMALL, text="{number:signed}", name=N_("gold at the evaluation"), css="b gold", at=(20 / 48, 13 / 16)
        ),
        k.PAID_LOOK: replace(
            SMALL, parts=(("coin", 0, 1 / 16, 14 / 48, 14 / 16),), text="{number:signed}", name=N_("paid"), css="soft"
        ),
    }
    for n, colour in enumerate(WORKER_COLOURS):
        figure = ((f"figure-{colour}", 0.0, 0.0, 11 / 19, 15 / 16),)
        found[k.PROSPECT_LOOK + n] = replace(
            SMALL, parts=figure, text=NUMBER, name=ONE_WORKER[colour], at=(11 / 19, 13 / 16)
        )
    return found


def bag_looks() -> dict[int, Look]:
    """How many tiles may still come."""
    found = {
        k.BAG_LOOK: Look(
            text={"one": N_("In the bag: {number:number} tile"), "other": N_("In the bag: {number:number} tiles")},
            css="title",
            anchor="start",
            at=(0, 18 / 24),
            size=17 / 24,
        ),
        k.BAG_KIND_LOOK: Look(text=NUMBER, css="soft", at=(0.5, 13 / 16), size=13 / 16),
        k.OUT_LOOK: Look(
            text=N_("out of the game: {number:number}"), css="soft", anchor="end", at=(1, 18 / 24), size=13 / 24
        ),
    }
    some = Look(text=NUMBER, css="b", anchor="start", at=(27 / 24, 17 / 24), size=13 / 24)
    for n, colour in enumerate(COLOURS):
        found[k.BAG_COLOUR_LOOK + n] = replace(some, symbol=f"bag-{colour}", name=SOME_TILES[colour])
        found[k.BAG_NONE_LOOK + n] = replace(found[k.BAG_COLOUR_LOOK + n], css="b none")
    return found


# Buttons

BUTTON = Look(button=True, at=(0.5, 26.5 / 42), size=16 / 42)
WITH_FIGURE = replace(BUTTON, at=(0.5 + 14 / WIDTH, 26.5 / 42))
ARROW_BUTTON = Look(button=True, at=(0.5, 53 / 64), size=13 / 64)


def button_looks(seats: int) -> dict[int, Look]:
    """What is there only to be clicked."""
    found = {
        k.ARROW_HEAD_LOOK: Look(
            text=N_("Where the arrow points"), css="title", anchor="start", at=(0, 14 / 18), size=15 / 18, click=False
        ),
        k.END_LOOK: replace(BUTTON, text=N_("End the turn")),
        k.REFRESH_LOOK: replace(BUTTON, text=N_("Refresh your markers")),
    }
    for n, colour in enumerate(WORKER_COLOURS):
        figure = ((f"figure-{colour}", 12 / WIDTH, 5 / 42, 24 / WIDTH, 33 / 42),)
        found[k.NEW_WORKER_LOOK + n] = replace(WITH_FIGURE, parts=figure, text=PLACE_A[colour])
        found[k.MOVING_WORKER_LOOK + n] = replace(WITH_FIGURE, parts=figure, text=MOVE_A[colour])
    return found | arrow_looks(seats)


def arrow_looks(seats: int) -> dict[int, Look]:
    """Where an arrow may point; to the own side it brings a worker."""
    found = {}
    for side, way in enumerate(DIRECTIONS):
        named, pointer = replace(ARROW_BUTTON, name=ARROW[side]), pointing(way, 0.5 - 12 / 82)
        found[k.ARROW_LOOK + side] = replace(named, parts=(pointer,), text=COMPASS[side])
        for seat in range(seats):
            if SIDE[seats, seat] == side:
                figure = f"figure-{colours_of(seat, 2 if seats == 2 else 1)[0]}"
                both = pointing(way, 0.5 - 22 / 82), (figure, 0.5 + 4 / 82, 5 / 64, 22 / 82, 30 / 64)
                found[k.OWN_ARROW_LOOK + side] = replace(named, parts=both, text=N_("to you"))
    return found


def pointing(way: str, x: float) -> Part:
    """A pointer to a side, on a button."""
    return f"pointer-{way}", x, 8 / 64, 24 / 82, 24 / 64
