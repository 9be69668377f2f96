"""Everything a server keeps goes into one file and comes back from it, on either database, or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Column, Connection, create_engine, insert, text

from smalti.cli.main import run
from smalti.server.store import migrating
from smalti.server.store.backup import SHAPES, BackupRefused, check_backup, restore_backup, write_backup
from smalti.server.store.database import read_url, sqlite_url
from smalti.server.store.migrating import upgrade
from smalti.server.store.schema import METADATA
from tests.server.forked import FORKS
from tests.server.postgres import Postgres
from tests.server.serving import OPEN, Guest, Server
from tests.server.torture import Player, goes_on, people, quick_servers, wait_for_moves

NEWEST = sorted(Path(migrating.__file__).parent.glob("migrations/versions/*.py"))[-1].name[:4]


def silent(_: int, __: int) -> None:
    pass


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All that is stored, apart from the cache."""
    address = read_url(url)
    driver = "sqlite" if address.get_backend_name() == "sqlite" else "postgresql+psycopg"
    engine = create_engine(address.set(drivername=driver))
    try:
        with engine.connect() as connection:
            return {name: table_rows(connection, name) for name in METADATA.tables if name != "snapshots"}
    finally:
        engine.dispose()


def table_rows(connection: Connection, name: str) -> list[tuple[object, ...]]:
    table = METADATA.tables[name]
    order = ", ".join(column.name for column in table.primary_key.columns)
    columns = ", ".join(f'"{column.name}"' for column in table.columns if column.name != "created")
    found = connection.execute(text(f"SELECT {columns} FROM {name} ORDER BY {order}"))
    return [tuple(str(int(value) if isinstance(value, bool) else value) for value in row) for row in found]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, list[Player]]]:
    """A server at which people have played, and a backup that was taken in the middle of it."""
    folder = tmp_path_factory.mktemp("played")
    file = folder / "smalti.backup"
    with quick_servers(folder) as servers:
        stop = threading.Event()
        players = people(servers, stop)
        threads = [threading.Thread(target=player.play) for player in players]
        for thread in threads:
            thread.start()
        try:
            wait_for_moves(players, 25)
            assert run(["backup", str(file), "--data", str(servers[0].data)]) == 0
            wait_for_moves(players, 5)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    yield folder / "0", file, players  # a server that still runs would let its bots move on
    OPEN.close()


Played = tuple[Path, Path, list[Player]]


def test_a_backup_taken_in_the_middle_of_play_goes_on_elsewhere(played: Played, tmp_path: Path) -> None:
    _, file, players = played
    assert run(["restore", str(file), "--data", str(tmp_path / "0")]) == 0
    with quick_servers(tmp_path) as servers:
        stored = {row[0] for row in rows(sqlite_url(tmp_path / "0" / "smalti.sqlite"))["tables"]}
        assert len(stored) >= 4
        for player in players:
            player.guests = {server.port: moved(player, server) for server in servers}
            for table in set(player.tables) & stored:
                goes_on(servers, player, table)


def moved(player: Player, server: Server) -> Guest:
    """The same person, with the cookie from the old server."""
    guest = Guest(server)
    guest.http.cookies = next(iter(player.guests.values())).http.cookies
    return guest


def test_a_backup_of_sqlite_fills_postgresql_and_comes_back_the_same(
    played: Played, postgres_url: str, tmp_path: Path
) -> None:
    _, file, _ = played
    first, back, last = sqlite_url(tmp_path / "one.sqlite"), tmp_path / "back", sqlite_url(tmp_path / "two.sqlite")
    restore_backup(first, file, silent)
    restore_backup(postgres_url, file, silent)
    with back.open("wb") as copy:
        write_backup(postgres_url, copy, silent)
    restore_backup(last, back, silent)
    assert rows(first) == rows(last)
    assert len(rows(first)["events"]) > 25
    assert {name: len(found) for name, found in rows(postgres_url).items()} == {
        name: len(found) for name, found in rows(first).items()
    }


def test_finished_games_are_exported_as_records_that_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.jsonl"
    with quick_servers(tmp_path) as servers:
        guest = Guest(servers[0])
        table = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"]
        guest.sit(table)
        while not guest.table["over"]:
            number = guest.table["number"]
            guest.move(len(guest.moves) - 1)
            guest.wait_until(number + 1)
        guest.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "local"}]})
        data = str(servers[0].data)
        assert run(["export", "--out", str(games), "--data", data]) == 0
        assert run(["verify", str(games)]) == 0
        assert "1 record, 0 errors" in capsys.readouterr().out
        assert run(["export", "--out", str(games), "--data", data, "--since", "2999-01-01"]) == 0
        assert games.read_text() == ""


