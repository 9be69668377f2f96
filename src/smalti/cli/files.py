"""Writing files whole: somebody who looks sees the old file or the new one, and after an error the old one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

STDOUT = "-"


@contextmanager
def written_whole(path: str) -> Iterator[TextIO]:
    """A text file that appears under its name only when the block ends well; `-` is stdout."""
    target = Path(path).resolve()
    if path == STDOUT:
        yield sys.stdout
    elif target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8") as file:  # a device or a pipe cannot be replaced; a folder is refused
            yield file
    else:
        with _renamed_at_the_end(target) as part, part.open("w", encoding="utf-8") as file:
            yield file
            keep(file)


@contextmanager
def bytes_written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file for its owner's eyes only, which appears under its name only when the block ends well."""
    with _renamed_at_the_end(path.resolve()) as part, open(part, "wb", opener=_for_me) as file:
        yield file
        keep(file)


def _for_me(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def keep(file: TextIO | BinaryIO) -> None:
    """What was written is on the disk."""
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _renamed_at_the_end(target: Path) -> Iterator[Path]:
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(target)
    except OSError as error:
        if error.filename == str(part):
            error.filename = str(target)  # the name the user knows
        raise
    finally:
        part.unlink(missing_ok=True)
