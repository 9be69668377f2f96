"""A position to think about as messages: the table that a socket would send, before an answer and after a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from smalti.kernel.game import Options
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe, why_path
from smalti.kernel.words import N_, calling, say
from smalti.server.table.table import Table
from smalti.server.wire import seeing
from smalti.server.wire.apart import table_apart, table_message
from smalti.server.wire.messages import Message

YOU, OTHER = N_("You"), N_("Player {number}")
NOTHING = N_("Nothing can be done there now.")


class Task(NamedTuple):
    """A position, whose turn it is there, and what is best."""

    position: Position
    """As its seat sees it."""
    seat: int
    ply: int
    best: int
    options: Options


def names_in(task: Task, language: str) -> list[str]:
    """How the seats are called."""
    others = (say(language, OTHER, {"number": seat + 1}) for seat in range(task.position.seats))
    return [say(language, YOU) if seat == task.seat else name for seat, name in enumerate(others)]


def table_at(task: Task, moves: Iterable[int], number: int, language: str) -> Table:
    """A table of nobody but the one who thinks, after some moves of theirs."""
    match = Match(task.position)
    for move in moves:
        match.record(task.seat, move)
    return table_apart(match, names_in(task, language), number, task.options)


def task_message(task: Task, language: str) -> Message:
    """The table as it is asked about."""
    return table_message(table_at(task, (), 0, language), task.seat, language)


def line_message(task: Task, moves: Iterable[int], number: int, language: str, words: str) -> Message:
    """The table after a line, to look at: nothing can be done there, and nothing is over."""
    message = table_message(table_at(task, moves, number, language), task.seat, language)
    return message | {"over": False, "winners": [], "offers": [], "paths": [], "asks": [], "waiting": words}


def foreseen_message(task: Task, moves: Iterable[int]) -> Message:
    """What some moves would do; those that are not legal are left out."""
    game, view, legal = task.position.game, task.position.state, set(task.position.legal_moves(task.seat))
    told = [[move, seeing.foresees(game, view, task.seat, move)] for move in moves if move in legal]
    return {"type": "foreseen", "number": 0, "moves": told}


def why_message(task: Task, path: tuple[int, ...], language: str) -> Message:
    """Why some clicks lead to no move."""
    reason = why_path(task.position.game, task.position.state, task.seat, path[:3])
    if reason is None:
        return {"words": say(language, NOTHING), "clause": None}
    with calling(names_in(task, language)):
        return {"words": reason.say(language), "clause": reason.clause}


def say_line(task: Task, moves: Iterable[int], language: str) -> list[str]:
    """A line step by step, as the log says it."""
    said, position, names = [], task.position, names_in(task, language)
    for move in moves:
        said.append(describe(position.game, position.state, task.seat, move, language, tuple(names)))
        position = position.after(task.seat, move)
    return said
