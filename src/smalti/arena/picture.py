"""Reports as pictures, on the same plaster as the boards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from smalti.arena.report import Report, Standing
from smalti.arena.solo import SoloReport
from smalti.arena.statistics import Estimate
from smalti.kernel.picture import document, tag, text

WIDTH = 760.0
MARGIN = 24.0
ROW = 44.0
HEAD = 84.0
FOOT = 56.0
NAMES = 260.0
"""Where the scale begins: names stand to its left."""
FIGURES = 130.0
"""The room for figures at its right."""
LONGEST_NAME = 28


def match_picture(report: Report) -> str:
    """Ratings with their intervals, the best on top, as an SVG document."""
    rows = sorted(report.standings, key=lambda one: -one.elo.value)
    bounds = [edge for one in rows for edge in (one.elo.low, one.elo.high)]
    scale = Scale(min(bounds), max(bounds), NAMES, WIDTH - FIGURES - MARGIN)
    height = HEAD + ROW * len(rows) + FOOT
    series = report.series
    below = f"{report.games} games in {report.deals} deals, {series.seats} seats, seed {series.seed}"
    parts = [
        sheet(height),
        *titles(f"{series.rules.title}: ratings", below),
        *grid(scale, HEAD, height - FOOT),
        text(WIDTH - MARGIN - 12, HEAD - 12, "share of wins", text_anchor="end", font_size=12, class_="soft"),
        *(part for n, one in enumerate(rows) for part in standing_row(one, scale, HEAD + ROW * (n + 0.5), n == 0)),
        text(NAMES, height - 16, "Elo, with 95 % intervals", font_size=12, class_="soft"),
    ]
    spoken = "; ".join(f"{one.bot} {one.elo.value:+.0f} Elo" for one in rows)
    return picture(f"{series.rules.title}: {spoken}", height, parts)


def standing_row(one: Standing, scale: Scale, y: float, is_first: bool) -> list[str]:
    """A bot: its name, its rating as a tile on its interval, its share of wins."""
    colour = "var(--gold)" if is_first else "var(--soft)"
    wins = f"{100 * one.wins.value:.1f} %"
    return [
        text(NAMES - 16, y + 5, shorten(one.bot), text_anchor="end", font_size=15),
        *whisker(one.elo, scale, y, colour),
        text(WIDTH - MARGIN - 12, y + 5, wins, text_anchor="end", font_size=15),
    ]


def whisker(figure: Estimate, scale: Scale, y: float, colour: str) -> list[str]:
    """An interval as a line with ends, and a glazed tile where the figure is."""
    low, at, high = scale(figure.low), scale(figure.value), scale(figure.high)
    path = f"M{low:.1f} {y - 6:g}v12M{low:.1f} {y:g}H{high:.1f}M{high:.1f} {y - 6:g}v12"
    return [
        tag("path", d=path, stroke=colour, stroke_width=2, fill="none"),
        tag("rect", x=round(at - 7, 1), y=y - 7, width=14, height=14, rx=3, fill=colour, stroke="var(--panel)"),
        tag("path", d=f"M{at - 5:.1f} {y + 4:g}v-9h9", stroke="var(--shine)", stroke_width=2, fill="none"),
    ]


BARS = 320.0


def solo_picture(report: SoloReport) -> str:
    """How often which points were reached, and the ranks, as an SVG document."""
    series = report.series
    ranks = [f"{rank} {100 * share.value:.0f} %" for rank, share in report.ranks.items()]
    height = HEAD + BARS + FOOT + (24 if ranks else 0)
    width = bin_width(report.distribution)
    bins = histogram(report.distribution, width)
    scale = Scale(bins[0][0], bins[-1][0] + width, MARGIN + 24, WIDTH - MARGIN - 24)
    floor = HEAD + BARS
    mean = f"{report.points.value:.1f} points on average ({report.points.low:.1f} to {report.points.high:.1f})"
    parts = [
        sheet(height),
        *titles(f"{series.rules.title} alone: {shorten(series.bots[0])}", f"{mean}, {report.games} games"),
        *grid(scale, HEAD, floor),
        *bars(bins, width, scale, floor),
        tag("path", d=f"M{scale(report.points.value):.1f} {HEAD:g}V{floor:g}", stroke="var(--gold)", stroke_width=2),
        text(WIDTH / 2, height - 16, ", ".join(ranks), text_anchor="middle", font_size=14),
    ]
    return picture(f"{series.rules.title} alone, {series.bots[0]}: {mean}", height, parts)


def bars(bins: Sequence[tuple[int, int]], width: int, scale: Scale, floor: float) -> list[str]:
    """A column for each bin."""
    most = max(count for _, count in bins)
    return [
        tag(
            "rect",
            tag("title", f"{start} to {start + width - 1}: {count}"),
            x=round(scale(start) + 1, 1),
            y=round(floor - BARS * 0.94 * count / most, 1),
            width=round(scale(start + width) - scale(start) - 2, 1),
            height=round(BARS * 0.94 * count / most, 1),
            rx=3,
            fill="var(--soft)",
        )
        for start, count in bins
        if count
    ]


def bin_width(distribution: dict[int, int]) -> int:
    """How many points share a column: the fewer the more games there are."""
    most = min(40, max(10, round(2 * math.sqrt(sum(distribution.values())))))
    return -(-(max(distribution) - min(distribution) + 1) // most)


def histogram(distribution: dict[int, int], width: int) -> list[tuple[int, int]]:
    """(first points, games) of columns of that width, with no gap between them."""
    starts = range(min(distribution) // width * width, max(distribution) + 1, width)
    return [(start, sum(distribution.get(start + n, 0) for n in range(width))) for start in starts]


class Scale:
    """Figures to places on the sheet, with round marks between."""

    def __init__(self, low: float, high: float, left: float, right: float) -> None:
        room = max(high - low, 1.0) * 0.04
        self.low, self.high, self.left, self.right = low - room, high + room, left, right

    def __call__(self, value: float) -> float:
        """Where a figure is."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)

    def marks(self) -> list[float]:
        """About six round figures."""
        rough = (self.high - self.low) / 6
        power = 10.0 ** math.floor(math.log10(rough))
        step = max(1.0, power * next(m for m in (1, 2, 5, 10) if m * power >= rough))
        return [step * n for n in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def grid(scale: Scale, top: float, bottom: float) -> Iterable[str]:
    """Thin lines at the marks, their figures below."""
    for mark in scale.marks():
        x = round(scale(mark), 1)
        yield tag("path", d=f"M{x:g} {top:g}V{bottom:g}", stroke="var(--grout)", stroke_width=1)
        yield text(x, bottom + 18, f"{mark:g}", text_anchor="middle", font_size=12, class_="soft")


def titles(head: str, below: str) -> list[str]:
    """What the picture shows, and from how much."""
    return [
        text(MARGIN + 12, 44, head, font_size=22, class_="title"),
        text(MARGIN + 12, 64, below, font_size=13, class_="soft"),
    ]


def sheet(height: float) -> str:
    """The panel everything is on."""
    return tag(
        "rect", x=8, y=8, width=WIDTH - 16, height=height - 16, rx=10, fill="var(--panel)", stroke="var(--grout)"
    )


def picture(label: str, height: float, parts: Iterable[str]) -> str:
    """The document."""
    return document(label, WIDTH, height, tag("g", *parts, aria_label=label))


def shorten(name: str) -> str:
    """A name that fits beside the scale."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
