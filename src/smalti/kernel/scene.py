"""The picture of a position, and every legal move as a path of clicks on it.

A scene is a few panels (a board, a hand, the scores) that a page lays out as its screen allows; `Scene.svg` puts
them on one sheet for print, a notebook or a picture to share. Everything that matters has an id and a spoken label.
`data-box` gives the place of an element (x, y, width, height) whose drawing reaches further than what is seen of it.
What has the class `unfold` and `data-under` is there only while the element named is picked or pointed at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from smalti.kernel.picture import DARK, LIGHT, STYLE, tag, text, tokens, use

__all__ = ["DARK", "LIGHT", "STYLE", "Choice", "Ids", "Panel", "Scene", "tag", "text", "tokens", "use"]

Ids = tuple[str, ...]
UNFOLD = ".smalti .unfold{display:none}.smalti .unfolded{display:inline}"


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
            tag("style", STYLE + UNFOLD + self.style),
            tag("defs", self.defs),
            ground,
            sheets,
            xmlns="http://www.w3.org/2000/svg",
            class_="smalti",
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            role="img",
        )
