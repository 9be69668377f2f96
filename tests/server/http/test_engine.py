"""The games as modules for browsers, as a server gives them away."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from smalti.games import GAMES
from tests.server.serving import Server
from tests.settings import one_quick
from tests.waiting import PATIENCE_S


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE_S) as client:
        yield client


@pytest.mark.parametrize("game", one_quick("mosaix", GAMES))
def test_a_description_names_files_that_are_there_and_never_change(http: httpx.Client, game: str) -> None:
    described = http.get(f"/engine/{game}.json")
    files = [
        described.json()["module"],
        *(one["file"] for one in described.json()["thinking"]["weights"]["files"].values()),
    ]

    assert described.headers["cache-control"] == "no-cache"
    for name in {files[0], files[1]}:
        found = http.get(f"/engine/{name}")
        assert found.status_code == 200
        assert "immutable" in found.headers["cache-control"]
    assert http.get(f"/engine/{files[0]}").headers["content-type"] == "application/wasm"


@pytest.mark.parametrize(
    "name", ["nothing.json", "mosaix-0000.wasm", "mosaix", "manifest.json", "..%2fentries.py", "-.json"]
)
def test_what_is_not_there_is_refused_in_a_sentence(http: httpx.Client, name: str) -> None:
    refused = http.get(f"/engine/{name}")

    assert refused.status_code == 404
    assert refused.json()["words"]
