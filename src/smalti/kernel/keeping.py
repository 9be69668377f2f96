"""Where compiled code is kept: folders of our own, so that no setting of the program around us is touched."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any


@cache
def source_folder(file: str) -> str:
    """The folder whose sources decide what a file compiles to: of a file inside a game, the whole game.

    What lies in its sub-folders is compiled with constants of its components, and calls nothing there that would tell.
    """
    folder = Path(file).parent
    for one in (folder, *folder.parents):
        if not (one / "__init__.py").is_file():
            break
        if (one / "game.py").is_file():
            return str(one)
    return str(folder)


@cache
def cache_folder(folders: frozenset[str]) -> Path | None:
    """Where compiled code is kept: keyed by all its sources and tools, so that stale code can never run."""
    import numba

    key = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for folder in sorted(folders):
        for source in sorted(Path(folder).rglob("*")):
            if source.suffix in {".py", ".json"}:
                key.update(source.name.encode() + b"\0" + source.read_bytes())
    user_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = Path(os.environ.get("SMALTI_CACHE_DIR") or user_cache / "smalti")
    return _writable(home / key.hexdigest()[:16])


def _writable(folder: Path) -> Path | None:
    """The folder if it can be written to; without one, code is compiled anew each time and all works the same."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


def keep_in(folder: Path, dispatcher: Any) -> None:
    """Lets one compiled function keep its code in a folder."""
    dispatcher._cache = _cache_class(folder)(dispatcher.py_func)


@cache
def _cache_class(folder: Path) -> Any:
    """Numba's cache of a function, with the folder given instead of found by its settings."""
    from numba.core import caching

    class Place(caching._CacheLocator):
        def __init__(self, line: int) -> None:
            self.line = line

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name  # a sum of all sources: more than Numba's own stamp of one file

        def get_disambiguator(self) -> str:
            return str(self.line)

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:  # noqa: ARG003 - theirs
            return cls(py_func.__code__.co_firstlineno)

    class Results(caching.CompileResultCacheImpl):
        def __init__(self, py_func: Any) -> None:
            self._lineno = py_func.__code__.co_firstlineno
            self._locator = Place(self._lineno)
            name = f"{py_func.__module__}.{py_func.__qualname__}"
            self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]  # theirs

    class Kept(caching.FunctionCache):
        _impl_class = Results

    return Kept
