"""How people come to sit at open tables: they sit down, are asked, or bots come in their place."""

from __future__ import annotations

import logging

from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.words import N_
from smalti.server.club.circle import Circle
from smalti.server.club.openings import Opening, read_opening
from smalti.server.keeping.ids import hash_token, new_invitation
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import NO_TABLE, Lobby
from smalti.server.keeping.setting_up import Person, check_rated_seat
from smalti.server.store.meeting import Meeting
from smalti.server.store.store import Conflict, StoreError
from smalti.server.table.refusals import NotYours

log = logging.getLogger(__name__)

NOT_OPEN = N_("nobody can sit down at this table now; it is full, or was withdrawn")
FASTER = N_("somebody else was a moment faster, and the table is full now; another one will come")
NOT_ASKED = N_("no seat is kept for you at this table")
NOT_YOUR_TABLE = N_("only whoever set this table up can say who else may come")


async def find_opening(meeting: Meeting, table_id: str) -> Opening:
    """A table that waits for people, or waited."""
    row = await meeting.table(table_id) if table_id.isprintable() else None
    if row is None:
        raise UnknownGame(NO_TABLE)
    return read_opening(row)


async def circle_of(meeting: Meeting, person_id: str) -> Circle:
    """The ties of somebody."""
    return Circle(*await meeting.ties(person_id))


async def sit_down(lobby: Lobby, meeting: Meeting, table_id: str, person: Person) -> Keeper:
    """Somebody takes a free seat; of two at the last one, one is told kindly."""
    opening = await find_opening(meeting, table_id)
    keeper = await lobby.find(table_id)
    if person.id in opening.people:
        return keeper
    circle = await circle_of(meeting, person.id)
    seats = opening.seats_for(person.id)
    if opening.owner is None or opening.is_hidden_from(circle.shunned) or not (seats or opening.listed):
        raise NotYours(NOT_OPEN)
    await check_rated_seat(lobby, keeper.table, person)
    for seat in seats:
        try:
            await keeper.join(seat, opening.free[seat], person.id, person.name)
        except (NotYours, Conflict):  # somebody has taken it since
            continue
        return keeper
    raise NotYours(FASTER)


def check_owner(opening: Opening, person_id: str) -> None:
    """Only whoever set a table up says how it is open; anybody who waits there, if nobody has said it yet."""
    if person_id not in opening.people or opening.owner not in (None, person_id):
        raise NotYours(NOT_YOUR_TABLE)


async def withdraw(lobby: Lobby, meeting: Meeting, table_id: str, person_id: str) -> Opening:
    """A table is open no longer; who waits there alone leaves it too."""
    opening = await find_opening(meeting, table_id)
    check_owner(opening, person_id)
    if not opening.free:
        await meeting.close(table_id)
    elif await meeting.abandon(table_id, person_id, {seat: hash_token(new_invitation()) for seat in opening.free}):
        await lobby.read_again([table_id])
    return opening


async def arrive(meeting: Meeting, table_id: str, person_id: str | None) -> None:
    """Whoever opened a table has come to it: it need not be told that it is full."""
    opening = await find_opening(meeting, table_id)
    if opening.owner == person_id and not opening.free:
        await meeting.close(table_id)


async def fill(lobby: Lobby, meeting: Meeting, table_id: str) -> set[str]:
    """Bots take the free seats of a table, as its owner wished; once, however many servers are about to.

    Returns who waits there."""
    opening = await find_opening(meeting, table_id)
    keeper = await lobby.find(table_id)
    if opening.fill_bot:
        for seat, token_hash in opening.free.items():
            try:
                await keeper.join(seat, token_hash, None, opening.fill_name or opening.fill_bot, opening.fill_bot)
            except (NotYours, Conflict):  # somebody came at the last moment, or another server was faster
                continue
    await meeting.filled(table_id)
    return set(opening.people)


async def fill_all(lobby: Lobby, meeting: Meeting, table_ids: list[str]) -> set[str]:
    """All tables whose time has come; what is wrong with one keeps no other waiting. Returns who waits at them."""
    people = set[str]()
    for table_id in table_ids:
        try:
            people |= await fill(lobby, meeting, table_id)
        except StoreError as error:
            log.warning("table %s waits for its bots: %s", table_id, error)
        except SmaltiError as error:
            log.warning("table %s gets no bots: %s", table_id, error)
            await meeting.filled(table_id)
    return people
