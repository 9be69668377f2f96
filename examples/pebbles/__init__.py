"""Pebbles: a tiny complete game, to copy from when you write your own (docs/guides/fourth_game.md)."""

from examples.pebbles.game import PEBBLES

GAMES = [PEBBLES]
