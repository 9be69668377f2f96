"""One server and one browser for all; whoever sits in front of it may hear no complaint from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from smalti.cli.site import site as write_site
from tests.server.serving import OPEN, Server, serving
from tests.waiting import PATIENCE_S
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium, find_quick
from tests.web.hosts import BELOW
from tests.web.people import Lounge, Seat, seating
from tests.web.table import Player

expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For everybody who neither stops it nor minds what others do there: what it has loaded stays loaded."""
    with serving(tmp_path_factory.mktemp("data"), SMALTI_WORKERS="1") as running:
        yield running


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An empty one that may be stopped; a module that needs it calls it `server`."""
    with serving(tmp_path_factory.mktemp("data"), SMALTI_WORKERS="1") as running:
        yield running


@pytest.fixture(autouse=True)
def _left() -> Iterator[None]:
    """Whoever came without a browser has left after the test."""
    yield
    OPEN.close()


@pytest.fixture(scope="package")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web space with the static edition somewhere in it, written once for all processes of a run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "web"
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            write_site(folder / BELOW)
    return folder


@contextmanager
def launched(playwright: Playwright, path: str | None) -> Iterator[Browser]:
    assert path is not None, MISSING
    chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
    yield chromium
    chromium.close()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, find_quick()) as chromium:
        yield chromium


@pytest.fixture(scope="module")
def whole_lounge(playwright: Playwright) -> Iterator[Lounge]:
    """For who needs more of a browser than its pages, such as what it shows beside them; they call it `lounge`."""
    with launched(playwright, find_chromium()) as chromium:
        yield Lounge(chromium)


@pytest.fixture(scope="package")
def lounge(browser: Browser) -> Lounge:
    return Lounge(browser)


@pytest.fixture
def person(server: Server, lounge: Lounge) -> Iterator[Seat]:
    """Makes people with a browser of their own."""
    with seating(server, lounge) as make:
        yield make


@pytest.fixture
def player(person: Seat) -> Player:
    return person()
