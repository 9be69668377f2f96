"""Pebbles: a tiny complete game, to copy from when you write your own (docs/guides/fourth_game.md)."""

from examples.pebbles.evaluation import EVALUATION
from examples.pebbles.game import PEBBLES

GAMES = [PEBBLES]
EVALUATIONS = {PEBBLES.name: EVALUATION}
