"""The drawings of Maharani: glazed tiles, marble columns, workers and markers, each drawn once as an SVG symbol.

What is drawn inside a symbol carries its colours as attributes: a style sheet does not reach it in every browser.
"""

from __future__ import annotations

from math import cos, pi, sin

from smalti.games.maharani.animals import animal_symbols
from smalti.games.maharani.components import COLOURS, WORKER_COLOURS
from smalti.games.maharani.plans import DIRECTIONS
from smalti.kernel.scene import tag, use

# Body, motif, highlight and edge. The bodies form a ladder of greys, also for people who see fewer hues:
# under each of the three common deficiencies any two differ by 7 or more in lightness (L*).
GLAZE = {
    "blue": ("#3768bd", "#86abea", "#dbe7ff", "#1d3d7c"),
    "orange": ("#e79f38", "#fbd38f", "#fff3d6", "#a4610c"),
    "red": ("#8c2a2c", "#d0716a", "#f6cdbf", "#541013"),
    "green": ("#379a58", "#86d39b", "#dcf7e1", "#195c31"),
    "purple": ("#42205a", "#976fba", "#e2cdf3", "#230d33"),
    "turquoise": ("#8fdad3", "#3b9c99", "#f2fffd", "#2f7f7c"),
}
ROBE = {
    "red": ("#cc3a2f", "#8a1d18"),
    "green": ("#3d9a4b", "#1e5c2a"),
    "blue": ("#2f66cf", "#173a80"),
    "yellow": ("#f0c22f", "#94700a"),
}
PALE, WOOD = "#fffaf0", "#f0d5ae"

STYLE = """
.smalti{--stone:color-mix(in srgb,var(--panel) 62%,var(--grout));--sand:color-mix(in srgb,var(--grout) 76%,var(--gold));
--inlay:color-mix(in srgb,var(--gold) 72%,var(--slate));--night:color-mix(in srgb,var(--slate-edge) 82%,#000)}
.smalti .sp{fill:transparent;stroke:var(--grout);stroke-width:1.5}
.smalti .card{fill:var(--panel);stroke:var(--grout)}
.smalti .turn{fill:none;stroke:var(--gold);stroke-width:2.5}
.smalti .option{fill:var(--panel);stroke:var(--gold);stroke-width:1.5}
.smalti .border{fill:none;stroke:var(--inlay);stroke-width:3}
.smalti .top{pointer-events:none}
.smalti .last{fill:none;stroke:var(--gold);stroke-width:3}
.smalti .pale{fill:#fffaf0}
"""


def number(value: float) -> str:
    """As short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def around(angle: float, radius: float) -> tuple[float, float]:
    """A place around the middle of a tile; 0 degrees is up, clockwise."""
    return 24 + radius * sin(angle * pi / 180), 24 - radius * cos(angle * pi / 180)


def polygon(points: list[tuple[float, float]]) -> str:
    """A closed path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def fill(path: str, colour: str, **more: object) -> str:
    """A piece of glaze."""
    return tag("path", d=path, fill=colour, **more)


def stroke(path: str, colour: str, width: float, **more: object) -> str:
    """A line of glaze."""
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, **more)


def ring(radius: float, colour: str, width: float, petals: int = 0) -> str:
    """A ring, or a wreath of round petals."""
    dash = None if not petals else f"0 {2 * pi * radius / petals:.3f}"
    cap = "round" if petals else None
    return tag(
        "circle", cx=24, cy=24, r=radius, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash,
        stroke_linecap=cap,
    )  # fmt: skip


def disc(radius: float, colour: str) -> str:
    """A disc in the middle."""
    return tag("circle", cx=24, cy=24, r=radius, fill=colour)


# Motifs


def star() -> str:
    """Blue: the eight-pointed star of two squares, and a quarter of one in each corner."""
    body, motif, pale, edge = GLAZE["blue"]

    def points(outer: float, inner: float) -> str:
        return polygon([around(22.5 * n, (outer, inner)[n % 2]) for n in range(16)])

    corners = fill("M1 1h9l-9 9zM47 1v9l-9-9zM47 47h-9l9-9zM1 47v-9l9 9z", motif)
    squares = stroke("M24 8.2L39.8 24L24 39.8L8.2 24zM12.8 12.8h22.4v22.4H12.8z", body, 1.3)
    return corners + fill(points(20, 15.3), motif) + squares + fill(points(9.4, 6), pale) + disc(2.6, edge)


