"""Sets of up to 63 spaces in one integer: bit i stands for space i."""

from __future__ import annotations

from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers


@kernel
def bit(space: int) -> int:
    """The set of one space."""
    return 1 << int(space)


@kernel
def count(spaces: int) -> int:
    """How many spaces are in the set.

    Written so that a compiler knows it for what it is, one instruction; the bits that are kept are the same whether or
    not the product is cut off at 64.
    """
    x = int(spaces)
    x -= (x >> 1) & 0x5555555555555555
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (x * 0x0101010101010101 >> 56) & 0x7F


@kernel
def lowest(spaces: int) -> int:
    """The smallest space of a set that is not empty."""
    x = int(spaces)
    return count((x & -x) - 1)


@kernel
def nth(spaces: int, n: int) -> int:
    """The space of a set before which n others stand; the set has more than n."""
    return nth_of_two(spaces, 0, n)


@kernel
def nth_of_two(first: int, second: int, n: int) -> int:
    """The same of two sets that hold each space once: the space before which n others of both stand."""
    one, other, space = int(first), int(second), 0
    left, width = int(n), 32
    while width:
        low = (1 << width) - 1
        here = count(one & low) + count(other & low)
        if left >= here:
            left -= here
            one >>= width
            other >>= width
            space += width
        width >>= 1
    return space


@kernel
def leaders(points: Numbers, seats: int) -> int:
    """The seats with the most points."""
    best = bit(0)
    for seat in range(1, seats):
        if points[seat] > points[lowest(best)]:
            best = bit(seat)
        elif points[seat] == points[lowest(best)]:
            best |= bit(seat)
    return best


@kernel
def flood(start: int, allowed: int, neighbours: Numbers) -> int:
    """The part of the allowed spaces that hangs together with the start."""
    region = int(start) & int(allowed)
    rest = region
    while rest:
        space = lowest(rest)
        reached = int(neighbours[space]) & int(allowed) & ~region
        region |= reached
        rest = (rest & (rest - 1)) | reached
    return region
