"""Moves, positions and records of Majolica as text, both ways."""
