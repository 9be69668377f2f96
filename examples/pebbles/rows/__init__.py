"""What Pebbles computes for those who look at it: rows of small numbers, written by kernel functions."""

from examples.pebbles.rows.asks import asks
from examples.pebbles.rows.earnings import earns
from examples.pebbles.rows.happenings import happens
from examples.pebbles.rows.offers import offers
from examples.pebbles.rows.paths import paths
from examples.pebbles.rows.pieces import pieces
from examples.pebbles.rows.refusals import refuses, refuses_move
from smalti.kernel.rows import Rows

ROWS = Rows(pieces, offers, paths, happens, asks, refuses, refuses_move, earns)
