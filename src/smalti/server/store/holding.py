"""Files of an SQLite database, read beside SQLite by the process that has it open.

POSIX ends all locks of a process on a file when the process closes any descriptor of it, also one of which SQLite
knows nothing. Another process then takes itself for the last one at the database, and deletes the log into which this
one goes on writing. So such a file is opened once and closed after SQLite has closed it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SOME = 1 << 20


@dataclass
class Held:
    """One of the files; it is there when it is made."""

    path: Path
    file: int = field(init=False)

    def __post_init__(self) -> None:
        self.file = os.open(self.path, os.O_RDONLY)

    def read(self, start: int, length: int) -> bytes:
        """As much of it as there is."""
        return b"".join(self.pieces(start, start + length))

    def pieces(self, start: int, end: int) -> Iterator[bytes]:
        """The same, bit by bit."""
        while start < end and (some := os.pread(self.file, min(SOME, end - start), start)):
            yield some
            start += len(some)

    def whole(self) -> Iterator[bytes]:
        """All of it, bit by bit."""
        return self.pieces(0, os.fstat(self.file).st_size)

    def has_its_name(self) -> bool:
        """Whether it is still what others find under its name."""
        try:
            return os.path.samestat(os.fstat(self.file), self.path.stat())
        except FileNotFoundError:
            return False

    def close(self) -> None:
        """SQLite has closed it before."""
        os.close(self.file)
