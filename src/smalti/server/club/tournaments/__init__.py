"""Tournaments: who meets whom, how they stand, and how a round is made and ends."""
