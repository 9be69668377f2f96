"""Other processes of Python, which hash as they are told."""

from __future__ import annotations

import subprocess
import sys

from tests.leftovers import kept_mark


def said_elsewhere(program: str, salts: tuple[str, ...] = ("1", "2")) -> set[str]:
    """What a program prints, each time in a process of its own; one text, if hashes do not matter."""
    path = ":".join(folder for folder in sys.path if folder)
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": path} | kept_mark(),
        ).stdout
        for salt in salts
    }
