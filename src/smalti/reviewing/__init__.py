"""A finished game looked at again: luck and skill apart, with errors (docs/review.md). Called `smalti.review`."""
