"""The client's pure modules, tested without a browser by Node's own test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = sorted(str(path) for path in (Path(__file__).parent / "unit").glob("*.test.mjs"))


@pytest.mark.skipif(shutil.which("node") is None, reason="There is no Node here, so the client's units are not tested.")
def test_the_pure_modules_of_the_client_do_what_their_tests_say() -> None:
    done = subprocess.run(["node", "--test", *UNITS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
