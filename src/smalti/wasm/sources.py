"""What a module was made of, as one number: a module whose sources have changed since is not used."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from smalti.kernel.compiling import Build


def source_hash(build: Build, functions: Iterable[Callable[..., Any]]) -> str:
    """A hash over the text of kernel functions, of all that they call, and of every table and number they use.

    Words, pictures and whatever else stands in the same files do not count.
    """
    sum_ = hashlib.sha256()
    for one in sorted(build.parts(*functions), key=_name):
        sum_.update(f"{_name(one)}\n{inspect.getsource(one)}\n".encode())
        for name, value in sorted(build.names(one), key=lambda pair: pair[0]):
            sum_.update(f"{name}={_written(value, one.__code__)}\n".encode())
    return sum_.hexdigest()


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _written(value: object, code: CodeType) -> str:
    """A value as text that is the same in every process: tables by what they hold, code by its name."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.shape}{hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    if isinstance(value, np.dtype):
        return f"{value.descr}"
    if isinstance(value, ModuleType):
        used = {name: getattr(value, name) for name in sorted(code.co_names) if hasattr(value, name)}
        return ", ".join(f"{name}={_written(one, code)}" for name, one in used.items())
    if isinstance(value, type) and issubclass(value, tuple):
        return f"{value.__name__}{getattr(value, '_fields', ())}"
    return repr(value) if isinstance(value, int | float | str | tuple | None) else getattr(value, "__name__", "")
