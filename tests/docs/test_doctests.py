"""What docstrings show is true."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import smalti

SOURCES = Path(smalti.__file__).parent
SHOWING = [path for path in sorted(SOURCES.rglob("*.py")) if re.search(r"^\s+>>> ", path.read_text("utf-8"), re.M)]


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_the_front_door_shows_how_it_is_used() -> None:
    assert "smalti" in map(module_of, SHOWING)


@pytest.mark.parametrize("module", [module_of(path) for path in SHOWING])
def test_the_examples_of_a_module_are_true(module: str) -> None:
    result = doctest.testmod(import_module(module))

    assert result.attempted > 0
    assert result.failed == 0
