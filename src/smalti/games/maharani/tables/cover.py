"""The picture on the box: the floor of the palace through a gate, the rondel as a sun, and the workers in front."""

from __future__ import annotations

from math import cos, pi, sin

from smalti.kernel.cover import ART, WIDTH, Cover, light
from smalti.kernel.picture import tag, use

FLOOR = (
    ("turquoise", "purple", "blue", "red", "orange"),
    ("green", "blue", "orange", "turquoise", "purple"),
    ("orange", "red", "turquoise", "purple", "green"),
    ("blue", "green", "red", "orange", "turquoise"),
)


def draw() -> str:
    """A floor that mirrors itself left and right."""
    step = 72
    ground = tag("rect", width=WIDTH, height=ART, fill="#e6d9bf")
    tiles = [
        use(f"{colour}-N", WIDTH / 2 + side * (column + 0.5) * step - step / 2, row * step + 78 - step, step)
        for row, line in enumerate((FLOOR[3], *FLOOR))
        for column, colour in enumerate(line)
        for side in (-1, 1)
    ]
    columns = [
        use("column", WIDTH / 2 + x * step - 13, y * step + 65 - step, 26) for x in range(-4, 5) for y in range(1, 6)
    ]
    return ground + "".join(tiles) + "".join(columns) + light() + sun() + gate() + workers()


def sun() -> str:
    """The rondel, half below the edge, with rays of gold."""
    middle, radius = WIDTH / 2, 128
    rays = [ray(middle, radius + 6, number * pi / 16) for number in range(-8, 9)]
    plate = tag("circle", cx=middle, cy=ART, r=radius, fill="#26282c", stroke="url(#leaf)", stroke_width=7)
    ring = tag("circle", cx=middle, cy=ART, r=radius - 18, fill="none", stroke="#e0b354", stroke_opacity=0.55)
    animals = [
        seal(name, middle + 86 * sin(turn), ART - 86 * cos(turn))
        for name, turn in (("lion", -1.02), ("monkey", -0.34), ("peacock", 0.34), ("elephant", 1.02))
    ]
    return tag("g", *rays, plate, ring, *animals, filter="url(#lift)")


def ray(middle: float, radius: float, angle: float) -> str:
    """One ray of the sun."""
    corners = ((angle - 0.045, radius), (angle + 0.045, radius), (angle, radius + 24))
    points = " ".join(f"{middle + r * sin(t):.1f},{ART - r * cos(t):.1f}" for t, r in corners)
    return tag("polygon", points=points, fill="url(#leaf)")


def seal(animal: str, x: float, y: float) -> str:
    """An animal engraved on a disc of ivory."""
    disc = tag("circle", cx=x, cy=y, r=26, fill="#f7ead0", stroke="#c08a2b", stroke_width=2.5)
    return tag("g", disc, use(f"animal-{animal}", x - 19, y - 19, 38), color="#5a3a12")


def gate() -> str:
    """A gate of nine foils, dark, with a line of gold."""
    foils, left, right, spring = 9, 34.0, WIDTH - 34.0, 196.0
    middle, across, up = (left + right) / 2, (right - left) / 2, 138.0
    places = [
        (middle - across * cos(pi * n / foils), spring - up * sin(pi * n / foils) ** 0.82) for n in range(foils + 1)
    ]
    bows = "".join(f"A46 46 0 0 1 {x:.1f} {y:.1f}" for x, y in places[1:])
    opening = f"M{left} {ART}V{spring}{bows}V{ART}"
    wall = tag("path", d=f"M0 0V{ART}H{left}V{spring}{bows}V{ART}H{WIDTH}V0Z", fill="#2a1a3a", fill_rule="evenodd")
    line = tag("path", d=opening, fill="none", stroke="url(#leaf)", stroke_width=5, stroke_linejoin="round")
    thin = tag("path", d=opening, fill="none", stroke="#2a1a3a", stroke_width=1.5, stroke_linejoin="round")
    stars = [
        star(across + x, y, size)
        for across, sign in ((0, 1), (WIDTH, -1))
        for x, y, size in ((sign * 40, 40, 15), (sign * 88, 30, 8), (sign * 28, 92, 8), (sign * 140, 24, 5))
    ]
    return tag("g", wall, *stars, line, thin)


def star(x: float, y: float, size: float) -> str:
    """Eight points of gold."""
    points = [(size if n % 2 == 0 else size * 0.52, n * pi / 8) for n in range(16)]
    return tag(
        "polygon", points=" ".join(f"{x + r * sin(t):.1f},{y + r * cos(t):.1f}" for r, t in points), fill="url(#leaf)"
    )


def workers() -> str:
    """Four of them, one in each colour."""
    places = (("red", 88), ("green", 150), ("blue", WIDTH - 198), ("yellow", WIDTH - 136))
    figures = [use(f"figure-{colour}", x, ART - 74, 54, 74) for colour, x in places]
    return tag("g", *figures, filter="url(#lift)")


COVER = Cover(draw, "#2a1a3a")
