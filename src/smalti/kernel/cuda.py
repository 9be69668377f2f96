"""Kernel functions compiled for a GPU."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

from smalti.kernel.compiling import Build, Function
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra


class DeviceBuild(Build):
    """Twins of kernel functions that run on a GPU."""

    def _made(self, twin: Function, original: Function) -> Function:  # noqa: ARG002 - the base class has it
        made: Function = import_module("numba.cuda").jit(device=True)(twin)
        return made


def find_cuda() -> Any:
    """numba.cuda, if there is a GPU it can use."""
    with extra("gpu", "a GPU"):
        cuda: Any = import_module("numba.cuda")
    if not cuda.is_available():
        raise SmaltiError("a batch on a GPU needs an NVIDIA GPU and its driver, and the extra `gpu`; none was found")
    # A small batch is somebody's wish, not an oversight.
    warnings.filterwarnings("ignore", message=r"(?s).*Grid size \d+ will likely result in GPU under-utilization")
    return cuda
