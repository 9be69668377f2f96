"""Doors for those who study games: batches, and the interfaces that others have."""
