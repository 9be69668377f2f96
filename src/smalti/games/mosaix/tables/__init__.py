"""What Mosaix looks like and says, as plain data."""
