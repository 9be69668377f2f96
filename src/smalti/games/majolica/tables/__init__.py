"""What Majolica looks like and says: plain data for renderers that know no game."""