@pytest.mark.parametrize("harm", ["cut", "altered", "unpacked", "other", "line"])
def test_a_harmed_backup_is_refused_and_changes_nothing(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    _, file, _ = played
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    harmed = {
        "cut": whole[: len(whole) // 2],
        "altered": whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
        "unpacked": b"".join(lines),
        "other": gzip.compress(b'{"format": "something else"}\n'),
        "line": gzip.compress(b"".join(lines[:3] + lines[4:])),
    }[harm]
    (tmp_path / "harmed").write_bytes(harmed)
    assert run(["restore", str(tmp_path / "harmed"), "--data", str(tmp_path / "data")]) == 1
    assert "altered" in capsys.readouterr().err
    assert not (tmp_path / "data" / "smalti.sqlite").exists()


def test_nothing_is_replaced_unless_told(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file, _ = played
    before = rows(sqlite_url(data / "smalti.sqlite"))
    assert run(["restore", str(file), "--data", str(data)]) == 1
    assert "--replace" in capsys.readouterr().err
    assert rows(sqlite_url(data / "smalti.sqlite")) == before
    assert run(["backup", str(file), "--data", str(data)]) == 2
    assert "--force" in capsys.readouterr().err
    copy = tmp_path / "copy"
    for _ in range(2):
        assert run(["backup", str(copy), "--data", str(data), "--force"]) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert run(["backup", str(tmp_path / "none"), "--data", str(tmp_path)]) == 2
    url = sqlite_url(tmp_path / "other.sqlite")
    restore_backup(url, file, silent)
    restore_backup(url, copy, silent, replace=True)
    assert rows(url) == before


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    old, new = sqlite_url(tmp_path / "old.sqlite"), sqlite_url(tmp_path / "new.sqlite")
    engine = create_engine(old)
    with engine.begin() as connection:
        upgrade(connection, "0001")
        connection.execute(text("INSERT INTO people (id, name) VALUES ('p', 'Ann')"))
    engine.dispose()
    with (tmp_path / "file").open("wb") as file:
        write_backup(old, file, silent)
    assert check_backup(tmp_path / "file") == ("0001", 1)
    restore_backup(new, tmp_path / "file", silent)
    assert rows(new)["people"] == [("p", "Ann", "0", "None", "opponents", "1", "1", "1")]
    assert rows(new)["keys"] == []


def filled(column: Column[Any]) -> object:
    """A value of a column's kind; the first row of every table has the same, so that references fit."""
    if isinstance(column.type, JSON):
        return SHAPES.get(column.name, dict)()
    values = {str: "a", int: 1, bool: True, float: 0.5, bytes: b"a", datetime: datetime(2026, 11, 16, tzinfo=UTC)}
    return values[column.type.python_type]


def test_a_row_of_every_table_comes_back_with_every_column(tmp_path: Path) -> None:
    old, new = sqlite_url(tmp_path / "old.sqlite"), sqlite_url(tmp_path / "new.sqlite")
    engine = create_engine(old)
    with engine.begin() as connection:
        upgrade(connection)
        for table in METADATA.sorted_tables:
            connection.execute(insert(table).values({column.name: filled(column) for column in table.c}))
    engine.dispose()
    with (tmp_path / "file").open("wb") as file:
        write_backup(old, file, silent)
    restore_backup(new, tmp_path / "file", silent)
    assert all(rows(new).values())
    assert rows(new) == rows(old)


def forged(head: bytes, rows: list[bytes]) -> bytes:
    """A backup with these lines and the right sum."""
    body = [head + b"\n", *(row + b"\n" for row in rows)]
    return b"".join([*body, json.dumps({"sha256": hashlib.sha256(b"".join(body)).hexdigest()}).encode()])


def head(count: int, **changed: object) -> bytes:
    """The first line of a backup of so many rows."""
    return json.dumps({"format": "smalti-backup/1", "schema": NEWEST, "rows": count, **changed}).encode()


def person(**changed: object) -> bytes:
    """A row of a backup."""
    row: dict[str, object] = {"id": "p", "name": "Ann", "created": "2026-11-15T12:00:00+00:00"}
    row |= {"kept": False, "avatar": None, "seen_by": "opponents"}
    row |= {"show_games": True, "show_ratings": True, "show_presence": True}
    return json.dumps(["people", row | changed]).encode()


def event_of(table: str, **changed: object) -> bytes:
    """A row of a log."""
    row = {"table_id": table, "number": 0, "event": {}, "move_id": None, "created": "2026-11-15T12:00:00+00:00"}
    return json.dumps(["events", row | changed]).encode()


FORGED: dict[str, Callable[[], bytes]] = {
    "cut off": lambda: forged(head(1), [person()])[:-20],
    "wrong sum": lambda: forged(head(1), [person()]).replace(b"Ann", b"Eve"),
    "wrong count": lambda: forged(head(7), [person()]),
    "no count": lambda: forged(head(1, rows="many"), [person()]),
    "newer schema": lambda: forged(head(1, schema="9999"), [person()]),
    "no schema": lambda: forged(head(1, schema=None), [person()]),
    "odd schema": lambda: forged(head(1, schema="head:base"), [person()]),
    "another format": lambda: forged(head(1, format="smalti-backup/2"), [person()]),
    "number for a name": lambda: forged(head(1), [person(name=7)]),
    "list for a name": lambda: forged(head(1), [person(name=[])]),
    "nothing for a name": lambda: forged(head(1), [person(name=None)]),
    "long name": lambda: forged(head(1), [person(name="x" * 41)]),
    "NUL in a name": lambda: forged(head(1), [person(name="a\0b")]),
    "half a character": lambda: forged(head(1), [person(name="\ud800")]),
    "no time": lambda: forged(head(1), [person(created="yesterday")]),
    "column too many": lambda: forged(head(1), [person(admin=True)]),
    "column too few": lambda: forged(head(1), [b'["people", {"id": "p"}]']),
    "unknown table": lambda: forged(head(1), [b'["alembic_version", {"version_num": "1"}]']),
    "no pair": lambda: forged(head(1), [b'["people"]']),
    "no row": lambda: forged(head(1), [b'["people", 1]']),
    "number": lambda: forged(head(1), [b"5"]),
    "huge number": lambda: forged(head(1), [event_of("t", number=10**30)]),
    "endless number": lambda: forged(head(1), [event_of("t").replace(b": 0", b": " + b"9" * 6000)]),
    "infinity": lambda: forged(head(1), [event_of("t").replace(b": 0", b": Infinity")]),
    "true for a number": lambda: forged(head(1), [event_of("t", number=True)]),
    "text for an event": lambda: forged(head(1), [event_of("t", event="fly")]),
    "dangling": lambda: forged(head(1), [event_of("nowhere")]),
    "twice the same": lambda: forged(head(2), [person(), person()]),
    "not UTF-8": lambda: forged(head(1), [person().replace(b"Ann", b"\xff\xfe")]),
    "deep": lambda: forged(head(1), [b"[" * 100_000]),
    "long line": lambda: forged(head(1), [b" " * 17_000_000]),
    "bomb": lambda: forged(head(1), [b" " * 1_000_000] * 40),
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_backup_gets_one_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    file, data = tmp_path / "forged", tmp_path / "data"
    file.write_bytes(gzip.compress(FORGED[kind]()))
    assert run(["restore", str(file), "--data", str(data)]) == 1
    said = capsys.readouterr().err.strip()
    assert said
    assert "\n" not in said
    assert not (data / "smalti.sqlite").exists()


def test_a_forged_backup_changes_no_postgresql(postgres_url: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(gzip.compress(forged(head(1), [person()])))
    restore_backup(postgres_url, good, silent)
    for kind in ("number for a name", "NUL in a name", "dangling", "twice the same", "huge number"):
        bad.write_bytes(gzip.compress(FORGED[kind]()))
        with pytest.raises(BackupRefused):
            restore_backup(postgres_url, bad, silent, replace=True)
    assert rows(postgres_url)["people"] == [("p", "Ann", "0", "None", "opponents", "1", "1", "1")]


def restore_and_die(url: str, file: Path) -> None:
    """A restore that is killed when half of the rows are in."""

    def progress(done: int, total: int) -> None:
        if done * 2 > total:
            os.kill(os.getpid(), signal.SIGKILL)

    restore_backup(url, file, progress, replace=True)


def killed_restore(url: str, file: Path) -> None:
    process = FORKS.Process(target=restore_and_die, args=(url, file))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def test_a_killed_restore_leaves_sqlite_as_it_was(played: Played, tmp_path: Path) -> None:
    data, file, _ = played
    url = sqlite_url(tmp_path / "there.sqlite")
    with (tmp_path / "now").open("wb") as now:
        write_backup(sqlite_url(data / "smalti.sqlite"), now, silent)
    restore_backup(url, tmp_path / "now", silent)
    before = rows(url)
    killed_restore(url, file)
    assert rows(url) == before
    killed_restore(sqlite_url(tmp_path / "empty.sqlite"), file)
    assert restore_backup(sqlite_url(tmp_path / "empty.sqlite"), file, silent) > 0


def test_a_killed_restore_leaves_postgresql_as_it_was(played: Played, shared_postgres: Postgres) -> None:
    _, file, _ = played
    url = shared_postgres.new_database()
    restore_backup(url, file, silent)
    before = rows(url)
    killed_restore(url, file)
    assert rows(url) == before
