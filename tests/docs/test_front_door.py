"""The reference lists what `import smalti` gives, and the wheel is tried with every extra."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import smalti
from tests.wheel import EXTRAS

ROOT = Path(__file__).parent.parent.parent
ERRORS = {"IllegalMove", "InvalidNotation", "MissingExtra", "RecordError", "SmaltiError", "UnknownGame", "WrongSeat"}


def test_the_reference_names_everything_of_the_front_door() -> None:
    page = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8").split("## ")[0]
    named = {word.removeprefix("smalti.") for word in re.findall(r"`([\w.]+)`", page)}

    assert set(smalti.__all__) - ERRORS - {"__version__"} - named == set()


def test_the_wheel_is_tried_with_every_extra_alone() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert set(EXTRAS) - {""} == set(extras)
