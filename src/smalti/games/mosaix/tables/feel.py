"""How Mosaix is seen and heard to happen, and under what its points are counted in the end."""

from __future__ import annotations

from smalti.games.mosaix.components import SYMBOLS
from smalti.games.mosaix.rows import kinds as k
from smalti.games.mosaix.rows.pieces import SHOWN
from smalti.kernel.stage import Feel
from smalti.kernel.words import N_

SYMBOL = Feel(category="{look:look}")
FEEL: dict[int, Feel] = {
    k.SHOWS: Feel("roll", "dice", faces=tuple(SHOWN + n for n in range(len(SYMBOLS)))),
    k.LAYS: Feel(sound="wood"),
    k.RETURNS: Feel(sound="wood"),
    k.PENCILS: Feel(sound="tile"),
    k.INKS: Feel(sound="tile"),
    k.STRIKES: Feel("grow", "stone"),
    k.GAINS: Feel(sound="coin"),
    k.WINS: Feel(sound="bell"),
    k.NO_AREA: SYMBOL,
    k.ONE_AREA: SYMBOL,
    k.AREAS: SYMBOL,
    k.FREE_SCALE: Feel(category=N_("free scale")),
}
