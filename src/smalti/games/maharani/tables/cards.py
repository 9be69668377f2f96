"""What lies around the floor: the grounds of the players' cards and of the bag, and small symbols."""

from __future__ import annotations

from smalti.games.maharani.components import COLOURS, SIDE, SUPPLY
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows.places import TILE_KINDS
from smalti.games.maharani.tables.drawing import put
from smalti.games.maharani.tables.floor import PLATE, colours_of
from smalti.kernel.picture import tag, use

WIDTH, CARD, BAG, ROW, ACTIONS = 336, 104, 114, 42, 132
GAP = 6
FIRST_BAG, BAG_STEP = 46, 47
"""Where the first colour of the bag stands, and how far the next ones are."""


def card_ground(seats: int, seat: int) -> str:
    """A card with the worker colours of its seat, a sign to its side, and a dot for each worker."""
    each = 2 if seats == 2 else 1
    frame = tag("rect", class_="card", x=1, y=1, width=WIDTH - 2, height=CARD - 2, rx=9)
    figures = [put(f"figure-{c}", 8 + 20 * n, 4, 20, 27.5) for n, c in enumerate(colours_of(seat, each))]
    side = DIRECTIONS[SIDE[seats, seat]]
    pointer = tag("g", use(f"pointer-{side}", name_left(each) - 20, 10, 14), class_="pointer")
    dots = "".join(f"M{peg_left(each, n, peg) + 9:g} 90h0" for n in range(each) for peg in range(int(SUPPLY[seats])))
    return frame + "".join(figures) + pointer + tag("path", d=dots, class_="out")


def name_left(each: int) -> float:
    """Where the name of a player begins."""
    return 36 + 20 * each


def peg_left(each: int, n: int, peg: int) -> float:
    """Where a worker of the n-th colour of a seat stands in the supply."""
    return 10 + 162 * n + peg * (22 if each == 2 else 30)


def bag_ground() -> str:
    """The card of the bag, with a sign for each kind of tile."""
    frame = tag("rect", class_="card", x=1, y=1, width=WIDTH - 2, height=BAG - 2, rx=9)
    return frame + "".join(use(f"kind-{kind}", 14, 59 + 18 * n, 15) for n, kind in enumerate(TILE_KINDS))


def card_symbols() -> str:
    """Frames of the card and the plates whose turn it is, the number of a slot, pointers, and tiles without arrow."""

    def framed(name: str, width: float, height: float, edge: float, line: float) -> str:
        look = {"rx": 9, "fill": "none", "stroke": "var(--gold)", "stroke_width": line}
        box = tag("rect", x=edge, y=edge, width=width - 2 * edge, height=height - 2 * edge, **look)
        return tag("symbol", box, id=name, viewBox=f"0 0 {width:g} {height:g}")

    long, deep = (length + 4 for length in PLATE)
    frames = framed("card-frame", WIDTH, CARD, 1.5, 2.5)
    frames += framed("ring-wide", long, deep, 2, 3) + framed("ring-tall", deep, long, 2, 3)
    circle = tag("circle", cx=13, cy=13, r=12.4, fill="#25282d", stroke="#e0b354", stroke_width=1.2)
    badge = tag("symbol", circle, id="badge", viewBox="0 0 26 26")
    return frames + badge + worth_symbols() + "".join(map(pointer, DIRECTIONS)) + "".join(map(tile_of_bag, COLOURS))


def worth_width(signs: int) -> float:
    """How much of a space what it is worth takes up, with so many signs beside the gold."""
    return 0.46 + 0.26 * signs


def worth_symbols() -> str:
    """The ground of what a space is worth, for each number of signs, and the signs: a marker face down, a worker."""
    look = {"y": 1, "height": 34, "rx": 16, "style": "fill:var(--panel);stroke:var(--gold);stroke-width:2"}
    wide = [round(100 * worth_width(signs)) for signs in range(3)]
    grounds = [
        tag("symbol", tag("rect", x=1, width=width - 2, **look), id=f"worth-{n}", viewBox=f"0 0 {width} 36")
        for n, width in enumerate(wide)
    ]
    worker = tag("g", tag("use", href="#robe") + tag("use", href="#head"), fill="var(--sign)")
    signs = tag("symbol", tag("use", href="#down"), id="marker-sign", viewBox="0 0 48 48")
    return "".join(grounds) + signs + tag("symbol", worker, id="worker-sign", viewBox="0 0 32 44")


def pointer(way: str) -> str:
    """An arrow to a side."""
    angle = DIRECTIONS.index(way) * 90
    sign = tag("use", href="#pointer", width=48, height=48, transform=f"rotate({angle} 24 24)", color="var(--sign)")
    return tag("symbol", sign, id=f"pointer-{way}", viewBox="0 0 48 48")


def tile_of_bag(colour: str) -> str:
    """A tile that lies nowhere yet: it has no arrow."""
    return tag("symbol", tag("use", href=f"#glaze-{colour}"), id=f"bag-{colour}", viewBox="0 0 48 48")


STYLE = """
.smalti{--sign:var(--gold)}.smalti .pointer{--sign:var(--soft)}
.smalti .grid{fill:none;stroke:var(--grout);stroke-width:1.5}
.smalti .none{opacity:.45}
"""
