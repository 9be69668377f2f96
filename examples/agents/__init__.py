"""Agents for Smalti Bench (docs/bench.md): functions of Python from a position to a move."""
