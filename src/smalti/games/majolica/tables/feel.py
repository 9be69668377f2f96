"""How Majolica is seen and heard to happen, and under what its points are counted in the end."""

from __future__ import annotations

from smalti.games.majolica.rows import kinds as k
from smalti.kernel.stage import Feel
from smalti.kernel.words import N_

RUN, COIN = Feel("glow", "fire"), Feel(sound="coin")
TOKENS = Feel(category=N_("tokens"))
FEEL: dict[int, Feel] = {
    k.TURNS_UP: Feel(sound="tile"),
    k.LAYS_GRID: Feel(sound="tile"),
    k.TAKES: Feel(sound="tile"),
    k.TAKES_WITH_CARD: Feel(sound="tile"),
    k.TAKES_WITH_ORDER: Feel(sound="tile"),
    k.PUTS: Feel(sound="tile"),
    k.PUTS_BONUS: Feel(sound="tile"),
    k.INSTALLS: Feel(sound="wood"),
    k.REPLACES: Feel(sound="wood"),
    k.RUNS: RUN,
    k.RUNS_FOR_MORE: RUN,
    k.DELIVERS: Feel(sound="tile"),
    k.FRAGMENTS: Feel(sound="stone"),
    k.RIDES: Feel(sound="wood"),
    k.FINISHES: Feel("glow", "bell"),
    k.EARNS_ONE: COIN,
    k.GAINS: COIN,
    k.TOKEN_GAINS: COIN,
    k.MISSION_GAINS: COIN,
    k.BLOOMS: Feel(sound="bell"),
    k.WINS: Feel(sound="bell"),
    k.SCORES_DESIGN: Feel(category=N_("finished designs")),
    k.SCORES_UNFINISHED: Feel(category=N_("unfinished designs")),
    k.SCORES_ONES: TOKENS,
    k.SCORES_BLOOM: TOKENS,
    k.SCORES_MISSION: Feel(category=N_("missions")),
}
