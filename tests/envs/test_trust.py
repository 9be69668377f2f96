"""A batch trusts only what it has just drawn itself: whatever is done with its arrays, no game reads stray memory.

Each case runs in a process of its own, so that a crash is seen as a failure and nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

WAYS = {
    "written to": """
        refuses(ValueError, lambda: batch.sample().__setitem__(slice(8), 2**40))
        refuses(ValueError, lambda: batch.actors.__setitem__(slice(None), 100))
        refuses(ValueError, lambda: batch.finals.__setitem__(slice(None), 0))
    """,
    "changed in a copy": """
        for wrong in (100_000, -7, 2**40):
            moves = batch.sample().copy()
            moves[:8] = wrong
            refuses(SmaltiError, lambda: batch.step(moves))
    """,
    "changed by force": """
        moves = batch.sample()
        batch.play(1)
        moves.flags.writeable = True
        moves[:8] = generator.integers(0, 2**40, 8)
        refuses(SmaltiError, lambda: batch.step(moves))
    """,
    "used twice": """
        moves = batch.sample()
        batch.step(moves)
        before = batch.states.tobytes()
        legal = batch.masks()[range(64), moves].all()
        if not legal:
            refuses(SmaltiError, lambda: batch.step(moves))
            assert batch.states.tobytes() == before
            stale += 1
    """,
    "used after the games went on": """
        moves = batch.greedy() if turn % 2 else batch.random()
        states = batch.states.copy()
        (lambda: batch.play(3), batch.reset, lambda: batch.load(states))[turn % 3]()
        if not batch.masks()[range(64), moves].all():
            refuses(SmaltiError, lambda: batch.step(moves))
            stale += 1
    """,
}
PROGRAM = """
import numpy as np
import smalti
from smalti import SmaltiError

def refuses(error, call):
    try:
        call()
    except error:
        return
    raise AssertionError("it was taken")

generator = np.random.default_rng(1)
for name in ("mosaix", "maharani", "majolica"):
    batch, stale = smalti.batch(name, 64, seats=2, finals=True, threads=1), 0
    for turn in range(60):
{way}
        batch.step(batch.sample())
    assert stale or not {counts}
print("it lived")
"""


@pytest.mark.parametrize("way", WAYS)
def test_what_a_batch_draws_is_trusted_only_while_it_is_true(way: str) -> None:
    body = textwrap.indent(textwrap.dedent(WAYS[way]).strip(), " " * 8)
    program = PROGRAM.format(way=body, counts="stale" in body)

    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (said.returncode, said.stdout.strip()) == (0, "it lived"), said.stderr[-2000:]


def test_a_batch_steps_what_it_drew_without_looking_again() -> None:
    """Checking would take as long as the moves do: what was just drawn is taken as it is."""
    import smalti

    batch = smalti.batch("mosaix", 3)
    batch._any_illegal = None  # type: ignore[method-assign, assignment]  # nobody may ask
    for draw in (batch.sample, batch.random, batch.greedy):
        batch.step(draw())
