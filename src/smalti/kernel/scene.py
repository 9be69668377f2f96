"""The picture of a position, and every legal move as a path of clicks on it.

A scene is a few panels (a board, a hand, the scores) that a page lays out as its screen allows; `Scene.svg` puts
them on one sheet for print, a notebook or a picture to share. Everything that matters has an id and a spoken label.
`data-box` gives the place of an element (x, y, width, height) whose drawing reaches further than what is seen of it.
What has the class `unfold` and `data-under` is there only while the element named is picked or pointed at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

Ids = tuple[str, ...]

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
.smalti .unfold{{display:none}}.smalti .unfolded{{display:inline}}
"""


@dataclass(frozen=True)
class Choice:
    """One legal move on the picture."""

    move: int
    label: str
    paths: tuple[Ids, ...]
    """The ways to click it, each a list of element ids; no path is the beginning of another move's."""
    ghost: tuple[tuple[str, str], ...] = ()
    """What it would put where: (element id, id of the symbol to show there)."""
    gain: str = ""
    """What it brings, as short as "+3"."""


@dataclass(frozen=True)
class Panel:
    """One part of the picture, drawn in its own coordinates; x, y and scale are its place on the one-sheet picture."""

    id: str
    label: str
    width: float
    height: float
    body: str
    x: float = 0
    y: float = 0
    scale: float = 1


@dataclass(frozen=True)
class Scene:
    """A position for one pair of eyes."""

    label: str
    width: float
    height: float
    panels: tuple[Panel, ...]
    choices: tuple[Choice, ...] = ()
    defs: str = field(default="", repr=False)
    """The symbols that panels and ghosts refer to; the same for every position of a game."""
    style: str = field(default="", repr=False)

    @property
    def svg(self) -> str:
        """The whole picture as a document of its own."""
        sheets = "".join(
            tag("g", p.body, transform=f"translate({p.x:g} {p.y:g}) scale({p.scale:g})", id=p.id, aria_label=p.label)
            for p in self.panels
        )
        ground = tag("rect", width=self.width, height=self.height, fill="var(--plaster)")
        return tag(
            "svg",
            tag("title", escape(self.label)),
            tag("style", STYLE + self.style),
            tag("defs", self.defs),
            ground,
            sheets,
            xmlns="http://www.w3.org/2000/svg",
            class_="smalti",
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            role="img",
        )


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
