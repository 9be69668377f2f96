"""No argument crashes the process, reads stray memory or raises an error that is not ours.

`SMALTI_HOSTILE_CALLS=100000` makes that many calls, with compiled code that checks every index it uses.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALLS = int(os.environ.get("SMALTI_HOSTILE_CALLS", "0"))


@pytest.mark.parametrize(
    ("program", "few", "said"), [("hostile", 3000, "calls"), ("corrupted", 400, "records of each game")]
)
def test_what_is_hostile_is_answered_with_our_errors(program: str, few: int, said: str, tmp_path: Path) -> None:
    checked = {"NUMBA_BOUNDSCHECK": "1", "SMALTI_CACHE_DIR": str(tmp_path)} if CALLS else {}

    ended = subprocess.run(
        [sys.executable, "-m", f"tests.{program}", str(CALLS or few), "1"],
        env=os.environ | checked,
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
    )

    assert ended.returncode == 0, ended.stderr[-4000:]
    assert ended.stdout.startswith(f"{CALLS or few} {said}")
