"""Whoever waits for the compiler can see how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from smalti.kernel.announcing import announcing
from smalti.kernel.compiling import Build, kernel, watching_compiler
from smalti.kernel.keeping import cache_folder


@kernel
def twice(n: int) -> int:
    return 2 * n


@kernel
def four_times(n: int) -> int:
    return twice(twice(n))


@pytest.fixture
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SMALTI_CACHE_DIR", str(tmp_path))
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


@pytest.mark.usefixtures("_empty_cache")
def test_every_part_is_told_of_once_and_only_when_it_is_compiled() -> None:
    for expected in ({twice.__code__, four_times.__code__}, set[CodeType]()):
        compiled: list[CodeType] = []
        build = Build("watched", {}, compiled=True)
        with watching_compiler(compiled.append):
            assert build(four_times)(3) == 12
        assert set(compiled) == expected, "the second time it comes from the cache"
        assert {part.__code__ for part in build.parts(four_times)} == {twice.__code__, four_times.__code__}


@pytest.mark.usefixtures("_empty_cache")
def test_whoever_waits_for_the_compiler_is_told_by_the_logger(caplog: pytest.LogCaptureFixture) -> None:
    for expected in (["compiling Watched: 1 of 2 functions", "compiling Watched: 2 of 2 functions"], []):
        caplog.clear()
        watched: Any = SimpleNamespace(title="Watched", compiler=Build("watched", {}, compiled=True))
        with caplog.at_level("INFO", "smalti"), announcing(watched, four_times):
            watched.compiler(four_times)(3)
        assert caplog.messages == expected, "what comes from the cache is nothing to wait for"
