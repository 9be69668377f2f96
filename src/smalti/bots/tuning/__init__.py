"""Tuning evaluations that are linear in their weights, by games against themselves."""
