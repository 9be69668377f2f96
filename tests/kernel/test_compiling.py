"""One source of rules run two ways, and a cache that can never be stale."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smalti.kernel.compiling import OPEN, Build, kernel
from smalti.kernel.keeping import cache_folder, source_folder

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


# The folder of the cache. `cache_folder` asks the disk once in a process; here every question counts.

ask_folder: Callable[[frozenset[str]], Path | None] = cache_folder.__wrapped__


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMALTI_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "sources"
    (folder / "deep").mkdir(parents=True)
    (folder / "rules.py").write_text("x = 1")
    (folder / "deep" / "components.json").write_text("{}")
    return folder


def test_the_same_sources_have_the_same_folder(sources: Path) -> None:
    assert ask_folder(frozenset([str(sources)])) == ask_folder(frozenset([str(sources)]))


@pytest.mark.parametrize("name", ["rules.py", "deep/components.json", "deep/new.py"])
def test_another_source_or_data_file_has_another_folder(sources: Path, name: str) -> None:
    before = ask_folder(frozenset([str(sources)]))

    (sources / name).write_text("x = 2")

    assert ask_folder(frozenset([str(sources)])) != before


def test_a_file_that_is_no_source_changes_nothing(sources: Path) -> None:
    before = ask_folder(frozenset([str(sources)]))

    (sources / "notes.txt").write_text("x = 2")

    assert ask_folder(frozenset([str(sources)])) == before


def test_what_lies_inside_a_game_depends_on_the_whole_game(tmp_path: Path) -> None:
    """A function in a sub-folder may hold a constant of the components and call nothing outside."""
    for folder in ("house", "house/rows", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "house" / "game.py").touch()

    assert source_folder(str(tmp_path / "house" / "rows" / "pieces.py")) == str(tmp_path / "house")
    assert source_folder(str(tmp_path / "house" / "rules.py")) == str(tmp_path / "house")
    assert source_folder(str(tmp_path / "other" / "search.py")) == str(tmp_path / "other")


def test_the_cache_lies_where_the_user_keeps_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMALTI_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    folder = ask_folder(frozenset([str(tmp_path / "none")]))

    assert folder is not None
    assert folder.parent == tmp_path / "smalti"


def test_without_write_access_there_is_no_folder(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sources / "file").write_text("a file where a folder would have to be")
    monkeypatch.setenv("SMALTI_CACHE_DIR", str(sources / "file" / "cache"))

    assert ask_folder(frozenset([str(sources)])) is None


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
    said = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=True)
    found: list[int] = json.loads(said.stdout)
    return found


def test_a_second_process_loads_compiled_code(package: Path) -> None:
    assert in_new_process(package, package / "cache") == [11, 11, 0, 1]
    assert in_new_process(package, package / "cache") == [11, 11, 1, 0]


def test_a_changed_callee_in_another_folder_is_compiled_anew(package: Path) -> None:
    """Numba alone looks at the file of the caller only, and would run the old code."""
    assert in_new_process(package, package / "cache")[:2] == [11, 11]

    (package / "lower" / "callee.py").write_text(CALLEE.format(factor=3))

    assert in_new_process(package, package / "cache") == [16, 16, 0, 1]


def test_everything_works_where_nothing_can_be_written(package: Path) -> None:
    (package / "file").touch()

    assert in_new_process(package, package / "file" / "cache")[:3] == [11, 11, 0]
    assert not list(package.rglob("*.nbi"))
