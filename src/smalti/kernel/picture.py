"""The picture of a position on one sheet of SVG, for print, a notebook or to share. Knows tables, never a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.rows import Piece
from smalti.kernel.stage import arrangement_of
from smalti.kernel.telling import Telling

# The ground and ink of every picture; a page sets the same names and may override them.
LIGHT = {
    "plaster": "#f3ede2", "panel": "#fbf8f2", "grout": "#d8ccb8", "ink": "#2a2521", "soft": "#6b6157",
    "gold": "#b07c1e", "alert": "#a23b2a", "slate": "#4a4f55", "slate-edge": "#33373c", "marble": "#f7f3ea",
    "shade": "#00000026", "shine": "#ffffff73",
}  # fmt: skip
DARK = {
    "plaster": "#1b1917", "panel": "#26231f", "grout": "#3a352e", "ink": "#efe7da", "soft": "#a99e8f",
    "gold": "#e0b354", "alert": "#e58370", "slate": "#3d4248", "slate-edge": "#25282c", "marble": "#cfc7b8",
    "shade": "#00000059", "shine": "#ffffff38",
}  # fmt: skip


def tokens(colours: Mapping[str, str]) -> str:
    """Colours as the custom properties of CSS."""
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


STYLE = f"""
.smalti{{{tokens(LIGHT)}}}
@media (prefers-color-scheme:dark){{.smalti{{{tokens(DARK)}}}}}
.smalti text{{font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}}
.smalti text{{font-variant-numeric:tabular-nums}}
.smalti .title{{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif}}
.smalti .soft{{fill:var(--soft)}}.smalti .gold{{fill:var(--gold)}}
.smalti .button{{fill:var(--panel);stroke:var(--grout)}}
.smalti .area{{fill:none;stroke:var(--gold);stroke-width:2.5;stroke-linejoin:round}}
"""
POINTER = {"fill": "none", "stroke": "var(--alert)", "stroke_width": 4, "stroke_linejoin": "round"}
TITLE_SIZE = 20
LINE = 1.2
"""From one line of a text to the next, in parts of its size."""


Place = int | str
"""A place of the board by number, or by the name that it is spoken of with."""


@dataclass(frozen=True)
class Pointed:
    """What a picture points at: places, arrows from one to another, and a line below."""

    marks: Iterable[Place] = ()
    arrows: Iterable[tuple[Place, Place]] = ()
    caption: str = ""


NOTHING = Pointed()


def draw(
    telling: Telling, pieces: Iterable[Piece], outlines: Iterable[Iterable[int]] = (), pointed: Pointed = NOTHING
) -> str:
    """The sheet as these eyes see it: the panels of their arrangement with everything that lies in them."""
    catalogue = telling.catalogue
    sheet = catalogue["arrangements"][arrangement_of(telling.eyes)]
    drawn = _bodies(telling, pieces)
    for places in outlines:
        boxes = [catalogue["places"][place] for place in places]
        drawn[boxes[0]["panel"]].append((1, tag("path", class_="area", d=outline(boxes))))
    panels = {panel["number"]: panel for panel in catalogue["panels"]}
    groups = [
        _group(panels[number], telling.labelled(panels[number]), drawn.get(number, []), x, y, scale)
        for number, x, y, scale in sheet["panels"]
        if panels[number].get("ground") or drawn.get(number)
    ]
    above, height = _pointing(catalogue, sheet, pointed)
    body = "".join(groups) + above
    return document(catalogue["label"], sheet["width"], height, body, catalogue["defs"], catalogue["style"])


def _pointing(catalogue: Mapping[str, Any], sheet: Mapping[str, Any], pointed: Pointed) -> tuple[str, float]:
    """What lies above a sheet, and how high the sheet is with the line below it."""
    marks = [box for place in pointed.marks for box in _boxes(catalogue, sheet, place)]
    drawn = [tag("rect", class_="marked", x=x, y=y, width=w, height=h, rx=8, **POINTER) for x, y, w, h in marks]
    for source, target in pointed.arrows:
        (x, y, w, h), (to_x, to_y, to_w, to_h) = (_boxes(catalogue, sheet, end)[0] for end in (source, target))
        path = _arrow(x + w / 2, y + h / 2, to_x + to_w / 2, to_y + to_h / 2)
        drawn.append(tag("path", class_="arrow", d=path, **POINTER))
    width, height = sheet["width"], sheet["height"]
    lines = wrap(pointed.caption, max(20, int(width / (0.55 * TITLE_SIZE))))
    for n, line in enumerate(lines):
        y = round(height + (n + 1) * LINE * TITLE_SIZE, 2)
        drawn.append(text(width / 2, y, line, font_size=TITLE_SIZE, text_anchor="middle"))
    return "".join(drawn), height + (LINE * TITLE_SIZE * (len(lines) + 0.5) if lines else 0)


def _boxes(catalogue: Mapping[str, Any], sheet: Mapping[str, Any], place: Place) -> list[tuple[float, ...]]:
    """Where a place lies on the sheet; a name may mean one in each panel, the first of that name."""
    places, panels = catalogue["places"], {number: at for number, *at in sheet["panels"]}
    named = {one["panel"]: one for one in reversed(places.values()) if one.get("name") == place}
    found = list(named.values()) or ([places[place]] if place in places else [])
    boxes: list[tuple[float, ...]] = []
    for one in found:
        if one["panel"] in panels:
            x, y, scale = panels[one["panel"]]
            boxes.append((x + scale * one["x"], y + scale * one["y"], scale * one["width"], scale * one["height"]))
    if not boxes:
        raise InvalidNotation(f"there is no place {show(place)} in this picture")
    return boxes


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """The path of an arrow with an open head."""
    length = hypot(to_x - x, to_y - y) or 1
    along, aside = ((to_x - x) / length, (to_y - y) / length), (-(to_y - y) / length, (to_x - x) / length)
    ends = [
        (to_x - 14 * along[0] + side * 9 * aside[0], to_y - 14 * along[1] + side * 9 * aside[1]) for side in (1, -1)
    ]
    (left, up), (right, down) = ends
    return f"M{x:g} {y:g}L{to_x:g} {to_y:g}M{left:.1f} {up:.1f}L{to_x:g} {to_y:g}L{right:.1f} {down:.1f}"


def document(label: str, width: float, height: float, body: str, defs: str = "", style: str = "") -> str:
    """An SVG document of its own, on plaster: it needs nothing from outside, and knows light and dark."""
    return tag(
        "svg",
        tag("title", escape(label)),
        tag("style", STYLE + style),
        tag("defs", defs),
        tag("rect", width=width, height=height, fill="var(--plaster)"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        class_="smalti",
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
    )


def _group(
    panel: Mapping[str, Any], label: str, bodies: list[tuple[int, str]], x: float, y: float, scale: float
) -> str:
    """One panel on a sheet."""
    moved = f"translate({x:g} {y:g}) scale({scale:g})"
    return tag("g", _inside(panel, bodies), transform=moved, aria_label=label)


def panel_bodies(telling: Telling, pieces: Iterable[Piece]) -> dict[str, str]:
    """What is drawn of each panel, by its key, in the panel's own coordinates."""
    drawn = _bodies(telling, pieces)
    return {panel["key"]: _inside(panel, drawn.get(panel["number"], [])) for panel in telling.catalogue["panels"]}


