"""What Mosaix looks like and says: plain data."""
