"""A test leaves nothing running, however it ends.

Whatever is started carries a mark of this run in its environment. At the end of the run everything that still carries
it is ended and named, and the run has failed; a watchman does the same when the run itself is killed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import psutil
import pytest

MARK = "SMALTI_TEST_RUN"
FORKS = "multiprocessing.forkserver"
OURS = FORKS, "multiprocessing.resource_tracker", "tests.leftovers", "execnet"
"""Processes that end with the one that started them, and not before."""
PATIENCE_S = 60
"""A process that was told to end may take this long to be gone where the machine is busy."""


def marked(mark: str) -> list[psutil.Process]:
    """Everything that runs and was started by the run of this mark, but for itself and what ends with it."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid == os.getpid() or process.environ().get(MARK) != mark:
                continue
            said = command_of(process)
            if said and (is_forked(process) or not any(ours in said for ours in OURS)):
                found.append(process)
        except psutil.Error:
            continue  # gone meanwhile, or another user's
    return found


def command_of(process: psutil.Process | None) -> str:
    """How a process was started; nothing, once it has ended."""
    return " ".join(process.cmdline()) if process else ""


def is_forked(process: psutil.Process) -> bool:
    """Whether it was forked by one that does nothing else, and is called like that one."""
    return FORKS in command_of(process) and FORKS in command_of(process.parent())


def end(processes: list[psutil.Process]) -> list[str]:
    """Ends them, and says what they were."""
    said = []
    for process in processes:
        try:
            said.append(command_of(process)[:200])
            process.kill()
        except psutil.Error:
            continue
    psutil.wait_procs(processes, timeout=PATIENCE_S)
    return said


def ended_by_now(mark: str) -> list[psutil.Process]:
    """What is still there after those that were about to end have ended."""
    _, still_there = psutil.wait_procs(marked(mark), timeout=PATIENCE_S)
    return list(still_there)


class Watched:
    """One run, or one process of it: marks what it starts, and looks for it at the end."""

    def __init__(self) -> None:
        self.mark = f"{os.getpid()}-{psutil.Process().create_time()}"
        self.left: list[str] = []
        os.environ[MARK] = self.mark
        command = [sys.executable, "-m", "tests.leftovers", self.mark]
        self.watchman = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.left += end(ended_by_now(self.mark))
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["left"] = self.left
        elif self.left:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left += getattr(node, "workeroutput", {}).get("left", [])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for said in self.left:
            terminalreporter.write_line(f"LEFT RUNNING by a test: {said}", red=True)

    def pytest_unconfigure(self) -> None:
        assert self.watchman.stdin is not None
        self.watchman.stdin.close()
        self.watchman.wait()


def pytest_configure(config: pytest.Config) -> None:
    """Each process of a run watches over its own."""
    config.pluginmanager.register(Watched())


if __name__ == "__main__":
    sys.stdin.read()  # until the run has ended, whichever way
    end(marked(sys.argv[1]))
