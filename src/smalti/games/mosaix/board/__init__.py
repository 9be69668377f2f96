"""Mosaix in a terminal."""
