"""What a run of tests does with processes that a test forgot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.waiting import PATIENCE_S

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
FORGETS = f"""
import subprocess
def test_forgets():
    started = subprocess.Popen({SLEEPS!r}, start_new_session=True)
    print("started", started.pid, flush=True)
"""
NOT_FOR_LONG = "from tests import leftovers; leftovers.PATIENCE_S = 1"
"""In a run where something is left, nobody need wait for it."""
FORKS = """
import multiprocessing, time
def test_forgets_what_was_forked():
    started = multiprocessing.get_context("forkserver").Process(target=time.sleep, args=(600,))
    started.start()
    print("started", started.pid, flush=True)
"""
HANGS = FORGETS + "    started.wait()\n"


def started(run: subprocess.Popen[str]) -> psutil.Process:
    """The process that the test has started."""
    assert run.stdout is not None
    for line in run.stdout:
        if line.strip().rpartition(".")[2].startswith("started"):
            return psutil.Process(int(line.split()[-1]))
    raise AssertionError("the run ended before its test began")


def begin(folder: Path, code: str) -> subprocess.Popen[str]:
    file = folder / "test_it.py"
    file.write_text(code, encoding="utf-8")
    options = ["-s", "-q", "-p", "tests.leftovers", "-p", "no:cacheprovider", f"--rootdir={folder}"]
    command = [sys.executable, "-m", "pytest", *options, str(file)]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.Popen(command, env=os.environ | alone, stdout=subprocess.PIPE, text=True)


def test_what_tests_forgot_is_ended_and_named_and_fails_the_run(tmp_path: Path) -> None:
    with begin(tmp_path, NOT_FOR_LONG + FORGETS + FORKS) as run:
        forgotten = [started(run), started(run)]
        assert run.stdout is not None
        said = run.stdout.read()

    assert run.returncode == 1
    assert said.count("LEFT RUNNING by a test") == 2
    assert not any(one.is_running() for one in forgotten)


@pytest.mark.parametrize("with_what", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_run_leaves_nothing(tmp_path: Path, with_what: signal.Signals) -> None:
    with begin(tmp_path, HANGS) as run:
        forgotten = started(run)
        os.kill(run.pid, with_what)

    psutil.wait_procs([forgotten], timeout=PATIENCE_S)
    assert not forgotten.is_running()
