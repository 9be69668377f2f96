"""Work on the cores of one machine, in processes that end with whoever started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from smalti.bots.sources import SOURCES, add_sources
from smalti.kernel.errors import SmaltiError

A = TypeVar("A")
B = TypeVar("B")

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
AHEAD = 2
"""Pieces of work handed out per worker, so that none waits."""


def in_turn(workers: int, work: Callable[[A], B], pieces: Iterable[A]) -> Iterator[B]:
    """What comes of each piece, in their order; with one worker in this process."""
    if workers == 1:
        yield from map(work, pieces)
        return
    waiting: deque[Future[B]] = deque()
    with processes(workers) as pool:
        try:
            for piece in pieces:
                waiting.append(pool.submit(knowing, tuple(SOURCES), work, piece))
                if len(waiting) > AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise SmaltiError("a process that was at work died") from error


def knowing(sources: tuple[str, ...], work: Callable[[A], B], piece: A) -> B:
    """Work in another process, which has to know the games and bots that were added here."""
    add_sources(sources)
    return work(piece)


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Workers with one thread each that end with this block, also in the middle of their work."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin_worker)
    try:
        with one_thread_each():
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
