"""What Pebbles looks like and says, as plain data."""
