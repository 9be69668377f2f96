"""A server whose bots nobody waits for, on either database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.forked import START
from tests.server.serving import Server, serving


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    told = {"SMALTI_WORKERS": getattr(request.module, "WORKERS", "0"), **getattr(request.module, "TOLD", {})}
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    code = getattr(request.module, "CODE", START)
    with serving(tmp_path_factory.mktemp("data"), code, **told) as running:
        yield running
