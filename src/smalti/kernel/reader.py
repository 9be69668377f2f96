"""The rows of a game as Python values, compiled once they are ready and interpreted until then."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import TypeVar

import numpy as np

from smalti.kernel.game import CHANCE, Game
from smalti.kernel.referee import referee
from smalti.kernel.rows import (
    ASKS,
    HAPPENINGS,
    NOWHERE,
    PATHS,
    PIECES,
    Ask,
    Happening,
    Path,
    Piece,
    Rows,
    new_sheet,
    rows_of,
)
from smalti.kernel.state import Sheet, State, copy_state

Row = TypeVar("Row")
Steps = tuple[int, ...]


class Reader:
    """Asks a game's kernel functions and hands their rows out; one for each game and process."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows: Rows = game.rows
        self._pieces, self._paths = new_sheet(PIECES), new_sheet(PATHS)
        self._told, self._asked = new_sheet(HAPPENINGS), new_sheet(ASKS)
        self.room = new_sheet(game.rows.room)
        self._lock = Lock()  # the sheets are shared by all threads of a process

    def compile(self) -> None:
        """Compiles rules and rows, or loads what was compiled, and uses them from then on."""
        referee(self.game).compile()
        if self.rows is not self.game.rows:
            return
        made = {name: self.game.compiler(one) for name, one in self.rows.named().items()}
        compiled = Rows(**made, room=self.rows.room)
        _exercise(compiled, self.game)
        self.rows = compiled

    def pieces(self, view: State, eyes: int) -> list[Piece]:
        """What lies where."""
        return self._read(Piece, self.rows.pieces, self._pieces, view, eyes)

    def offers(self, view: State, seat: int) -> list[Piece]:
        """What is there only to be clicked."""
        return self._read(Piece, self.rows.offers, self._pieces, view, seat)

    def paths(self, view: State, seat: int) -> list[Path]:
        """The ways to click each legal move."""
        return self._read(Path, self.rows.paths, self._paths, view, seat)

    def happens(self, state: State, eyes: int, by: int, move: int) -> list[Happening]:
        """What a move or an outcome does, for these eyes; the state stays as it is."""
        return self._read(Happening, self.rows.happens, self._told, copy_state(state), eyes, by, move)

    def foresees(self, view: State, seat: int, move: int) -> list[Happening]:
        """What a choice does as its seat sees it, with remarks on what may come of it."""
        after = copy_state(view)
        with self._lock:
            self.rows.happens(after, seat, seat, move, self._told)
            told = [Happening(*row) for row in rows_of(self._told)]
            self.rows.foresees(after, seat, self.room, self._told)
            return told + [Happening(*row) for row in rows_of(self._told)]

    def asks(self, view: State, seat: int) -> list[Ask]:
        """What is to be decided."""
        return self._read(Ask, self.rows.asks, self._asked, view, seat)

    def refuses(self, view: State, seat: int, path: Steps) -> Happening | None:
        """Why these clicks lead to no move."""
        steps = (*path[:3], NOWHERE, NOWHERE, NOWHERE)[:3]
        return next(iter(self._read(Happening, self.rows.refuses, self._told, view, seat, *steps)), None)

    def refuses_move(self, view: State, seat: int, move: int) -> Happening | None:
        """Why a move is not allowed."""
        return next(iter(self._read(Happening, self.rows.refuses_move, self._told, view, seat, move)), None)

    def earns(self, view: State, seat: int) -> list[Happening]:
        """How the score of a seat comes about."""
        return self._read(Happening, self.rows.earns, self._told, view, seat)

    def _read(self, kind: Callable[..., Row], write: Callable[..., None], sheet: Sheet, *facts: object) -> list[Row]:
        """What a function writes onto a sheet about these facts."""
        with self._lock:
            write(*facts, sheet)
            return [kind(*row) for row in rows_of(sheet)]


@cache
def reader(game: Game) -> Reader:
    """The reader of a game in this process."""
    return Reader(game)


def _exercise(rows: Rows, game: Game) -> None:
    """Calls every function once, so that it is compiled or read from the cache."""
    rules, state = game.rules, game.course.setup(game.facts.seat_counts[0], {})
    pieces, paths, told, asked = (new_sheet(kind) for kind in (PIECES, PATHS, HAPPENINGS, ASKS))
    while not rules.actors(state):
        rows.happens(state, CHANCE, CHANCE, int(rules.sample(state)), told)
    rows.pieces(state, 0, pieces)
    rows.offers(state, 0, pieces)
    rows.paths(state, 0, paths)
    rows.asks(state, 0, asked)
    rows.refuses(state, 0, NOWHERE, NOWHERE, NOWHERE, told)
    rows.refuses_move(state, 0, 0, told)
    rows.earns(state, 0, told)
    seat = int(rules.actors(state)).bit_length() - 1
    moves = np.empty(game.course.action_count, np.int64)
    rules.legal_moves(state, seat, moves)
    rows.happens(state, seat, seat, int(moves[0]), told)
    rows.foresees(state, seat, new_sheet(rows.room), told)
