"""The picture on the box of a game: what it is made of, and the light that falls on all of them.

Whoever draws it may use the symbols of the game and, of its frame,
`url(#leaf)` (gold leaf) and `url(#lift)` (a shadow).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.kernel.picture import tag

WIDTH, HEIGHT, BAND = 640, 480, 112
ART = HEIGHT - BAND
"""The picture is WIDTH x ART; the title stands in the band below it."""


@dataclass(frozen=True)
class Cover:
    """A composition of a game's own pieces; the same in light and dark."""

    draw: Callable[[], str]
    """The picture as SVG."""
    plate: str
    """The colour of the title plate."""
    defs: str = ""
    """Further gradients and filters that it uses."""


def light() -> str:
    """The light of the window over the whole picture."""
    return tag("rect", width=WIDTH, height=ART, fill="url(#window)")
