"""Power that fails: what processes did to the files of a folder, step by step, as `power.c` has written it down."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HEAD = struct.Struct("=c3xiQQQQ")
SOURCE = Path(__file__).with_name("power.c")


@dataclass(frozen=True)
class Step:
    """One thing that was done, or said to somebody.

    To what is in a file: written (W), written and kept at once (D), cut to a size (T), made as long (F). To names: a
    file (C) or folder (M) made, renamed (R: the new name is the data), taken away (U). To keep a file or folder: begun
    (B), done (S). Said: A.
    """

    kind: str
    name: str
    who: int = 0
    """The thread that did it."""
    file: int = 0
    """The number that the system knows the file or folder by."""
    offset: int = 0
    data: bytes = b""


def compiled(folder: Path) -> Path:
    """The library to preload."""
    library = folder / "power.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


def preloaded(library: Path, journal: Path, folder: Path) -> dict[str, str]:
    """The environment of a process whose doings in a folder are written down."""
    return {
        "LD_PRELOAD": str(library),
        "SMALTI_POWER_LOG": str(journal),
        "SMALTI_POWER_FOLDER": str(folder.resolve()),
    }


def say(journal: Path, words: str) -> None:
    """Notes that somebody was told something, between what was done before and after."""
    data = words.encode()
    file = os.open(journal, os.O_WRONLY | os.O_APPEND)
    os.write(file, HEAD.pack(b"A", 0, 0, 0, 0, len(data)) + data)
    os.close(file)


def steps(journal: Path) -> Iterator[Step]:
    """What was done, in order; the last may be on its way yet."""
    content, at = journal.read_bytes(), 0
    while at + HEAD.size <= len(content):
        kind, who, file, offset, size, length = HEAD.unpack_from(content, at)
        at += HEAD.size
        name, data = content[at : at + length].decode(), content[at + length : at + length + size]
        at += length + size
        if at <= len(content):
            yield Step(kind.decode(), name, who, file, offset, data)
