"""No argument crashes the process, reads stray memory or raises an error that is not ours.

`SMALTI_HOSTILE_CALLS=100000` makes that many calls, with compiled code that checks every index it uses.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CALLS = int(os.environ.get("SMALTI_HOSTILE_CALLS", "0"))
FEW = 3000


def test_hostile_calls_are_answered_with_our_errors(tmp_path: Path) -> None:
    checked = {"NUMBA_BOUNDSCHECK": "1", "SMALTI_CACHE_DIR": str(tmp_path)} if CALLS else {}

    said = subprocess.run(
        [sys.executable, "-m", "tests.hostile", str(CALLS or FEW), "1"],
        env=os.environ | checked,
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
    )

    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(f"{CALLS or FEW} calls")
