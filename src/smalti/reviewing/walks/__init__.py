"""What is compiled of a review, in a folder of its own: compiled code is kept by the sources beside it."""
