"""For tests of the server: one that runs for all tests of a file, and nobody left at it after each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import OPEN, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database of its own."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(autouse=True)
def _everybody_leaves() -> Iterator[None]:
    yield
    OPEN.close()
