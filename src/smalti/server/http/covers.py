"""The pictures on the boxes: a composition of each game's own pieces, with its title; the same in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from smalti.kernel.game import CHANCE, Game
from smalti.kernel.scene import LIGHT, Scene, tag, text, tokens, use

WIDTH, HEIGHT, BAND = 640, 480, 112
ART = HEIGHT - BAND

SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif'
STYLE = f"""
.smalti{{{tokens(LIGHT)}}}
.smalti text{{font-family:{SERIF};text-anchor:middle}}
text,[id^="tip-"]{{display:none}}.name,.author{{display:inline}}
.smalti .name{{font-size:60px;letter-spacing:11px;fill:url(#leaf)}}
.smalti .author{{font-size:18px;letter-spacing:3px;fill:#e9dcc3}}
"""

# Gold leaf, a window's light from the top left, and the dark at the edge of a table.
SHARED = """
<linearGradient id="leaf" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7e2a6"/>
<stop offset=".45" stop-color="#e0b354"/><stop offset=".55" stop-color="#c08a2b"/>
<stop offset="1" stop-color="#eccb7d"/></linearGradient>
<radialGradient id="window" cx=".2" cy=".05" r="1.1"><stop offset="0" stop-color="#fff6df" stop-opacity=".42"/>
<stop offset=".45" stop-color="#fff6df" stop-opacity="0"/><stop offset="1" stop-color="#0a0705" stop-opacity=".5"/>
</radialGradient>
<filter id="lift" x="-30%" y="-30%" width="170%" height="180%">
<feDropShadow dx="5" dy="10" stdDeviation="7" flood-color="#000" flood-opacity=".5"/></filter>
"""


def light() -> str:
    """The light of the window over the whole picture."""
    return tag("rect", width=WIDTH, height=ART, fill="url(#window)")


# Mosaix: a tray of glass from close by, and the four dice that have just been laid.

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


def mosaix() -> str:
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


# Maharani: the floor of the palace through a gate, the rondel as a sun, and the workers in front.

FLOOR = (
    ("turquoise", "purple", "blue", "red", "orange"),
    ("green", "blue", "orange", "turquoise", "purple"),
    ("orange", "red", "turquoise", "purple", "green"),
    ("blue", "green", "red", "orange", "turquoise"),
)


def maharani() -> str:
    """A floor that mirrors itself left and right."""
    step = 72
    ground = tag("rect", width=WIDTH, height=ART, fill="#e6d9bf")
    tiles = [
        use(f"{colour}-N", WIDTH / 2 + side * (column + 0.5) * step - step / 2, row * step + 78 - step, step)
        for row, line in enumerate((FLOOR[3], *FLOOR))
        for column, colour in enumerate(line)
        for side in (-1, 1)
    ]
    columns = [
        use("column", WIDTH / 2 + x * step - 13, y * step + 65 - step, 26) for x in range(-4, 5) for y in range(1, 6)
    ]
    return ground + "".join(tiles) + "".join(columns) + light() + sun() + gate() + workers()


def sun() -> str:
    """The rondel, half below the edge, with rays of gold."""
    middle, radius = WIDTH / 2, 128
    rays = [ray(middle, radius + 6, number * pi / 16) for number in range(-8, 9)]
    plate = tag("circle", cx=middle, cy=ART, r=radius, fill="#26282c", stroke="url(#leaf)", stroke_width=7)
    ring = tag("circle", cx=middle, cy=ART, r=radius - 18, fill="none", stroke="#e0b354", stroke_opacity=0.55)
    animals = [
        seal(name, middle + 86 * sin(turn), ART - 86 * cos(turn))
        for name, turn in (("lion", -1.02), ("monkey", -0.34), ("peacock", 0.34), ("elephant", 1.02))
    ]
    return tag("g", *rays, plate, ring, *animals, filter="url(#lift)")


def ray(middle: float, radius: float, angle: float) -> str:
    """One ray of the sun."""
    corners = ((angle - 0.045, radius), (angle + 0.045, radius), (angle, radius + 24))
    points = " ".join(f"{middle + r * sin(t):.1f},{ART - r * cos(t):.1f}" for t, r in corners)
    return tag("polygon", points=points, fill="url(#leaf)")


def seal(animal: str, x: float, y: float) -> str:
    """An animal engraved on a disc of ivory."""
    disc = tag("circle", cx=x, cy=y, r=26, fill="#f7ead0", stroke="#c08a2b", stroke_width=2.5)
    return tag("g", disc, use(f"animal-{animal}", x - 19, y - 19, 38), color="#5a3a12")


def gate() -> str:
    """A gate of nine foils, dark, with a line of gold."""
    foils, left, right, spring = 9, 34.0, WIDTH - 34.0, 196.0
    middle, across, up = (left + right) / 2, (right - left) / 2, 138.0
    places = [
        (middle - across * cos(pi * n / foils), spring - up * sin(pi * n / foils) ** 0.82) for n in range(foils + 1)
    ]
    bows = "".join(f"A46 46 0 0 1 {x:.1f} {y:.1f}" for x, y in places[1:])
    opening = f"M{left} {ART}V{spring}{bows}V{ART}"
    wall = tag("path", d=f"M0 0V{ART}H{left}V{spring}{bows}V{ART}H{WIDTH}V0Z", fill="#2a1a3a", fill_rule="evenodd")
    line = tag("path", d=opening, fill="none", stroke="url(#leaf)", stroke_width=5, stroke_linejoin="round")
    thin = tag("path", d=opening, fill="none", stroke="#2a1a3a", stroke_width=1.5, stroke_linejoin="round")
    stars = [
        star(across + x, y, size)
        for across, sign in ((0, 1), (WIDTH, -1))
        for x, y, size in ((sign * 40, 40, 15), (sign * 88, 30, 8), (sign * 28, 92, 8), (sign * 140, 24, 5))
    ]
    return tag("g", wall, *stars, line, thin)


def star(x: float, y: float, size: float) -> str:
    """Eight points of gold."""
    points = [(size if n % 2 == 0 else size * 0.52, n * pi / 8) for n in range(16)]
    return tag(
        "polygon", points=" ".join(f"{x + r * sin(t):.1f},{y + r * cos(t):.1f}" for r, t in points), fill="url(#leaf)"
    )


def workers() -> str:
    """Four of them, one in each colour."""
    places = (("red", 88), ("green", 150), ("blue", WIDTH - 198), ("yellow", WIDTH - 136))
    figures = [use(f"figure-{colour}", x, ART - 74, 54, 74) for colour, x in places]
    return tag("g", *figures, filter="url(#lift)")


# Majolica: the workshop in the evening, two kilns alight, and what came out of them.

SHELF = "BYRGBPRYGB"


def majolica() -> str:
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

ARTWORK: dict[str, tuple[Callable[[], str], str]] = {
    "mosaix": (mosaix, "#1f3a3f"),
    "maharani": (maharani, "#2a1a3a"),
    "majolica": (majolica, "#16356b"),
}
"""The picture of each game and the colour of its title plate."""


@cache
def cover_svg(game: Game) -> str:
    """The picture on the box of a game; a game without one of its own shows its first position."""
    scene = game.drawn.scene(game.course.setup(max(game.facts.seat_counts[:2]), {}), CHANCE, "en")
    draw, plate = ARTWORK.get(game.name, (lambda: first_position(scene), "#33373c"))
    window = tag("clipPath", tag("rect", width=WIDTH, height=ART), id="art")
    return tag(
        "svg",
        tag("style", scene.style + STYLE),
        tag("defs", scene.defs, SHARED, GLOW, window),
        tag("g", draw(), clip_path="url(#art)"),
        title_plate(game, plate),
        xmlns="http://www.w3.org/2000/svg",
        class_="smalti",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def title_plate(game: Game, colour: str) -> str:
    """The name in gold leaf and the author of the game."""
    author = game.facts.credits.partition(",")[0]
    plate = tag("rect", y=ART, width=WIDTH, height=BAND, fill=colour)
    edge = tag("rect", y=ART, width=WIDTH, height=4, fill="#e0b354")
    name = text(WIDTH / 2 + 5, ART + 66, game.title.upper(), class_="name")
    return plate + edge + name + text(WIDTH / 2, ART + 95, author, class_="author")


def first_position(scene: Scene) -> str:
    """The whole scene, fitted into the picture."""
    scale = min(WIDTH / scene.width, ART / scene.height)
    left = (WIDTH - scene.width * scale) / 2
    sheets = [
        tag("g", p.body, transform=f"translate({left + p.x * scale:g} {p.y * scale:g}) scale({p.scale * scale:g})")
        for p in scene.panels
    ]
    return tag("rect", width=WIDTH, height=ART, fill="var(--plaster)") + "".join(sheets)
