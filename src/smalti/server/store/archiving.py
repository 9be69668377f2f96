"""Every commit to an SQLite file goes to another folder within a second, so that nothing is lost with the machine.

A generation is one run of a server: the database as it was at its start, and then SQLite's own write-ahead log, piece
by piece, as it grew. The log is emptied (checkpointed) only by the archive, after it has everything of it; each
filling of it is an epoch. Put back together up to a moment, base and logs are the database as it was then.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
import shutil
import sqlite3
import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from errno import EINVAL, ENOENT, ENOTSUP
from itertools import groupby
from pathlib import Path

from smalti.kernel.errors import SmaltiError
from smalti.server.operation import clock
from smalti.server.store.holding import Held
from smalti.server.store.store import Store, StoreError

log = logging.getLogger(__name__)

BASE = "base.sqlite.gz"
EVERY_S = 1.0
LONGEST_LOG = 4_000_000
"""A write-ahead log of so many bytes is emptied into the database."""
STAMP = "%Y%m%dT%H%M%S.%fZ"
LONG_AGO, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
TICK = timedelta(microseconds=1)
HEADER, FRAME = 32, 24
INDEX = struct.Struct("=12xBxHI12x8s8x")
"""Of the index beside the log: whether it is there, the size of a page, how many frames are committed, and the salt."""


class ArchiveRefused(SmaltiError):
    """The archive cannot be written or used."""


@dataclass
class Archive:
    """Copies what is committed; of the threads that use it, one at a time."""

    file: Path
    folder: Path
    epoch: int = 0
    copied: int = 0
    """How many bytes of the log are in the archive."""
    salt: bytes = b""
    """Which filling of the log it is."""
    keeper: sqlite3.Connection = field(init=False)
    """Never the last one to leave, so that nobody else empties the log."""
    gate: sqlite3.Connection = field(init=False)
    """Keeps writers of all processes waiting."""
    generation: Path = field(init=False)
    named: datetime = LONG_AGO
    """The last moment that a generation or a piece was named by."""
    complete_at: float = field(default_factory=clock.passed_s)
    """When all that was committed was in the archive, last."""
    base: Held = field(init=False)
    wal: Held = field(init=False)
    index: Held = field(init=False)

    def __post_init__(self) -> None:
        self.file = self.file.resolve()  # SQLite's log lies beside the file itself, not beside a link to it

    def begin(self) -> None:
        """A new generation; nobody writes yet."""
        self.keeper, self.gate = (
            sqlite3.connect(self.file, isolation_level=None, check_same_thread=False) for _ in range(2)
        )
        self.keeper.execute("PRAGMA journal_mode=WAL")
        self.keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.gate.execute("PRAGMA busy_timeout=100")
        self.base, self.wal, self.index = (
            Held(self.file.with_name(self.file.name + kind)) for kind in ("", "-wal", "-shm")
        )
        self.folder.mkdir(0o700, parents=True, exist_ok=True)
        self.named = newest_in(self.folder)
        self.generation = self.folder / self.stamp()
        self.generation.mkdir(0o700)
        sync(self.folder)
        part = self.generation / "part"
        with part.open("wb") as target, gzip.GzipFile("", "wb", 6, target) as packed:
            packed.writelines(self.base.whole())
        keep(part, self.generation / BASE)

    def copy(self) -> int:
        """What was committed since, as one more piece; returns how long the log is."""
        self.look()
        salt, committed = self.committed()
        if not salt:
            return 0
        if salt != self.salt:
            self.epoch, self.copied, self.salt = self.epoch + 1, 0, salt
        if committed > self.copied and not self.add_piece(committed):
            return 0  # another log was begun meanwhile; only somebody else than the archive could do that
        self.complete_at = clock.passed_s()
        return committed

    def look(self) -> None:
        """Raises an error if what is copied is gone, or where it goes."""
        (self.generation / BASE).stat()
        for held in (self.wal, self.index):
            if not held.has_its_name():
                raise FileNotFoundError(ENOENT, "somebody took the log of the database away", str(held.path))

    def add_piece(self, committed: int) -> bool:
        """What is new of the log; whether it is still the same log."""
        is_this_log = self.wal.read(0, HEADER)[16:24] == self.salt
        piece = self.wal.read(self.copied, committed - self.copied)
        if not is_this_log or self.committed()[0] != self.salt:
            return False
        part = self.generation / "part"
        part.write_bytes(piece)
        keep(part, self.generation / f"{self.epoch:08d}-{self.copied:012d}-{self.stamp()}.wal")
        self.copied += len(piece)
        return True

    def age_s(self) -> float:
        """For how long something may be missing in it."""
        return clock.passed_s() - self.complete_at

    def stamp(self) -> str:
        """A name by this moment, and after all others, also where the clock was set back: what is last is newest."""
        self.named = max(clock.now(), self.named + TICK)
        return self.named.strftime(STAMP)

    def empty_the_log(self) -> None:
        """When everything of it is in the archive and in the database, whoever writes next begins it anew.

        No process writes between the last piece and that; whoever reads or writes for long delays it to another time.
        """
        try:
            self.gate.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return
        try:
            if self.copy():
                self.keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            self.gate.execute("ROLLBACK")

    def committed(self) -> tuple[bytes, int]:
        """Which log it is and how much of it is committed, as its index says; nothing while SQLite writes that."""
        both = self.index.read(0, 2 * INDEX.size)
        first, second = both[: INDEX.size], both[INDEX.size :]
        if first != second or len(first) < INDEX.size:
            return b"", 0
        is_there, page, frames, salt = INDEX.unpack(first)
        size = 65536 if page == 1 else page
        return salt, HEADER + frames * (FRAME + size) if is_there and frames else 0

    def close(self) -> None:
        """The last piece; of this process nobody else has the database open any more."""
        try:
            self.copy()
        except OSError as error:
            log.warning("the last of it is not archived: %s", error)
        self.gate.close()
        self.keeper.close()
        for held in (self.base, self.wal, self.index):
            held.close()


def keep(part: Path, target: Path) -> None:
    """What was written is on its disk before it has its name."""
    sync(part)
    part.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """A file's content, or a folder's names, are on the disk; some shares and object stores know no such folders."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in {EINVAL, ENOTSUP} or not path.is_dir():
            raise
    finally:
        os.close(file)


