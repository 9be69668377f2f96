"""Reviews: luck and skill apart."""