def lotus() -> str:
    """Orange: a lotus over the water."""
    _, motif, pale, edge = GLAZE["orange"]
    petal = "M24 36C18 28 18.6 17 24 9.6C29.4 17 30 28 24 36z"
    shaded = {"stroke": edge, "stroke_width": 1.1}
    outer = [fill(petal, motif, transform=f"rotate({a} 24 37)", **shaded) for a in (-50, 50, -26, 26)]
    water = stroke("M9 41q7.5 3.4 15 0t15 0", pale, 1.7, stroke_linecap="round")
    heart = stroke("M24 32V18M21.4 31q-1.6-6 0-10M26.6 31q1.6-6 0-10", edge, 0.9, stroke_opacity=0.7)
    return "".join(outer) + fill(petal, pale, **shaded) + heart + water


def paisley() -> str:
    """Red: a paisley drop with its seeds."""
    body, motif, pale, _ = GLAZE["red"]
    drop = (
        "M28 5C38 4.6 40 13.6 34 17.2C41.4 24 39 40.6 24.6 41C11.6 41 6.8 29.4 12.2 21.6"
        "C17.6 14.2 31.6 18.6 32.6 11.4C32.8 8.6 30.8 6 28 5z"
    )
    inner = tag("g", fill(drop, body), transform="translate(8 10.2) scale(.68)")
    seeds = stroke("M23.8 25.4h0M19.6 29.4h0M28 29.4h0M23.8 33.4h0", pale, 4, stroke_linecap="round")
    dots = stroke("M21.6 7.6h0M15.2 10.6h0M9.4 15.6h0M42 19.6h0M43.2 27.6h0M41 36h0", motif, 3, stroke_linecap="round")
    return fill(drop, motif) + inner + seeds + dots


def lattice() -> str:
    """Green: a pierced screen that runs on from tile to tile."""
    _, motif, pale, edge = GLAZE["green"]
    bars = "M2 10L10 2M2 34L34 2M14 46L46 14M38 46L46 38M38 2L46 10M14 2L46 34M2 14L34 46M2 38L10 46"
    stones = [(24, 24), (12, 12), (36, 12), (12, 36), (36, 36)]
    gems = "".join(f"M{x} {y - 5}l5 5-5 5-5-5z" for x, y in stones)
    return stroke(bars, edge, 4.6, stroke_opacity=0.55) + stroke(bars, motif, 2.9) + fill(gems, pale)


def rosette() -> str:
    """Purple: a rosette of two wreaths."""
    body, motif, pale, _ = GLAZE["purple"]
    corners = stroke("M3.8 3.8h0M44.2 3.8h0M44.2 44.2h0M3.8 44.2h0", motif, 6, stroke_linecap="round")
    return (
        corners
        + ring(14.2, motif, 10, 8)
        + ring(14.6, pale, 3, 8)
        + ring(7.6, body, 3)
        + ring(5.4, pale, 4.4, 6)
        + disc(2.4, motif)
    )


def wave() -> str:
    """Turquoise: ripples that run on from tile to tile."""
    _, motif, pale, _ = GLAZE["turquoise"]
    rows = "".join(f"M2 {y}q5.5-8.6 11 0t11 0 11 0 11 0" for y in (9, 19, 29, 39))
    foam = "".join(f"M2 {y}q5.5-8.6 11 0t11 0 11 0 11 0" for y in (13.2, 23.2, 33.2, 43.2))
    return stroke(rows, motif, 3.4) + stroke(foam, pale, 1.8)


MOTIFS = {"blue": star, "orange": lotus, "red": paisley, "green": lattice, "purple": rosette, "turquoise": wave}


