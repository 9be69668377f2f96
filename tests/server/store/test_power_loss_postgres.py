"""The power fails under PostgreSQL: it recovers, and everything that was acknowledged is still there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from signal import SIGQUIT
from tempfile import TemporaryDirectory
from threading import Semaphore, Thread

import psycopg
import pytest

from tests.server.disk import Disk, numbers_of
from tests.server.postgres import MADE, Postgres
from tests.server.power import Step, compiled, preloaded, say, steps
from tests.server.serving import OPEN, id_in, serving
from tests.server.store.test_power_loss import played
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a compiler"
)
CUTS = int(os.environ.get("SMALTI_POSTGRES_CUTS", "2"))
MOVES = 20 if CUTS < 10 else 40
BETWEEN_CHECKPOINTS = 5
"""So many moves; PostgreSQL would wait for minutes."""
SMALL_LOG = "min_wal_size=2MB", "max_wal_size=2MB"
"""Few segments of its log are made ahead."""
Play = Callable[[str, Path], None]


@dataclass
class Story:
    """What PostgreSQL did to its files while somebody was told things."""

    base: Path
    """Its files before."""
    live: Path
    """Its files after it was ended in peace."""
    numbers: dict[int, str]
    done: list[Step]

    def disk(self, done: Sequence[Step]) -> Disk:
        """The disk after some of it was done."""
        disk = Disk(self.live, self.base, self.numbers)
        disk.take(done)
        return disk


@pytest.fixture(scope="module")
def library() -> Iterator[Path]:
    with TemporaryDirectory(prefix="smalti-postgres-") as folder:
        Path(folder).chmod(0o755)
        yield compiled(Path(folder))


@contextmanager
def watched(library: Path, play: Play, *settings: str) -> Iterator[Story]:
    """A PostgreSQL whose every write is written down, and what is played on it."""
    with TemporaryDirectory(prefix="smalti-postgres-") as name:
        folder = Path(name).resolve()
        journal, base, live = folder / "journal", folder / "base", folder / "data"
        journal.touch()
        journal.chmod(0o666)
        postgres = Postgres(folder, (*SMALL_LOG, *settings))
        prepare(postgres, live, base)
        numbers = numbers_of(live)
        postgres.environment = preloaded(library, journal, live)
        postgres.start()
        try:
            play(postgres.url(MADE), journal)
        finally:
            postgres.stop()
        yield Story(base, live, numbers, list(steps(journal)))


def prepare(postgres: Postgres, live: Path, base: Path) -> None:
    """Short segments of its log, so that many are done; and a copy."""
    shorten = [str(postgres.home.bin_path / "pg_resetwal"), "--wal-segsize=1", "-D", str(live)]
    subprocess.run(shorten, user=postgres.home.system_user, check=True, capture_output=True, cwd="/")
    subprocess.run(["cp", "-a", str(live), str(base)], check=True)


def people_play(url: str, journal: Path) -> None:
    """Moves through a real server, while PostgreSQL puts its log into its tables again and again."""
    made = Semaphore(0)

    def checkpoints() -> None:
        with psycopg.connect(url, autocommit=True) as line:
            for _ in range(MOVES // BETWEEN_CHECKPOINTS):
                for _ in range(BETWEEN_CHECKPOINTS):
                    made.acquire()
                line.execute("SELECT pg_switch_wal()")
                line.execute("CHECKPOINT")

    thread = Thread(target=checkpoints)
    with TemporaryDirectory() as folder, serving(Path(folder), SMALTI_DATABASE_URL=url) as server:
        thread.start()
        try:
            played(server, journal, MOVES, made.release)
        finally:
            made.release(MOVES)  # whatever has happened, it comes to its end
            thread.join()
            OPEN.close()


def something_is_stored(url: str, journal: Path) -> None:
    """Moves without people, games and servers."""
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("ALTER TABLE events DISABLE TRIGGER ALL")
        for n in range(MOVES):
            line.execute(
                "INSERT INTO events (table_id, number, move_id, event) VALUES ('a', %s, %s, '{}')", (n, f"person x {n}")
            )
            say(journal, str(n))


@contextmanager
def after_the_cut() -> Iterator[Postgres]:
    """A PostgreSQL for the files that a cut leaves."""
    with TemporaryDirectory(prefix="smalti-postgres-") as folder:
        postgres = Postgres(Path(folder))
        try:
            yield postgres
        finally:
            end(postgres)


def end(postgres: Postgres) -> None:
    """At once and all of it; nobody needs its files any more."""
    if postgres.process is not None and postgres.process.poll() is None:
        postgres.process.send_signal(SIGQUIT)
        postgres.process.wait(timeout=PATIENCE_S)


def lost_by(story: Story, postgres: Postgres, random: Random) -> set[str]:
    """What was acknowledged and is not there after a cut at a random moment, or just when something was said."""
    said = [at for at, step in enumerate(story.done, 1) if step.kind == "A"]
    cut = story.done[: random.choice((random.randrange(len(story.done) + 1), random.choice(said)))]
    told = {step.name for step in cut if step.kind == "A"}
    disk = story.disk(cut)
    disk.cut(random)
    end(postgres)
    disk.write_to(postgres.folder / "data")
    (postgres.folder / "data" / "postmaster.pid").unlink(missing_ok=True)  # its number is perhaps another's by now
    if not postgres.try_to_start():
        return told | {"it does not start"}
    try:
        with psycopg.connect(postgres.url(MADE)) as line:
            return told - {id_in(key) for key in stored(line)}
    except psycopg.Error as error:
        return told | {str(error)}


def stored(line: psycopg.Connection[tuple[str]]) -> list[str]:
    """The keys of all moves: every page of every table is read, and an index says the same as its table."""
    for (name,) in line.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall():
        line.execute(f"SELECT count(*) FROM {name}".encode())
    found = []
    for how in ("seqscan", "indexscan"):
        line.execute(f"SET LOCAL enable_{how} = off".encode())
        found.append(line.execute("SELECT move_id FROM events ORDER BY table_id, number").fetchall())
        line.execute(f"SET LOCAL enable_{how} = on".encode())
    assert found[0] == found[1]
    return [key for (key,) in found[0] if key]


def lost_in(story: Story, postgres: Postgres, cuts: int) -> Iterator[set[str]]:
    """What each of some cuts has lost."""
    random = Random(cuts)
    return (lost_by(story, postgres, random) for _ in range(cuts))


@pytest.fixture(scope="module")
def story(library: Path) -> Iterator[Story]:
    with watched(library, people_play, "fsync=on") as seen:
        yield seen


def test_no_acknowledged_move_is_lost_with_the_power_under_postgresql(story: Story, tmp_path: Path) -> None:
    assert sum(step.kind == "A" for step in story.done) > MOVES // 2
    with after_the_cut() as postgres:
        assert all(lost == set() for lost in lost_in(story, postgres, CUTS))
        with serving(tmp_path, SMALTI_DATABASE_URL=postgres.url(MADE)) as again:
            assert again.get("/ready").status_code == 200


def test_what_is_written_down_is_all_that_is_done(story: Story) -> None:
    """Done again from the beginning, with nothing lost, it gives the very files that PostgreSQL has left."""
    disk = story.disk(story.done)
    disk.settle()
    assert set(disk.sure) == {str(path) for path in story.live.rglob("*")}
    files = {name: file for name, file in disk.sure.items() if not file.is_folder}
    assert [name for name, file in files.items() if file.content() != Path(name).read_bytes()] == []
    assert any("pg_wal" in step.name for step in story.done if step.kind == "R"), "no segment was used again"


@pytest.mark.long
def test_nothing_is_lost_where_the_log_is_kept_as_it_is_written(library: Path) -> None:
    """Another way to have the log kept: it is opened so that every write is."""
    with (
        watched(library, people_play, "fsync=on", "wal_sync_method=open_datasync") as seen,
        after_the_cut() as postgres,
    ):
        assert any(step.kind == "D" for step in seen.done)
        assert all(lost == set() for lost in lost_in(seen, postgres, CUTS))


LAZY = "synchronous_commit=off", "wal_writer_delay=10s"


@pytest.mark.long
@pytest.mark.parametrize("forgets", [("fsync=off",), LAZY])
def test_the_cut_finds_what_postgresql_did_not_have_kept(library: Path, forgets: tuple[str, ...]) -> None:
    """The simulation itself: where the disk is not asked to keep, or later than is said, something is lost."""
    with watched(library, something_is_stored, "fsync=on", *forgets) as seen, after_the_cut() as postgres:
        assert any(lost_in(seen, postgres, 100))


@pytest.mark.long
def test_the_cut_finds_pages_that_are_half_written(library: Path) -> None:
    """The simulation itself: pages that the log has only changes of are not mended when half of them is lost."""
    with watched(library, people_play, "fsync=on", "full_page_writes=off") as seen, after_the_cut() as postgres:
        assert any(lost_in(seen, postgres, 300))
