"""Power that fails: what a process had written but not had kept is lost, any part of it, at any moment."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

HEAD = struct.Struct("=c7xQQQ")
SECTOR = 512
SOURCE = Path(__file__).with_name("power.c")


@dataclass(frozen=True)
class Step:
    """One thing that was done: a write (W), a cut to a size (T), kept (S), taken away (U), or said to somebody (A)."""

    kind: str
    name: str
    offset: int = 0
    data: bytes = b""


def compiled(folder: Path) -> Path:
    """The library to preload."""
    library = folder / "power.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


def say(journal: Path, words: str) -> None:
    """Notes that somebody was told something, between what was written before and after."""
    data = words.encode()
    file = os.open(journal, os.O_WRONLY | os.O_APPEND)
    os.write(file, HEAD.pack(b"A", 0, 0, len(data)) + data)
    os.close(file)


def steps(journal: Path) -> Iterator[Step]:
    """What was done, in order."""
    content, at = journal.read_bytes(), 0
    while at + HEAD.size <= len(content):
        kind, offset, size, length = HEAD.unpack_from(content, at)
        at += HEAD.size
        name = content[at : at + length].decode()
        at += length
        size = size if kind == b"W" else 0
        yield Step(kind.decode(), name, offset, content[at : at + size])
        at += size


def after_the_cut(done: Sequence[Step], random: Random) -> dict[str, bytes]:
    """The files as a disk may have them: all that was kept, and any sectors of what was written since."""
    files: dict[str, bytearray] = {}
    pending: dict[str, list[Step]] = {}
    for step in done:
        if step.kind in "WT":
            pending.setdefault(step.name, []).append(step)
        elif step.kind == "S":
            for one in pending.pop(step.name, ()):
                carry_out(files, one)
        elif step.kind == "U":
            files.pop(step.name, None)
            pending.pop(step.name, None)
    luck = random.choice((0.0, 0.5, 0.9))
    for one in (one for ones in pending.values() for one in ones):
        for part in sectors(one):
            if random.random() < luck:
                carry_out(files, part)
    return {Path(name).name: bytes(content) for name, content in files.items()}


def sectors(step: Step) -> Iterator[Step]:
    """A write as the disk does it, piece by piece."""
    if step.kind != "W":
        yield step
    for at in range(0, len(step.data), SECTOR):
        yield Step("W", step.name, step.offset + at, step.data[at : at + SECTOR])


def carry_out(files: dict[str, bytearray], step: Step) -> None:
    """A write or a cut, on what is there."""
    content = files.setdefault(step.name, bytearray())
    end = step.offset + len(step.data)
    content.extend(bytes(max(0, end - len(content))))
    if step.kind == "T":
        del content[step.offset :]
    else:
        content[step.offset : end] = step.data
