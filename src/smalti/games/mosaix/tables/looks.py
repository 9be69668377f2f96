"""How the pieces look and what they are called."""

from __future__ import annotations

from dataclasses import replace

from smalti.games.mosaix.components import FORMATIONS, SHAPES, SLOTS, SYMBOLS
from smalti.games.mosaix.rows import pieces as r
from smalti.games.mosaix.tables.boxes import CARD, CELL, HEAD, SHAPE_BOX, extent
from smalti.games.mosaix.tables.words import PENCILLED_WORDS, PRINTED_WORDS, SYMBOL_WORDS, TURNED_WORDS
from smalti.kernel.stage import Look
from smalti.kernel.words import N_

Part = tuple[str, float, float, float, float]
THUMB = 16
LONGEST_NAME = 11


def inset(symbol: str, edge: float) -> Part:
    """A symbol in a cell, so far from its edges."""
    return symbol, edge / CELL, edge / CELL, 1 - 2 * edge / CELL, 1 - 2 * edge / CELL


def looks() -> dict[int, Look]:
    """All looks."""
    return symbol_looks() | word_looks() | shape_looks() | card_looks()


def symbol_looks() -> dict[int, Look]:
    """Marks in the grid, and dice."""
    found = {r.BLANK: Look("mosaix-die"), r.STRUCK: Look("mosaix-stroke")}
    for n, name in enumerate(SYMBOLS):
        mark = inset(f"mark-{name}", 2)
        found[r.MARKED + n] = Look(parts=(mark,), name=SYMBOL_WORDS[n])
        found[r.PRINTED + n] = Look(parts=(mark, inset("mosaix-printed", 5)), name=PRINTED_WORDS[n])
        found[r.PENCILLED + n] = Look(parts=(mark,), name=PENCILLED_WORDS[n], css="pencilled")
        found[r.SHOWN + n] = Look(f"die-{name}", name=SYMBOL_WORDS[n])
        found[r.TURNED_DIE_LOOK + n] = Look(f"die-{name}", name=TURNED_WORDS[n])
    return found


def word_looks() -> dict[int, Look]:
    """Headings, points, the scale and buttons: pieces that are words."""
    busy = {
        r.LAYING: (N_("lays the formation"), N_("lay the formation")),
        r.CHOOSING: (N_("is choosing"), N_("enter it here")),
        r.CHOSEN: (N_("has chosen"), N_("chosen")),
    }
    sign = Look(css="soft", size=16 / HEAD, at=(0.5, 26 / HEAD))
    found = {look: replace(sign, text=theirs, own=own) for look, (theirs, own) in busy.items()}
    button = Look(button=True, size=0.46, at=(0.5, 0.66))
    found[r.SKIPPING] = replace(button, text=N_("Skip"))
    sure = N_("Stop the game here? Your points count as they are, and nothing can be taken back.")
    found[r.STOPPING] = replace(button, text=N_("Stop the game"), sure=sure)
    found[r.NAMED] = Look(
        text="{number:seat}", own=N_("Your grid"), css="title", anchor="start", size=24 / HEAD, at=(4 / 160, 26 / HEAD),
        most=LONGEST_NAME,
    )  # fmt: skip
    found[r.COUNTED] = Look(
        text={"one": N_("{number:number} point"), "other": N_("{number:number} points")},
        css="gold strong",
        anchor="end",
        size=22 / HEAD,
        at=(136 / 140, 26 / HEAD),
    )
    found[r.SIZED] = Look(
        parts=(("mosaix-size", 0.34, 0.61, 0.64, 0.37),), text="{number:number}/5", name=N_("on the way to five"),
        css="strong", size=0.26, at=(0.66, 0.885), layer=1, click=False,
    )  # fmt: skip
    found[r.LEFT] = Look(
        text=N_("scale: {number:number} of 8 free"), css="soft", anchor="start", size=15 / 36, at=(0, 24 / 36)
    )
    return found


def shape_looks() -> dict[int, Look]:
    """The outline of each shape with its letter."""
    end = 1 - 5 / SHAPE_BOX, 1 - 4 / SHAPE_BOX
    return {
        r.SHAPED + n: Look(
            f"mosaix-shape-{letter}",
            text=letter,
            name=N_("shape"),
            css="soft",
            anchor="end",
            size=10 / SHAPE_BOX,
            at=end,
        )
        for n, letter in enumerate(SHAPES)
    }


def card_looks() -> dict[int, Look]:
    """Each formation on a card of its own."""
    return {r.CARDED + n: Look(parts=card_parts(n)) for n in range(len(FORMATIONS))}


def card_parts(formation: int) -> tuple[Part, ...]:
    """The dice of a formation in the middle of a card."""
    shape, symbols = FORMATIONS[formation]
    wide, high = CARD
    columns, rows = extent(shape, 0)
    left, top = (wide - THUMB * columns) / 2, (high - THUMB * rows) / 2
    corners = [((left + col * THUMB) / wide, (top + row * THUMB) / high) for row, col in SLOTS[shape]]
    size = rounded(THUMB / wide), rounded(THUMB / high)
    dice = [
        (f"mark-{SYMBOLS[symbol]}", rounded(x), rounded(y), *size)
        for (x, y), symbol in zip(corners, symbols, strict=True)
    ]
    return (("mosaix-card", 0, 0, 1, 1), *dice)


def rounded(number: float) -> float:
    """A short number: there are 402 formations."""
    return round(number, 4)
