"""What a cascade may set off next: whether the leftovers of a running workshop can make the next one ready."""

from __future__ import annotations

from smalti.games.majolica import components
from smalti.games.majolica.cards import wanted
from smalti.games.majolica.editions import HALL
from smalti.games.majolica.rows.identity import load, of_kind
from smalti.games.majolica.state import NONE
from smalti.games.majolica.workshops import deliverable
from smalti.kernel.compiling import kernel
from smalti.kernel.sets import bit
from smalti.kernel.state import State


@kernel
def next_ready(state: State, seat: int) -> int:
    """Rule 6.11: the workshop that may run after the running one, or NONE; a bonus tile is not reckoned with."""
    edition, workshop = int(state.edition), int(state.running)
    target, purple = int(components.NEXT[edition, workshop]), 5 * components.PURPLE
    there, left = load(state, seat, target), load(state, seat, workshop) + (int(state.extra) << purple)
    if not components.HOLDS_PURPLE[edition, target]:
        left &= bit(purple) - 1
    for _ in range(int(components.MUST[edition, workshop]) - int(state.delivered)):
        left = without_one(edition, target, there, left, deliverable(state, seat, workshop))
    for _ in range(int(state.fragments)):
        left = without_one(edition, target, there, left, bit(components.COLOURS) - 1)
    can_fill = fitting(edition, target, there + left) >= int(components.CAPACITY[edition, target])
    return target if can_fill and has_wanted(state, seat, target, there + left) else NONE


@kernel
def without_one(edition: int, target: int, there: int, left: int, colours: int) -> int:
    """What is left after one tile of these colours has gone: the one that the next workshop misses least."""
    found, most = left, NONE
    for colour in range(components.COLOURS):
        if colours & bit(colour) and of_kind(left, colour):
            rest = left - bit(5 * colour)
            fits = fitting(edition, target, there + rest)
            if fits > most:
                found, most = rest, fits
    return found


@kernel
def fitting(edition: int, workshop: int, tiles: int) -> int:
    """Rules 5.2, 6.1 and 8.4: how many of these tiles the pattern of a workshop takes; the others are given up."""
    fits = of_kind(tiles, components.PURPLE)
    for n in range(components.MOST_TILES):
        over = 0
        for colour in range(components.COLOURS):
            if of_kind(tiles, colour) > n:
                over += 1
        fits += min(over, int(components.PARTS_OVER[edition, workshop, n]))
    return fits


@kernel
def has_wanted(state: State, seat: int, workshop: int, tiles: int) -> bool:
    """Rule 6.2: whether one of these tiles has somewhere to go."""
    target = int(components.TARGET[int(state.edition), workshop])
    colours = bit(components.COLOURS) - 1 if target == HALL else wanted(state, seat, target)
    for colour in range(components.COLOURS):
        if colours & bit(colour) and of_kind(tiles, colour):
            return True
    return False
