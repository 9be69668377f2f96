"""The drawings of Maharani: glazed tiles, marble columns, workers and markers, each drawn once as an SVG symbol.

What is drawn inside a symbol carries its colours as attributes: a style sheet does not reach it in every browser.
"""

from __future__ import annotations

from smalti.games.maharani.components import COLOURS
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.tables.animals import animal_symbols
from smalti.games.maharani.tables.drawing import around, disc, fill, polygon, ring, stroke
from smalti.games.maharani.tables.figures import PALE, disc_symbol, kind_symbols, marker_symbols, worker_symbols
from smalti.kernel.picture import tag, use
from smalti.kernel.words import N_

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

STYLE = """
.smalti{--stone-2:color-mix(in srgb,var(--panel) 92%,var(--grout));
--stone:color-mix(in srgb,var(--panel) 62%,var(--grout));--sand:color-mix(in srgb,var(--grout) 76%,var(--gold));
--inlay:color-mix(in srgb,var(--gold) 72%,var(--slate));--night:color-mix(in srgb,var(--slate-edge) 82%,#000)}
.smalti .base{stroke:color-mix(in srgb,var(--soft) 20%,var(--panel))}
.smalti .base-ring{stroke:color-mix(in srgb,var(--soft) 60%,var(--grout))}
.smalti .card{fill:var(--panel);stroke:var(--grout)}
.smalti .border{fill:none;stroke:var(--inlay);stroke-width:3}
.smalti .top{pointer-events:none}
.smalti .pale{fill:#fffaf0}
.smalti .seat{fill:var(--slate);stroke:var(--slate-edge);stroke-width:1.5}
.smalti .bare{fill:var(--stone);opacity:.5}
.smalti .out{stroke:var(--grout);stroke-width:6;stroke-linecap:round}
.smalti .b{font-weight:700}
"""


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
    petal = tag("path", d="M24 36C18 28 18.6 17 24 9.6C29.4 17 30 28 24 36z", id="petal", transform="rotate(-50 24 37)")
    turns = [tag("use", href="#petal", transform=f"rotate({a} 24 37)") for a in (100, 24, 76)]
    front = tag("use", href="#petal", transform="rotate(50 24 37)", fill=pale)
    leaves = tag("g", petal, *turns, front, fill=motif, stroke=edge, stroke_width=1.1)
    water = stroke("M9 41q7.5 3.4 15 0t15 0", pale, 1.7, stroke_linecap="round")
    heart = stroke("M24 32V18M21.4 31q-1.6-6 0-10M26.6 31q1.6-6 0-10", edge, 0.9, stroke_opacity=0.7)
    return leaves + heart + water


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


INITIALS = {
    "blue": N_("B"),
    "orange": N_("O"),
    "red": N_("R"),
    "green": N_("G"),
    "purple": N_("P"),
    "turquoise": N_("T"),
}


def letter(colour: str) -> str:
    """The initial in a corner; a page hides it with the custom property --letters."""
    _, _, pale, edge = GLAZE[colour]
    ink, around_it = (edge, pale) if colour in ("turquoise", "orange") else (pale, edge)
    look = f"font:700 11px system-ui;paint-order:stroke;fill:{ink};stroke:{around_it};opacity:var(--letters,1)"
    return tag("text", f"{{{INITIALS[colour]}}}", x=4, y=44, stroke_width=2.6, style=look)


def tile(colour: str) -> str:
    """A glazed square: body, motif, lighter bevel at the top left, darker edge at the bottom right."""
    body, _, _, edge = GLAZE[colour]
    square, rim = tag("use", href="#body", fill=body), tag("use", href="#rim", stroke=edge)
    return square + MOTIFS[colour]() + tag("use", href="#shine") + rim + letter(colour)


def shared_shapes() -> str:
    """What all tiles have in common: the square, the light on it and the shadow at its edge."""
    body = tag("rect", x=0.8, y=0.8, width=46.4, height=46.4, rx=3.4, id="body")
    light = stroke("M2 45V5q0-3 3-3h40", "#fff", 1.7, stroke_opacity=0.55)
    shine = tag("g", tag("use", href="#body", fill="url(#glaze)"), light, id="shine")
    rim = {"fill": "none", "stroke_width": 2, "stroke_opacity": 0.85, "id": "rim"}
    return body + shine + tag("path", d="M3 46.2h40q3.2 0 3.2-3.2V4", **rim)


ARROW_PATHS = {
    "N": "M38.4 1.6l5.6 9.4-5.6-2.4-5.6 2.4z",
    "E": "M46.4 9.6l-9.4 5.6 2.4-5.6-2.4-5.6z",
    "S": "M38.4 46.4l5.6-9.4-5.6 2.4-5.6-2.4z",
    "W": "M1.6 9.6l9.4 5.6-2.4-5.6 2.4-5.6z",
}
"""The little arrow lies beside the middle of the edge to which it points, where no column is."""


def tile_symbols() -> str:
    """A body for each colour, and a tile for each colour and direction of the arrow."""
    drawn = [shared_shapes()]
    for way, path in ARROW_PATHS.items():
        drawn.append(fill(path, PALE, stroke="#2a2521", stroke_width=1.2, stroke_linejoin="round", id=f"tip-{way}"))
    for colour in COLOURS:
        drawn.append(tag("g", tile(colour), id=f"glaze-{colour}"))
        for way in DIRECTIONS:
            both = tag("use", href=f"#glaze-{colour}") + tag("use", href=f"#tip-{way}")
            drawn.append(tag("symbol", both, id=f"{colour}-{way}", viewBox="0 0 48 48"))
    return "".join(drawn)


# Columns

HALF_BOXES = {"N": "0 12 24 12", "E": "0 0 12 24", "S": "0 0 24 12", "W": "12 0 12 24"}


def column_symbols() -> str:
    """A whole column from above, and the half that a tile shows at each edge."""
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
    return whole + "".join(halves)


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
).replace('"0.', '".')  # fmt: skip
