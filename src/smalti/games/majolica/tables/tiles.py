"""The drawings of Majolica: glazed tiles, places for them, tokens and icons, each drawn once as an SVG symbol.

Fills stand in the elements, not in a style sheet: selectors do not reach into a symbol that is used elsewhere.
The letters obey the custom property `--letters` (an opacity), so that a page can switch them off.
"""

from __future__ import annotations

from smalti.games.majolica.tables.kilns import BENCH_SYMBOLS
from smalti.kernel.picture import tag, text, use
from smalti.kernel.words import N_

# A body, a lighter and a darker shade of it, and the pale paint of the motif. From yellow over green, red and blue to
# purple the bodies get darker, for every kind of eyes: L* about 78, 64, 50, 28, 17.
GLAZE = {
    N_("R"): ("#d44c37", "#e8806b", "#8f2419", "#fde6d6"),
    N_("G"): ("#82a63f", "#a3c163", "#4f6d1d", "#f4f6d9"),
    N_("B"): ("#174379", "#3a6fae", "#0b284f", "#d9e9f7"),
    N_("Y"): ("#efb730", "#f8d26c", "#a86a09", "#fff6d8"),
    N_("P"): ("#3b1a58", "#6a4390", "#220b38", "#ead9f7"),
}
GOLD_PAINT = "#f2c14e"

STYLE = """
.smalti .tray{fill:var(--slate);stroke:var(--slate-edge);stroke-width:2}
.smalti .well{fill:#00000030}
.smalti .border{fill:none;stroke:var(--gold);stroke-width:2;stroke-dasharray:2 5;stroke-linecap:round}
.smalti .grip{fill:var(--gold);fill-opacity:.35;stroke:var(--gold);stroke-width:1.5}
.smalti .grip-knob{fill:#8f6210;stroke:#f2c14e;stroke-width:1.5}
.smalti .line{fill:none;stroke:var(--soft);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.smalti .empty{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-dasharray:5 5;stroke-opacity:.75}
.smalti .button{fill:var(--panel);stroke:var(--gold);stroke-width:1.5}
.smalti .paper{fill:var(--marble);stroke:#00000026}.smalti text.print{fill:#2a2521}.smalti text.faint{fill:#6b5f50}
.smalti text.on-wood,.smalti text.seal{fill:#fff6e6}
.smalti text.grip-number{fill:var(--gold-ink,#fffaf0);font-weight:700}
.smalti .lit{fill:none;stroke:var(--gold);stroke-width:3}
"""


def turned(name: str, shape: str, times: int, start: float = 0) -> str:
    """A shape repeated around the middle of a tile; it is written once, under a name of its own."""
    first = tag("g", shape, id=name, transform=f"rotate({start:g} 32 32)" if start else None)
    copies = (tag("use", href=f"#{name}", transform=f"rotate({n * 360 / times:g} 32 32)") for n in range(1, times))
    return first + "".join(copies)


def red_blossom() -> str:
    """A blossom of four notched petals."""
    _, light, dark, pale = GLAZE["R"]
    petal = tag("path", d="M32 31C21 27 17 15 24 10q5-3 8 2q3-5 8-2C47 15 43 27 32 31Z", fill=pale)
    vein = tag("path", d="M32 28V17M28.500 24L26 17M35.500 24L38 17", stroke=dark, stroke_width=1.5, fill="none")
    leaf = tag("path", d="M5 5h13Q17 17 5 18Z", fill=light) + tag("circle", cx=9, cy=9, r=2, fill=pale)
    heart = tag("circle", cx=32, cy=32, r=5.5, fill=GOLD_PAINT, stroke=dark, stroke_width=1.6)
    return turned("red-corner", leaf, 4) + turned("red-petal", petal + vein, 4) + heart


def green_octagon() -> str:
    """A pale octagon with a flower of eight lobes."""
    body, light, dark, pale = GLAZE["G"]
    field = tag("path", d="M22 8h20l14 14v20L42 56H22L8 42V22Z", fill=pale, stroke=dark, stroke_width=1.8)
    ring = tag("path", d="M23.500 12h17L52 23.500v17L40.500 52h-17L12 40.500v-17Z", fill="none", stroke=body)
    leaf = tag("path", d="M5 5h9L5 14Z", fill=light)
    lobe = tag("ellipse", cx=32, cy=21, rx=4.600, ry=7.500, fill=body, stroke=dark, stroke_width=1.2)
    heart = tag("circle", cx=32, cy=32, r=5, fill=GOLD_PAINT, stroke=dark, stroke_width=1.6)
    return turned("green-corner", leaf, 4) + field + ring + turned("green-lobe", lobe, 8) + heart