def newest_in(folder: Path) -> datetime:
    """The last moment that something in an archive is named by."""
    generations = {when: one for one in folder.iterdir() if (when := moment_of(one.name)) < NEVER}
    if not generations:
        return LONG_AGO
    newest = max(generations)
    pieces = (moment_of_piece(piece) for piece in generations[newest].glob("*.wal"))
    return max([newest, *(when for when in pieces if when < NEVER)])


async def archiving(archive: Archive, store: Store) -> None:
    """For ever: a piece a second, if something was committed."""
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            if await asyncio.to_thread(archive.copy) > LONGEST_LOG:
                async with store.turn:  # nobody of this process waits in the middle of a commit
                    await asyncio.to_thread(archive.empty_the_log)
        except (OSError, sqlite3.Error, StoreError) as error:
            log.warning("nothing is archived: %s", error)


# Reading


def recover(folder: Path, target: Path, until: datetime | None = None) -> datetime:
    """The database as it was at a moment, from an archive; returns the moment of the last piece that was used."""
    moment = until or NEVER
    generations = [one for one in sorted(folder.iterdir()) if (one / BASE).exists() and moment_of(one.name) <= moment]
    if not generations:
        raise ArchiveRefused(f"{folder} holds no archive of that moment")
    if target.exists():
        raise ArchiveRefused(f"{target} is there already; recover into an empty folder")
    last, pieces = moment_of(generations[-1].name), []
    for piece in sorted(generations[-1].glob("*.wal")):
        if (when := moment_of_piece(piece)) <= moment:
            pieces.append(piece)
            last = when
    try:
        with gzip.open(generations[-1] / BASE) as packed, target.open("xb") as base:
            shutil.copyfileobj(packed, base)
        target.chmod(0o600)
        for _, epoch in groupby(pieces, key=lambda piece: piece.name[:8]):
            follow(target, list(epoch))
    except (OSError, EOFError, sqlite3.Error, ValueError) as error:
        target.unlink(missing_ok=True)
        raise ArchiveRefused(f"the archive cannot be read: {error}") from error
    return last


def follow(target: Path, pieces: list[Path]) -> None:
    """One filling of the log: SQLite itself takes it for what a killed process left."""
    with target.with_name(f"{target.name}-wal").open("wb") as wal:
        for piece in pieces:
            if int(piece.name.split("-")[1]) != wal.tell():
                raise ValueError(f"a piece before {piece.name} is missing")
            wal.write(piece.read_bytes())
    database = sqlite3.connect(target)
    try:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        database.close()


def moment_of(stamp: str) -> datetime:
    """The moment in a name; what is no name of ours is of no time."""
    try:
        return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return NEVER


def moment_of_piece(piece: Path) -> datetime:
    """The moment in the name of a piece of the log."""
    return moment_of(piece.stem.rpartition("-")[2])
