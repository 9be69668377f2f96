"""HMAC-SHA-256 of short messages as a kernel function, so that whole games are played and checked in one compiled call.

`Chance` computes the same numbers with Python's own library; a test compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from smalti.kernel.compiling import kernel
from smalti.kernel.state import Numbers

BLOCK, BLOCK_WORDS, WORDS, ROUNDS = 64, 16, 8, 64
MASK = 0xFFFFFFFF
END_OF_TEXT = 0x80


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
def twice(word: int) -> int:
    """A word of 32 bits two times in a row: the lower half of that, shifted to the right, is the word turned."""
    return word << 32 | word


@kernel
def take_block(sums: Numbers, text: Numbers, at: int, plan: Numbers) -> None:
    """One block of 64 bytes more."""
    for i in range(BLOCK_WORDS):
        b = at + 4 * i
        plan[i] = text[b] << 24 | text[b + 1] << 16 | text[b + 2] << 8 | text[b + 3]
    take_words(sums, plan)


@kernel
def take_words(sums: Numbers, plan: Numbers) -> None:
    """One block more, its words at the head of the plan. Sums are cut to 32 bits only where they are kept."""
    for i in range(BLOCK_WORDS, ROUNDS):
        early, late = int(plan[i - 15]), int(plan[i - 2])
        early_twice, late_twice = twice(early), twice(late)
        low = early_twice >> 7 ^ early_twice >> 18 ^ early >> 3
        high = late_twice >> 17 ^ late_twice >> 19 ^ late >> 10
        plan[i] = (int(plan[i - 16]) + low + int(plan[i - 7]) + high) & MASK
    a, b, c, d = int(sums[0]), int(sums[1]), int(sums[2]), int(sums[3])
    e, f, g, h = int(sums[4]), int(sums[5]), int(sums[6]), int(sums[7])
    for i in range(ROUNDS):
        a_twice, e_twice = twice(a), twice(e)
        high = e_twice >> 6 ^ e_twice >> 11 ^ e_twice >> 25
        first = int(ADDED[i]) + int(plan[i]) + h + (e & (f ^ g) ^ g) + high
        low = a_twice >> 2 ^ a_twice >> 13 ^ a_twice >> 22
        second = low + (a & b ^ c & (a ^ b))
        h, g, f, e = g, f, e, (d + first) & MASK
        d, c, b, a = c, b, a, (first + second) & MASK
    for i, word in enumerate((a, b, c, d, e, f, g, h)):
        sums[i] = (int(sums[i]) + word) & MASK


@kernel
def finish(sums: Numbers, text: Numbers, n: int, before: int, plan: Numbers) -> None:
    """The last n bytes, after `before` others; the text has room for two blocks more."""
    bits = 8 * (n + before)
    end = (n + 9 + BLOCK - 1) // BLOCK * BLOCK
    text[n] = END_OF_TEXT
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
    plan[:WORDS], plan[WORDS:BLOCK_WORDS] = sums, 0
    plan[WORDS], plan[BLOCK_WORDS - 1] = END_OF_TEXT << 24, 8 * (BLOCK + 4 * WORDS)
    sums[:] = desk[OUTER:SUMS]
    take_words(sums, plan)
    return (int(sums[0]) & 0x3FFFFFFF) << 32 | int(sums[1])
