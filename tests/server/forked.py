"""Commands in processes forked from one that has loaded their modules already, so that they are there in a moment.

So are the processes that their bots think in.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Lock
from typing import Any

from smalti.kernel.reader import reader
from smalti.server.operation import clock
from smalti.server.thinking import compiling, thinker
from tests.waiting import PATIENCE_S

START = "from smalti.cli.main import main; main()"
"""The command as people start it; what else it is told comes from its environment."""
NO_HURRY = f"""
from smalti.server.http import server
server.LONGEST_END_S = server.AT_THE_LATEST_S = {PATIENCE_S}
"""
"""Before it: a server that may take its time to end, where the machine is busy; else it says that it gave up."""
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "tests.server.loaded"])


@dataclass
class Fork:
    """A command of ours that runs; it is asked and told as `subprocess.Popen` is."""

    arguments: list[str]
    environment: dict[str, str]
    log: str | None = None
    """The file for what it says about errors, if not where we say it."""
    folder: Path | None = None
    """Where it runs, if not where we do."""
    code: str = START
    """What runs there; it may change something of the program before it starts it."""
    process: ForkServerProcess = field(init=False)

    def __post_init__(self) -> None:
        told = os.environ | self.environment
        asked = self.arguments, dict(told), self.log, self.folder, self.code
        self.process = FORKS.Process(target=command, args=asked)
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        return self.process.exitcode

    def kill(self) -> None:
        """As if the power were cut."""
        self.process.kill()

    def terminate(self) -> None:
        """Asks it to end."""
        self.process.terminate()

    def wait(self, timeout: float = PATIENCE_S) -> int:
        """Until it has ended; how."""
        self.process.join(timeout)
        assert self.process.exitcode is not None, "it does not end"
        return self.process.exitcode


CLOCK, RUNNING = "TEST_CLOCK", "TEST_RUNNING_CLOCK"
"""Variables that name a file: there stands what time it is; or what time it was when it was written."""


def told_by(file: Path) -> datetime:
    """What time it is by a clock that runs: it goes on from there, so that no two things happen at one moment."""
    with file.open(encoding="ascii") as opened:
        passed_s = time.time() - os.fstat(opened.fileno()).st_mtime
        return datetime.fromisoformat(opened.read()) + timedelta(seconds=max(0.0, passed_s))


def jump(_: int, __: object) -> None:
    """The clock is set, somewhere within a year."""
    offset = timedelta(seconds=int.from_bytes(os.urandom(3)) * 2 - 2**24)
    clock.now = lambda: datetime.now(UTC) + offset


def command(arguments: list[str], environment: dict[str, str], log: str | None, folder: Path | None, code: str) -> None:
    """Runs in a process of its own: the command as people start it."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    if log:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    if folder:
        os.chdir(folder)
    signal.signal(signal.SIGUSR2, jump)
    if file := environment.get(CLOCK):
        clock.now = lambda: datetime.fromisoformat(Path(file).read_text(encoding="ascii"))
    if running := environment.get(RUNNING):
        clock.now = partial(told_by, Path(running))
    subprocess.Popen = Beside  # type: ignore[misc,assignment]  # in this process alone
    compiling.in_a_thread = load_alone
    gc.freeze()  # what was loaded before the fork need not be looked through for garbage
    sys.argv = ["smalti", *arguments]
    exec(code, {"__name__": "__main__"})


POPEN, in_a_thread = subprocess.Popen, compiling.in_a_thread
LOADING = Lock()
"""Held while a server takes in machine code: what is forked in the middle of that would wait for it for ever."""


async def load_alone(work: Callable[[], None]) -> None:
    """In a thread, while nothing is forked."""

    def alone() -> None:
        with LOADING:
            work()

    await in_a_thread(alone)


class Beside(subprocess.Popen[str]):
    """A process beside a server; one that thinks is forked from it instead of loading everything anew."""

    def __init__(self, command: Sequence[str], **wishes: Any) -> None:
        _, *rest = command
        if rest[:2] == ["-m", thinker.__name__]:
            wishes["preexec_fn"] = partial(think, rest[2:])
        with LOADING:
            super().__init__(command, **wishes)


def think(sources: list[str]) -> None:
    """Runs in a new process in place of the command, with nothing of the server's but what it has loaded."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    subprocess.Popen = POPEN  # type: ignore[misc]  # the lock stays locked here
    reader.cache_clear()  # a thread of the server, which is not here, may have had its lock
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR2):
        signal.signal(number, signal.SIG_DFL)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    try:
        thinker.main(sources)
    finally:
        os._exit(1)


@contextmanager
def forked(arguments: list[str], count: int, **environment: str) -> Iterator[list[Fork]]:
    """The same command several times."""
    forks = [Fork(arguments, environment) for _ in range(count)]
    try:
        yield forks
    finally:
        for fork in forks:
            fork.terminate()
        for fork in forks:
            fork.wait()
