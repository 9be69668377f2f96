"""Kernel functions compiled for a GPU."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.kernel.compiling import Build, Function, widened
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra
from smalti.kernel.keeping import cache_folder, every, keep_in
from smalti.kernel.sets import count

BLOCK = 128
"""Threads that are launched together."""


class DeviceBuild(Build):
    """Twins of kernel functions that run on a GPU: those `apart` stay calls, all others are written out."""

    def __init__(self, label: str, names: Mapping[str, Any], apart: Collection[Function] = ()) -> None:
        super().__init__(label, names, compiled=True)
        self._apart = apart

    def _made(self, twin: Function, original: Function) -> Function:
        made = import_cuda().jit(device=True)(popcount() if original is count else twin)
        if original in self._apart:
            made.__class__ = _apart_class(made.__class__)
        return widened(made)

    def keep(self, launcher: Any, function: Function) -> Any:
        """A launcher of a function that keeps its code on disk, as compiled code for the cores is kept."""
        folder = cache_folder()
        if folder is not None:
            apart = sorted(one.__qualname__ for one in self._apart)
            keep_in(folder, f"{self.key(function)}{launcher_sum(launcher, apart)}", launcher)
            launcher._cache = _cache_class(launcher._cache._impl.locator)(launcher.py_func)
        return launcher


class TableBuild(DeviceBuild):
    """Twins for a GPU whose tables lie in its memory: there are more of them than its constants have room for.

    Nothing stays a call: Mosaix, its large functions called, ended with an illegal address, and why was not found.
    """

    def __init__(self, label: str, names: Mapping[str, Any]) -> None:
        super().__init__(label, names)
        self._cuda, self._tables, self._modules = find_cuda(), dict[int, Any](), dict[ModuleType, ModuleType]()

    def keep(self, launcher: Any, function: Function) -> Any:  # noqa: ARG002 - the base class has it
        """Addresses of this process are in the code, so it is not kept."""
        return launcher

    def names(self, function: Function) -> Any:
        """The same, with tables as copies on the device."""
        for name, value in super().names(function):
            yield name, self._placed(value, function.__code__.co_names)

    def _placed(self, value: Any, names: tuple[str, ...]) -> Any:
        """A table on the device; a module with those of its tables there that are asked of it."""
        if isinstance(value, np.ndarray):
            if id(value) not in self._tables:
                self._tables[id(value)] = self._cuda.to_device(value)
            return self._tables[id(value)]
        known = {name: getattr(value, name) for name in names if hasattr(value, name)}
        if not isinstance(value, ModuleType) or not any(isinstance(one, np.ndarray) for one in known.values()):
            return value
        there = self._modules.setdefault(value, ModuleType(value.__name__))
        vars(there).update({name: self._placed(one, ()) for name, one in known.items()})
        return there


class Grid:
    """A GPU: each of its threads has one place of what is worked on."""

    def __init__(self, build: DeviceBuild) -> None:
        self._cuda, self.build = find_cuda(), build
        self._launchers: dict[Function, Any] = {}

    def place(self, array: npt.NDArray[Any]) -> Any:
        """A copy on the GPU."""
        return self._cuda.to_device(array)

    def host(self, array: Any) -> npt.NDArray[Any]:
        """A copy in this machine's memory."""
        copy: npt.NDArray[Any] = array.copy_to_host()
        return copy

    def run(self, size: int, function: Function, *arguments: Any) -> None:
        """Calls function(*arguments, i, i + 1) for every place, each in a thread of its own."""
        self.launch(size, function, self._plain, arguments)

    def run_once(self, size: int, function: Function, *arguments: Any) -> None:
        """The same for what is called once: left as it is written, it is compiled in two thirds of the time."""
        self.launch(size, function, partial(self._plain, opt=False), arguments)

    def launch(self, size: int, function: Function, make: Callable[[Function], Any], arguments: Any) -> None:
        """Calls what is made once of a function's twin, with so many threads."""
        if function not in self._launchers:
            self._launchers[function] = self.build.keep(make(self.build(function)), function)
        configured(self._launchers[function], size, BLOCK)(arguments, size)

    def _plain(self, twin: Function, *, opt: bool = True) -> Any:
        cuda = self._cuda

        @cuda.jit(opt=opt)  # type: ignore[untyped-decorator]  # numba-cuda comes without types
        def launch(arguments: Any, size: int) -> None:
            i = cuda.grid(1)
            if i < size:
                twin(*arguments, i, i + 1)

        return launch


