"""Arrays on a GPU for PyTorch and JAX, without copying: `torch.from_dlpack(share(batch.observe()))`.

Arrays of NumPy know DLPack themselves; those of numba-cuda only take it in (numba issue 4719), so it is said for them.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = (1, 0), (2, 0)
"""DLPack's names of devices: the kind and which of them."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
NAME = b"dltensor"


class Tensor(ctypes.Structure):
    """DLPack's `DLManagedTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    )


LENT: dict[int, tuple[Any, ...]] = {}
"""By address: what must live until whoever took it lets it go."""


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]  # of ctypes
def give_back(address: int) -> None:
    """Whoever took it has let it go."""
    LENT.pop(address, None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def forget(capsule: int) -> None:
    """Nobody took it: a capsule that was taken has another name by then."""
    if is_valid(capsule, NAME):
        LENT.pop(pointer_in(capsule, NAME), None)


is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


class Shared:
    """An array of plain numbers in C order, as DLPack hands it over."""

    def __init__(self, array: Any, device: tuple[int, int] = CUDA) -> None:
        self.array, self.device = array, device

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, **_: Any) -> Any:
        interface = getattr(self.array, "__cuda_array_interface__", None) or self.array.__array_interface__
        if self.device == CUDA:
            self._finish()
        kind = np.dtype(interface["typestr"])
        shape = (ctypes.c_int64 * len(interface["shape"]))(*interface["shape"])
        tensor = Tensor(
            data=interface["data"][0],
            device=(ctypes.c_int32 * 2)(*self.device),
            ndim=len(shape),
            code=CODES[kind.kind],
            bits=8 * kind.itemsize,
            lanes=1,
            shape=ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
            deleter=give_back,
        )
        LENT[ctypes.addressof(tensor)] = self.array, tensor, shape
        return new_capsule(ctypes.addressof(tensor), NAME, ctypes.cast(forget, ctypes.c_void_p))

    def _finish(self) -> None:
        """Waits for what the GPU is still writing, so that no stream of anybody reads too early."""
        from numba import cuda

        cuda.synchronize()  # type: ignore[no-untyped-call]  # theirs


def share(array: Any) -> Any:
    """An array of a batch for `from_dlpack` of PyTorch or JAX: the same memory, wherever it is."""
    if hasattr(array, "__cuda_array_interface__"):
        return Shared(array)
    is_shown = isinstance(array, np.ndarray) and not array.flags.writeable
    return Shared(array, CPU) if is_shown else array  # older readers of DLPack refuse what can only be read
