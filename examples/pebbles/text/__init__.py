"""Moves, positions and records of Pebbles as text, both ways."""
