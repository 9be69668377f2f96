"""Nothing is lost with the machine: every commit is elsewhere within a second, and any moment can be had back."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from sqlalchemy import text

from smalti.cli.main import run
from smalti.server.operation import clock
from smalti.server.store import archiving
from smalti.server.store.archiving import Archive, ArchiveRefused, recover
from tests.server.forked import Fork
from tests.server.hosts import host, move, seat_to_move, two_at_a_table
from tests.server.http.test_talk import link_of
from tests.server.operation.test_metrics import figures
from tests.server.postgres import Postgres
from tests.server.serving import Guest, Server, serving
from tests.server.store.test_database_failures import answer
from tests.waiting import PATIENCE_S, until


def ids(file: Path) -> set[str]:
    """The moves in a database."""
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        found = database.execute("SELECT move_id FROM events WHERE move_id LIKE 'person %'").fetchall()
    return {key.rpartition(" ")[2] for (key,) in found}


def moves(guest: Guest, count: int) -> set[str]:
    made = set()
    for _ in range(count):
        move_id = guest.move()
        assert answer(guest, move_id)["type"] == "done"
        made.add(move_id)
        while not guest.moves:
            guest.receive()
    return made


def archived(folder: Path) -> set[str]:
    """The moves in an archive."""
    with TemporaryDirectory() as aside:
        recover(folder, Path(aside) / "smalti.sqlite")
        return ids(Path(aside) / "smalti.sqlite")


def at_a_table(server: Server) -> tuple[Guest, str]:
    """Somebody who plays for both sides."""
    guest = Guest(server)
    made = guest.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "local"}]})
    guest.sit(made["table"])
    return guest, made["table"]


def test_the_machine_is_lost_and_every_commit_comes_back_from_the_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, archive = tmp_path / "data", tmp_path / "archive"
    with serving(data, SMALTI_ARCHIVE=str(archive)) as server:
        guest, table = at_a_table(server)
        early = moves(guest, 5)
        until(lambda: early <= archived(archive))
        moment = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=1)
        until(lambda: datetime.now(UTC) > moment)
        late = moves(guest, 5)
        until(lambda: early | late <= archived(archive))
        server.kill()
        shutil.rmtree(data)

    assert run(["drill", str(archive)]) == 0
    assert "1 tables" in capsys.readouterr().out
    assert run(["restore", str(archive), "--data", str(data)]) == 0
    assert early | late <= ids(data / "smalti.sqlite")
    then = f"{moment:%Y-%m-%d %H:%M:%S}"
    assert run(["restore", str(archive), "--data", str(tmp_path / "then"), "--until", then]) == 0
    assert ids(tmp_path / "then" / "smalti.sqlite") == early
    with serving(data, SMALTI_ARCHIVE=str(archive)) as server:
        guest.server = server
        guest.http.base_url = server.url
        guest.sit(table)
        moves(guest, 1)
    assert len(list(archive.iterdir())) == 2, "each run of a server is a generation of its own"


BESIDE = (
    ["backup", "{aside}/smalti.backup"],
    ["export", "--out", "{aside}/games.jsonl"],
    ["db", "check"],
    ["db", "status"],
    ["club", "stewards"],
    ["club", "steward", "add", "{person}"],
    ["club", "mute", "{person}"],
)


def test_whatever_is_run_beside_an_archiving_server_takes_no_move_from_it(tmp_path: Path) -> None:
    """The server keeps its locks while it archives, so no other process takes itself for the last at its log."""
    data, archive = tmp_path / "data", tmp_path / "archive"
    with serving(data, SMALTI_ARCHIVE=str(archive)) as server:
        guest, _ = at_a_table(server)
        made = moves(guest, 5)
        until(lambda: made <= archived(archive))
        log = (data / "smalti.sqlite-wal").stat().st_ino
        for arguments in BESIDE:
            command = [word.format(aside=tmp_path, person=link_of(guest)) for word in arguments]
            assert Fork([*command, "--data", str(data)], {}).wait() == 0, command
            assert (data / "smalti.sqlite-wal").stat().st_ino == log, command
        made |= moves(guest, 5)
        until(lambda: made <= archived(archive))
        server.kill()
    assert made <= archived(archive)
    assert len(made) == 10
    assert made <= ids(data / "smalti.sqlite")


def test_a_linked_file_is_archived(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (link := tmp_path / "smalti.sqlite").symlink_to(tmp_path / "elsewhere" / "smalti.sqlite")
    writer = sqlite3.connect(link, isolation_level=None, timeout=PATIENCE_S)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    archive = Archive(link, tmp_path / "archive")
    archive.begin()
    writer.execute("INSERT INTO numbers VALUES (1)")
    archive.copy()
    recover(tmp_path / "archive", tmp_path / "after.sqlite")
    assert numbers(tmp_path / "after.sqlite") == [1]
    writer.close()
    archive.close()


def test_a_log_that_somebody_took_away_is_told(tmp_path: Path) -> None:
    file = tmp_path / "smalti.sqlite"
    writer = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    archive = Archive(file, tmp_path / "archive")
    archive.begin()
    file.with_name(f"{file.name}-wal").unlink()
    writer.execute("INSERT INTO numbers VALUES (1)")
    with pytest.raises(FileNotFoundError, match="took the log"):
        archive.copy()
    writer.close()
    archive.close()


def test_an_archive_that_falls_behind_is_a_figure(tmp_path: Path) -> None:
    """Its folder is taken away, which is told before anything is played; it comes back, and so does what was played."""
    archive, aside = tmp_path / "archive", tmp_path / "aside"
    with serving(tmp_path / "data", SMALTI_ARCHIVE=str(archive)) as server:
        guest, _ = at_a_table(server)

        def age_s() -> float:
            return figures(server)["smalti_archive_age_seconds"]

        archive.rename(aside)
        until(lambda: age_s() > 2, "nobody is told")
        made = moves(guest, 3)
        aside.rename(archive)
        until(lambda: made <= archived(archive))
        until(lambda: age_s() < 2, "it does not go on")


def numbers(file: Path) -> list[int]:
    """What was written to a small database."""
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        return [n for (n,) in database.execute("SELECT n FROM numbers ORDER BY n")]


def test_a_clock_that_is_set_back_makes_nothing_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two starts, and while a server runs: what was archived last comes back."""
    file, folder = tmp_path / "smalti.sqlite", tmp_path / "archive"
    writer = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    noon = datetime(2026, 11, 18, 12, tzinfo=UTC)
    for run_, start in enumerate((noon, noon - timedelta(days=1), noon - timedelta(days=2))):
        archive = Archive(file, folder)
        for step in range(3):
            monkeypatch.setattr(clock, "now", lambda now=start - timedelta(hours=step): now)
            if step == 0:
                archive.begin()
            writer.execute("INSERT INTO numbers VALUES (?)", (3 * run_ + step,))
            archive.copy()
        recover(folder, tmp_path / f"after-{run_}.sqlite")
        assert numbers(tmp_path / f"after-{run_}.sqlite") == list(range(3 * run_ + 3))
        pieces = [archiving.moment_of_piece(piece) for piece in sorted(archive.generation.glob("*.wal"))]
        assert pieces == sorted(set(pieces))
        archive.close()
    recover(folder, tmp_path / "then.sqlite", noon)
    assert numbers(tmp_path / "then.sqlite") == [], "as it was before the clock was set back"
    writer.close()


