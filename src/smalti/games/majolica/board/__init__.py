"""Majolica in a terminal."""
