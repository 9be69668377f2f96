"""Maharani in a terminal."""
