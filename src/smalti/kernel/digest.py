"""HMAC-SHA-256 of short messages as a kernel function, so that whole games are played and checked in one compiled call.

`Chance` computes the same numbers with Python's own library; a test compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers

BLOCK, WORDS, ROUNDS = 64, 8, 64
MASK = 0xFFFFFFFF


def _primes(n: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < n:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _root(number: int, power: int) -> int:
    """The first 32 bits behind the point of a root of a whole number."""
    wanted, low, high = number << 32 * power, 0, number << 32
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= wanted else (low, middle)
    return low & MASK


FIRST: Any = np.array([_root(prime, 2) for prime in _primes(WORDS)], np.int64)
ADDED: Any = np.array([_root(prime, 3) for prime in _primes(ROUNDS)], np.int64)


@kernel
def turned(word: int, n: int) -> int:
    """A word of 32 bits turned to the right."""
    return (word >> n | word << (32 - n)) & MASK


@kernel
def take_block(sums: Numbers, text: Numbers, at: int, plan: Numbers) -> None:
    """One block of 64 bytes more."""
    for i in range(16):
        b = at + 4 * i
        plan[i] = text[b] << 24 | text[b + 1] << 16 | text[b + 2] << 8 | text[b + 3]
    for i in range(16, ROUNDS):
        early, late = int(plan[i - 15]), int(plan[i - 2])
        low = turned(early, 7) ^ turned(early, 18) ^ early >> 3
        high = turned(late, 17) ^ turned(late, 19) ^ late >> 10
        plan[i] = (int(plan[i - 16]) + low + int(plan[i - 7]) + high) & MASK
    a, b, c, d = int(sums[0]), int(sums[1]), int(sums[2]), int(sums[3])
    e, f, g, h = int(sums[4]), int(sums[5]), int(sums[6]), int(sums[7])
    for i in range(ROUNDS):
        high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        first = h + high + (e & f ^ ~e & MASK & g) + int(ADDED[i]) + int(plan[i])
        low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        second = low + (a & b ^ a & c ^ b & c)
        h, g, f, e = g, f, e, (d + first) & MASK
        d, c, b, a = c, b, a, (first + second) & MASK
    for i, word in enumerate((a, b, c, d, e, f, g, h)):
        sums[i] = (int(sums[i]) + word) & MASK


@kernel
def finish(sums: Numbers, text: Numbers, n: int, before: int, plan: Numbers) -> None:
    """The last n bytes, after `before` others; the text has room for two blocks more."""
    bits = 8 * (n + before)
    end = (n + 9 + BLOCK - 1) // BLOCK * BLOCK
    text[n] = 0x80
    for i in range(n + 1, end):
        text[i] = 0
    for i in range(8):
        text[end - 1 - i] = bits >> 8 * i & 0xFF
    for at in range(0, end, BLOCK):
        take_block(sums, text, at, plan)


# The desk: the sums after the key (inner, outer), the sums at work, the plan of a block, then the text.
INNER, OUTER, SUMS, PLAN, TEXT = 0, WORDS, 2 * WORDS, 3 * WORDS, 3 * WORDS + ROUNDS
LONGEST_NUMBER = 20


@kernel
def take_key(desk: Numbers, key: Numbers) -> None:
    """Begins with a key of a block's length."""
    text, plan = desk[TEXT:], desk[PLAN:TEXT]
    for at, pad in ((INNER, 0x36), (OUTER, 0x5C)):
        sums = desk[at : at + WORDS]
        sums[:] = FIRST
        for i in range(BLOCK):
            text[i] = key[i] ^ pad
        take_block(sums, text, 0, plan)


@kernel
def write_number(text: Numbers, n: int, number: int) -> int:
    """Writes a whole number, not negative, and returns where the text goes on."""
    size = 1
    while number >= 10**size:
        size += 1
    for i in range(size):
        text[n + size - 1 - i] = 48 + number // 10**i % 10
    return n + size


@kernel
def write_text(text: Numbers, n: int, part: Numbers) -> int:
    """Writes bytes, and returns where the text goes on."""
    for i in range(len(part)):
        text[n + i] = part[i]
    return n + len(part)


@kernel
def digest_bits(desk: Numbers, n: int) -> int:
    """The first 62 bits, as `Chance` cuts them, of the HMAC of the n bytes that were written."""
    text, plan, sums = desk[TEXT:], desk[PLAN:TEXT], desk[SUMS:PLAN]
    sums[:] = desk[INNER:OUTER]
    finish(sums, text, n, BLOCK, plan)
    for i in range(WORDS):
        for byte in range(4):
            text[4 * i + byte] = int(sums[i]) >> (24 - 8 * byte) & 0xFF
    sums[:] = desk[OUTER:SUMS]
    finish(sums, text, 4 * WORDS, BLOCK, plan)
    return (int(sums[0]) & 0x3FFFFFFF) << 32 | int(sums[1])
