"""One process owns an SQLite file; damage is noticed, named, and what can be read is saved."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import httpx
import pytest

from smalti.cli.main import run
from smalti.kernel.errors import SmaltiError
from smalti.server.http.app import create_app
from smalti.server.operation.settings import Settings
from smalti.server.store.owning import own
from tests.server.hosts import host, move, seat_to_move, two_at_a_table
from tests.server.hosts import until as until_it_is_so
from tests.server.serving import Server, serving
from tests.server.store.test_backup import rows
from tests.waiting import PATIENCE_S, until

MOVES = 60


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a few games that go on."""
    folder = tmp_path_factory.mktemp("sound")

    async def play() -> None:
        async with host(f"sqlite:///{folder / 'smalti.sqlite'}") as lobby:
            for _ in range(3):
                keeper = await two_at_a_table(lobby)
                for n in range(MOVES // 3):
                    await move(keeper, seat_to_move(keeper), f"move-{n}")

    asyncio.run(play())
    with sqlite3.connect(folder / "smalti.sqlite", timeout=PATIENCE_S) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Path:
    """The same with one page of the logs overwritten."""
    folder = tmp_path / "damaged"
    shutil.copytree(sound, folder)
    file = folder / "smalti.sqlite"
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(file.read_bytes())
    page = content.rindex(b'"entry"', 0, content.rindex(b'"entry"') - size) // size  # not the last one of them
    content[page * size : (page + 1) * size] = b"\xa5" * size
    file.write_bytes(content)
    return folder


def test_a_second_server_on_one_sqlite_file_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path) as server:
        for arguments in (["serve", "--port", "0"], ["db", "upgrade"]):
            assert run([*arguments, "--data", str(tmp_path)]) == 2
            assert "an SQLite file has one owner" in capsys.readouterr().err
        server.kill()
        server.start()  # who dies owns nothing
        assert server.get("/ready").status_code == 200


def test_a_linked_file_has_one_owner_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By whichever name it is opened: the lock lies beside the file itself, as SQLite's own log does."""
    (linked := tmp_path / "linked").mkdir()
    (linked / "smalti.sqlite").symlink_to(tmp_path / "data" / "smalti.sqlite")
    with serving(tmp_path / "data"):
        for arguments in (["--data", str(linked)], ["--database", f"sqlite:///{linked / 'smalti.sqlite'}"]):
            assert run(["db", "upgrade", *arguments]) == 2
            assert "an SQLite file has one owner" in capsys.readouterr().err
    assert [file.name for file in linked.iterdir()] == ["smalti.sqlite"]


def test_nobody_else_may_read_what_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with serving(folder) as server:
        server.get("/")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    file = folder / "smalti.sqlite"
    file.chmod(0o644)
    with own(f"sqlite:///{file}"):
        assert file.stat().st_mode & 0o777 == 0o600, "as an older version left it"


def test_postgresql_may_have_many_owners(postgres_url: str) -> None:
    with own(postgres_url), own(postgres_url):
        pass


def test_a_sound_database_is_said_to_be_sound(
    sound: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "check", "--data", str(sound)]) == 0
    assert run(["db", "upgrade", "--database", postgres_url]) == 0
    assert run(["db", "check", "--database", postgres_url]) == 0
    assert capsys.readouterr().out.count("is sound") == 2


def test_a_damaged_database_makes_the_server_unready(damaged: Path) -> None:
    with serving(damaged) as server:
        until_unready(server)


def test_damage_that_comes_while_a_server_runs_is_noticed(sound: Path, tmp_path: Path) -> None:
    """Whoever reads what cannot be read gets a sentence, and `/ready` is red; what is sound is served."""
    file = Path(shutil.copytree(sound, tmp_path / "runs")) / "smalti.sqlite"
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        [size] = database.execute("PRAGMA page_size").fetchone()
        [table] = database.execute("SELECT id FROM tables LIMIT 1").fetchone()
    app = create_app(Settings(file.parent, bot_workers=1, prepare=False))

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 5000))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://test", timeout=PATIENCE_S) as http,
        ):
            await until_it_is_so(lambda: not any("Store.check" in repr(task) for task in app.services.lobby.tasks))
            before = await http.get("/ready")
            harm(file, size)
            name = await http.post("/api/name", json={"name": "Ann"})  # what is written makes SQLite read anew
            return [before, name, await http.get(f"/api/tables/{table}/at/0"), await http.get("/ready")]

    before, name, lost, after = asyncio.run(ask())
    assert (before.status_code, name.status_code) == (200, 200)
    assert (lost.status_code, after.status_code) == (503, 503)
    assert "the database is damaged, so this" in lost.json()["words"]
    assert "smalti db check" in after.json()["words"]


