"""Every promise of the page on security names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISES = [
    line.split("|")[1:3]
    for line in PAGE.partition("## What is promised")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and "shown by" not in line
]


@pytest.mark.parametrize(("promise", "shown"), PROMISES)
def test_a_promise_names_its_tests(promise: str, shown: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", shown)
    assert len(named) == shown.count("`tests/") > 0, promise
    for file, name in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file}::{name}"
