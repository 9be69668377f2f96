"""The drawings of the potter's bench: kilns, carts, City Hall, tokens and icons, each an SVG symbol."""

from __future__ import annotations

from smalti.kernel.picture import tag, text

BRICK, BRICK_LIGHT, BRICK_DARK = "#b2694c", "#c9866a", "#7d4430"
SOOT, EMBER, FLAME = "#2c1f1a", "#e2702a", "#ffc24d"
IRON = "#3f444a"
WOOD, WOOD_DARK, WOOD_LIGHT = "#8d6544", "#6a4930", "#a87d57"

MOUTH, MOUTH_SIZE = (14, 48), (132, 88)
"""Where the mouth of a kiln begins, and how large it is."""


def kiln(lit: bool) -> str:
    """A domed brick kiln with a wide mouth."""
    dome = "M4 172V78C4 34 36 8 80 8s76 26 76 70v94Z"
    body = tag("path", d=dome, fill=BRICK, stroke=BRICK_DARK, stroke_width=2)
    light = tag(
        "path", d="M8 168V78C8 38 38 12 80 12", fill="none", stroke=BRICK_LIGHT, stroke_width=4, stroke_opacity=0.8
    )
    chimney = tag("path", d="M62 12V0h36v12Z", fill=BRICK_DARK) + tag("path", d="M58 0h44v5H58Z", fill=BRICK)
    return chimney + body + bricks() + light + mouth(lit)


def bricks() -> str:
    """The joints between the bricks."""
    joints = "M30 34h100M16 52h128M7 146h146M5 158h150M48 34v18M80 20v14M112 34v18M80 34v18M24 52v-8M136 52v-8"
    joints += "M40 146v12M80 146v12M120 146v12M20 158v12M60 158v12M100 158v12M140 158v12"
    return tag("path", d=joints, stroke=BRICK_DARK, stroke_width=1.2, stroke_opacity=0.55)


OPENING = "M14 136V76Q14 48 44 48h72q30 0 30 28v60Z"


def mouth(lit: bool) -> str:
    """The opening: a rim of wedge stones, soot, two shelves, and embers if the fire burns."""
    rim = tag("path", d=OPENING, fill=SOOT, stroke="#d9a184", stroke_width=5)
    return rim + (fire_in_mouth() if lit else shelves())


def shelves() -> str:
    """The two shelves, and the edge of the opening."""
    shelf = tag("path", d="M16 93h128M16 135h128", stroke="#5c463b", stroke_width=2)
    return shelf + tag("path", d=OPENING, fill="none", stroke=BRICK_DARK, stroke_width=1.4)


def fire_in_mouth() -> str:
    """The embers of a kiln that burns."""
    return tag("path", d=OPENING, fill="url(#fire) none") + shelves()


def flame() -> str:
    """A small fire for a workshop that is ready."""
    outer = tag("path", d="M12 1C14 8 21 10 21 17a9 6.500 0 0 1-18 0C3 12 8 11 8 6q3 1 4 4q1-4 0-9Z", fill=EMBER)
    return outer + tag("path", d="M12 12q4 4 4 8a4 3 0 0 1-8 0q0-3 4-8Z", fill=FLAME)


def wait() -> str:
    """An hourglass for a workshop that has its pattern and nothing to deliver to."""
    ground = tag("circle", cx=12, cy=12, r=11, fill="#f7f0e2", stroke=BRICK_DARK, stroke_width=1.6)
    glass = tag(
        "path",
        d="M8 6h8M8 18h8M8.500 6q0 4 3.500 6q-3.500 2-3.500 6M15.500 6q0 4-3.500 6q3.500 2 3.500 6",
        fill="none",
        stroke=SOOT,
        stroke_width=1.6,
    )
    return ground + glass + tag("path", d="M9.500 17.500l2.500-3l2.500 3Z", fill=EMBER)


def cart() -> str:
    """A cart on two wheels that carries leftovers to the next workshop."""
    tub = tag(
        "path", d="M3 6h38l-5 14H9Z", fill=WOOD_LIGHT, stroke=WOOD_DARK, stroke_width=1.6, stroke_linejoin="round"
    )
    boards = tag("path", d="M5 11h34M15 7l2 12M29 7l-2 12", stroke=WOOD_DARK, stroke_width=1, fill="none")
    wheels = "".join(
        tag("circle", cx=x, cy=23, r=4.5, fill=IRON, stroke="#1f2226")
        + tag("circle", cx=x, cy=23, r=1.4, fill="#c7c9cb")
        for x in (14, 30)
    )
    return tub + boards + wheels


