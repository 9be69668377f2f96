"""The command as people run it: a process of its own with streams and an exit status."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import smalti
from tests.waiting import PATIENCE_S

SOURCES = Path(smalti.__file__).parents[1]
START = "import sys; from smalti.cli.main import main; main()"


def smalti_process(
    *arguments: str | Path, memory: int | None = None, timeout_s: int = PATIENCE_S
) -> subprocess.CompletedProcess[str]:
    """Runs `smalti` to its end, with at most so many bytes of memory."""

    def limit() -> None:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [sys.executable, "-c", START, *map(str, arguments)]
    # One thread each: thread pools reserve address space that would be counted as memory.
    environment = os.environ | {"PYTHONPATH": str(SOURCES), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, preexec_fn=limit, timeout=timeout_s)
