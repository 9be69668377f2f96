"""The arena: bots against each other and alone, with figures that say how sure they are."""

from smalti.arena.match import play_matches, play_solo
from smalti.arena.report import Pair, Report, Standing
from smalti.arena.series import Series
from smalti.arena.solo import SoloReport
from smalti.arena.statistics import Estimate, Sprt

__all__ = [
    "Estimate",
    "Pair",
    "Report",
    "Series",
    "SoloReport",
    "Sprt",
    "Standing",
    "play_matches",
    "play_solo",
]
