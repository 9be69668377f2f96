"""What is next in a game of Majolica, as numbers."""

from __future__ import annotations

START, CARD, GRID, DEAL, START_CARD, SHOW, PICK, REVEAL, TAKE, STORE, PLACE = range(11)
PUT, EXCESS, RUN, DELIVER, FRAGMENT, BONUS, BONUS_AFTER, OVER = range(11, 19)
"""What is next. Set-up: draw the start player, fill the display, lay the grid, deal and install the start cards, show
and pick missions. A turn: reveal (solo), take, store on a mission, place what was taken. Inside a cascade: put the
bonus tile, give up excess, choose what runs, deliver, fragment, take the bonus tile before or after the move."""
