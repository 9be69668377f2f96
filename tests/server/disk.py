"""A folder as a disk may have it after the power was cut.

What is in a file: everything that was written before somebody began to have it kept, once that was done; and any
sectors of what was written since, in each file another part of them.

Names (files made, renamed and taken away) reach the disk in the order in which they were made, as in the journal of
ext4 or XFS. To keep a folder keeps the names in it, to keep a file its own, and with them all that were made before;
how many of those made since are there is chance. That is less than ext4 gives, where whoever keeps anything keeps all
names, and nothing is taken from what a file system does without being asked, such as to write a file before its new
name. Nor is it assumed that a page of a database is written whole: only sectors are.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from random import Random

from tests.server.power import Step

SECTOR = 512
LUCK = 0.0, 0.5, 0.9, 1.0
"""How much of what was not kept is there all the same, of each file."""


@dataclass(eq=False)
class File:
    """What is in one file, and what may be."""

    source: Path | None = None
    """Where it stood when all began, if it was there."""
    is_folder: bool = False
    changed: bytearray | None = None
    pending: list[tuple[int, Step]] = field(default_factory=list)
    """Not kept yet, each with its place among all steps."""

    def content(self) -> bytearray:
        """What was kept, to be changed."""
        if self.changed is None:
            self.changed = bytearray(self.source.read_bytes() if self.source else b"")
        return self.changed

    def keep(self, before: int) -> None:
        """All that was written before a step."""
        for at, step in self.pending:
            if at < before:
                carry_out(self.content(), step)
        self.pending = [(at, step) for at, step in self.pending if at >= before]

    def lose(self, random: Random) -> None:
        """Any sectors of what is pending are there, and all that was kept with its writing."""
        luck = random.choice(LUCK)
        for part in (part for _, step in self.pending for part in sectors(step)):
            if part.kind == "D" or random.random() < luck:
                carry_out(self.content(), part)
        self.pending = []


def sectors(step: Step) -> Iterator[Step]:
    """A change of a file as the disk does it, piece by piece."""
    if step.kind not in "WD":
        yield step
    at, end = step.offset, step.offset + len(step.data)
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR)
        data = step.data[at - step.offset : upto - step.offset]
        yield Step(step.kind, step.name, step.who, step.file, at, data)
        at = upto


def carry_out(content: bytearray, step: Step) -> None:
    """A write or a new size, on what is there."""
    end = step.offset + len(step.data)
    content.extend(bytes(max(0, end - len(content))))
    if step.kind == "T":
        del content[step.offset :]
    else:
        content[step.offset : end] = step.data


@dataclass(frozen=True)
class Change:
    """A change of names: what was called `old` is called `new`; one of them is nothing where it was made or taken."""

    at: int
    file: File
    old: str | None
    new: str | None

    def touches(self, file: File | None, folder: str) -> bool:
        """Whether it is kept with a file, or with a folder."""
        return self.file is file or any(name and str(PurePath(name).parent) == folder for name in (self.old, self.new))

    def make(self, names: dict[str, File]) -> None:
        if self.old:
            names.pop(self.old, None)
        if self.new:
            names[self.new] = self.file


def numbers_of(folder: Path) -> dict[int, str]:
    """The number that the system knows each file and folder by, with its name."""
    return {path.stat().st_ino: str(path.relative_to(folder)) for path in folder.rglob("*")}


class Disk:
    """A folder that things are done to: what is sure, and what is not."""

    def __init__(self, live: Path, base: Path | None = None, numbers: Mapping[int, str] | None = None) -> None:
        """The folder where they are done; a copy of it from before, and the numbers its files had then."""
        self.live, self.base = live, base
        self.now: dict[str, File] = {}
        self.numbers: dict[int, File] = {}
        for number, name in (numbers or {}).items():
            source = base / name if base else None
            self.numbers[number] = self.now[str(live / name)] = File(source, bool(source and source.is_dir()))
        self.sure = dict(self.now)
        self.changes: list[Change] = []
        self.begun: dict[int, int] = {}

    def take(self, done: Iterable[Step]) -> None:
        """Everything that was done, in order."""
        for at, step in enumerate(done):
            if step.kind in "WDTF":
                self.numbers[step.file].pending.append((at, step))
            elif step.kind in "CMRU":
                self._name(at, step)
            elif step.kind == "B":
                self.begun[step.who] = at
            elif step.kind == "S":
                self._keep(step, self.begun.pop(step.who))

    def _name(self, at: int, step: Step) -> None:
        if step.kind in "CM":
            file = self.numbers[step.file] = File(is_folder=step.kind == "M")
            change = Change(at, file, None, step.name)
        else:
            change = Change(at, self.now[step.name], step.name, step.data.decode() or None)
            assert step.kind == "U" or not change.file.is_folder, "no folder is renamed here"
        change.make(self.now)
        self.changes.append(change)

    def _keep(self, step: Step, began: int) -> None:
        file = self.numbers.get(step.file)
        if file:
            file.keep(before=began)
        sure = [n for n, one in enumerate(self.changes) if one.at < began and one.touches(file, step.name)]
        self._make_sure(sure[-1] + 1 if sure else 0)

    def _make_sure(self, count: int) -> None:
        for change in self.changes[:count]:
            change.make(self.sure)
        del self.changes[:count]

    def cut(self, random: Random) -> None:
        """The power is gone, and something of what was not sure is there."""
        count = len(self.changes)
        self._make_sure(random.choice((0, random.randrange(count + 1), count)))
        for file in self.sure.values():
            if file.pending:
                file.lose(random)

    def settle(self) -> None:
        """Nothing is lost: everything is there."""
        self._make_sure(len(self.changes))
        for file in self.sure.values():
            file.keep(before=max((at + 1 for at, _ in file.pending), default=0))

    def write_to(self, folder: Path) -> None:
        """The folder as it is now, in another place, for whom the first one was."""
        shutil.rmtree(folder, ignore_errors=True)
        if self.base:
            subprocess.run(["cp", "-a", str(self.base), str(folder)], check=True)
        folder.mkdir(exist_ok=True)
        here = {str(Path(name).relative_to(self.live)): file for name, file in self.sure.items()}
        for path in sorted(folder.rglob("*"), reverse=True):
            if str(path.relative_to(folder)) not in here:
                path.rmdir() if path.is_dir() else path.unlink()
        for name, file in sorted(here.items()):
            self._write(folder / name, file, folder)

    def _write(self, path: Path, file: File, folder: Path) -> None:
        if file.is_folder:
            path.mkdir(exist_ok=True)
        elif file.changed is not None or not self.base or file.source != self.base / path.relative_to(folder):
            path.write_bytes(file.content())
        else:
            return
        path.chmod(0o700 if file.is_folder else 0o600)
        shutil.chown(path, folder.stat().st_uid, folder.stat().st_gid)
