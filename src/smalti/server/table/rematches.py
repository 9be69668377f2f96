"""Playing again with the same people: asked for, declined, and what becomes of a seat that nobody comes to."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.kernel.errors import SmaltiError
from smalti.server.table.changes import Change, RematchMade
from smalti.server.table.refusals import NOT_ASKED, NOT_YOURS, SEAT_TAKEN, STILL_RUNS, NotYours
from smalti.server.table.table import Table


def play_again(table: Table, person_id: str, made: RematchMade) -> Change | None:
    """The people of a finished game play again at another table; nothing if one of them has asked before."""
    mine = own_seats(table, person_id)
    if not table.position.is_over:
        raise SmaltiError(STILL_RUNS)
    if table.rematch is None:
        return Change([{"rematch": made.table["id"], "asks": mine[0]}], table.match, made)
    return Change([{"accepts": list(mine)}], table.match) if table.declined & set(mine) else None


def decline(table: Table, person_id: str) -> Change | None:
    """Somebody of a finished game does not play again; nothing if they have said so before."""
    mine = own_seats(table, person_id)
    if table.rematch is None:
        raise SmaltiError(NOT_ASKED)
    return note_declined(table, mine)


def note_declined(table: Table, seats: Iterable[int]) -> Change | None:
    """Whoever these seats are kept for does not play again."""
    new = sorted(set(seats) - table.declined)
    return Change([{"declines": new}], table.match) if new else None


def check_free(table: Table, person_id: str, seat: int) -> None:
    """Refuses to give a seat away that is not free, or by somebody who does not sit at the table."""
    own_seats(table, person_id)
    if not (0 <= seat < len(table.chairs) and table.chairs[seat].invited):
        raise SmaltiError(SEAT_TAKEN)


def own_seats(table: Table, person_id: str) -> tuple[int, ...]:
    """The seats of somebody who has one."""
    if not (mine := table.seats_of(person_id)):
        raise NotYours(NOT_YOURS)
    return mine