@cache
def _apart_class(dispatcher: type) -> type:
    """Functions of which the compiler of a GPU does not write out a copy for each call."""

    class Apart(dispatcher):  # type: ignore[misc]  # a class known only once numba-cuda is imported
        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            made = super().compile_device(args, return_type)
            made.library.get_function(made.fndesc.llvm_func_name).attributes.add("noinline")
            return made

    return Apart


def popcount() -> Function:
    """What a GPU has for `count`, one instruction; its compiler does not find it out by itself."""
    cuda = import_cuda()

    def counted(spaces: int) -> int:
        found: int = cuda.popc(spaces)
        return found

    return counted


def launcher_sum(launcher: Any, apart: list[str]) -> str:
    """What goes into the code besides the function: the launcher, which functions stay calls, and this file."""
    cells = [cell.cell_contents for cell in launcher.py_func.__closure__ or ()]
    plain: list[Any] = [one for one in cells if isinstance(one, int | str | np.dtype)]
    plain += [launcher.targetoptions.get(one) for one in ("max_registers", "opt")]
    plain += [apart, Path(__file__).read_bytes()]
    return hashlib.sha256(b"".join(every([launcher.py_func.__code__, *plain]))).hexdigest()[:8]


def _cache_class(place: Any) -> Any:
    """numba-cuda's cache of a kernel, with its place given."""
    from numba.cuda.dispatcher import CUDACache, CUDACacheImpl

    class Results(CUDACacheImpl):
        def __init__(self, py_func: Any) -> None:
            self._locator = place
            self._filename_base = self.get_filename_base(f"cuda.{py_func.__name__}", "")  # type: ignore[no-untyped-call]  # theirs

    class Kept(CUDACache):
        _impl_class = Results

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            """Without what the launcher closes over: its sum is in the name, its bytes differ between processes."""
            return sig, codegen.magic_tuple(), version("numba-cuda")

    return Kept


def import_cuda() -> Any:
    """numba.cuda; a version that does not go with the NumPy here is told in a sentence."""
    try:
        with old_names() as missing:
            if missing:
                import_module("numba.cuda.np.arrayobj")  # it would ask when something is compiled
            return import_module("numba.cuda")
    except AttributeError as error:
        words = f"numba-cuda does not go with NumPy {np.__version__} ({error})"
        raise SmaltiError(f"{words}; another version of one of them is needed") from error


@contextmanager
def old_names() -> Iterator[bool]:
    """While it is imported, numba-cuda 0.30 asks NumPy for `row_stack`, which from 2.5 on is only called `vstack`."""
    if hasattr(np, "row_stack"):
        yield False
        return
    vars(np)["row_stack"] = np.vstack
    try:
        yield True
    finally:
        del vars(np)["row_stack"]


def find_cuda() -> Any:
    """numba.cuda, if there is a GPU it can use."""
    with extra("gpu", "a GPU"):
        cuda: Any = import_cuda()
    if not cuda.is_available():
        raise SmaltiError("a batch on a GPU needs an NVIDIA GPU and its driver, and the extra `gpu`; none was found")
    return cuda


def configured(launcher: Any, size: int, block: int) -> Any:
    """A launcher with a thread for each place, in blocks; numba-cuda warns of few blocks where it is configured."""
    with warnings.catch_warnings():  # a small batch is somebody's wish, not an oversight
        warnings.filterwarnings("ignore", message=r"(?s).*Grid size \d+ will likely result in GPU under-utilization")
        return launcher[-(-size // block), block]
