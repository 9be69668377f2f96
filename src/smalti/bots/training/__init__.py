"""Learning an evaluation from self-play. It knows the Game interface, an evaluation and its patterns, never a game."""
