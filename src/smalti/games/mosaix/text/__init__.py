"""Moves, positions and records of Mosaix as text, both ways."""
