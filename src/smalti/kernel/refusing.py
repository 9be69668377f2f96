"""Refusals as rows say them: for the doors where text from strangers is read, and for those who ask why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from smalti.kernel.errors import IllegalMove
from smalti.kernel.rows import HAPPENINGS, Happening, new_sheet, rows_of
from smalti.kernel.stage import Stage, catalogue
from smalti.kernel.state import Sheet, State
from smalti.kernel.telling import Telling, clause_text
from smalti.kernel.words import names_known


@dataclass(frozen=True, repr=False)
class Refusal:
    """Why something is not allowed: a row, and the tables that have the words for it."""

    row: Happening
    game: str
    stage: Stage

    @property
    def clause(self) -> str:
        """The numbered clause of the rules."""
        return clause_text(self.row.clause)

    def say(self, language: str = "en") -> str:
        """The sentence with its clause and with what would make it legal, for a person."""
        return Telling(catalogue(self.game, self.stage, language), names_known()).refusal(self.row)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class Door:
    """Where a game lets moves in: only those that its rows do not refuse."""

    game: str
    refuses_move: Callable[[State, int, int, Sheet], None]
    stage: Callable[[State], Stage]

    def legal(self, state: State, seat: int, move: int) -> int:
        """The move, if the rules allow it."""
        self.heed(state, self.refuses_move, seat, move)
        return move

    def heed(self, state: State, refuses: Callable[..., object], *facts: int) -> None:
        """Raises what a kernel function writes when it is asked about these facts of a position, if it does."""
        told = new_sheet(HAPPENINGS)
        refuses(state, *facts, told)
        for row in rows_of(told):
            self.refuse(state, Happening(*row))

    def refuse(self, state: State, row: Happening) -> NoReturn:
        """Refuses in the words of a row."""
        raise IllegalMove(Refusal(row, self.game, self.stage(state)))
