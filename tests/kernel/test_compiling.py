"""One source of rules run two ways, and a cache that can never be stale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from smalti.kernel.compiling import OPEN, Build, kernel
from smalti.kernel.keeping import cache_folder
from tests.leftovers import kept_mark

turn: Callable[[int], int] = OPEN


@kernel
def double(n: int) -> int:
    return 2 * n


@kernel
def negate(n: int) -> int:
    return -n


@kernel
def double_and_one(n: int) -> int:
    """A kernel function that calls another one."""
    return double(n) + 1


@kernel
def turn_twice(n: int) -> int:
    """A template: `turn` is open."""
    return turn(turn(n)) + 1


def build(*, compiled: bool, **open_names: Callable[..., Any]) -> Build:
    return Build("-".join(["test", *(f.__name__ for f in open_names.values())]), open_names, compiled=compiled)


def test_a_kernel_function_stays_as_it_was_written() -> None:
    assert double_and_one(3) == 7
    assert type(double_and_one).__name__ == "function"


def test_interpreted_and_compiled_twins_live_side_by_side() -> None:
    plain, fast = build(compiled=False)(double_and_one), build(compiled=True)(double_and_one)

    assert plain(3) == fast(3) == double_and_one(3) == 7
    assert not hasattr(plain, "signatures")
    assert hasattr(fast, "signatures")


def test_a_twin_is_made_once() -> None:
    twins = build(compiled=False)

    assert twins(double) is twins(double)
    assert twins(double) is not double


def test_a_twin_keeps_name_and_words() -> None:
    twin = build(compiled=False)(double_and_one)

    assert twin.__name__ == "double_and_one"
    assert twin.__doc__ == "A kernel function that calls another one."


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_template_is_filled_in_for_each_game(compiled: bool) -> None:
    """Two games share the source of a template, never its code."""
    doubled, negated = build(compiled=compiled, turn=double), build(compiled=compiled, turn=negate)

    assert [doubled(turn_twice)(5), negated(turn_twice)(5), doubled(turn_twice)(5)] == [21, 6, 21]


def test_an_open_name_that_nobody_fills_in_is_a_bug() -> None:
    with pytest.raises(KeyError, match="turn"):
        build(compiled=False)(turn_twice)


# The name of compiled code. What a function does and what its names stand for is in it, and nothing else.

SOURCE = """
def helper(n):
    return n + 1

def rule(n, by=3):
    return helper(n) * FACTOR + ROWS[0, n] + kinds.RUNS + SIZES[1] + (n in {4, 5, 6})
