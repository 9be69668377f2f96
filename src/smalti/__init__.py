"""Smalti: Mosaix, Maharani and Majolica as a library, a table and opponents."""

__version__ = "0.1.0"