def shovel(must: bool) -> str:
    """A baker's shovel that lifts a tile to the card: filled for must, outlined for may."""
    blade = tag(
        "rect", x=5, y=2, width=14, height=15, rx=3, fill=IRON if must else "#fff", fill_opacity=1 if must else 0.55,
        stroke=IRON, stroke_width=1.8, stroke_dasharray=None if must else "3 2",
    )  # fmt: skip
    handle = tag("path", d="M12 17v11", stroke=WOOD_DARK, stroke_width=3, stroke_linecap="round")
    arrow = tag(
        "path", d="M12 13V6M9 8.500L12 5.500L15 8.500", fill="none", stroke="#fff" if must else IRON, stroke_width=1.8
    )
    return handle + blade + arrow


def hammer() -> str:
    """Fragmentation: a tile cracked in two."""
    left = tag("path", d="M3 5h9l-3 6l4 4l-3 6H3Z", fill="#d9a184", stroke=BRICK_DARK, stroke_width=1.6)
    right = tag("path", d="M16 5h6v16h-8l3-6l-4-4Z", fill="#c9866a", stroke=BRICK_DARK, stroke_width=1.6)
    return tag("g", left, right, stroke_linejoin="round")


def bonus() -> str:
    """The bonus symbol: a golden tile with a plus."""
    square = tag("rect", x=2, y=2, width=20, height=20, rx=4, fill="#f2c14e", stroke="#8a5c0c", stroke_width=1.6)
    petals = "".join(
        tag("circle", cx=x, cy=y, r=1.8, fill="#8a5c0c")
        for x, y in ((6.5, 6.5), (17.5, 6.5), (6.5, 17.5), (17.5, 17.5))
    )
    return (
        square
        + petals
        + tag("path", d="M12 6.500v11M6.500 12h11", stroke="#5c3a05", stroke_width=2.8, stroke_linecap="round")
    )


def coin(inside: str, face: str, rim: str) -> str:
    """A round token."""
    edge = tag("circle", cx=20, cy=21, r=18, fill="#000", fill_opacity=0.22)
    body = tag("circle", cx=20, cy=20, r=18, fill=face, stroke=rim, stroke_width=2)
    ring = tag("circle", cx=20, cy=20, r=14, fill="none", stroke=rim, stroke_width=1, stroke_dasharray="2 2")
    shine = tag(
        "path",
        d="M7 16Q9 8 17 6",
        fill="none",
        stroke="#fff",
        stroke_opacity=0.8,
        stroke_width=2.4,
        stroke_linecap="round",
    )
    return edge + body + ring + inside + shine


def one() -> str:
    """A one-point token."""
    return coin(
        text(20, 27, "1", font_size=20, font_weight=700, text_anchor="middle", fill="#5c3a05"), "#eec25b", "#8a5c0c"
    )


def bloom() -> str:
    """A token of Cascading Bloom."""
    petal = "M20 20q-7-6 0-12q7 6 0 12Z"
    flower = "".join(tag("path", d=petal, fill="#c8402f", transform=f"rotate({n * 72} 20 20)") for n in range(5))
    return coin(flower + tag("circle", cx=20, cy=20, r=3, fill="#f2c14e"), "#fdeee3", "#8c2219")


def brush() -> str:
    """The first-player token: a jar with a painter's brush."""
    handle = tag("path", d="M25 18L33 3", stroke=WOOD_DARK, stroke_width=3, stroke_linecap="round")
    hair = tag("path", d="M31 7q0-5 5-7q2 5-2 9Z", fill="#1c4f8c")
    jar = tag(
        "path", d="M11 16h18v3q5 3 5 9t-6 10H12q-6-4-6-10t5-9Z", fill="#f7f3ea", stroke="#1c4f8c", stroke_width=1.8
    )
    band = tag("path", d="M6.500 27h27M7 31h26", stroke="#1c4f8c", stroke_width=1.4)
    dots = "".join(tag("circle", cx=x, cy=23, r=1.4, fill="#efb730") for x in (13, 20, 27))
    return handle + hair + jar + band + dots


