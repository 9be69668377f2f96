"""The four animals of the quarters as line engravings, each a symbol that takes the colour of its surroundings."""

from __future__ import annotations

from math import cos, pi, sin

from smalti.kernel.scene import tag

BOX = 48
LINE = {"fill": "none", "stroke": "currentColor", "stroke_linecap": "round", "stroke_linejoin": "round"}
STRENGTH = "stroke-width:var(--line,1.5)"
"""A large engraving sets a finer line."""


def around(angle: float, radius: float, cx: float = 24, cy: float = 24) -> str:
    """A place around a middle, as SVG writes it; 0 degrees is up, clockwise."""
    turn = angle * pi / 180
    return f"{cx + radius * sin(turn):.1f} {cy - radius * cos(turn):.1f}"


def line(path: str, **more: object) -> str:
    """An engraved line, in the strength of the whole engraving unless told."""
    return tag("path", d=path, **more)


def dots(path: str, width: float = 2.6) -> str:
    """Points of the graver, as lines of no length."""
    return line(path, stroke_width=width)


def mirrored(path: str, **more: object) -> str:
    """A line and its mirror image."""
    return line(path, **more) + tag("g", line(path, **more), transform="matrix(-1 0 0 1 48 0)")


def lion() -> str:
    """A face in a mane of flames."""
    flames = []
    for n in range(14):
        a = n * 360 / 14
        flames.append(f"M{around(a - 12.8, 16)}Q{around(a - 11, 20.5)} {around(a + 3, 22.5)}Q{around(a + 9, 19)}")
        flames.append(f" {around(a + 12.8, 16)}")
    mane = line("".join(flames))
    face = line("M13.5 19C13 30 17 37 24 38.5C31 37 35 30 34.5 19C32 11.5 16 11.5 13.5 19Z")
    ears = mirrored("M14 17.5C10.5 15 11.5 10.5 16.5 12.6")
    brow = mirrored("M16.5 19.6q3-2.2 5.4 0q.5 4-.9 8.2")
    nose = tag("path", d="M20.6 27.6h6.8L24 31.4z", fill="currentColor")
    mouth = line("M24 31.4v1.8M18.8 32.4q2.6 3.2 5.2.8q2.6 2.4 5.2-.8")
    return mane + face + ears + brow + nose + mouth + dots("M18.9 22.9h0M29.1 22.9h0", 3)


def monkey() -> str:
    """A langur with a ruff of hair, a heart-shaped mask and round ears."""
    head = line("M24 5.5C34 5.5 39 13 38.2 22C37.6 32 32.6 42.5 24 42.5C15.4 42.5 10.4 32 9.8 22C9 13 14 5.5 24 5.5Z")
    ears = mirrored("M9.8 19.2C5 15.6 1.8 19.6 3 24.2C4.2 28.8 8.4 30.2 10.6 27.4M7.8 21.4q-2.6 1.6-.4 5")
    mask = line(
        "M24 16.4C20.6 11.6 14.4 14 14.6 20C14.7 23.6 17 24.6 16.8 27.8C16 35 19.6 38.4 24 38.4", stroke_width=1.4
    )
    other = tag("g", mask, transform="matrix(-1 0 0 1 48 0)")
    eyes = mirrored("M17.2 20.6q2.4-2.4 4.8 0q-2.4 2.2-4.8 0") + dots("M19.6 20.5h0M28.4 20.5h0", 2.2)
    nose = dots("M22.6 27h0M25.4 27h0", 1.9) + line("M24 21.8v2.6")
    mouth = line("M19.4 32q4.6 3.6 9.2 0")
    tuft = mirrored("M24 10.6Q23.4 7.6 21 6.2M19.4 11Q18.6 8.6 16.6 8")
    return head + ears + mask + other + eyes + nose + mouth + tuft


def peacock() -> str:
    """A fan of eyed feathers behind a slender neck."""
    feathers, eyes = [], []
    for n in range(-4, 5):
        a = n * 23
        tip, low = 20.6 - 0.1 * abs(n), 31
        feathers.append(
            f"M{around(a, 6, 24, low)}L{around(a, tip - 6.5, 24, low)}"
            f"C{around(a - 14, tip - 2, 24, low)} {around(a - 9, tip + 5, 24, low)} {around(a, tip + 5, 24, low)}"
            f"C{around(a + 9, tip + 5, 24, low)} {around(a + 14, tip - 2, 24, low)} {around(a, tip - 6.5, 24, low)}"
        )
        eyes.append(f"M{around(a, tip + 0.2, 24, low)}h0")
    body = "M24 44.5C17 44 16.6 36.4 20.4 32.4C23 29.6 22.6 25.6 22 23.4C22.2 19.8 26.6 19.6 27 22.8"
    bird = "C27 26 26 29.6 28.2 32.6C31.4 36.8 31 44 24 44.5Z"
    solid = tag("path", d=body + bird, fill="currentColor", stroke="none")
    crest = line("M24.4 20.6l-1.8-3.4M24.6 20.6v-4M24.8 20.6l1.8-3.4")
    beak = line("M26.6 22.4l2.6 1.2-2.6.6")
    return line("".join(feathers)) + dots("".join(eyes), 2.6) + solid + crest + beak


def elephant() -> str:
    """A state elephant from the front: fan ears, forehead cloth, tusks and trunk."""
    ears = mirrored(
        "M17.2 11.6C11 5 2.6 8.4 2.4 18C2.2 27.6 8.6 34 15.4 29.4"
        "M13.6 14.4C9 10.8 5.8 14 6 19C6.2 23 8.4 26.4 11.6 26.6"
    )
    crown = line("M17.2 11.6C18 6.6 22 5.4 24 8.2C26 5.4 30 6.6 30.8 11.6")
    cheeks = mirrored("M15.4 17C13.8 24 15.6 29 19 32.6")
    trunk = line(
        "M19 24C19.6 31 19.8 36 19.4 40.4C19.2 45.6 28 46.4 30.4 41.6C31.2 39.6 28.8 38.4 27.8 40.2"
        "C27 41.6 25.2 41.4 25.4 39.6C26.2 35 28.6 30.6 29 24"
    )
    wrinkles = line("M20.4 29h6.4M20.6 32.8h5.2M20.5 36.6h4.4")
    tusks = mirrored("M17.6 31.2C16 35.4 12.8 37.8 9.6 37.4C12.8 36 14.4 33 15.2 29.8")
    cloth = line("M18.6 11.4L24 22.6L29.4 11.4M21.4 12.6L24 17.6L26.6 12.6")
    return ears + crown + cheeks + trunk + wrinkles + tusks + cloth + dots("M18.6 21.4h0M29.4 21.4h0", 2.6)


def animal_symbols() -> str:
    """All four, to be used in any colour: they are drawn in `currentColor`."""
    drawn = {"lion": lion(), "monkey": monkey(), "peacock": peacock(), "elephant": elephant()}
    return "".join(
        tag("symbol", tag("g", body, **LINE, style=STRENGTH), id=f"animal-{name}", viewBox="0 0 48 48")
        for name, body in drawn.items()
    )
