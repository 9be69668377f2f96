"""One process serves an SQLite file: its tables are in that process's memory, and nobody tells another what changed."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from smalti.kernel.errors import SmaltiError
from smalti.server.store.database import read_url

TAKEN = (
    "another process serves {file} already, and an SQLite file has one owner; "
    "stop that one, or let several servers share a PostgreSQL (--database)"
)


def own(url: str) -> ExitStack:
    """Keeps an SQLite file for this process until the stack is closed or the process ends, however it ends."""
    address = read_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        return ExitStack()
    file = Path(address.database)
    held = lock_for(file)
    _ours_alone(file).close()
    return held


def lock_for(file: Path) -> ExitStack:
    """The lock alone; the file may not even be there. By whichever links it is opened, it has one lock."""
    held, itself = ExitStack(), file.resolve()
    lock = held.enter_context(_ours_alone(itself.with_name(f"{itself.name}.lock")))
    try:
        _lock(lock.fileno())
    except OSError:
        held.close()
        raise SmaltiError(TAKEN.format(file=file)) from None
    return held


def _ours_alone(file: Path) -> BinaryIO:
    """A file that nobody else may read, made if it is not there; SQLite makes its log like it."""
    found = open(file, "ab", opener=lambda path, flags: os.open(path, flags, 0o600))  # noqa: SIM115 - handed on
    with suppress(OSError):  # somebody else's file, or a disk without rights
        file.chmod(0o600)
    return found


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Raises OSError if somebody else has it."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        """Raises OSError if somebody else has it; processes that this one starts do not inherit it."""
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