def blue_swirl() -> str:
    """A disc of curved blades that turn."""
    _, light, dark, pale = GLAZE["B"]
    disc = tag("circle", cx=32, cy=32, r=25, fill=dark) + tag("circle", cx=32, cy=32, r=23.5, fill=light)
    blade = tag("path", d="M32 32C29 22 34 12 45 12.500C50 16 53 20 54.500 26C46 19 37 22 32 32Z", fill=pale)
    leaf = tag("path", d="M5 5q10 1 11 9q-9 0-11-9Z", fill=pale)
    heart = tag("circle", cx=32, cy=32, r=5, fill=dark) + tag("circle", cx=32, cy=32, r=2.4, fill=pale)
    return turned("blue-corner", leaf, 4) + disc + turned("blue-blade", blade, 6) + heart


def yellow_ellipses() -> str:
    """Two ellipses that cross, and quarter rosettes."""
    body, _, dark, pale = GLAZE["Y"]
    angles = (45, 135)
    both = [tag("ellipse", cx=32, cy=32, rx=29, ry=11.5, fill=pale, transform=f"rotate({a} 32 32)") for a in angles]
    rims = [tag("ellipse", cx=32, cy=32, rx=29, ry=11.5, transform=f"rotate({a} 32 32)") for a in angles]
    lines = tag("g", *rims, fill="none", stroke=dark, stroke_width=2.2)
    bud = tag("path", d="M32 4q7 5 0 13q-7-8 0-13Z", fill=dark)
    middle = tag("path", d="M32 23.500L40.500 32L32 40.500L23.500 32Z", fill=body, stroke=dark, stroke_width=1.8)
    return turned("yellow-bud", bud, 4) + "".join(both) + lines + middle + tag("circle", cx=32, cy=32, r=2.6, fill=dark)


