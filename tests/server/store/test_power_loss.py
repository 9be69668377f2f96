"""The power fails at any moment, and whatever was not kept is lost: everything that was acknowledged is still there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.server.disk import Disk
from tests.server.power import Step, compiled, preloaded, say, steps
from tests.server.serving import OPEN, Guest, Server, serving
from tests.server.store.test_database_failures import answer
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a compiler"
)
CUTS = int(os.environ.get("SMALTI_POWER_CUTS", "50"))
MOVES = 40

PLAIN = """
import os, sqlite3, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from tests.server.power import say
database = sqlite3.connect({file!r}, isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous={how}")
database.execute("CREATE TABLE events (move_id TEXT)")
for n in range(30):
    database.execute("INSERT INTO events VALUES (?)", (f"person x {{n}}",))
    say(Path(os.environ["SMALTI_POWER_LOG"]), str(n))
os._exit(0)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("library"))


def lost_by(done: Sequence[Step], live: Path, folder: Path, random: Random) -> set[str]:
    """What was acknowledged and is not there after a cut at a random moment."""
    cut = done[: random.randrange(len(done) + 1)]
    told = {step.name for step in cut if step.kind == "A"}
    disk = Disk(live)
    disk.take(cut)
    disk.cut(random)
    disk.write_to(folder)
    file = folder / "smalti.sqlite"
    if not told:
        return set()
    database = sqlite3.connect(file, timeout=PATIENCE_S)
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = database.execute("SELECT move_id FROM events WHERE move_id IS NOT NULL").fetchall()
    except sqlite3.DatabaseError:
        return told
    finally:
        database.close()
    return told - {key.rpartition(" ")[2] for (key,) in found}


@pytest.mark.parametrize(("how", "loses"), [("FULL", False), ("OFF", True)])
def test_the_cut_loses_exactly_what_was_not_kept(tmp_path: Path, library: Path, how: str, loses: bool) -> None:
    """The simulation itself: with FULL nothing is lost, and without asking the disk to keep, something is."""
    root, journal, live = str(Path(__file__).parents[3]), tmp_path / "journal", tmp_path / "data"
    journal.touch()
    live.mkdir()
    code = PLAIN.format(root=root, file=str(live / "smalti.sqlite"), how=how)
    subprocess.run([sys.executable, "-c", code], env=os.environ | preloaded(library, journal, live), check=True)
    done, random = list(steps(journal)), Random(1)
    lost = [lost_by(done, live.resolve(), tmp_path / "after", random) for _ in range(40)]
    assert any(lost) == loses


@dataclass
class Story:
    """What happened at a server whose disk failed once, up to when it was killed."""

    done: list[Step]
    """While the disk was sound."""
    move_id: str
    """Of the move that the disk failed to keep."""
    said: object
    file: Path


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory, library: Path) -> Story:
    folder = tmp_path_factory.mktemp("power").resolve()
    journal, fail = folder / "journal", folder / "fail"
    journal.touch()
    told = preloaded(library, journal, folder / "data") | {"SMALTI_POWER_FAIL": str(fail)}
    with serving(folder / "data", **told) as server:
        guest = played(server, journal)
        done = list(steps(journal))
        move_id, said = fails(guest, fail)
        server.kill()
    OPEN.close()
    return Story(done, move_id, said, folder / "data" / "smalti.sqlite")


def played(server: Server, journal: Path, moves: int = MOVES, after_each: Callable[[], object] = lambda: None) -> Guest:
    """Somebody who plays, and notes each move as soon as it is acknowledged."""
    guest = Guest(server)
    table = guest.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"]
    guest.sit(table)
    for _ in range(moves):
        move_id = guest.move()
        if answer(guest, move_id)["type"] == "done":
            say(journal, move_id)
        after_each()
        while not guest.moves:
            guest.receive()
    return guest


def fails(guest: Guest, fail: Path) -> tuple[str, object]:
    """The move that the disk does not keep, and what is said of it."""
    said: object = "done"
    while said == "done":  # the disk may have failed a snapshot instead, which nobody misses
        assert not fail.exists(), "the disk has not failed"
        while not guest.moves:
            guest.receive()
        fail.touch()
        move_id = guest.move()
        said = answer(guest, move_id)["type"]
    assert not fail.exists(), "the disk has failed"
    return move_id, said


def test_no_acknowledged_move_is_lost_with_the_power(tmp_path: Path, story: Story) -> None:
    random = Random(2)
    assert sum(step.kind == "A" for step in story.done) > MOVES // 2
    for _ in range(CUTS):
        assert lost_by(story.done, story.file.parent, tmp_path / "after", random) == set()


def test_what_a_failing_disk_may_have_stored_does_not_come_back_after_it_was_refused(story: Story) -> None:
    """SQLite writes a commit to its log and the disk fails to keep it: refused must stay refused, also after a kill."""
    assert story.said in ("refused", "unknown")
    database = sqlite3.connect(story.file, timeout=PATIENCE_S)
    stored = database.execute("SELECT count(*) FROM events WHERE move_id LIKE ?", (f"% {story.move_id}",)).fetchone()
    database.close()
    assert story.said == "unknown" or stored == (0,)
    with serving(story.file.parent) as again:
        assert again.get("/ready").status_code == 200
