"""The graph of a review as SVG: lines that differ by their dashes too, and marks that are links in a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import NamedTuple

from smalti.kernel.picture import document, tag, text
from smalti.kernel.words import N_, say
from smalti.reviewing.marks import WORDS
from smalti.reviewing.values import Review, ReviewedEvent

COURSE = N_("What every seat expected in the course of the game")
WIDTH, HEIGHT, LEFT, BELOW, ABOVE, RIGHT = 460.0, 240.0, 40.0, 24.0, 12.0, 12.0
APART = 15.0
"""So far from each other marks are drawn, up and down or along the course."""
LINES = 5
"""Lines across, the lowest and the highest among them."""
SHAPES = {
    "blunder": "M0 -7L7 6H-7Z",
    "mistake": "M0 -6L6 0L0 6L-6 0Z",
    "inaccuracy": "M-4 -4H4V4H-4Z",
    "find": "M0 -7L2 -2L7 -2L3 2L5 7L0 4L-5 7L-3 2L-7 -2L-2 -2Z",
}
"""A mark is known by its shape; chance has a circle."""
CIRCLE = "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z"
TITLE, LEGEND, MARGIN, COLUMNS = 36.0, 26.0, 8.0, 3
STYLE = """
.smalti .rule{stroke:var(--grout);fill:none}.smalti .rule+text{fill:var(--soft);font-size:12px;text-anchor:end}
.smalti .line{fill:none;stroke:var(--ink);stroke-width:2.2;stroke-linejoin:round}
.smalti .line.seat-1{stroke:var(--gold);stroke-dasharray:8 4}
.smalti .line.seat-2{stroke:var(--alert);stroke-dasharray:2 3}
.smalti .line.seat-3{stroke:var(--soft);stroke-dasharray:10 3 2 3}
.smalti .stem{stroke:var(--soft);stroke-width:1}
.smalti .mark{fill:var(--panel);stroke:var(--ink);stroke-width:1.8;stroke-linejoin:round}
.smalti .mark.seat-1{stroke:var(--gold)}
.smalti .mark.seat-2{stroke:var(--alert)}.smalti .mark.seat-3{stroke:var(--soft)}
"""
"""Of a picture of its own, in the colours of all pictures; a page has `review.css`."""


class Link(NamedTuple):
    """Where a mark leads, and what it is called."""

    href: str
    words: str


def graph(review: Review, links: Mapping[int, Link], label: str) -> str:
    """The graph as a part of a page, which brings its colours; `links` are its marks, by ply."""
    head = f'<svg class="graph" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="group" aria-label="{escape(label)}">'
    return f"{head}{course(review, lambda event: linked(event, links[event.ply]) if event.ply in links else '')}</svg>"


def picture(review: Review, language: str = "en") -> str:
    """The graph as a picture of its own, with every mark and a legend: for a notebook, or to be printed."""
    marked = {event.mark for event in review.events}
    lines = [
        f'<path class="line seat-{n}" d="M-14 0H14"/>{text(22, 5, seat.name, font_size=13)}'
        for n, seat in enumerate(review.seats)
    ]
    shapes = [drawn(mark) + text(22, 5, say(language, WORDS[mark]), font_size=13) for mark in WORDS if mark in marked]
    rows = [cells[n : n + COLUMNS] for cells in (lines, shapes) for n in range(0, len(cells), COLUMNS)]
    title = say(language, COURSE)
    body = text(12, 26, title, class_="title", font_size=19)
    body += tag("g", course(review, named(language)), transform=f"translate({MARGIN:g} {TITLE:g})")
    for n, row in enumerate(rows):
        for column, cell in enumerate(row):
            x, y = LEFT + column * (WIDTH - LEFT) / COLUMNS, TITLE + HEIGHT + 8 + n * LEGEND
            body += tag("g", cell, transform=f"translate({x:g} {y:g})")
    return document(title, WIDTH + MARGIN, TITLE + HEIGHT + len(rows) * LEGEND, body, style=STYLE)


def named(language: str) -> Callable[[ReviewedEvent], str]:
    """How a mark is drawn where it leads nowhere."""

    def one(event: ReviewedEvent) -> str:
        said = f"{event.ply}: {say(language, WORDS[event.mark])}" if event.mark else ""
        return drawn(event.mark, max(event.by, 0), tag("title", escape(said))) if event.mark else ""

    return one


def course(review: Review, draw: Callable[[ReviewedEvent], str]) -> str:
    """What every seat expected in the course of the game, with what `draw` makes of each event at its place."""
    rows = [event.expected for event in review.events] + [tuple(seat.end for seat in review.seats)]
    low, high = bounds(review, rows)

    def at(ply: int, value: float) -> tuple[float, float]:
        x = LEFT + ply / max(len(rows) - 1, 1) * (WIDTH - LEFT - RIGHT)
        return round(x, 1), round(ABOVE + (high - value) / (high - low) * (HEIGHT - ABOVE - BELOW), 1)

    parts = list[str]()
    for n in range(LINES):
        value = low + n * (high - low) / (LINES - 1)
        y = at(0, value)[1]
        told = f"{value:.0f}" if review.value == "points" else f"{100 * value:.0f} %"
        parts.append(
            f'<path class="rule" d="M{LEFT} {y}H{WIDTH - RIGHT}"/><text x="{LEFT - 6}" y="{y + 4}">{told}</text>'
        )
    for seat in range(len(review.seats)):
        points = " ".join("{},{}".format(*at(ply, row[seat])) for ply, row in enumerate(rows))
        parts.append(f'<polyline class="line seat-{seat}" points="{points}"/>')
    return "".join(parts) + marks(review, at, draw)


def marks(review: Review, at: Callable[[int, float], tuple[float, float]], draw: Callable[[ReviewedEvent], str]) -> str:
    """What `draw` makes of events where they happened; what had to make room has a stem to its place."""
    there, stems, drawn_marks = list[tuple[float, float]](), "", ""
    for event in review.events:
        if mark := draw(event):
            x, y = at(event.ply, event.expected[max(event.by, 0)])
            height = room(x, y, there)
            there.append((x, height))
            stems += f'<path class="stem" d="M{x} {y}V{height}"/>' if height != y else ""
            drawn_marks += f'<g transform="translate({x} {height})">{mark}</g>'
    return stems + drawn_marks


def room(x: float, y: float, there: list[tuple[float, float]]) -> float:
    """The height next to its own at which a mark lies on none of the others: each can be seen, and clicked."""
    near = [height for place, height in there if abs(place - x) < APART]
    heights = [y, *(round(one + way * APART, 1) for one in near for way in (-1, 1))]
    free = [one for one in heights if 0 <= one <= HEIGHT and all(abs(one - other) > APART - 1 for other in near)]
    return min(free, key=lambda one: abs(one - y), default=y)


def bounds(review: Review, rows: list[tuple[float, ...]]) -> tuple[float, float]:
    """From nothing to everything with several; alone so that all points have room, in steps of ten."""
    if review.value != "points":
        return 0.0, 1.0
    values = [row[0] for row in rows]
    low, high = min(values) // 20 * 20, -(-max(values) // 20) * 20
    return low, max(high, low + 20)


def linked(event: ReviewedEvent, link: Link) -> str:
    """A mark that is a link to what is said of an event."""
    said = escape(link.words)
    shape = drawn(event.mark, max(event.by, 0))
    return f'<a href="{escape(link.href)}" aria-label="{said}"><title>{said}</title>{shape}</a>'


def drawn(mark: str, seat: int = 0, title: str = "") -> str:
    """The shape of a mark, in the colour of a seat."""
    return f'<path class="mark seat-{seat}" d="{SHAPES.get(mark, CIRCLE)}">{title}</path>'
