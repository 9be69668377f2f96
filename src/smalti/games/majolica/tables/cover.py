"""The picture on the box: the workshop in the evening, two kilns alight, and what came out of them."""

from __future__ import annotations

from smalti.kernel.cover import ART, WIDTH, Cover, light
from smalti.kernel.picture import tag, use

SHELF = "BYRGBPRYGB"


def draw() -> str:
    """A wall of blue and white, kilns on a bench, a row of tiles on a board above them."""
    wall = tag("rect", width=WIDTH, height=ART, fill="#f1ead9") + azulejos()
    glow = "".join(tag("ellipse", cx=x, cy=ART - 110, rx=170, ry=150, fill="url(#glow)") for x in (165, WIDTH - 165))
    board = tag("rect", x=-4, y=88, width=WIDTH + 8, height=15, rx=3, fill="#7a5233")
    shelf = "".join(use(f"tile-{letter}", 18 + n * 61.5, 38, 52) for n, letter in enumerate(SHELF))
    bench = tag("rect", y=ART - 26, width=WIDTH, height=26, fill="#8a5f3c") + tag(
        "rect", y=ART - 26, width=WIDTH, height=6, fill="#a97a50"
    )
    kilns = "".join(use("kiln-hot", x, ART - 238, 208, 224) for x in (60, WIDTH - 268))
    inside = "".join(batch(x) for x in (60, WIDTH - 268))
    cart = use("cart", WIDTH / 2 - 66, ART - 92, 132, 84)
    load = "".join(
        use(f"tile-{letter}", WIDTH / 2 - 52 + n * 36, ART - 128 + n % 2 * 5, 42, transform=f"rotate({turn} {x} {y})")
        for n, (letter, turn) in enumerate(zip("YRB", (-14, 6, 17), strict=True))
        for x, y in ((WIDTH / 2 - 31 + n * 36, ART - 107),)
    )
    return wall + glow + light() + tag("g", board + shelf, filter="url(#lift)") + bench + kilns + inside + load + cart


def azulejos() -> str:
    """Blue and white squares of the wall, faded."""
    squares = [
        use("tile-B", x * 64 - 0, y * 64 - 20, 62, opacity=0.34 if (x + y) % 2 else 0.18)
        for x in range(11)
        for y in range(7)
    ]
    return "".join(squares)


def batch(left: float) -> str:
    """Six tiles in the fire."""
    return "".join(
        use(f"tile-{letter}", left + 45 + n % 3 * 40, ART - 158 + n // 3 * 44, 37) for n, letter in enumerate("RBGYGR")
    )


GLOW = """<radialGradient id="glow"><stop offset="0" stop-color="#ffb347" stop-opacity=".75"/>
<stop offset="1" stop-color="#ffb347" stop-opacity="0"/></radialGradient>"""
COVER = Cover(draw, "#16356b", GLOW)
