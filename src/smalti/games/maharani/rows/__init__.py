"""Maharani as rows of numbers: what lies where, how to click, what happens, what is asked, refused and earned."""

from __future__ import annotations

from smalti.games.maharani.rows.asks import asks
from smalti.games.maharani.rows.clicks import refuses
from smalti.games.maharani.rows.earnings import earns
from smalti.games.maharani.rows.happenings import happens
from smalti.games.maharani.rows.paths import offers, paths
from smalti.games.maharani.rows.pieces import pieces
from smalti.games.maharani.rows.refusals import refuses_move
from smalti.kernel.rows import Rows

ROWS = Rows(pieces, offers, paths, happens, asks, refuses, refuses_move, earns)
