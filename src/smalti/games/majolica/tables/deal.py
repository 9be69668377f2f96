"""How a grid is chosen by hand: tile by tile, as it is laid out from the box."""

from __future__ import annotations

from smalti.games.majolica.chance import FIRST_GRID
from smalti.games.majolica.components import CELLS, COLOURS, LARGE_TILES
from smalti.games.majolica.rows import looks, places
from smalti.kernel.stage import Deal

DEAL = Deal(
    first=FIRST_GRID,
    bits=2,
    places=tuple(places.CELL + cell for cell in range(CELLS)),
    looks=tuple(looks.LARGE + colour for colour in range(COLOURS)),
    each=LARGE_TILES,
)
"""Rule 2.3: row by row, four tiles of each colour."""
