"""The command that serves the table, as people start and end it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from smalti.cli import serve
from tests.cli.console import SOURCES, START, smalti_process
from tests.server.forked import NO_HURRY
from tests.waiting import PATIENCE_S


@contextmanager
def busy() -> Iterator[int]:
    """A port that somebody else listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_it_prints_its_address_answers_there_and_ends_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-c", NO_HURRY + START, "serve", "--port", "0", "--data", str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as process:  # type: ignore[call-overload] # Popen's overloads do not follow a dict
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        assert httpx.get(f"{address[0]}health", timeout=PATIENCE_S).json()["ok"]
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0
    assert complaints == ""
    assert (tmp_path / "smalti.sqlite").is_file()


def test_a_busy_port_that_was_asked_for_is_one_line(tmp_path: Path) -> None:
    with busy() as port:
        done = smalti_process("serve", "--port", str(port), "--data", tmp_path)

    assert done.returncode == 2
    assert done.stderr == f"smalti: port {port} is in use; choose another one with --port\n"


def test_a_busy_usual_port_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    with busy() as port:
        monkeypatch.setattr(serve, "PORT", port)
        with serve.listening("127.0.0.1", None) as door:
            assert port < door.getsockname()[1] < port + serve.NEXT_PORTS


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("::1", "[::1]"), ("table.lan", "table.lan")]
)
def test_the_address_is_one_that_a_browser_can_open(host: str, shown: str) -> None:
    assert serve.shown_host(host) == shown


def test_without_the_extra_a_sentence_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)

    with pytest.raises(Exception, match=r"needs the extra `server`: pip install 'smalti\[server\]'"):
        serve.make_server(tmp_path)
