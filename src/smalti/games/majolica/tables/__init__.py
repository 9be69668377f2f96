"""What Majolica looks like and says: plain data."""
