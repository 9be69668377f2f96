"""The numbers of what happens, is asked, is refused and is earned."""

from __future__ import annotations

# What happens: heads speak
(BEGINS, ROLLS_DICE, FORMS, CHOOSES, ENTERS, REVEALS, KEEPS, SKIPS, STOPS, PASSES, ENDS, WINS, REACHES) = range(13)

# What happens under them: rows act
(GIVES, SHOWS, LAYS, RETURNS, PUTS_AWAY) = range(20, 25)
"""The dice."""
(CALLS, ANSWERS, DISMISSES) = range(25, 28)
"""What a seat is busy with."""
(PENCILS, INKS, FIXES) = range(28, 31)
"""Marks in a grid: of a choice not shown yet, for all to see, and the one that becomes the other."""
(STRIKES, LOSES, PAYS, GAINS, PROMISES, MEASURES) = range(31, 37)
"""The scale, the points, and how large an area would be."""

# What is asked
(ASKS_SHAPE, ASKS_CARD, ASKS_DIE, ASKS_CELL) = range(40, 44)

# What is refused
(IS_OVER, NOT_ROLLER, HAS_ENTERED, NO_ROLL, OTHER_GRID, NO_DIE, TAKEN, NO_SCALE, NOT_INSIDE, SAME_MARKS) = range(50, 60)
(NOT_ALONE, NOT_LAID, NO_SKIP_ALONE, CAN_ENTER, IS_LAID, OTHER_DICE, FITS_NOWHERE, LAY_FIRST) = range(60, 68)

# What is earned
(NO_AREA, ONE_AREA, AREAS, FREE_SCALE, LIES) = range(70, 75)
