"""Games on the cores of one machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice

from smalti.arena.play import Result, play_game
from smalti.arena.series import Series
from smalti.bots.sources import SOURCES, add_sources
from smalti.kernel.errors import SmaltiError

Results = Generator[Result, None, None]
Runner = Callable[[Series, Iterable[int]], Results]
"""Plays the games of these numbers, in any order; closing the generator ends the work at once."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
AHEAD = 2
"""Games handed out per worker, so that none waits."""


def run_here(series: Series, numbers: Iterable[int]) -> Results:
    """One game after the other in this process."""
    return (play_game(series, number) for number in numbers)


def run_in_processes(workers: int) -> Runner:
    """That many processes; one game each at a time, each on one core."""

    def run(series: Series, numbers: Iterable[int]) -> Results:
        rest, play = iter(numbers), partial(play_knowing, tuple(SOURCES))
        with one_thread_each(), processes(workers) as pool:
            waiting = {pool.submit(play, series, number) for number in islice(rest, AHEAD * workers)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, series, number) for number in islice(rest, len(done))}
                yield from in_order(done)

    return run_here if workers == 1 else run


def play_knowing(sources: tuple[str, ...], series: Series, number: int) -> Result:
    """A game in another process, which has to know the games and bots that were added here."""
    add_sources(sources)
    return play_game(series, number)


def in_order(done: set[Future[Result]]) -> list[Result]:
    """The results of what is done."""
    try:
        return sorted((one.result() for one in done), key=lambda result: result.number)
    except BrokenProcessPool as error:
        raise SmaltiError("a process that played died; games that were finished are kept with --out") from error


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Workers that end with this block, also in the middle of a game."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin_worker)
    try:
        yield pool
    finally:
        running = list((getattr(pool, "_processes", None) or {}).values())
        for process in running:
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def one_thread_each() -> Iterator[None]:
    """What starts in this block computes with one thread: several would only wait for each other."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def begin_worker() -> None:
    """Runs first in a worker: it leaves Ctrl-C to its parent, and ends when that does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait_for_parent() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait_for_parent, daemon=True).start()
