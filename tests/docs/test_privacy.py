"""Every row of what a server knows of people names a test that exists, and so does the rest of that page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| what | why")]
NAMED = re.compile(r"`(test_\w+)`")


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip()[:40] for row in ROWS])
def test_how_long_something_is_kept_names_its_test(row: str) -> None:
    assert NAMED.search(row.split("|")[3])


def test_the_tests_of_the_page_exist() -> None:
    written = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", written, re.MULTILINE))
    assert set(NAMED.findall(PAGE)) - there == set()
