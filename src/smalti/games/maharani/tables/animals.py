"""The four animals of the quarters as line engravings, each a symbol that takes the colour of its surroundings.

They look straight at you, so that one half is drawn and mirrored.
"""

from __future__ import annotations

from math import cos, pi, sin

from smalti.kernel.picture import tag

LINE = {"fill": "none", "stroke": "currentColor", "stroke_linecap": "round", "stroke_linejoin": "round"}
STRENGTH = "stroke-width:var(--line,1.5)"
"""A large engraving sets a finer line."""


def around(angle: float, radius: float, cy: float = 24) -> str:
    """A place around a middle, as SVG writes it; 0 degrees is up, clockwise."""
    turn = angle * pi / 180
    return f"{24 + radius * sin(turn):.1f} {cy - radius * cos(turn):.1f}"


def line(path: str) -> str:
    """Engraved lines."""
    return tag("path", d=path)


def dots(path: str, width: float) -> str:
    """Points of the graver, as lines of no length."""
    return tag("path", d=path, stroke_width=width)


def solid(path: str) -> str:
    """A hollow, cut out."""
    return tag("path", d=path, fill="currentColor")


def lion() -> tuple[str, str]:
    """A face in a mane of flames."""
    mane = ""
    for n in range(7):
        a = -12.9 - n * 180 / 7
        mane += f"M{around(a + 12.8, 16)}Q{around(a + 11, 20.5)} {around(a - 3, 22.5)}Q{around(a - 9, 19)}"
        mane += f" {around(a - 12.8, 16)}"
    face = "M24 13.4C19 13.4 15 14.6 13.5 19C13 30 17 37 24 38.5M14 17.5C10.5 15 11.5 10.5 16.5 12.6"
    brow = "M16.5 19.6q3-2.2 5.4 0q.5 4-.9 8.2M24 31.4v1.8q-2.6 2.4-5.2-.8"
    return line(mane + face + brow) + dots("M18.9 22.9h0", 3), solid("M20.6 27.6h6.8L24 31.4z")


def monkey() -> tuple[str, str]:
    """A langur with a tuft of hair, a heart-shaped mask and round ears."""
    head = "M24 42.5C15.4 42.5 10.4 32 9.8 22C9 13 14 5.5 24 5.5"
    ear = "M9.8 19.2C5 15.6 1.8 19.6 3 24.2C4.2 28.8 8.4 30.2 10.6 27.4M7.8 21.4q-2.6 1.6-.4 5"
    mask = "M24 16.4C20.6 11.6 14.4 14 14.6 20C14.7 23.6 17 24.6 16.8 27.8C16 35 19.6 38.4 24 38.4"
    eye, tuft = "M17.2 20.6q2.4-2.4 4.8 0q-2.4 2.2-4.8 0", "M24 10.6Q23.4 7.6 21 6.2M19.4 11Q18.6 8.6 16.6 8"
    half = line(head + ear + mask + eye + tuft) + dots("M19.6 20.5h0M22.6 27h0", 2.2)
    return half, line("M24 21.8v2.6M19.4 32q4.6 3.6 9.2 0")


def feather(angle: float) -> str:
    """One feather of the fan, without its eye."""
    tip, low = 20.4, 31
    left, right = (angle - 14, angle - 9), (angle + 14, angle + 9)
    return (
        f"M{around(angle, 6, low)}L{around(angle, tip - 6.5, low)}"
        f"C{around(left[0], tip - 2, low)} {around(left[1], tip + 5, low)} {around(angle, tip + 5, low)}"
        f"C{around(right[1], tip + 5, low)} {around(right[0], tip - 2, low)} {around(angle, tip - 6.5, low)}"
    )


def peacock() -> tuple[str, str]:
    """A fan of eyed feathers behind a slender neck."""
    angles = [-23 * n for n in range(1, 5)]
    eyes = "".join(f"M{around(a, 20.6, 31)}h0" for a in angles)
    body = "M24 44.5C17 44 16.6 36.4 20.4 32.4C23 29.6 22.6 25.6 22 23.4C22.2 19.8 26.6 19.6 27 22.8"
    bird = solid(body + "C27 26 26 29.6 28.2 32.6C31.4 36.8 31 44 24 44.5Z")
    crest = line(feather(0) + "M24.4 20.6l-1.8-3.4M24.6 20.6v-4M24.8 20.6l1.8-3.4M26.6 22.4l2.6 1.2-2.6.6")
    return line("".join(map(feather, angles))) + dots(eyes, 2.6), bird + crest + dots(f"M{around(0, 20.6, 31)}h0", 2.6)


def elephant() -> tuple[str, str]:
    """A state elephant: fan ears, forehead cloth, tusks and trunk."""
    ear = (
        "M24 8.2C22 5.4 18 6.6 17.2 11.6C11 5 2.6 8.4 2.4 18C2.2 27.6 8.6 34 15.4 29.4"
        "M13.6 14.4C9 10.8 5.8 14 6 19C6.2 23 8.4 26.4 11.6 26.6M15.4 17C13.8 24 15.6 29 19 32.6"
    )
    tusk = "M17.6 31.2C16 35.4 12.8 37.8 9.6 37.4C12.8 36 14.4 33 15.2 29.8"
    cloth = "M18.6 11.4L24 22.6M21.4 12.6L24 17.6"
    trunk = (
        "M19 24C19.6 31 19.8 36 19.4 40.4C19.2 45.6 28 46.4 30.4 41.6C31.2 39.6 28.8 38.4 27.8 40.2"
        "C27 41.6 25.2 41.4 25.4 39.6C26.2 35 28.6 30.6 29 24M20.4 29h6.4M20.6 32.8h5.2M20.5 36.6h4.4"
    )
    return line(ear + tusk + cloth) + dots("M18.6 21.4h0", 2.6), line(trunk)


def animal_symbols() -> str:
    """All four, to be used in any colour: they are drawn in `currentColor`."""
    drawn = []
    for name, (half, rest) in {
        "lion": lion(),
        "monkey": monkey(),
        "peacock": peacock(),
        "elephant": elephant(),
    }.items():
        left = tag("g", half, id=f"half-{name}")
        right = tag("use", href=f"#half-{name}", transform="matrix(-1 0 0 1 48 0)")
        body = tag("g", left, right, rest, **LINE, style=STRENGTH)
        drawn.append(tag("symbol", body, id=f"animal-{name}", viewBox="0 0 48 48"))
    return "".join(drawn)
