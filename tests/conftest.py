"""For all tests: the same examples on every machine and no clock; a real PostgreSQL for whoever asks."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from smalti.kernel.game import Game
    from tests.server.postgres import Postgres

pytest_plugins = ["tests.leftovers"]

settings.register_profile("smalti", deadline=None, derandomize=True, database=None)
settings.load_profile("smalti")


gc.disable()  # until all tests are found: what is loaded stays


def pytest_collection_finish() -> None:
    """What was loaded need not be looked through for garbage again and again."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a file's tests that run on both databases the first stands for all on PostgreSQL, and the others on SQLite.

    Tests of the browser come first: they wait much, and what waits and what works go side by side from the beginning.
    """
    items.sort(key=lambda item: "web" not in item.path.parts)
    twins = [item for item in items if isinstance(item, pytest.Function) and database_of(item)]
    first: dict[Path, str] = {}
    for item in twins:
        if database_of(item) == "postgresql" and not item.get_closest_marker("long"):
            first.setdefault(item.path, without_database(item))
    for item in twins:
        stands_for_all = first.get(item.path) == without_database(item)
        if stands_for_all != (database_of(item) == "postgresql") and item.path in first:
            item.add_marker("long")
    if seed := os.environ.get("SMALTI_SHUFFLE"):  # no file may need that others came before it
        files = sorted({item.path for item in items})
        place = dict(zip(Random(seed).sample(files, len(files)), range(len(files)), strict=True))
        items.sort(key=lambda item: place[item.path])


def database_of(item: pytest.Function) -> str:
    """The kind of database that a test is given, if it is."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return next((one for one in values if isinstance(one, str) and one in ("sqlite", "postgresql")), "")


def without_database(item: pytest.Function) -> str:
    """What a test and its twin on the other kind of database are both called."""
    return item.nodeid.replace(database_of(item), "", 1)


@pytest.fixture(autouse=True)
def _nothing_added() -> Iterator[None]:
    """What a test adds without `only_here` would stay for whichever tests come after it in this process."""
    yield
    sources = sys.modules.get("smalti.bots.sources")
    stays = list(sources.SOURCES) if sources else []
    if sources:
        sources.SOURCES.clear()  # who comes next is not blamed
    assert not stays, f"{stays} would stay: use `only_here`"


@pytest.fixture
def only_here() -> Iterator[None]:
    """What a test adds to the games and bots is gone after it."""
    from smalti.bots import BOTS
    from smalti.bots.defaults import GIVEN
    from smalti.bots.sources import FURTHER_BOTS, SOURCES
    from smalti.games import GAMES

    tables: list[dict[str, Any]] = [GAMES, BOTS, GIVEN]
    lists: list[list[Any]] = [SOURCES, FURTHER_BOTS]
    kept, listed = [dict(table) for table in tables], [list(one) for one in lists]
    yield
    for table, before in zip(tables, kept, strict=True):
        table.clear()
        table.update(before)
    for one, before_it in zip(lists, listed, strict=True):
        one[:] = before_it


@pytest.fixture
def pebbles(only_here: None) -> Game:  # noqa: ARG001 - it tidies up
    """The example of a further game, added as anybody adds one."""
    from smalti.bots.sources import add_sources
    from smalti.games import find_game

    add_sources(["examples.pebbles"])
    return find_game("pebbles")


@pytest.fixture(scope="session")
def shared_postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process; nobody may kill it."""
    from tests.server.postgres import running_postgres

    with TemporaryDirectory(prefix="smalti-postgres-") as folder, running_postgres(Path(folder)) as running:
        yield running  # not in pytest's own folder: another pytest that starts would close that to PostgreSQL's user


@pytest.fixture
def postgres_url(shared_postgres: Postgres) -> str:
    """The address of a PostgreSQL database of the newest schema, in which nothing is stored."""
    return shared_postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same, once of each kind."""
    from tests.server.sqlite import new_file

    if request.param == "sqlite":
        return new_file(tmp_path / "smalti.sqlite")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any schema, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'smalti.sqlite'}"
    postgres: Postgres = request.getfixturevalue("shared_postgres")
    return postgres.new_database("template1")


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that the test may kill and start again."""
    from tests.server.postgres import running_postgres

    with TemporaryDirectory(prefix="smalti-postgres-") as folder, running_postgres(Path(folder)) as running:
        yield running
