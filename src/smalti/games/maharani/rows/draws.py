"""What chance gives: the start player, and tiles from the bag."""

from __future__ import annotations

from smalti.games.maharani.components import FACE_COUNT
from smalti.games.maharani.rows import kinds, pieces, places
from smalti.games.maharani.rows.looks import BAG_NONE_LOOK, FRAME_LOOK, OUT_LOOK, RING_LOOK, tile_look
from smalti.games.maharani.rows.pieces import left_the_game, of_colour, upright
from smalti.games.maharani.rows.places import lying, pointed_side
from smalti.games.maharani.rows.turning import tell_rondel
from smalti.games.maharani.rules import FIRST_DRAW, leaves_at_once
from smalti.games.maharani.state import DEAL, START, empty_slot, side_of
from smalti.kernel.compiling import kernel
from smalti.kernel.rows import NONE, NOWHERE, counted, moved, said, tell
from smalti.kernel.state import Sheet, State


@kernel
def tell_chance(state: State, outcome: int, told: Sheet) -> None:
    """What chance gives, told from the position before."""
    if int(state.phase) == START:
        said(told, kinds.BEGINS, outcome, 0, 205)
    else:
        tell_draw(state, outcome - FIRST_DRAW, told)


@kernel
def tell_start(state: State, was: int, told: Sheet) -> None:
    """Rule 2.5: the rondel turns to the start player."""
    seat = int(state.active)
    side = side_of(state, seat)
    if was != seat:
        tell_rondel(state, was, told)
    moved(told, kinds.BEGINS_AT, seat, pieces.RING, NOWHERE, places.PLATE + side, RING_LOOK + upright(side))
    moved(told, kinds.BEGINS_AT, seat, pieces.FRAME, NOWHERE, places.CARD_AT + seat, FRAME_LOOK)


@kernel
def tell_draw(state: State, tile: int, told: Sheet) -> None:
    """Rules 2.4, 8.2 and 8.4: a tile comes onto the first empty slot, or leaves the game at once."""
    slot, colour, kind = empty_slot(state), tile // FACE_COUNT, int(places.KIND_OF_FACE[tile % FACE_COUNT])
    if leaves_at_once(state, tile):
        tell(told, kinds.DISCARDS, NONE, NONE, NOWHERE, NOWHERE, colour, 0, 0, kind, 804)
        tell_out(told, left_the_game(state), 1, places.BAG_COLOUR_AT + colour)
    else:
        side, clause = pointed_side(state), 204 if int(state.phase) == DEAL else 802
        tell(told, kinds.DRAWS, NONE, NONE, NOWHERE, NOWHERE, colour, 0, slot + 1, kind, clause)
        target, look = places.LYING + lying(side, slot), tile_look(tile, side)
        moved(told, kinds.DRAWN, NONE, pieces.RONDEL_TILE + slot, places.BAG_COLOUR_AT + colour, target, look)
    tell_bag(state, colour, kind, told)


@kernel
def tell_bag(state: State, colour: int, kind: int, told: Sheet) -> None:
    """A tile less in the bag."""
    counted(told, kinds.DRAWN_FROM, NONE, pieces.BAG_TILES, NOWHERE, NONE, -1, NONE)
    counted(told, kinds.DRAWN_FROM, NONE, pieces.BAG_COLOUR + colour, NOWHERE, NONE, -1, NONE)
    counted(told, kinds.DRAWN_FROM, NONE, pieces.BAG_KIND + colour * pieces.KIND_COUNT + kind, NOWHERE, NONE, -1, NONE)
    if of_colour(state, colour) == 1:
        place = places.BAG_COLOUR_AT + colour
        moved(told, kinds.FADES, NONE, pieces.BAG_COLOUR + colour, place, place, BAG_NONE_LOOK + colour)


@kernel
def tell_out(told: Sheet, already: int, number: int, source: int) -> None:
    """Rules 8.3 and 8.4: so many tiles more have left the game."""
    if already:
        counted(told, kinds.GOES_OUT, NONE, pieces.OUT, source, NONE, number, NONE)
    else:
        tell(told, kinds.GOES_OUT_FIRST, NONE, pieces.OUT, NOWHERE, places.BOX, OUT_LOOK, 0, number, NONE, NONE)
