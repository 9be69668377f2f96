"""The graph of a review as SVG: lines that differ by their dashes too, and marks that are links."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from smalti.reviewing.values import Review, ReviewedEvent

WIDTH, HEIGHT, LEFT, BELOW, ABOVE, RIGHT = 460.0, 240.0, 40.0, 24.0, 12.0, 12.0
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


class Link(NamedTuple):
    """Where a mark leads, and what it is called."""

    href: str
    words: str


def graph(review: Review, links: Mapping[int, Link], label: str) -> str:
    """What every seat expected in the course of the game; `links` are its marks, by ply."""
    rows = [event.expected for event in review.events] + [tuple(seat.end for seat in review.seats)]
    low, high = bounds(review, rows)

    def at(ply: int, value: float) -> tuple[float, float]:
        x = LEFT + ply / max(len(rows) - 1, 1) * (WIDTH - LEFT - RIGHT)
        return round(x, 1), round(ABOVE + (high - value) / (high - low) * (HEIGHT - ABOVE - BELOW), 1)

    parts = [f'<svg class="graph" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="group" aria-label="{escape(label)}">']
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
    for event in review.events:
        if event.ply in links:
            parts.append(mark(event, at(event.ply, event.expected[max(event.by, 0)]), links[event.ply]))
    return "".join([*parts, "</svg>"])


def bounds(review: Review, rows: list[tuple[float, ...]]) -> tuple[float, float]:
    """From nothing to everything with several; alone so that all points have room, in steps of ten."""
    if review.value != "points":
        return 0.0, 1.0
    values = [row[0] for row in rows]
    low, high = min(values) // 20 * 20, -(-max(values) // 20) * 20
    return low, max(high, low + 20)


def mark(event: ReviewedEvent, place: tuple[float, float], link: Link) -> str:
    """A link to what is said of an event."""
    x, y = place
    shape = SHAPES.get(event.mark, CIRCLE)
    said = escape(link.words)
    return (
        f'<a href="{escape(link.href)}" aria-label="{said}"><title>{said}</title>'
        f'<path class="mark seat-{max(event.by, 0)}" transform="translate({x} {y})" d="{shape}"/></a>'
    )
