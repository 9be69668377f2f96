"""What Maharani looks like and says: plain data."""
