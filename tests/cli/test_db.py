"""`smalti db`, and where `smalti serve` keeps its tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smalti.cli.main import run
from smalti.server.store.database import open_engine
from smalti.server.store.migrating import upgrade

NOBODY = "postgresql://somebody:secret@127.0.0.1:1/smalti"


async def make(url: str, revision: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(upgrade, revision)
    await engine.dispose()


def test_an_old_database_is_told_apart_and_brought_up_to_date(
    empty_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(make(empty_url, "0001"))

    assert run(["db", "status", "--database", empty_url]) == 1
    assert "has the schema 0001" in capsys.readouterr().out
    assert run(["db", "upgrade", "--database", empty_url]) == 0
    assert run(["db", "status", "--database", empty_url]) == 0


def test_the_address_may_come_from_the_environment(
    empty_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SMALTI_DATABASE_URL", empty_url)

    assert run(["db", "upgrade"]) == 0
    assert "newest schema" in capsys.readouterr().out


def test_a_database_of_a_newer_program_is_refused(empty_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(make(empty_url, "head"))
    asyncio.run(change(empty_url, "UPDATE alembic_version SET version_num = '9999'"))

    assert run(["db", "upgrade", "--database", empty_url]) == 2
    assert capsys.readouterr().err == "smalti: the database was made by a newer Smalti; install that one\n"


async def change(url: str, statement: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.exec_driver_sql(statement)
    await engine.dispose()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (NOBODY, "postgresql://somebody:***@127.0.0.1:1/smalti does not answer"),
        ("mysql://somewhere/smalti", "SQLite or PostgreSQL, not in 'mysql'"),
        ("somewhere", "no database address"),
    ],
)
@pytest.mark.parametrize("command", [["db", "upgrade"], ["db", "status"], ["serve", "--port", "0"]])
def test_a_database_that_cannot_be_used_is_one_line_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], url: str, words: str
) -> None:
    assert run([*command, "--data", str(tmp_path), "--database", url]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
    assert "secret" not in said
