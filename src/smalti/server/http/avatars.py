"""Pictures of people: three by three glazed tiles of their choice, each colour with a motif of its own."""

from __future__ import annotations

import hashlib

from smalti.kernel.errors import SmaltiError
from smalti.kernel.picture import tag
from smalti.kernel.words import N_

TILE, GAP, EDGE = 30, 2, 4
SIZE = 3 * TILE + 2 * GAP + 2 * EDGE
NO_AVATAR = N_("a picture is made of nine tiles")
MOTIFS = (
    ("#f3ede2", ""),
    ("#2c6e7f", '<circle cx="15" cy="15" r="8"/>'),
    ("#c07a16", '<path d="M15 6 24 23H6z"/>'),
    ("#8f2f3d", '<path d="M12 6h6v6h6v6h-6v6h-6v-6H6v-6h6z"/>'),
    ("#35598f", '<path d="m15 4 3 8 8 3-8 3-3 8-3-8-8-3 8-3z"/>'),
    ("#4c7a46", '<path d="M15 5 25 15 15 25 5 15z"/>'),
    ("#6d4a86", "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for x in (10, 20) for y in (10, 20))),
    ("#2a2521", '<path d="M6 12q4.5-6 9 0t9 0v6q-4.5 6-9 0t-9 0z"/>'),
)
"""Of each kind of tile the body and the motif, which is lighter; the first one is plaster."""
TILES = len(MOTIFS)


def usual_avatar(person_id: str) -> str:
    """The tiles of somebody who has chosen none, alike at the left and at the right."""
    drawn = [1 + number % (TILES - 1) for number in hashlib.sha256(person_id.encode()).digest()[:6]]
    return "".join(f"{left}{middle}{left}" for left, middle in zip(drawn[::2], drawn[1::2], strict=True))


def avatar_svg(tiles: str) -> str:
    """Nine tiles as a picture."""
    if len(tiles) != 9 or not all("0" <= one < str(TILES) for one in tiles):
        raise SmaltiError(NO_AVATAR)
    laid = [_tile(int(one), n % 3, n // 3) for n, one in enumerate(tiles)]
    ground = tag("rect", width=SIZE, height=SIZE, rx=10, fill="#d8ccb8")
    return tag("svg", ground, *laid, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {SIZE} {SIZE}")


def _tile(kind: int, column: int, row: int) -> str:
    body, motif = MOTIFS[kind]
    x, y = (EDGE + at * (TILE + GAP) for at in (column, row))
    shine = tag("path", d=f"M1 {TILE - 5}V5q0-4 4-4h{TILE - 10}", fill="none", stroke="#fff", opacity=0.4)
    glaze = tag("g", motif, fill="#fff", opacity=0.55)
    return tag(
        "g", tag("rect", width=TILE, height=TILE, rx=5, fill=body), glaze, shine, transform=f"translate({x} {y})"
    )
