"""The picture on the box: a tray of glass from close by, and the four dice that have just been laid."""

from __future__ import annotations

from smalti.kernel.cover import ART, WIDTH, Cover, light
from smalti.kernel.picture import tag, use

GLASS = (
    "ooxxxtttoox",
    "oottxxttxoo",
    "xxtttxotxxo",
    "xtttoooottx",
    "xxtoottoxtx",
    "oxxxotttxxx",
    "ootxxxttoox",
    "ttttooxxxot",
)
GLASS_NAMES = {"o": "circle", "t": "triangle", "x": "cross"}
THROW = (("circle", 0, 0), ("triangle", 1, 0), ("cross", 2, 0), ("triangle", 1, 1))


def draw() -> str:
    """Glass inlays, slightly turned, and a formation of dice on them."""
    step, side = 78, 74
    ground = tag("rect", width=WIDTH, height=ART, fill="#5a544b")
    cells = [
        use(f"mark-{GLASS_NAMES[letter]}", column * step - 150, row * step - 110, side)
        for row, line in enumerate(GLASS)
        for column, letter in enumerate(line)
    ]
    field = tag("g", *cells, transform="rotate(-11 320 180)")
    dice = [use(f"die-{symbol}", x * 112, y * 112, 116) for symbol, x, y in THROW]
    thrown = tag("g", *dice, transform="translate(178 92) rotate(7)", filter="url(#lift)")
    return ground + field + light() + thrown


COVER = Cover(draw, "#1f3a3f")
