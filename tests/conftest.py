"""For all tests: the same examples on every machine and no clock; a real PostgreSQL for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.server.postgres import Postgres

settings.register_profile("smalti", deadline=None, derandomize=True, database=None)
settings.load_profile("smalti")


@pytest.fixture(scope="session")
def shared_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process; nobody may kill it."""
    from tests.server.postgres import running_postgres

    with running_postgres(tmp_path_factory.mktemp("postgres")) as running:
        yield running


@pytest.fixture
def postgres_url(shared_postgres: Postgres) -> str:
    """The address of an empty PostgreSQL database."""
    return shared_postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'smalti.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def own_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL that the test may kill and start again."""
    from tests.server.postgres import running_postgres

    with running_postgres(tmp_path_factory.mktemp("own-postgres")) as running:
        yield running