def harm(file: Path, size: int) -> None:
    """Overwrites all pages of the logs."""
    with file.open("r+b") as pages:
        for number, page in enumerate(iter(lambda: pages.read(size), b"")):
            if b'"entry"' in page:
                pages.seek(number * size)
                pages.write(b"\xa5" * size)


def until_unready(server: Server) -> None:
    """The look through the database goes on beside."""
    until(lambda: server.get("/ready").status_code != 200)
    assert "damaged" in server.get("/ready").json()["words"]


def test_damage_is_named_and_what_can_be_read_is_saved(
    damaged: Path, sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, after = tmp_path / "salvaged", tmp_path / "after"
    assert run(["db", "check", "--data", str(damaged)]) == 1
    assert "rows of events cannot be read" in capsys.readouterr().err
    assert run(["backup", str(file), "--data", str(damaged)]) == 1
    assert not file.exists()
    named = capsys.readouterr().err
    assert "rows of events cannot be read" in named
    assert "the log of table" in named
    assert "--salvage" in named

    assert run(["backup", str(file), "--data", str(damaged), "--salvage"]) == 0
    assert "the log of table" in capsys.readouterr().err
    assert run(["restore", str(file), "--data", str(after)]) == 0
    assert run(["db", "check", "--data", str(after)]) == 0
    was, saved = (rows(f"sqlite:///{folder / 'smalti.sqlite'}") for folder in (sound, after))
    assert {name: found for name, found in saved.items() if name != "events"} == {
        name: found for name, found in was.items() if name != "events"
    }
    assert set(saved["events"]) < set(was["events"])
    assert len(saved["events"]) > len(was["events"]) // 4


def test_a_drill_names_games_that_cannot_be_played_again(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where a snapshot hides it: one log is wrong, another one makes no sense."""
    file = Path(shutil.copytree(sound, tmp_path / "back")) / "smalti.sqlite"
    url = f"sqlite:///{file}"
    assert run(["drill", "--database", url]) == 0
    assert "The database is sound.\n3 tables and " in capsys.readouterr().out
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        wrong = [table for (table,) in database.execute("SELECT id FROM tables ORDER BY id LIMIT 2")]
    asyncio.run(keep_snapshots(url, wrong))
    with sqlite3.connect(file, timeout=PATIENCE_S) as database:
        for event, table in zip(('{"entry": {}}', "7"), wrong, strict=True):
            database.execute("UPDATE events SET event = ? WHERE table_id = ? AND number = 10", (event, table))
    assert run(["drill", "--database", url]) == 1
    said = capsys.readouterr()
    assert [f"table {table}: " in said.err for table in wrong] == [True, True]
    assert len(said.err.splitlines()) == 2
    assert "sound" not in said.out


async def keep_snapshots(url: str, tables: list[str]) -> None:
    async with host(url) as lobby:
        for keeper in [await lobby.find(table) for table in tables]:
            keeper.save_snapshot()
            assert keeper.saving is not None
            await keeper.saving


@pytest.mark.parametrize(
    "wishes", [[], ["FILE", "--database", "URL"], ["--database", "URL", "--until", "2026-11-15 21:30:00"]]
)
def test_a_drill_is_of_one_thing(sound: Path, wishes: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    named = {"FILE": "smalti.backup", "URL": f"sqlite:///{sound / 'smalti.sqlite'}"}
    assert run(["drill", *[named.get(word, word) for word in wishes]]) == 2
    assert "a drill needs" in capsys.readouterr().err


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "smalti.sqlite").write_bytes(b"no database at all" * 1000)
    for command in (["db", "check"], ["db", "status"], ["db", "upgrade"], ["serve"], ["backup", str(tmp_path / "b")]):
        assert run([*command, "--data", str(tmp_path)]) in (1, 2)
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_broken_lock_is_no_lock(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'smalti.sqlite'}"
    with own(url):
        pass
    with own(url):
        pass
    (tmp_path / "smalti.sqlite.lock").unlink()
    (tmp_path / "smalti.sqlite.lock").mkdir()
    with pytest.raises((SmaltiError, OSError)):
        own(url)
