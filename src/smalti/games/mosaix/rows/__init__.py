"""What Mosaix computes for those who look at it: rows of numbers, written by kernel functions."""
