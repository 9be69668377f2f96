"""A small network that learns what an evaluation is off by, alone. It knows how a game is seen, never a game."""
