"""The rows of a table for one pair of eyes, as flat lists of numbers: how they travel.

The sheets are written and read at once, by the one thread that the server's loop runs in.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smalti.kernel.game import Game
from smalti.kernel.reader import reader
from smalti.kernel.rows import ASKS, HAPPENINGS, PATHS, PIECES, new_sheet
from smalti.kernel.state import State, copy_state

Flat = list[int]
"""Row after row, in the order of the columns."""


class Page:
    """A sheet with a view on its columns, so that all its rows are read in one step."""

    def __init__(self, kind: np.dtype[np.void]) -> None:
        self.sheet = new_sheet(kind)
        names = (kind.names or ())[1:]
        self.columns: list[npt.NDArray[np.integer]] = [self.sheet[name] for name in names]
        room, small = len(self.columns[0]), self.columns[-1].dtype
        self.block: npt.NDArray[np.integer] | None = None
        if all(column.dtype == small for column in self.columns):
            assert kind.fields is not None
            whole = np.frombuffer(memoryview(self.sheet).cast("B"), small, offset=kind.fields[names[0]][1])
            self.block = whole[: room * len(names)].reshape(len(names), room)

    def read(self) -> Flat:
        """All its rows."""
        n = int(self.sheet.n)
        rows = np.array([c[:n] for c in self.columns]) if self.block is None else self.block[:, :n]
        flat: Flat = rows.T.ravel().tolist()
        return flat


_pieces, _paths, _told, _asked = Page(PIECES), Page(PATHS), Page(HAPPENINGS), Page(ASKS)


def pieces(game: Game, view: State, eyes: int) -> Flat:
    """What lies where."""
    reader(game).rows.pieces(view, eyes, _pieces.sheet)
    return _pieces.read()


def offers(game: Game, view: State, seat: int) -> Flat:
    """What is there only to be clicked."""
    reader(game).rows.offers(view, seat, _pieces.sheet)
    return _pieces.read()


def paths(game: Game, view: State, seat: int) -> Flat:
    """The ways to click each legal move."""
    reader(game).rows.paths(view, seat, _paths.sheet)
    return _paths.read()


def asks(game: Game, view: State, seat: int) -> Flat:
    """What is to be decided."""
    reader(game).rows.asks(view, seat, _asked.sheet)
    return _asked.read()


def earns(game: Game, view: State, seat: int) -> Flat:
    """How the score of a seat comes about."""
    reader(game).rows.earns(view, seat, _told.sheet)
    return _told.read()


def foresees(game: Game, view: State, seat: int, move: int) -> Flat:
    """What a choice does as its seat sees it, with remarks on what may come of it."""
    rows, after = reader(game).rows, copy_state(view)
    rows.happens(after, seat, seat, move, _told.sheet)
    told = _told.read()
    rows.foresees(after, seat, reader(game).room, _told.sheet)
    return told + _told.read()


def happens(game: Game, state: State, eyes: int, by: int, move: int) -> Flat:
    """What a move or an outcome does, for these eyes; the state stays as it is."""
    reader(game).rows.happens(copy_state(state), eyes, by, move, _told.sheet)
    return _told.read()
