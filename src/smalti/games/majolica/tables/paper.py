"""Design cards and missions as paper: sheets, seals, numbers, and where the spaces of a card lie."""

from __future__ import annotations

from smalti.games.majolica.editions import LETTERS, Card
from smalti.kernel.picture import tag, use

CARD = (150, 108)
SPACE = 32
SHAPES = {1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3)}
"""How many spaces stand in each row of a card."""
MISSION = (226, 104)


def kinds_of(card: Card) -> list[str]:
    """The spaces of a card in the order they are drawn: letters, and an asterisk for a blank one."""
    return [letter for letter, n in zip((*LETTERS, "*"), card.spaces, strict=True) for _ in range(n)]


def places(n: int) -> list[tuple[float, float]]:
    """Where the spaces of a card lie on it, right of its points."""
    rows, found = SHAPES[n], []
    top = (CARD[1] - len(rows) * (SPACE + 2)) / 2 + 1
    for r, across in enumerate(rows):
        left = 92 - across * (SPACE + 1) / 2
        found += [(left + c * (SPACE + 1), top + r * (SPACE + 2)) for c in range(across)]
    return found


# The sheets themselves


def sheet(width: float, height: float, fill: str, edge: str) -> str:
    """Paper with its shadow."""
    shadow = tag("rect", x=2, y=4, width=width - 2, height=height - 4, rx=8, fill="var(--shade)")
    return shadow + tag("rect", x=0.5, y=0.5, width=width - 2, height=height - 3, rx=8, fill=fill, stroke=edge)


def seal(x: float, y: float, radius: float, fill: str, line: str) -> str:
    """The seal that the points stand on."""
    ring = tag("circle", cx=x, cy=y, r=radius - 2.5, fill="none", stroke=line)
    return tag("circle", cx=x, cy=y, r=radius, fill=fill) + ring


def card_symbols() -> str:
    """Design card, finished card and mission without what is printed on them."""
    width, height = CARD
    rule = tag(
        "rect", x=5, y=5, width=width - 11, height=height - 12, rx=5, fill="none", stroke="#b99a5b", stroke_opacity=0.6
    )
    design = sheet(*CARD, "var(--marble)", "#00000026") + rule + seal(24, 27, 15.5, "#174379", "#d9e9f7")
    small = tag("rect", fill="var(--marble)", stroke="#00000026", width=40, height=48, rx=5)
    small += seal(20, 17, 12, "#174379", "#174379")
    small += "".join(use(f"tile-{letter}", 3 + 8.6 * n, 34, 8.2) for n, letter in enumerate(LETTERS))
    mission = sheet(*MISSION, "#f6e2a8", "#b98a2a") + seal(26, 28, 16, "#8f2419", "#fde6d6")
    drawn = (("sheet", design, CARD), ("small-sheet", small, (40, 48)), ("mission-sheet", mission, MISSION))
    return "".join(tag("symbol", body, id=name, viewBox=f"0 0 {w} {h}") for name, body, (w, h) in drawn)


CARD_SYMBOLS = card_symbols()