def hall() -> str:
    """The City Hall: steps, columns, a gable with a tile in it."""
    gable = tag(
        "path", d="M6 34L70 6l64 28Z", fill="#efe6d4", stroke="#8f8069", stroke_width=2, stroke_linejoin="round"
    )
    beam = tag("path", d="M8 34h124v8H8Z", fill="#e2d6bf", stroke="#8f8069", stroke_width=1.4)
    steps = tag("path", d="M6 92h128v7H6ZM0 99h140v7H0Z", fill="#e2d6bf", stroke="#8f8069", stroke_width=1.4)
    back = tag("path", d="M12 42h116v50H12Z", fill="#7f7466")
    columns = "".join(
        tag("path", d=f"M{x} 42h12v4h-1.500v42h1.500v4h-12v-4h1.500v-42H{x}Z", fill="#f7f0e2", stroke="#8f8069")
        for x in (14, 114)
    )
    flag = tag("path", d="M70 7V-6M70-6h14l-4 4l4 4H70", fill="#c8402f", stroke="#8f8069", stroke_width=1.4)
    return back + gable + beam + columns + steps + flag


def bin_() -> str:
    """A bucket for tiles that are given up."""
    body = tag(
        "path", d="M4 8h16l-2 13H6Z", fill="none", stroke="var(--ink)", stroke_width=1.8, stroke_linejoin="round"
    )
    return body + tag(
        "path", d="M4 8Q12-2 20 8M9 12l.5 6M15 12l-.5 6", fill="none", stroke="var(--ink)", stroke_width=1.6
    )


def swap() -> str:
    """Two cards that change places."""
    cards = tag(
        "path",
        d="M2 8h7v10H2ZM15 8h7v10h-7Z",
        fill="none",
        stroke="var(--ink)",
        stroke_width=1.7,
        stroke_linejoin="round",
    )
    return cards + tag("path", d="M6 5q6-5 12 0M15.500 5H18V2.500", fill="none", stroke="var(--ink)", stroke_width=1.6)


def card_icon() -> str:
    """A design card."""
    paper = tag("path", d="M5 2h14v20H5Z", fill="none", stroke="var(--ink)", stroke_width=1.7, stroke_linejoin="round")
    return paper + tag("path", d="M8 6h3v3H8ZM13 6h3v3h-3ZM8 11h3v3H8ZM13 11h3v3h-3Z", fill="var(--ink)")


def tick() -> str:
    """Done."""
    return tag("path", d="M4 13l5 5L20 6", fill="none", stroke="var(--ink)", stroke_width=2.4, stroke_linecap="round")


def fire_gradient() -> str:
    """Embers that glow from below."""
    stops = ((0, EMBER, 0.05), (0.45, EMBER, 0.45), (1, FLAME, 0.95))
    return tag(
        "linearGradient",
        *(tag("stop", offset=o, stop_color=c, stop_opacity=a) for o, c, a in stops),
        id="fire",
        x2=0,
        y2=1,
    )


def bench_symbols() -> str:
    """All symbols of this page."""
    icons = {
        "flame": flame,
        "crack": hammer,
        "bonus": bonus,
        "bin-icon": bin_,
        "swap-icon": swap,
        "card-icon": card_icon,
    }
    icons |= {"tick-icon": tick, "wait": wait}
    drawn = [tag("symbol", draw(), id=name, viewBox="0 0 24 24") for name, draw in icons.items()]
    drawn += [
        tag("symbol", kiln(lit), id=name, viewBox="0 0 160 172")
        for name, lit in (("kiln-cold", False), ("kiln-hot", True))
    ]
    drawn += [
        tag("symbol", shovel(must), id=name, viewBox="0 0 24 30") for name, must in (("must", True), ("may", False))
    ]
    drawn += [
        tag("symbol", draw(), id=name, viewBox="0 0 40 40")
        for name, draw in (("one", one), ("bloom", bloom), ("brush", brush))
    ]
    drawn.append(tag("symbol", cart(), id="cart", viewBox="0 0 44 28"))
    drawn.append(tag("symbol", hall(), id="hall-front", viewBox="0 -8 140 116"))
    return fire_gradient() + "".join(drawn)


BENCH_SYMBOLS = bench_symbols()
