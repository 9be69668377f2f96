"""Which Pythons the package is tried with; `make wheel` tries it."""

from __future__ import annotations

import subprocess

import pytest

from tests.wheel import SUPPORTED, chosen, pythons, tell_missing

HERE = {"3.11": "/usr/bin/python3.11", "3.13": "/usr/bin/python3.13"}


def test_the_pythons_that_are_found_are_of_their_versions() -> None:
    for version, python in pythons():
        told = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout
        assert told.startswith(f"Python {version}.")


def test_all_that_are_here_are_tried_and_the_others_are_named() -> None:
    assert chosen("", HERE) == HERE
    assert tell_missing(HERE) == "Not tried, because not here: Python 3.12, 3.14.\n"
    assert tell_missing(SUPPORTED) == ""


def test_one_that_is_named_has_to_be_here() -> None:
    assert chosen("3.13", HERE) == {"3.13": HERE["3.13"]}
    with pytest.raises(AssertionError, match=r"there is no Python 3\.12 here, but 3\.11, 3\.13"):
        chosen("3.12", HERE)