def purple_facet() -> str:
    """A cut stone with a facet of every colour: the wild tile."""
    inner = ((32, 22), (39, 25), (42, 32), (39, 39), (32, 42), (25, 39), (22, 32), (25, 25))
    outer = ((32, 6), (50.4, 13.6), (58, 32), (50.4, 50.4), (32, 58), (13.6, 50.4), (6, 32), (13.6, 13.6))
    tints = ("#f8d26c", "#e5735f", "#f8a09a", "#b48ad8", "#3f76b5", "#7fb6df", "#a3c163", "#dfe9a8")
    facets = []
    for n, tint in enumerate(tints):
        ring = [outer[n], outer[(n + 1) % 8], inner[(n + 1) % 8], inner[n]]
        facets.append(tag("path", d="M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + "Z", fill=tint))
    table = tag("path", d="M" + "L".join(f"{x} {y}" for x, y in inner) + "Z", fill="#fff8ff")
    star = tag("path", d="M32 25l2 5l5 2l-5 2l-2 5l-2-5l-5-2l5-2Z", fill=GLAZE["P"][0])
    return tag("g", *facets, table, stroke=GLAZE["P"][2], stroke_width=1.2, stroke_linejoin="round") + star


MOTIFS = {"R": red_blossom, "G": green_octagon, "B": blue_swirl, "Y": yellow_ellipses, "P": purple_facet}


def glazed(letter: str, motif: str) -> str:
    """A glazed square: body, bevel lit from the top left, motif, gloss, and a small letter."""
    body, light, dark, pale = GLAZE[letter]
    shape = tag("rect", x=1, y=1, width=62, height=62, rx=7, fill=dark)
    face = tag("rect", x=1, y=1, width=60.5, height=60.5, rx=7, fill=light)
    inner = tag("rect", x=3, y=3, width=58, height=58, rx=5, fill=body)
    chip = tag("circle", cx=54, cy=54, r=8, fill=dark)
    spoken = text(54, 58, f"{{{letter}}}", font_size=11, font_weight=700, text_anchor="middle", fill=pale)
    initial = tag("g", chip, spoken, opacity="var(--letters,1)", font_family="system-ui,sans-serif")
    return shape + face + inner + motif + use("gloss", 0, 0, 64) + initial


def tile_back() -> str:
    """The unglazed back of a large tile: clay with ridges and a stamp."""
    clay = tag("rect", x=1, y=1, width=62, height=62, rx=7, fill="#8d7059")
    face = tag("rect", x=1, y=1, width=60.5, height=60.5, rx=7, fill="#a98b71")
    ridges = "".join(f"M8 {y}h48" for y in range(12, 60, 8))
    lines = tag("path", d=ridges, stroke="#8d7059", stroke_width=2.4, stroke_linecap="round")
    stamp = tag("circle", cx=32, cy=32, r=11, fill="#a98b71", stroke="#8d7059", stroke_width=2)
    mark = turned("back-mark", tag("path", d="M32 31q-4-4 0-8q4 4 0 8Z", fill="#8d7059"), 4, 45)
    return clay + face + lines + stamp + mark


def space(letter: str) -> str:
    """An empty space of a design card: the outline of a tile with its motif in pale."""
    body, _, dark, _ = GLAZE[letter]
    ground = tag("rect", x=2, y=2, width=60, height=60, rx=7, fill=body, fill_opacity=0.16)
    rim = tag(
        "rect", x=2, y=2, width=60, height=60, rx=7, fill="none", stroke=dark, stroke_width=2.4, stroke_dasharray="6 4"
    )
    spoken = text(54, 58, f"{{{letter}}}", font_size=13, font_weight=700, text_anchor="middle", fill=dark)
    initial = tag("g", spoken, opacity="var(--letters,1)", font_family="system-ui,sans-serif")
    return (
        ground + tag("g", OUTLINES[letter], fill=body, fill_opacity=0.42, stroke=dark, stroke_width=1.8) + rim + initial
    )


def blank_space() -> str:
    """A blank space of a kaleidoscopic card: any colour."""
    rim = tag("rect", x=2, y=2, width=60, height=60, rx=7, fill="#fff", fill_opacity=0.5)
    line = tag(
        "rect",
        x=2,
        y=2,
        width=60,
        height=60,
        rx=7,
        fill="none",
        stroke="#6b5f50",
        stroke_width=2.4,
        stroke_dasharray="6 4",
    )
    tints = [GLAZE[letter][0] for letter in "RGBY"]
    leaf = "M32 30q-9-8 0-18q9 10 0 18Z"
    leaves = [
        tag("path", d=leaf, fill=t, fill_opacity=0.6, transform=f"rotate({n * 90 + 45} 32 32)")
        for n, t in enumerate(tints)
    ]
    return rim + "".join(leaves) + tag("circle", cx=32, cy=32, r=3.5, fill="#6b5f50") + line


OUTLINES = {
    "R": turned("petal", tag("path", d="M32 31C21 27 17 15 24 10q5-3 8 2q3-5 8-2C47 15 43 27 32 31Z"), 4),
    "G": tag("path", d="M22 8h20l14 14v20L42 56H22L8 42V22Z") + tag("circle", cx=32, cy=32, r=11),
    "B": turned("blade", tag("path", d="M32 32C29 22 34 12 45 12.500C50 16 53 20 54.500 26C46 19 37 22 32 32Z"), 6),
    "Y": "".join(tag("ellipse", cx=32, cy=32, rx=28, ry=11, transform=f"rotate({a} 32 32)") for a in (45, -45)),
}


def gradients() -> str:
    """The shine on everything glazed, and the glow of a fire."""
    stops = ((0, 0.5), (0.28, 0.16), (0.5, 0.02), (1, 0))
    gloss = "".join(tag("stop", offset=o, stop_color="#fff", stop_opacity=a) for o, a in stops)
    shade = tag("stop", offset=0.6, stop_color="#000", stop_opacity=0) + tag(
        "stop", offset=1, stop_color="#000", stop_opacity=0.22
    )
    return tag("linearGradient", gloss, id="shine", x2=0.8, y2=1) + tag(
        "linearGradient", shade, id="dusk", x2=0.7, y2=1
    )


def wall() -> str:
    """The faint glazed tiles on the wall behind the kilns."""
    leaf = "M16 16q-5-6 0-13q5 7 0 13Z"
    petals = "".join(tag("path", d=leaf, transform=f"rotate({n * 90} 16 16)") for n in range(4))
    arcs = tag(
        "path", d="M0 8A8 8 0 0 0 8 0M24 0A8 8 0 0 0 32 8M32 24A8 8 0 0 0 24 32M8 32A8 8 0 0 0 0 24M0 0H32M0 0V32"
    )
    lines = tag("g", petals, arcs, fill="none", stroke="var(--soft)", stroke_opacity=0.16, stroke_width=1.2)
    return tag("pattern", lines, id="wall", width=32, height=32, patternUnits="userSpaceOnUse")


def gloss() -> str:
    """The light of the window on a glaze."""
    dusk = tag("rect", x=1, y=1, width=62, height=62, rx=7, fill="url(#dusk) none")
    shine = tag("rect", x=3, y=3, width=57, height=57, rx=5, fill="url(#shine) none")
    streak = tag(
        "path",
        d="M8 22Q9 9 22 8",
        fill="none",
        stroke="#fff",
        stroke_opacity=0.75,
        stroke_width=2.4,
        stroke_linecap="round",
    )
    return dusk + shine + streak


def symbols() -> str:
    """Every symbol of the game."""
    drawn = {"gloss": gloss(), "tile-back": tile_back(), "space-any": blank_space()}
    drawn |= {f"tile-{letter}": glazed(letter, MOTIFS[letter]()) for letter in GLAZE}
    drawn |= {f"space-{letter}": space(letter) for letter in OUTLINES}
    squares = [tag("symbol", body, id=name, viewBox="0 0 64 64") for name, body in drawn.items()]
    return gradients() + wall() + "".join(squares) + BENCH_SYMBOLS


DEFS = symbols()