def letter(colour: str) -> str:
    """The initial in a corner; a page hides it with the custom property --letters."""
    _, _, pale, edge = GLAZE[colour]
    ink, around_it = (edge, pale) if colour in ("turquoise", "orange") else (pale, edge)
    look = f"fill:{ink};stroke:{around_it};opacity:var(--letters,1)"
    family = "font:700 11px system-ui,sans-serif;paint-order:stroke;stroke-width:2.6;stroke-linejoin:round"
    return tag("text", colour[0].upper(), x=4, y=44, style=f"{family};{look}")


def tile(colour: str) -> str:
    """A glazed square: body, motif, lighter bevel at the top left, darker edge at the bottom right."""
    body, _, _, edge = GLAZE[colour]
    square = tag("rect", x=0.8, y=0.8, width=46.4, height=46.4, rx=3.4, fill=body)
    shine = tag("rect", x=0.8, y=0.8, width=46.4, height=46.4, rx=3.4, fill="url(#glaze)")
    light = stroke("M2 45V5q0-3 3-3h40", "#fff", 1.7, stroke_opacity=0.55)
    dark = stroke("M3 46.2h40q3.2 0 3.2-3.2V4", edge, 2, stroke_opacity=0.85)
    return square + MOTIFS[colour]() + shine + light + dark + letter(colour)


ARROW_PATHS = {
    "N": "M38.4 1.6l5.6 9.4-5.6-2.4-5.6 2.4z",
    "E": "M46.4 9.6l-9.4 5.6 2.4-5.6-2.4-5.6z",
    "S": "M38.4 46.4l5.6-9.4-5.6 2.4-5.6-2.4z",
    "W": "M1.6 9.6l9.4 5.6-2.4-5.6 2.4-5.6z",
}
"""The little arrow lies beside the middle of the edge to which it points, where no column is."""


def tile_symbols() -> str:
    """A body for each colour, and a tile for each colour and direction of the arrow."""
    drawn = []
    for way, path in ARROW_PATHS.items():
        drawn.append(fill(path, PALE, stroke="#2a2521", stroke_width=1.2, stroke_linejoin="round", id=f"tip-{way}"))
    for colour in COLOURS:
        drawn.append(tag("g", tile(colour), id=f"glaze-{colour}"))
        for way in DIRECTIONS:
            both = tag("use", href=f"#glaze-{colour}") + tag("use", href=f"#tip-{way}")
            drawn.append(tag("symbol", both, id=f"tile-{colour}-{way}", viewBox="0 0 48 48"))
    return "".join(drawn)


# Columns

HALF_BOXES = {"N": "0 12 24 12", "E": "0 0 12 24", "S": "0 0 24 12", "W": "12 0 12 24"}


def column_symbols() -> str:
    """A whole column from above, the half that a tile shows at each edge, and its faint place in an empty floor."""
    shaft = (
        tag("circle", cx=12.6, cy=13.1, r=10.4, fill="#1b1207", fill_opacity=0.34)
        + tag("circle", cx=12, cy=12, r=9.8, fill="url(#marble)", stroke="#6b5f4c", stroke_width=0.8)
        + tag("circle", cx=12, cy=12, r=7, fill="none", stroke="#b9ac96", stroke_width=0.9)
        + tag("circle", cx=12, cy=12, r=4.6, fill="none", stroke="#a3947b", stroke_width=1.7,
              stroke_dasharray="0 3.613", stroke_linecap="round")
        + tag("circle", cx=12, cy=12, r=1.6, fill="#b08a3e")
    )  # fmt: skip
    whole = tag("symbol", shaft, id="column", viewBox="0 0 24 24")
    halves = [tag("symbol", use("column", 0, 0, 24), id=f"half-{way}", viewBox=box) for way, box in HALF_BOXES.items()]
    ring = tag("circle", cx=12, cy=12, r=9.6, fill="var(--grout)", fill_opacity=0.6)
    dash = tag(
        "circle", cx=12, cy=12, r=9.6, fill="none", stroke="var(--soft)", stroke_opacity=0.75, stroke_dasharray="3 2.03"
    )
    return whole + "".join(halves) + tag("symbol", ring + dash, id="spot", viewBox="0 0 24 24")


