"""What a run of tests does with processes that a test forgot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from tests import leftovers
from tests.leftovers import MARK, WORKER, command_of, environment_of
from tests.waiting import until

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
HANGS = FORKS + "    started.join()\n"
INNER = "SMALTI_INNER_RUN"
"""What everything carries that a run within this one starts."""


def started(run: subprocess.Popen[str]) -> psutil.Process:
    """The process that the test has started."""
    assert run.stdout is not None
    for line in run.stdout:
        if line.strip().rpartition(".")[2].startswith("started"):
            return psutil.Process(int(line.split()[-1]))
    raise AssertionError("the run ended before its test began")


def begin(folder: Path, code: str, *options: str) -> AbstractContextManager[subprocess.Popen[str]]:
    file = folder / "test_it.py"
    file.write_text(code, encoding="utf-8")
    return begin_on(folder, f"--rootdir={folder}", str(file), *options)


@contextmanager
def begin_on(mark: Path, *what: str, **told: str) -> Iterator[subprocess.Popen[str]]:
    """A run within this one, until it has ended."""
    options = ["-s", "-q", "-p", "tests.leftovers", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, *what]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", INNER: str(mark)}
    with subprocess.Popen(command, env=os.environ | alone | told, stdout=subprocess.PIPE, text=True) as run:
        try:
            yield run
        except BaseException:
            run.kill()
            raise


def of_the_run(mark: Path) -> dict[psutil.Process, str]:
    """All processes of a run within this one and those that watch over it, with their commands."""
    found = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if environment_of(process).get(INNER) == str(mark) and process.status() != psutil.STATUS_ZOMBIE:
                found[process] = command_of(process)
    return found


def is_gone(mark: Path) -> bool:
    """Whether nothing is left of a run."""
    return not of_the_run(mark)


def children_of_postgres(mark: Path) -> list[psutil.Process]:
    """They write what they do over their environment, and so carry nothing."""
    with suppress(psutil.Error):
        return [child for one, said in of_the_run(mark).items() if "bin/postgres" in said for child in one.children()]
    return []


def test_what_tests_forgot_is_ended_and_named_and_fails_the_run(tmp_path: Path) -> None:
    with begin(tmp_path, NOT_FOR_LONG + FORGETS + FORKS) as run:
        forgotten = [started(run), started(run)]
        assert run.stdout is not None
        said = run.stdout.read()

    assert run.returncode == 1
    assert said.count("LEFT RUNNING by a test") == 2, said
    assert not any(one.is_running() for one in forgotten)


def test_what_has_just_been_started_is_found_where_others_keep_the_machine_busy() -> None:
    """Linux calls it started before it has an environment that anybody can read."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True) for _ in range(6)]
    try:
        for _ in range(20):
            just_now = subprocess.Popen(SLEEPS, start_new_session=True)
            busy.append(just_now)
            assert environment_of(psutil.Process(just_now.pid))[MARK] == os.environ[MARK]
    finally:
        for one in busy:
            one.kill()
            one.wait()


@pytest.mark.parametrize("with_what", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGKILL])
def test_a_killed_run_leaves_nothing(tmp_path: Path, with_what: signal.Signals) -> None:
    """Neither what it started nor what was forked, whose parent has ended with the run."""
    with begin(tmp_path, NOT_FOR_LONG + FORGETS + HANGS) as run:
        started(run)
        started(run)
        os.kill(run.pid, with_what)

    until(lambda: is_gone(tmp_path), "a killed run has left something")


@pytest.mark.parametrize("who", ["run", pytest.param("worker", marks=pytest.mark.long)])
def test_a_run_of_several_processes_leaves_nothing(tmp_path: Path, who: str) -> None:
    """Whether all of it is killed, or the process that a test is in the middle of."""
    workers = "-p", "xdist", "-n", "1", "--max-worker-restart=0"
    noted = tmp_path / "started"
    hangs = HANGS.replace("print(", f"open({str(noted)!r}, 'w').write('begun') or print(")
    with begin(tmp_path, hangs, *workers) as run:
        until(noted.exists, "the test does not begin")
        worker = next(one for one in psutil.Process(run.pid).children() if WORKER in command_of(one))
        os.kill(run.pid if who == "run" else worker.pid, signal.SIGKILL)

    until(lambda: is_gone(tmp_path), "a killed run has left something")


@pytest.mark.long
def test_a_run_that_is_killed_while_servers_are_tortured_leaves_nothing(tmp_path: Path) -> None:
    """Two servers, the processes that bots think in, and PostgreSQL, which runs as somebody else."""
    tortures = "tests/server/wire/test_torture.py::test_nothing_contradicts_what_was_said_on_postgresql"

    def are_playing() -> bool:
        forked = sum(leftovers.FORKS in said for said in of_the_run(tmp_path).values()) - 1
        return forked > 2 and bool(children_of_postgres(tmp_path))

    with TemporaryDirectory(prefix="smalti-postgres-") as folder:  # what it writes goes with it
        with begin_on(tmp_path, tortures, SMALTI_FAULTS="1000000", TMPDIR=folder) as run:
            until(are_playing, "nobody plays")
            others = children_of_postgres(tmp_path)
            os.kill(run.pid, signal.SIGKILL)

        until(lambda: is_gone(tmp_path), "a killed run has left something")
        until(lambda: not any(one.is_running() for one in others), "PostgreSQL is still there")


def test_nothing_is_started_that_would_not_be_found() -> None:
    with pytest.raises(AssertionError, match=MARK):
        subprocess.run([sys.executable, "-c", ""], env={}, check=True)
