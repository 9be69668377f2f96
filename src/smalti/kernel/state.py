"""The position as one NumPy record: what a search copies, a batch holds and a snapshot stores."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

State: TypeAlias = np.record
"""One position as a record with named fields; rules change the record they are given."""

Sheet: TypeAlias = np.record
"""Rows of numbers, a column for each field, and how many there are."""

Numbers: TypeAlias = npt.NDArray[np.int64]
Field: TypeAlias = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]


class Record(np.record):  # type: ignore[misc]  # the stubs call one of its bases final
    """A record whose fields are found as fast as other attributes; NumPy's own search for each of them anew."""

    __getattribute__ = object.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]  # without what is for records in records


def record_type(fields: Sequence[Field]) -> np.dtype[np.void]:
    """An aligned record type; `rng` is the small generator every position carries for playouts."""
    return _with_fast_fields(np.dtype([("rng", np.int64), *fields], align=True))


def sheet_type(room: int, **columns: type[np.integer[Any]]) -> np.dtype[np.void]:
    """A record with a count `n` and a column of so many numbers for each field (`kernel.rows`)."""
    fields = [(name, kind, (room,)) for name, kind in columns.items()]
    return _with_fast_fields(np.dtype([("n", np.int64), *fields], align=True))


def _with_fast_fields(plain: np.dtype[np.void]) -> np.dtype[np.void]:
    for name in plain.names or ():
        assert not hasattr(np.record, name), f"a field named {name} would hide what NumPy calls so"
        setattr(Record, name, property(itemgetter(name)))  # the same for every record: it asks for the name
    return np.dtype((Record, plain))


def new_state(record: np.dtype[np.void]) -> State:
    """A record of zeros."""
    return cast(State, np.zeros(1, record)[0])


def copy_state(state: State) -> State:
    """The same position in a record of its own."""
    twins = np.zeros(1, state.dtype)  # zeros, so that padding never differs
    twins[0] = state
    return cast(State, twins[0])


def state_bytes(state: State) -> bytes:
    """The position as bytes, without the generator, which is no part of the game."""
    twin = copy_state(state)
    twin.rng = 0
    return twin.tobytes()
