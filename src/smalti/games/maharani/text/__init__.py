"""Moves, positions and records of Maharani as text, both ways."""