def test_what_is_archived_has_its_name_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is in its folder, so the folder is synced after the file was renamed."""
    file, synced = tmp_path / "smalti.sqlite", []

    def sync(opened: int) -> None:
        found = os.fstat(opened)
        synced.append((found.st_ino, set(os.listdir(opened)) if stat.S_ISDIR(found.st_mode) else set()))

    monkeypatch.setattr(os, "fsync", sync)
    writer = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
    writer.execute("PRAGMA journal_mode=WAL")
    archive = Archive(file, tmp_path / "archive")
    archive.begin()
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    archive.copy()
    for folder in (archive.folder, archive.generation):
        assert (folder.stat().st_ino, {one.name for one in folder.iterdir()}) in synced
    writer.close()
    archive.close()


def test_the_log_is_emptied_without_a_gap(tmp_path: Path) -> None:
    """Many fillings of the log, with a reader that keeps SQLite from emptying it at will."""
    file, folder = tmp_path / "smalti.sqlite", tmp_path / "archive"
    writer = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
        writer.execute(f"PRAGMA {pragma}")
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    archive = Archive(file, folder)
    archive.begin()
    reader = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
    for n in range(60):
        writer.execute("INSERT INTO numbers VALUES (?)", (n,))
        archive.copy()
        if n % 7 == 3:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM numbers").fetchone()
        if n % 5 == 4:
            archive.empty_the_log()
        if n % 7 == 6:
            reader.execute("COMMIT")
    archive.copy()
    recover(folder, tmp_path / "after.sqlite")
    assert numbers(tmp_path / "after.sqlite") == list(range(60))
    assert archive.epoch > 3
    for connection in (reader, writer):
        connection.close()
    archive.close()


def test_what_somebody_else_commits_while_the_log_is_emptied_is_archived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`smalti club` writes, too, at any moment; here right after the last piece of a log."""
    file, folder = tmp_path / "smalti.sqlite", tmp_path / "archive"
    writer, other = (sqlite3.connect(file, isolation_level=None, timeout=0) for _ in range(2))
    for pragma in ("journal_mode=WAL", "wal_autocheckpoint=0"):
        writer.execute(f"PRAGMA {pragma}")
    writer.execute("CREATE TABLE numbers (n INTEGER)")
    archive, copy = Archive(file, folder), Archive.copy
    archive.begin()

    def copy_and_write(copying: Archive) -> int:
        committed = copy(copying)
        with suppress(sqlite3.OperationalError):
            other.execute("INSERT INTO numbers VALUES (100)")
        return committed

    for n in range(5):
        writer.execute("INSERT INTO numbers VALUES (?)", (n,))
        with monkeypatch.context() as patch:
            patch.setattr(Archive, "copy", copy_and_write)
            archive.empty_the_log()
    writer.execute("INSERT INTO numbers VALUES (5)")
    archive.copy()
    recover(folder, tmp_path / "after.sqlite")
    assert numbers(tmp_path / "after.sqlite") == numbers(file)
    assert archive.epoch > 3
    for connection in (writer, other):
        connection.close()
    archive.close()


