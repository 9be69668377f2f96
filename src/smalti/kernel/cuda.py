"""Kernel functions compiled for a GPU."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from smalti.kernel.compiling import Build, Function
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra
from smalti.kernel.keeping import cache_folder, every, keep_in


class DeviceBuild(Build):
    """Twins of kernel functions that run on a GPU."""

    def _made(self, twin: Function, original: Function) -> Function:  # noqa: ARG002 - the base class has it
        made: Function = import_cuda().jit(device=True)(twin)
        return made

    def keep(self, launcher: Any, function: Function) -> Any:
        """A launcher of a function that keeps its code on disk, as compiled code for the cores is kept."""
        folder = cache_folder()
        if folder is not None:
            keep_in(folder, f"{self.key(function)}{launcher_sum(launcher)}", launcher)
            launcher._cache = _cache_class(launcher._cache._impl.locator)(launcher.py_func)
        return launcher


def launcher_sum(launcher: Any) -> str:
    """What the launcher itself brings into the code, besides the function: its instructions and plain numbers."""
    cells = [cell.cell_contents for cell in launcher.py_func.__closure__ or ()]
    plain = [one for one in cells if isinstance(one, int | str | np.dtype)] + [
        launcher.targetoptions.get("max_registers")
    ]
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
        raise SmaltiError(f"{words}; pip install 'smalti[gpu]' finds one that does") from error


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
    # A small batch is somebody's wish, not an oversight.
    warnings.filterwarnings("ignore", message=r"(?s).*Grid size \d+ will likely result in GPU under-utilization")
    return cuda