# Workers

HATS = {
    "red": "M8.2 13C6.6 4.4 13 3.4 16 3.4S25.4 4.4 23.8 13Q16 9.6 8.2 13z",
    "green": "M8.6 12.6L16 .8L23.4 12.6Q16 9.8 8.6 12.6z",
    "blue": "M4.6 11.4Q5 9 10 8.6C10.4 3.4 21.6 3.4 22 8.6Q27 9 27.4 11.4Q16 14 4.6 11.4z",
    "yellow": "M8.8 12.6L7.4 3.4L12.2 7L16 1L19.8 7L24.6 3.4L23.2 12.6Q16 10 8.8 12.6z",
}
TRIMS = {
    "red": "M10.4 9.4Q15 4.6 20.4 4.6M13 10Q18 5.6 23 7.4",
    "green": "M11.6 8.4Q16 6.6 20.4 8.4",
    "blue": "M10 8.6Q16 10.4 22 8.6",
    "yellow": "M9.4 10Q16 7.4 22.6 10",
}
FIGURE = (
    "M16 40.6C8.6 40.6 5 39 5 36.8C5 34.6 8 34 9.2 31.6C10.6 28.6 9.4 24 12.6 20.6H19.4"
    "C22.6 24 21.4 28.6 22.8 31.6C24 34 27 34.6 27 36.8C27 39 23.4 40.6 16 40.6z"
)
SHEEN = {"fill": "none", "stroke": PALE, "stroke_width": 1.3, "stroke_opacity": 0.75, "stroke_linecap": "round"}


def shared(name: str, **colours: object) -> str:
    """A shape that all workers share, in these colours or those of what surrounds it."""
    return tag("use", href=f"#{name}", **colours)


def worker(colour: str) -> str:
    """A small turned figure with a pale outline, so that it stands out on a tile of its own colour."""
    robe, deep = ROBE[colour]
    shadow = tag("ellipse", cx=18, cy=38.8, rx=12.4, ry=4, fill="#1b1207", fill_opacity=0.4)
    hat = tag("path", d=HATS[colour], id=f"hat-{colour}")
    halo = tag(
        "g", shared("robe"), shared("head"), hat, fill=PALE, stroke=PALE, stroke_width=3.4, stroke_linejoin="round"
    )
    painted = (
        shared("robe", fill=robe),
        shared("folds"),
        shared("head", fill=WOOD),
        shared(f"hat-{colour}", fill=robe),
    )
    body = tag("g", *painted, stroke=deep, stroke_width=1.1, stroke_linejoin="round")
    return shadow + halo + body + tag("path", d=TRIMS[colour] + "M13.2 23Q11.6 27 11.8 30", **SHEEN)


def worker_symbols() -> str:
    """A worker of each colour, and the shapes that they share."""
    robe = tag("path", d=FIGURE, id="robe")
    folds = tag("path", d="M9.4 31.8Q16 34.8 22.6 31.8M5.6 37Q16 40.4 26.4 37", fill="none", id="folds")
    shapes = robe + folds + tag("circle", cx=16, cy=15, r=6, id="head")
    return shapes + "".join(tag("symbol", worker(c), id=f"figure-{c}", viewBox="0 0 32 44") for c in WORKER_COLOURS)


# Markers, coins, arrows, the disc


def marker_symbols() -> str:
    """An action marker: face up a bright medal with a beaded rim, face down a dark square with a bar."""
    up = disc(22, "#8a6416") + disc(21, "#f6ecd2") + ring(19, "#b07c1e", 1.8, 30)
    down = tag("rect", x=6, y=6, width=36, height=36, rx=8, fill="#3a3d42", stroke="#7c7a74", stroke_width=1.6)
    grid = stroke("M6 18L18 6M6 30L30 6M8 40L40 8M18 42L42 18M30 42L42 30", "#5a5c60", 1.4)
    coin = disc(21, "#9a6c14") + disc(19.6, "#e9bd55") + ring(15, "#b98a2a", 1.8) + fill(
        polygon([around(45 * n, (10.5, 4.5)[n % 2]) for n in range(8)]), "#a97a1c"
    )  # fmt: skip
    pointer = fill("M24 4L42 24H31V44H17V24H6z", "currentColor")
    named = {"marker-up": up, "marker-down": down + grid, "coin": coin, "pointer": pointer}
    return "".join(tag("symbol", body, id=name, viewBox="0 0 48 48") for name, body in named.items())


