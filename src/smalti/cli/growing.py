"""Files of records that grow as games finish: whoever is interrupted keeps them, and can go on."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from smalti.cli.files import STDOUT
from smalti.kernel.errors import SmaltiError

PACKED = ".gz"
BLOCK = 1 << 20


class Growing:
    """A file of lines at its end; with a name in .gz each addition is compressed by itself."""

    def __init__(self, file: BinaryIO, packed: bool) -> None:
        self.file, self.packed = file, packed

    def add(self, lines: list[str]) -> None:
        """Some lines more, in the file before this returns."""
        data = "".join(line + "\n" for line in lines).encode()
        self.file.write(gzip.compress(data, mtime=0) if self.packed else data)
        self.file.flush()


@contextmanager
def grown(path: str, *, resume: bool) -> Iterator[Growing]:
    """A file that grows: from nothing, or from where it is whole; `-` is stdout."""
    if path == STDOUT:
        yield Growing(sys.stdout.buffer, packed=False)
        return
    target = Path(path)
    with target.open("r+b" if resume and target.exists() else "wb") as file:
        if resume:
            file.seek(whole_size(target))
            file.truncate()
        yield Growing(file, path.endswith(PACKED))


def whole_lines(path: str) -> tuple[int, bytes]:
    """How many whole lines a file has that was written so, and the first of them."""
    if path == STDOUT or not Path(path).exists():
        return 0, b""
    count, first = 0, b""
    with Path(path).open("rb") as file:
        for data in pieces(file, path.endswith(PACKED)):
            if not count:
                first = data.split(b"\n", 1)[0]
            count += data.count(b"\n")
    return count, first


def whole_size(path: Path) -> int:
    """Up to where a file is whole: the end of the last line, or of the last part that was compressed by itself."""
    with path.open("rb") as file:
        for _ in pieces(file, str(path).endswith(PACKED)):
            pass
        return file.tell()


def pieces(file: BinaryIO, packed: bool) -> Iterator[bytes]:
    """The whole lines of a file, some at a time; afterwards the file stands where they end."""
    if not packed:
        rest, end = b"", 0
        while data := file.read(BLOCK):
            whole, found, rest = (rest + data).rpartition(b"\n")
            end += len(whole) + len(found)
            if found:
                yield whole + found
        file.seek(end)
        return
    end = 0
    while True:
        file.seek(end)
        part, size = unpacked(file)
        if part is None:
            file.seek(end)
            return
        end += size
        yield part


def unpacked(file: BinaryIO) -> tuple[bytes | None, int]:
    """The next part that was compressed by itself and its size there; None if it is not whole."""
    reader, found, size = zlib.decompressobj(wbits=31), b"", 0
    while not reader.eof:
        data = file.read(BLOCK)
        if not data:
            return None, 0
        try:
            found += reader.decompress(data)
        except zlib.error as error:
            raise SmaltiError("the file to go on with is damaged") from error
        size += len(data)
    return found, size - len(reader.unused_data)