"""
FACTS: dict[str, Any] = {"FACTOR": 2, "ROWS": np.arange(6).reshape(2, 3), "SIZES": (7, 16), "kinds": {"RUNS": 1}}


def key_of(source: str = SOURCE, **facts: Any) -> str:
    """The name of the compiled code of a rule, written like this, with constants like these."""
    names = FACTS | facts
    kinds = ModuleType("kinds")
    vars(kinds).update(names["kinds"])
    scope = {**names, "kinds": kinds, "__name__": "written"}
    exec(source, scope)
    kernel(scope["helper"])
    return Build("test", {}, compiled=True).key(kernel(scope["rule"]))


@pytest.mark.parametrize(
    "facts",
    [
        {"FACTOR": 3},
        {"FACTOR": 2.0},
        {"FACTOR": True},
        {"ROWS": np.arange(1, 7).reshape(2, 3)},
        {"ROWS": np.arange(6).reshape(3, 2)},
        {"ROWS": np.arange(6, dtype=np.uint64).reshape(2, 3)},
        {"SIZES": (7, 17)},
        {"SIZES": (71, 6)},
        {"kinds": {"RUNS": 2}},
    ],
    ids=str,
)
def test_another_constant_is_other_code(facts: dict[str, Any]) -> None:
    assert key_of(**facts) != key_of()


@pytest.mark.parametrize(("old", "new"), [("* FACTOR", "+ FACTOR"), ("n + 1", "n + 2"), ("by=3", "by=4"), ("6}", "7}")])
def test_other_instructions_here_or_in_what_is_called_are_other_code(old: str, new: str) -> None:
    assert key_of(SOURCE.replace(old, new)) != key_of()


def test_what_does_not_go_into_it_changes_nothing() -> None:
    moved = "# a remark\n\ndef another():\n    return 5\n" + SOURCE

    assert key_of(moved, ELSEWHERE=1, kinds={"RUNS": 1, "SAYS": 2}) == key_of()


def test_what_cannot_be_named_is_never_the_same() -> None:
    """It is compiled anew each time, rather than taken for something else."""
    assert key_of(FACTOR=object()) != key_of(FACTOR=object())


def test_two_rules_in_one_open_name_are_other_code() -> None:
    assert len({build(compiled=True, turn=rule).key(turn_twice) for rule in (double, negate)}) == 2


# The folder of the cache. `cache_folder` asks the disk once in a process; here every question counts.

ask_folder: Callable[[], Path | None] = cache_folder.__wrapped__


def test_the_cache_lies_where_the_user_keeps_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMALTI_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert ask_folder() == tmp_path / "smalti" / "code"


def test_without_write_access_there_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("a file where a folder would have to be")
    monkeypatch.setenv("SMALTI_CACHE_DIR", str(tmp_path / "file" / "cache"))

    assert ask_folder() is None


def test_without_a_home_there_is_no_folder_but_the_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container may run as a user whom nobody knows."""
    for name in ("SMALTI_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)

    assert ask_folder() is None
    monkeypatch.setenv("SMALTI_CACHE_DIR", str(tmp_path))
    assert ask_folder() == tmp_path / "code"


INTERPRETED = """
import smalti

position = smalti.new("mosaix", seed=1, compiled=True)
games = smalti.batch("mosaix", 2, seed=1)
games.step(games.sample())
print(smalti.perft(position, 1), position.play(position.legal_moves()[0]).scores())
"""


def test_all_works_where_numba_must_not_compile() -> None:
    """`NUMBA_DISABLE_JIT` is how one steps through compiled rules; it ended in an AttributeError."""
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-c", INTERPRETED], env=settings, capture_output=True, text=True)

    assert (said.returncode, said.stdout) == (0, "32 (0, 0)\n"), said.stderr


# Whole processes, with a package of two folders: a rule, and what it calls.

CALLEE = """
from smalti.kernel.compiling import kernel

@kernel
def weight(n: int) -> int:
    return n * {factor}
"""
RULE = """
from smalti.kernel.compiling import kernel
from lower.callee import weight

@kernel
def total(n: int) -> int:
    return weight(n) + 1
"""
RUN = """
import json
from smalti.kernel.compiling import Build
from upper.rule import total

fast = Build("tmp", {}, compiled=True)(total)
print(json.dumps([total(5), fast(5), sum(fast.stats.cache_hits.values()), sum(fast.stats.cache_misses.values())]))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for folder, name, text in (("lower", "callee", CALLEE.format(factor=2)), ("upper", "rule", RULE)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
        (tmp_path / folder / f"{name}.py").write_text(text)
    return tmp_path


def in_new_process(package: Path, cache: Path) -> list[int]:
    """What a fresh process computes: [interpreted, compiled, hits of the cache, misses]."""
    environment = {
        "PYTHONPATH": ":".join([str(package), *(p for p in sys.path if p)]),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache looks at times only, and this test is faster than that
        "SMALTI_CACHE_DIR": str(cache),
    }
    said = subprocess.run(
        [sys.executable, "-c", RUN], env=environment | kept_mark(), capture_output=True, text=True, check=True
    )
    found: list[int] = json.loads(said.stdout)
    return found


def test_a_second_process_loads_compiled_code_unless_a_callee_in_another_folder_has_changed(package: Path) -> None:
    """Numba alone looks at the file of the caller only, and would run the old code."""
    assert in_new_process(package, package / "cache") == [11, 11, 0, 1]
    assert in_new_process(package, package / "cache") == [11, 11, 1, 0]

    (package / "lower" / "callee.py").write_text(CALLEE.format(factor=3))

    assert in_new_process(package, package / "cache") == [16, 16, 0, 1]


def test_everything_works_where_nothing_can_be_written(package: Path) -> None:
    (package / "file").touch()

    assert in_new_process(package, package / "file" / "cache")[:3] == [11, 11, 0]
    assert not list(package.rglob("*.nbi"))
