"""Strokes, fills and figures around the middle of a 48 x 48 symbol; and places for symbols, written once."""

from __future__ import annotations

from math import cos, pi, sin

from smalti.kernel.picture import tag


def number(value: float) -> str:
    """As short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def around(angle: float, radius: float) -> tuple[float, float]:
    """A place around the middle of a tile; 0 degrees is up, clockwise."""
    return 24 + radius * sin(angle * pi / 180), 24 - radius * cos(angle * pi / 180)


def polygon(points: list[tuple[float, float]]) -> str:
    """A closed path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def fill(path: str, colour: str, **more: object) -> str:
    """A piece of glaze."""
    return tag("path", d=path, fill=colour, **more)


def stroke(path: str, colour: str, width: float, **more: object) -> str:
    """A line of glaze."""
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, **more)


def ring(radius: float, colour: str, width: float, petals: int = 0) -> str:
    """A ring, or a wreath of round petals."""
    dash = None if not petals else f"0 {2 * pi * radius / petals:.3f}"
    cap = "round" if petals else None
    return tag(
        "circle", cx=24, cy=24, r=radius, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash,
        stroke_linecap=cap,
    )  # fmt: skip


def disc(radius: float, colour: str) -> str:
    """A disc in the middle."""
    return tag("circle", cx=24, cy=24, r=radius, fill=colour)


def short(value: float) -> float:
    """A coordinate, to a tenth of a unit."""
    return round(value * 10) / 10


def put(symbol: str, x: float, y: float, width: float, height: float | None = None, colour: str | None = None) -> str:
    """A symbol at a place."""
    size = {"width": short(width), "height": short(height or width)}
    return tag("use", href=f"#{symbol}", x=short(x), y=short(y), **size, color=colour)
