"""One server for each module and one browser for all; whoever sits in front of it may hear no complaint from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from smalti.cli.site import site as write_site
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.hosts import BELOW
from tests.web.table import Player

Seat = Callable[..., Player]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="package")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web space with the static edition somewhere in it."""
    folder = tmp_path_factory.mktemp("web")
    write_site(folder / BELOW)
    return folder


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Seat]:
    """Makes people with a browser of their own; movement is off unless a test asks for it."""
    people: list[Player] = []

    def make(**wishes: Any) -> Player:
        size = {"width": 1280, "height": 800}
        usual: dict[str, Any] = {"viewport": size, "reduced_motion": "reduce", "locale": "en-GB"}
        usual["service_workers"] = "block"  # tests/web/test_offline.py has it
        people.append(Player(server, browser.new_context(**{**usual, **wishes})))
        return people[-1]

    yield make
    for one in people:
        one.context.close()
    assert [complaint for one in people for complaint in one.complaints] == []
    assert {host for one in people for host in one.hosts} <= {f"127.0.0.1:{server.port}"}


@pytest.fixture
def player(person: Seat) -> Player:
    return person()
