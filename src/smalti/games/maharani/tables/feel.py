"""How Maharani is seen and heard to happen, and under what its gold is counted in the end."""

from __future__ import annotations

from smalti.games.maharani.rows import kinds as k
from smalti.kernel.stage import Feel
from smalti.kernel.words import N_

FLIP, GOLD = Feel("flip", "wood"), Feel(sound="coin")
AREAS, GROUPS = Feel(category=N_("areas of tiles")), Feel(category=N_("groups of workers"))
QUARTERS, SECOND = Feel(category=N_("pay of the quarters")), Feel(category=N_("second tiles"))
FEEL: dict[int, Feel] = {
    k.DRAWN: Feel(sound="tile"),
    k.LAYS: Feel(sound="tile"),
    k.RISES: Feel("grow", "stone"),
    k.FLIPS_DOWN: FLIP,
    k.FLIPS_UP: FLIP,
    k.SHOWS_MARKER: Feel("flip"),
    k.COMES: Feel(sound="wood"),
    k.WALKS: Feel(sound="wood"),
    k.GOES_HOME: Feel(sound="wood"),
    k.EVALUATES: Feel(sound="bell"),
    k.PAYS_UNFINISHED: Feel(sound="bell"),
    k.EARNS_AREA: GOLD,
    k.EARNS_GROUP: GOLD,
    k.RECEIVES: Feel("glow", "coin"),
    k.CARRIES: Feel(sound="turn"),
    k.CROWNS: Feel("grow", "bell"),
    **dict.fromkeys((k.AREA, k.AREA_AGAIN, k.LONE_TILE, k.LONE_TILE_AGAIN), AREAS),
    **dict.fromkeys((k.GROUP, k.GROUP_AGAIN, k.LONE_WORKER, k.LONE_WORKER_AGAIN), GROUPS),
    **dict.fromkeys((k.PAID, k.PAID_ONE), QUARTERS),
    **dict.fromkeys((k.SECOND_TILES, k.SECOND_TILES_AGAIN), SECOND),
}
