"""Positions to think about: mined from finished games, graded by what an answer costs."""