def _inside(panel: Mapping[str, Any], bodies: list[tuple[int, str]]) -> str:
    """The ground of a panel, its title and what lies in it."""
    title = text(4, 24, panel["title"], class_="title", font_size=TITLE_SIZE) if panel.get("title") else ""
    lying = "".join(body for _, body in sorted(bodies, key=lambda one: one[0]))
    return f"{panel.get('ground', '')}{title}{lying}"


def _bodies(telling: Telling, pieces: Iterable[Piece]) -> dict[int, list[tuple[int, str]]]:
    """What is drawn in each panel, with its layer; what lies under another place is folded up."""
    drawn: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for piece in pieces:
        place = telling.catalogue["places"].get(piece.place)
        look = telling.catalogue["looks"][piece.look]
        if place is not None and "under" not in place and piece.number >= look.get("least", piece.number):
            drawn[place["panel"]].append((look.get("layer", 0), draw_piece(telling, piece, place, look)))
    return drawn


def draw_piece(telling: Telling, piece: Piece, place: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """A piece in the box of its place."""
    place = taken(place, look)
    x, y, width, height = place["x"], place["y"], place["width"], place["height"]
    parts = look.get("parts", ()) or (((look["symbol"], 0, 0, 1, 1),) if look.get("symbol") else ())
    body = [use(s, x + px * width, y + py * height, pw * width, ph * height) for s, px, py, pw, ph in parts]
    if look.get("button"):
        body.append(tag("rect", class_="button", x=x + 1, y=y + 1, width=width - 2, height=height - 2, rx=8))
    if words := telling.written(piece):
        body.append(_text_on(words, place, look))
    turn = 90 * (piece.turn + place.get("turn", 0))
    turned = f"rotate({turn} {x + width / 2:g} {y + height / 2:g})" if turn % 360 else None
    return tag("g", *body, class_=look.get("css") or None, transform=turned, aria_label=_label(telling, piece, place))


def taken(place: Mapping[str, Any], look: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a place that a piece takes: all of it, or its middle."""
    most = look.get("largest") or max(place["width"], place["height"])
    width, height = min(place["width"], most), min(place["height"], most)
    left, top = place["x"] + (place["width"] - width) / 2, place["y"] + (place["height"] - height) / 2
    return {**place, "x": left, "y": top, "width": width, "height": height}


def _label(telling: Telling, piece: Piece, place: Mapping[str, Any]) -> str | None:
    """What is spoken of a piece: its place and what it is."""
    return ": ".join(filter(None, (place.get("name"), telling.called(piece)))) or None


def _text_on(words: str, place: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """The text on a piece, in several lines where it is to be wrapped."""
    right, down = look.get("at", (0.5, 0.72))
    x, y = place["x"] + right * place["width"], place["y"] + down * place["height"]
    size, anchor = look.get("size", 0.6) * place["height"], look.get("anchor", "middle")
    lines = wrap(words, look["wrap"]) if look.get("wrap") else [words]
    top = y - LINE * size * (len(lines) - 1) / 2
    fixed = {"class_": look.get("css") or None, "font_size": f"{size:g}", "text_anchor": anchor}
    return "".join(text(x, round(top + n * LINE * size, 2), line, **fixed) for n, line in enumerate(lines))


def outline(boxes: list[Mapping[str, Any]]) -> str:
    """The path around boxes that touch: every edge that no two of them share."""
    edges: dict[tuple[int, ...], str] = {}
    for box in boxes:
        x, y, w, h = box["x"], box["y"], box["width"], box["height"]
        for left, top, right, down in ((x, y, w, 0), (x, y + h, w, 0), (x, y, 0, h), (x + w, y, 0, h)):
            key = round(left), round(top), round(right), round(down)
            if edges.pop(key, None) is None:
                edges[key] = f"M{left:g} {top:g}l{right:g} {down:g}"
    return "".join(edges.values())


def tag(name: str, *children: str, **attributes: object) -> str:
    """One SVG element; `class_` and `aria_label` stand for class and aria-label, None leaves an attribute out."""
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(x: float, y: float, words: str, **attributes: object) -> str:
    """A line of text, escaped."""
    return tag("text", escape(words), x=x, y=y, **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float | None = None, **attributes: object) -> str:
    """A symbol of the defs, drawn at a place."""
    return tag("use", href=f"#{symbol}", x=x, y=y, width=width, height=height or width, **attributes)


@lru_cache(50_000, typed=True)
def _attribute(key: str, value: object) -> str:
    """One attribute; a picture asks for the same few thousand again and again."""
    written = f"{value:g}" if isinstance(value, float) else str(value)
    return f" {key.rstrip('_').replace('_', '-')}={quoteattr(written)}"
