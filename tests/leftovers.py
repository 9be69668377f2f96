"""A test leaves nothing running, however it ends.

Whatever is started carries a mark of this run in its environment; what would not is not started. At the end of the run
everything that still carries it is ended and named, and the run has failed. A watchman ends it when the run itself is
killed, with all that would otherwise end with the run: it may be in the middle of a test, or too late to be told.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import psutil
import pytest

from tests.waiting import until

MARK = "SMALTI_TEST_RUN"
FORKS = "multiprocessing.forkserver"
TIDY = "multiprocessing.resource_tracker", "-m tests.leftovers"
"""Processes that tidy up after the one that started them has ended, and end then."""
WORKER = "exec(eval(sys.stdin.readline()))"
"""How xdist starts the processes that tests run in."""
OURS = FORKS, WORKER, *TIDY
"""Processes that end with the one that started them, and not before."""
OVER = "over"
"""What the watchman is told by a run that has come to its end."""
LOOKS = 10
"""So often the watchman looks again: what it ends may have started something at that moment."""
PATIENCE_S = 60
"""A process that was told to end may take this long to be gone where the machine is busy."""


def marked(mark: str, spared: tuple[str, ...] = OURS) -> list[psutil.Process]:
    """Everything that runs and was started by the run of this mark, but for itself and what is spared."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid == os.getpid() or environment_of(process).get(MARK) != mark:
                continue
            said = command_of(process)
            if said and (is_forked(process) or not any(one in said for one in spared)):
                found.append(process)
        except psutil.Error:
            continue  # gone meanwhile, or another user's
    return found


def environment_of(process: psutil.Process) -> dict[str, str]:
    """What a process was started with."""
    until(lambda: not is_about_to_start(process), "it does not start")
    return dict(process.environ())


def is_about_to_start(process: psutil.Process) -> bool:
    """Whether it is called, and cannot be asked yet: where the machine is busy, that is more than a moment."""
    return not process.cmdline() and bool(process.exe()) and process.status() != psutil.STATUS_ZOMBIE


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


def watch(mark: str) -> None:
    """Until the run has ended, whichever way; then whatever it has left is ended."""
    spared = OURS if sys.stdin.read() == OVER else TIDY
    for _ in range(LOOKS):
        if not end(marked(mark, spared)):
            break


def refuse_the_unmarked(event: str, said: tuple[Any, ...]) -> None:
    """Nothing is started that nobody would find."""
    if event == "subprocess.Popen":
        environment = said[3]
        assert environment is None or MARK in environment, f"give it {MARK} of os.environ, so that it does not stay"


def kept_mark() -> dict[str, str]:
    """For the environment of a process that is given nothing else of ours."""
    return {MARK: os.environ[MARK]} if MARK in os.environ else {}


class Watched:
    """One run, or one process of it: marks what it starts, and looks for it at the end."""

    def __init__(self) -> None:
        self.mark = f"{os.getpid()}-{psutil.Process().create_time()}"
        self.left: list[str] = []
        os.environ[MARK] = self.mark
        sys.addaudithook(refuse_the_unmarked)
        command = [sys.executable, "-m", "tests.leftovers", self.mark]
        self.watchman = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)

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
        self.watchman.communicate(OVER)


def pytest_configure(config: pytest.Config) -> None:
    """Each process of a run watches over its own."""
    config.pluginmanager.register(Watched())


if __name__ == "__main__":
    watch(sys.argv[1])
