"""Where compiled code is kept: a folder of our own, so that no setting of the program around us is touched.

It is kept under a sum of all that goes into it: the instructions of a function and of all it calls, the values of the
constants they name, and the tools. So stale code can never run, and a new word or picture has nothing compiled anew.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


def contents(value: object) -> Iterator[bytes]:
    """What a constant brings into compiled code. Of what we do not know we cannot say that it is the same."""
    if isinstance(value, PLAIN):
        yield f"{type(value).__name__} {value!r}".encode()
    elif isinstance(value, (tuple, list)):
        yield from every(value)
    elif isinstance(value, (frozenset, dict)):
        yield from every(sorted(value.items() if isinstance(value, dict) else value, key=repr))
    elif isinstance(value, np.ndarray):
        yield from every((str(value.dtype), value.shape, value.tobytes()))
    elif isinstance(value, np.dtype):
        yield f"{value.fields} {value.itemsize} {value!r}".encode()
    elif isinstance(value, CodeType):
        yield from instructions(value)
    elif isinstance(value, type) and hasattr(value, "_fields"):
        yield from every((value.__module__, value.__qualname__, value._fields))
    elif isinstance(value, ModuleType):
        yield value.__name__.encode()
    elif is_of_a_library(value):
        yield f"{value.__module__} {value.__qualname__}".encode()  # type: ignore[attr-defined]  # it has both
    else:
        yield os.urandom(16)


def every(values: Iterable[object]) -> Iterator[bytes]:
    """What several constants bring, apart from each other."""
    for value in values:
        for part in contents(value):
            yield len(part).to_bytes(8, "big") + part
    yield b"."


def instructions(code: CodeType) -> Iterator[bytes]:
    """What a function does, wherever it is written."""
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    yield from every((*shape, *names, code.co_code, getattr(code, "co_exceptiontable", b""), code.co_consts))


def is_of_a_library(value: object) -> bool:
    """Whether something is called as a library has it; the versions of the libraries are in the sum."""
    room = (getattr(value, "__module__", None) or "").split(".")[0]
    return room in ("builtins", "math", "numpy", "numba") and hasattr(value, "__qualname__")


@cache
def tools() -> bytes:
    """What compiles, and how: the versions of it all, and the two files that hand functions to it."""
    import numba

    said = f"{numba.__version__} {np.__version__} {sys.version} {platform.machine()}".encode()
    files = sorted(Path(__file__).with_name(name) for name in ("compiling.py", "keeping.py"))
    return hashlib.sha256(b"\0".join([said, *(file.read_bytes() for file in files)])).digest()


def code_key(parts: Iterable[bytes]) -> str:
    """The name under which a function is kept, from the sums of all that it consists of."""
    return hashlib.sha256(tools() + b"".join(sorted(parts))).hexdigest()[:32]


@cache
def cache_folder() -> Path | None:
    """Where compiled code is kept, if it can be."""
    told = os.environ.get("SMALTI_CACHE_DIR")
    try:
        return _writable((Path(told) if told else _user_cache() / "smalti") / "code")
    except RuntimeError:  # a user without a home, as in a container
        return None


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


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


def keep_in(folder: Path, key: str, dispatcher: Any) -> None:
    """Lets one compiled function keep its code in a folder, under its key."""
    dispatcher._cache = _cache_class(folder, key)(dispatcher.py_func)


def _cache_class(folder: Path, key: str) -> Any:
    """Numba's cache of a function, with folder and key given instead of found by its settings and dates."""
    from numba.core import caching

    class Place(caching._CacheLocator):
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return key

        def get_disambiguator(self) -> str:
            return key

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:  # noqa: ARG003 - theirs
            return cls()

    class Results(caching.CompileResultCacheImpl):
        def __init__(self, py_func: Any) -> None:
            self._lineno = py_func.__code__.co_firstlineno
            self._locator = Place()
            name = f"{py_func.__module__}.{py_func.__qualname__}"
            self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]  # theirs

    class Kept(caching.FunctionCache):
        _impl_class = Results

    return Kept
