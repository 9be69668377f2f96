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
        made: Function = import_cuda().jit(device=True)(twin)
        return made


def import_cuda() -> Any:
    """numba.cuda; a version that does not go with the NumPy here is told in a sentence."""
    try:
        return import_module("numba.cuda")
    except AttributeError as error:  # numba-cuda 0.30 asks NumPy for `row_stack`, which 2.5 has no more
        import numpy as np

        words = f"numba-cuda does not go with NumPy {np.__version__} ({error})"
        raise SmaltiError(f"{words}; pip install 'smalti[gpu]' finds one that does") from error


def find_cuda() -> Any:
    """numba.cuda, if there is a GPU it can use."""
    with extra("gpu", "a GPU"):
        cuda: Any = import_cuda()
    if not cuda.is_available():
        raise SmaltiError("a batch on a GPU needs an NVIDIA GPU and its driver, and the extra `gpu`; none was found")
    # A small batch is somebody's wish, not an oversight.
    warnings.filterwarnings("ignore", message=r"(?s).*Grid size \d+ will likely result in GPU under-utilization")
    return cuda
