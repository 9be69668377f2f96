"""Search in compiled code. It knows the Game interface and an evaluation, never a game."""
