"""The small generator inside every position, for playouts and batches.

A Weyl sequence of 62 bits through a 32-bit mixer. All products stay below 2**63, so that Python's integers,
Numba's and a GPU's give the same numbers.
"""

from __future__ import annotations

from smalti.kernel.compiling import kernel
from smalti.kernel.state import State

MASK_62 = (1 << 62) - 1
STEP = 0x1E3779B97F4A7C15


@kernel
def mix(value: int) -> int:
    """Scatters 32 bits over 32 bits, one to one."""
    x = value & 0xFFFFFFFF
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & 0xFFFFFFFF
    x ^= x >> 15
    x = (x * 0x735A2D97) & 0xFFFFFFFF
    return x ^ (x >> 15)


@kernel
def below(state: State, n: int) -> int:
    """A random integer of 0 .. n-1; moves the position's generator on."""
    seed = (int(state.rng) + STEP) & MASK_62
    state.rng = seed
    return (mix((seed & 0xFFFFFFFF) ^ mix(seed >> 31)) * n) >> 32


@kernel
def spread(seed: int, index: int) -> int:
    """The generator of the index-th of many games with one seed, whatever batch or thread plays it."""
    high = mix((seed & 0xFFFFFFFF) ^ mix((seed >> 31) ^ mix(index)))
    return ((high & 0x3FFFFFFF) << 32) | mix(high ^ (index & 0xFFFFFFFF))
