"""Moves, positions and records of Maharani as text, both ways."""

from smalti.games.maharani.rows.refusals import refuses_move
from smalti.games.maharani.tables.stage import stage
from smalti.kernel.refusing import Door

DOOR = Door("maharani", refuses_move, stage)
"""Where moves come in as text: what the rows refuse is raised, with its clause."""