def kind_symbols() -> str:
    """The three kinds of tile as small signs: one half, two halves, a whole column."""
    square = tag("rect", x=3, y=3, width=42, height=42, rx=4, fill="none", stroke="var(--soft)", stroke_width=3)
    shapes = {
        "half": "M13 4a11 11 0 0 0 22 0z",
        "opposite": "M13 4a11 11 0 0 0 22 0zM13 44a11 11 0 0 1 22 0z",
        "centre": "M13 24a11 11 0 0 0 22 0a11 11 0 0 0-22 0z",
    }
    return "".join(
        tag("symbol", square + fill(path, "var(--soft)"), id=f"kind-{kind}", viewBox="0 0 48 48")
        for kind, path in shapes.items()
    )


def disc_symbol() -> str:
    """The turning disc of the rondel, its arrow to the south."""
    gold = "#e0b354"

    def circle(radius: float, **more: object) -> str:
        return tag("circle", r=radius, **more)

    plate = circle(100, fill="#17191c") + circle(98, fill="url(#plate)", stroke=gold, stroke_width=2)
    beads = circle(
        93,
        fill="none",
        stroke=gold,
        stroke_opacity=0.75,
        stroke_width=2.4,
        stroke_dasharray="0 8.116",
        stroke_linecap="round",
    )
    inner = circle(87, fill="none", stroke=gold, stroke_opacity=0.4)
    spokes = stroke("M-86 0H86M0-86V0", gold, 1, stroke_opacity=0.3)
    arrow = fill("M-4.5 8V64H-15L0 97L15 64H4.5V8z", gold, stroke="#7b5710", stroke_width=1.4, stroke_linejoin="round")
    boss = circle(9, fill=gold, stroke="#7b5710", stroke_width=1.4) + circle(4, fill="#7b5710")
    return tag("symbol", plate, beads, inner, spokes, arrow, boss, id="disc", viewBox="-100 -100 200 200")


SCREEN = polygon(
    [(20 + (x - 24) * 0.8, 20 + (y - 24) * 0.8) for x, y in (around(22.5 * n, (20, 15.3)[n % 2]) for n in range(16))]
)
SCREEN += "M4 20H0M36 20h4M20 4V0M20 36v4M31.3 8.7L40 0M8.7 8.7L0 0M8.7 31.3L0 40M31.3 31.3L40 40"
"""Eight-pointed stars joined by lines."""


def gradients() -> str:
    """Light from the top left, on glaze, marble and slate; and the screen pattern of the terrace."""

    def stops(*colours: str) -> str:
        return "".join(
            tag("stop", offset=f"{n / (len(colours) - 1):g}", stop_color=colour[:7], stop_opacity=colour[7:] or None)
            for n, colour in enumerate(colours)
        )

    glaze = tag("linearGradient", stops("#ffffff.34", "#ffffff0", "#000000.2"), id="glaze", x2="1", y2="1")
    marble = tag("radialGradient", stops("#ffffff", "#f1eadb", "#cfc3ac"), id="marble", cx=".36", cy=".32", r=".75")
    plate = tag(
        "radialGradient",
        stops("#565c64", "#3a3f45", "#25282d"),
        id="plate",
        gradientUnits="userSpaceOnUse",
        r="100",
        cx="-20",
        cy="-30",
    )
    screen = tag(
        "pattern",
        stroke(SCREEN, "var(--ink)", 1.2, stroke_opacity=0.16),
        id="screen", width=40, height=40, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    return glaze + marble + plate + screen


DEFS = (
    gradients() + tile_symbols() + column_symbols() + worker_symbols() + marker_symbols() + kind_symbols()
    + disc_symbol() + animal_symbols()
)  # fmt: skip
