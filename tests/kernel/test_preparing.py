"""Whoever plays on becomes fast without asking, and whoever stops waits for nothing. Each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOOP = """
import logging
import random
import threading
import smalti

logging.basicConfig(level="INFO", format="%(message)s")
p = smalti.new("mosaix", seats=2, seed=1)
"""
PLAYS_ON = """
while not p.is_compiled:
    p = p.play(random.choice(p.legal_moves()))
    p = p if not p.is_over else smalti.parse("mosaix", "7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 form:0:otxx")
    p = p if not p.needs_chance else p.after(smalti.CHANCE, p.sample(1))
for thread in threading.enumerate():  # who is compiled has not yet said so
    if thread.name == "smalti-prepare":
        thread.join()
print("compiled")
"""
FEW_MOVES = """
from smalti.kernel.position import Position

for _ in range(40):
    p = p.play(p.legal_moves()[0])
slow = smalti.new("mosaix", seats=2, seed=1, compiled=False)
behind = Position.new(smalti.find_game("maharani"), 2, seed=1)
for _ in range(400):
    slow.play(slow.legal_moves()[0])
    behind.play(behind.legal_moves()[0])
print([one.name for one in threading.enumerate()])
"""
STOPS = """
from smalti.kernel import preparing

def compile_for_ever(game, starting):
    threading.Event().wait()

preparing.compile_moves = compile_for_ever
for _ in range(400):
    p.play(p.legal_moves()[0])
assert "smalti-prepare" in [one.name for one in threading.enumerate()]
print("done")
"""
FORKS = """
import os
import signal
from smalti.kernel import preparing
from smalti.kernel.referee import referee

begun, enough = threading.Event(), threading.Event()

def compile_slowly(game, starting):
    with referee(game)._lock:
        begun.set()
        while not enough.wait(0.01):
            starting()
        referee(game).is_compiled = True

preparing.compile_moves = compile_slowly
preparation = smalti.prepare("mosaix")
begun.wait()
child = os.fork()
if not child:
    signal.alarm(300)
    smalti.new("mosaix", seed=1)
    os._exit(8 if preparation.wait() else 7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
enough.set()
print(preparation.wait(300))
"""


def run(program: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LOOP + program], env=os.environ | settings, capture_output=True, text=True
    )


def test_the_ordinary_loop_becomes_compiled_by_itself() -> None:
    said = run(PLAYS_ON)

    assert (said.returncode, said.stdout) == (0, "compiled\n"), said.stderr
    assert "Mosaix is ready" in said.stderr


def test_few_moves_and_those_that_stay_interpreted_start_nothing() -> None:
    """Nor do positions that come by another door: a server compiles elsewhere."""
    said = run(FEW_MOVES)

    assert (said.returncode, said.stdout) == (0, "['MainThread']\n"), said.stderr


def test_a_program_that_ends_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    said = run(STOPS, SMALTI_CACHE_DIR=str(tmp_path))

    assert (said.returncode, said.stdout) == (0, "done\n"), said.stderr


def test_a_process_that_is_forked_meanwhile_waits_for_nothing() -> None:
    """Its first position waited for ever for a lock that the compiling thread had, which it has not."""
    said = run(FORKS)

    assert (said.returncode, said.stdout) == (0, "7\nTrue\n"), said.stderr
