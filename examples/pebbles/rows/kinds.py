"""The kinds of rows: what happens, what is asked, what is refused, what is earned."""

from __future__ import annotations

# Heads, which speak
BEGINS, DRAWS, LAYS, ENDS, WINS = range(5)
# What stands under them and acts
COMES, LEAVES, GOES, GAINS = range(5, 9)
# Questions
TAKE, PUT = range(9, 11)
# Refusals
OVER, TOO_EARLY, NOT_YOURS, NOT_SHOWN, NOT_FREE, NOTHING_TAKEN = range(11, 17)
# Lines of a score, and their cells
ROW_PAIRS, COLUMN_PAIRS, LIES = range(17, 20)
