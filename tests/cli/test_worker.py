"""`smalti worker`: what it refuses, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from smalti.cli.main import run
from tests.server.forked import START
from tests.server.serving import USUAL
from tests.waiting import PATIENCE_S


@pytest.mark.parametrize("database", ["", "sqlite:////tmp/nowhere.sqlite"])
def test_a_worker_needs_the_database_that_servers_share(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["worker", "--database", database]) == 2
    assert "PostgreSQL" in capsys.readouterr().err


def test_a_worker_ends_well_when_it_is_told_to(postgres_url: str) -> None:
    command = [sys.executable, "-c", START, "worker", "--database", postgres_url, "--processes", "1"]
    with subprocess.Popen(command, env=os.environ | USUAL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"1 processes think" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert complaints == b""
