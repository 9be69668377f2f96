"""A GPU plays the same games as native code, row by row. Without one this is reported as not run."""

from __future__ import annotations

import json

import pytest

from smalti.games import GAMES
from tests.envs.test_cuda import has_gpu
from tests.wasm.cases import GOLDEN
from tests.wasm.cuda import Device


@pytest.mark.skipif(not has_gpu(), reason="not run: there is no NVIDIA GPU with the extra `gpu` here")
@pytest.mark.parametrize("name", GAMES)
def test_a_gpu_plays_the_same_games_row_by_row(name: str) -> None:
    """The games that Chromium plays in tests/web/test_engine.py."""
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))[name]

    assert Device(GAMES[name]).sums(0, len(expected)) == expected
