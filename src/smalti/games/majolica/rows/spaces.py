"""The spaces of a design card: which one a tile covers. Coloured spaces are filled first, then the blank ones."""

from __future__ import annotations

from smalti.games.majolica.components import BLANK, CARD_SIZE, CARD_SPACES, COLOURS
from smalti.games.majolica.rows.identity import of_kind
from smalti.games.majolica.rows.places import space_at
from smalti.kernel.compiling import kernel


@kernel
def space_number(edition: int, card: int, tiles: int, colour: int, n: int) -> int:
    """The space that the n-th tile of a colour covers; tiles beyond the coloured spaces lie on blank ones, sorted."""
    printed, before = int(CARD_SPACES[edition, card, colour]), 0
    if n < printed:
        for other in range(colour):
            before += int(CARD_SPACES[edition, card, other])
        return before + n
    for other in range(COLOURS):
        before += int(CARD_SPACES[edition, card, other])
        if other < colour:
            before += max(0, of_kind(tiles, other) - int(CARD_SPACES[edition, card, other]))
    return before + n - printed


@kernel
def space_of(edition: int, seat: int, slot: int, card: int, tiles: int, colour: int, n: int) -> int:
    """The place of that space."""
    size = int(CARD_SIZE[edition, card])
    return space_at(seat, slot, size, space_number(edition, card, tiles, colour, n))


@kernel
def kind_of_space(edition: int, card: int, space: int) -> int:
    """The colour printed on a space, or BLANK."""
    for kind in range(COLOURS):
        space -= int(CARD_SPACES[edition, card, kind])
        if space < 0:
            return kind
    return BLANK


@kernel
def is_covered(edition: int, card: int, tiles: int, space: int) -> bool:
    """Whether a tile lies on a space."""
    for colour in range(COLOURS):
        for n in range(of_kind(tiles, colour)):
            if space_number(edition, card, tiles, colour, n) == space:
                return True
    return False
