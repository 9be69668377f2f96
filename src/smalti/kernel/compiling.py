"""One source of rules, run two ways: interpreted as it stands, or compiled with Numba.

`@kernel` only marks a function. `Build` makes a twin of it whose globals point at the twins of the kernel
functions it calls, so the interpreted and the compiled rules live side by side in one process.

A *template* is a kernel function whose module leaves some names open (`apply: Callable[...] = OPEN`). A `Build`
fills them in with the rules of one game, so that a loop over any game is written once and compiled for each.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar, cast

from smalti.kernel.keeping import cache_folder, code_key, every, keep_in

F = TypeVar("F", bound=Callable[..., Any])
Function = Callable[..., Any]

OPEN: Any = None
"""The value of a name that a `Build` binds to a game's rule."""

_kernels: set[Function] = set()


def kernel(function: F) -> F:
    """Marks a function as written in the part of Python that Numba compiles."""
    _kernels.add(function)
    return function


class Build:
    """Twins of kernel functions for one game: compiled, or interpreted with the open names filled in."""

    def __init__(self, label: str, open_names: Mapping[str, Any], *, compiled: bool) -> None:
        self.label = label
        self.open_names = open_names
        self.compiled = compiled
        self._twins: dict[Function, Function] = {}
        self._sums: dict[Function, bytes] = {}

    def __call__(self, function: F) -> F:
        """The twin of a kernel function, made once."""
        if function not in self._twins:
            self._twins[function] = self._twin(function)
        return self._twins[function]  # type: ignore[return-value]  # a twin has its original's signature

    def _twin(self, function: Function) -> Function:
        scope = {name: self(value) if _is_kernel(value) else value for name, value in self.names(function)}
        scope |= {"__builtins__": __builtins__, "__name__": function.__module__}
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        # The label keeps the cached code of two games apart when they share a template.
        twin.__qualname__ = f"{self.label}.{function.__qualname__}"
        twin.__module__, twin.__doc__ = function.__module__, function.__doc__
        return self._made(twin, function)

    def _made(self, twin: Function, original: Function) -> Function:
        """The twin as it will be called."""
        return _njit(twin, self.key(original)) if self.compiled else twin

    def key(self, function: Function) -> str:
        """The name of a function's compiled code: another one as soon as anything that goes into it is another."""
        return code_key(map(self._sum, self.parts(function)))

    def names(self, function: Function) -> Iterator[tuple[str, Any]]:
        """The globals a function uses, the open ones bound to this game's rules."""
        for name in function.__code__.co_names:
            if name in function.__globals__:
                value = function.__globals__[name]
                yield name, self.open_names[name] if value is OPEN else value

    def _sum(self, function: Function) -> bytes:
        """What a function itself brings into compiled code: instructions, and what the names in them stand for."""
        if function not in self._sums:
            values = [function.__module__, function.__qualname__, function.__code__, function.__defaults__]
            for name, value in self.names(function):
                values += [name, *_meant(value, function.__code__.co_names)]
            self._sums[function] = hashlib.sha256(b"".join(every(values))).digest()
        return self._sums[function]

    def parts(self, *functions: Function) -> set[Function]:
        """Some kernel functions and all that they call: so many steps does it take to compile them."""
        seen: set[Function] = set()
        rest = list(functions)
        while rest:
            one = rest.pop()
            seen.add(one)
            rest += [value for _, value in self.names(one) if _is_kernel(value) and value not in seen]
        return seen


def _is_kernel(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value in _kernels


def _meant(value: Any, names: tuple[str, ...]) -> list[Any]:
    """What a name in a function brings into it: another kernel function its name, a module what may be asked of it."""
    if _is_kernel(value):
        return [value.__module__, value.__qualname__]
    if isinstance(value, types.ModuleType):
        asked = [getattr(value, name) for name in names if hasattr(value, name)]
        return [value, *(one for each in asked for one in _meant(each, ()))]
    return [value]


def _njit(function: Function, key: str) -> Function:
    """Machine code that other threads need not wait for."""
    import numba  # imported here: whoever plays interpreted never waits for it

    dispatcher = numba.njit(nogil=True)(function)
    if dispatcher is function:
        return function  # NUMBA_DISABLE_JIT: somebody wants to step through it
    folder = cache_folder()
    if folder is not None:
        keep_in(folder, key, dispatcher)
    return widened(dispatcher)


def widened(dispatcher: Any) -> Function:
    """The function with every whole number it is called with, constants too, as 64 bits: it is compiled once.

    Numba would compile a variant for each constant and each width that a caller happens to have.
    """
    dispatcher.__class__ = _wide_class(dispatcher.__class__)
    return cast(Function, dispatcher)


@cache
def _wide_class(dispatcher: type) -> type:
    from numba.core import types as numba_types

    def plain(one: Any) -> Any:
        one = numba_types.unliteral(one)  # type: ignore[no-untyped-call]  # Numba has no types of its own
        return numba_types.int64 if isinstance(one, numba_types.Integer) else one

    class Wide(dispatcher):  # type: ignore[misc]  # a class known only once Numba is imported
        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(map(plain, args)), {key: plain(one) for key, one in kws.items()})

    return Wide


@contextmanager
def watching_compiler(
    compiled: Callable[[types.CodeType], None], starting: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Inside, `compiled` is told of each function that is really compiled, and not read from the cache.

    What `starting` raises before one of them ends the work.
    """
    from numba.core import event

    class Watch(event.Listener):
        def on_start(self, event: object) -> None:  # noqa: ARG002 - theirs
            starting()

        def on_end(self, event: Any) -> None:
            compiled(event.data["dispatcher"].py_func.__code__)

    with event.install_listener("numba:compile", Watch()):
        yield
