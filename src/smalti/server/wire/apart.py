"""Tables that nobody keeps, such as a lesson or a position to think about, told as a socket would tell them."""

from __future__ import annotations

from typing import NamedTuple

from smalti.kernel.game import Options
from smalti.kernel.match import Match
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import Row
from smalti.server.table.table import Table
from smalti.server.wire import seeing
from smalti.server.wire.messages import (
    Message,
    Presence,
    choice_message,
    common_of,
    earned,
    head_message,
    log_message,
)


class Since(NamedTuple):
    """What somebody was told before: the number of the table, and how long its log was."""

    number: int
    length: int


def table_apart(match: Match, names: list[str], number: int, options: Options) -> Table:
    """A table at which everybody is there."""
    rules = match.position.game.facts.version
    row: Row = {"id": "", "options": options, "aids": {}, "challenge": None, "rules": rules}
    chairs = [Chair(seat, name, str(seat)) for seat, name in enumerate(names)]
    return Table(row, match, chairs, number, begun=True)


def table_message(table: Table, seat: int, language: str, since: Since | None = None) -> Message:
    """The whole table for the eyes of a seat, or what changed since then."""
    view = table.position.view(seat).state
    common = common_of(table, Presence(frozenset(str(chair.seat) for chair in table.chairs), 0))
    whole: Message = {"whole": True, "pieces": seeing.pieces(table.game, view, seat)}
    return {
        "type": "table",
        **(whole if since is None else {"whole": False, "from": since.number}),
        **head_message(table, common, table.chairs[seat].person_id, seat, language),
        **choice_message(table, common, seat, view),
        "earns": earned(table.game, view),
        **log_message(table, seat, since.length if since else 0, language),
    }
