"""What Mosaix computes for those who look at it: rows of numbers, written by kernel functions.

`places` and `kinds` name the numbers, `pieces` also those of pieces and looks; `tables` says what they stand for.
"""

from __future__ import annotations

from smalti.games.mosaix.rows import ahead, asks, earnings, happenings, offers, paths, pieces, refusals
from smalti.kernel.rows import Rows

ROWS = Rows(
    pieces=pieces.pieces,
    offers=offers.offers,
    paths=paths.paths,
    happens=happenings.happens,
    asks=asks.asks,
    refuses=refusals.refuses,
    refuses_move=refusals.refuses_move,
    earns=earnings.earns,
    foresees=ahead.foresees,
)
