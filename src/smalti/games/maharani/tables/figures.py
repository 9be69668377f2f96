"""Workers, action markers, coins and the disc of the rondel."""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS, WORKER_COLOURS
from smalti.games.maharani.tables.drawing import around, disc, fill, polygon, put, ring, stroke
from smalti.kernel.picture import tag

PALE, WOOD = "#fffaf0", "#f0d5ae"
ROBE = {
    "red": ("#cc3a2f", "#8a1d18"),
    "green": ("#3d9a4b", "#1e5c2a"),
    "blue": ("#2f66cf", "#173a80"),
    "yellow": ("#f0c22f", "#94700a"),
}

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
    figures = [tag("symbol", worker(colour), id=f"figure-{colour}", viewBox="0 0 32 44") for colour in WORKER_COLOURS]
    return shapes + "".join(figures)


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
    named = {"coin": coin, "pointer": pointer}
    for animal in ANIMALS:
        named[f"up-{animal}"] = tag("use", href="#up") + put(f"animal-{animal}", 7, 7, 34, colour="#5b3d07")
        named[f"down-{animal}"] = tag("use", href="#down") + put(f"animal-{animal}", 10, 10, 28, colour="#b9b6ac")
    backs = tag("g", up, id="up") + tag("g", down + grid, id="down")
    return backs + "".join(tag("symbol", body, id=name, viewBox="0 0 48 48") for name, body in named.items())


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
