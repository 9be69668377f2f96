"""Commands in processes forked from one that has loaded their modules already, so that they are there in a moment."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkServerProcess

from smalti.cli.main import run
from smalti.server.http import server
from smalti.server.operation import clock
from smalti.server.thinking import queue
from tests.waiting import PATIENCE_S

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__])
LOADED = run, queue, server
"""Before anything is forked."""


@dataclass
class Fork:
    """A command of ours that can be killed and started again."""

    arguments: list[str]
    environment: dict[str, str]
    process: ForkServerProcess | None = None

    def launch(self) -> None:
        self.process = FORKS.Process(target=command, args=(self.arguments, self.environment))
        self.process.start()

    def kill(self) -> None:
        """As if the power were cut."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.join(PATIENCE_S)
        assert self.process.exitcode is not None


def jump(_: int, __: object) -> None:
    """The clock is set, somewhere within a year."""
    offset = timedelta(seconds=int.from_bytes(os.urandom(3)) * 2 - 2**24)
    clock.now = lambda: datetime.now(UTC) + offset


def command(arguments: list[str], environment: dict[str, str]) -> None:
    """Runs in a process of its own: the command as people start it."""
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGUSR2, jump)
    gc.freeze()  # what was loaded before the fork need not be looked through for garbage
    run(arguments)


@contextmanager
def forked(arguments: list[str], count: int, **environment: str) -> Iterator[list[Fork]]:
    """The same command several times."""
    forks = [Fork(arguments, environment) for _ in range(count)]
    for fork in forks:
        fork.launch()
    try:
        yield forks
    finally:
        for fork in forks:
            fork.stop()