def test_postgresql_comes_back_as_it_was_at_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    """As docs/operations.md says: its log is archived, a base is taken while people play, a moment is had back, and
    that is tried."""
    with TemporaryDirectory(prefix="smalti-postgres-") as place:
        folder = Path(place)
        archive = folder / "wal"
        first = Postgres(folder, ("fsync=on", "archive_mode=on", f"archive_command=cp %p {archive}/%f"))
        belongs_to(first, archive)
        first.start()
        try:
            url = first.new_database()
            moment, early = asyncio.run(play_around(first, url, folder / "base"))
            with psycopg.connect(url, autocommit=True) as connection:
                last = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
                assert last is not None
                until(lambda: (archive / last[0]).exists())
        finally:
            first.kill()
        shutil.rmtree(folder / "data")
        (folder / "base").rename(folder / "data")
        (folder / "data" / "recovery.signal").touch()
        first.settings = (
            f"restore_command=cp {archive}/%f %p",
            f"recovery_target_time={moment}",
            "recovery_target_action=promote",
        )
        first.start()
        try:
            with psycopg.connect(url) as connection:
                found = connection.execute("SELECT move_id FROM events WHERE move_id LIKE 'person %'").fetchall()
            assert {key.rpartition(" ")[2] for (key,) in found} == early
            assert run(["drill", "--database", url]) == 0
            assert "The database is sound.\n1 tables and " in capsys.readouterr().out
        finally:
            first.stop()


def belongs_to(postgres: Postgres, folder: Path) -> None:
    """A folder that PostgreSQL may write to."""
    folder.mkdir()
    if postgres.home.system_user:
        shutil.chown(folder, postgres.home.system_user)
        shutil.chown(folder.parent, postgres.home.system_user)


async def play_around(postgres: Postgres, url: str, base: Path) -> tuple[datetime, set[str]]:
    """Moves before and after a base is taken, and after a moment; returns the moment and the moves before it."""
    async with host(url) as lobby:
        keeper = await two_at_a_table(lobby)
        await move(keeper, seat_to_move(keeper), "before-the-base")
        address = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "postgres"]
        command = [str(postgres.home.bin_path / "pg_basebackup"), "-D", str(base), "-c", "fast", *address]
        subprocess.run(command, user=postgres.home.system_user, check=True, cwd="/")
        await move(keeper, seat_to_move(keeper), "after-the-base")
        async with lobby.store.engine.connect() as connection:
            moment: datetime = (await connection.execute(text("SELECT clock_timestamp()"))).scalar_one()
        await move(keeper, seat_to_move(keeper), "after-the-moment")
    return moment, {"before-the-base", "after-the-base"}


@pytest.mark.parametrize("harm", ["nothing", "no base", "cut base", "missing piece", "there already"])
def test_an_archive_that_cannot_be_read_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    file, folder, data = tmp_path / "smalti.sqlite", tmp_path / "archive", tmp_path / "data"
    folder.mkdir()
    data.mkdir()
    if harm != "nothing":
        writer = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE_S)
        writer.execute("PRAGMA journal_mode=WAL")
        archive = Archive(file, folder)
        archive.begin()
        for n in range(3):
            writer.execute(f"CREATE TABLE t{n} (n INTEGER)")
            archive.copy()
        writer.close()
        base = archive.generation / archiving.BASE
        pieces = sorted(archive.generation.glob("*.wal"))
        assert len(pieces) == 3
        if harm == "no base":
            base.unlink()
        if harm == "cut base":
            base.write_bytes(base.read_bytes()[:-20])
        if harm == "missing piece":
            pieces[1].unlink()
        if harm == "there already":
            (data / "smalti.sqlite").write_bytes(b"mine")
        archive.close()
    assert run(["restore", str(folder), "--data", str(data)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    left = (data / "smalti.sqlite").read_bytes() if (data / "smalti.sqlite").exists() else b""
    assert left == (b"mine" if harm == "there already" else b"")
    with pytest.raises(ArchiveRefused):
        recover(folder, data / "smalti.sqlite", datetime(2000, 1, 1, tzinfo=UTC))
