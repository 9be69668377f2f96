"""Moves, positions and records of Majolica as text, both ways."""

from smalti.games.majolica.rows.refusals import refuses_move
from smalti.games.majolica.tables.stage import stage
from smalti.kernel.refusing import Door

DOOR = Door("majolica", refuses_move, stage)
"""Where moves come in as text: what the rows refuse is raised, with its clause."""
