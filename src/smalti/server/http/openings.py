"""Open tables over HTTP: who sits down, is asked, declines, withdraws; and whom somebody likes to meet."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field

from smalti.bots.levels import LEVELS
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.club.listing import NO_FREE_SEAT, Wished, check_asked, check_listed, open_table
from smalti.server.club.sitting import NOT_ASKED, check_owner, find_opening, sit_down, withdraw
from smalti.server.http.bodies import REFUSALS, OpeningWish, Seated, Strict, TableOrder
from smalti.server.http.circles import look_at_person
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.setting_up import Person
from smalti.server.operation.limits import TOO_MANY_LISTINGS, address_of
from smalti.server.table.rating import NO_SUCH_BOT
from smalti.server.table.refusals import NotYours

router = APIRouter(tags=["club"], responses=REFUSALS)
NO_FRIEND = N_("this link leads to nobody")
NOT_SHOWN = N_("this person is not shown to you")


class TieWish(Strict):
    """What somebody thinks of another one."""

    tie: Literal["friend", "block"] | None = Field(description="null: neither.")


class Friendly(Strict):
    """A link that somebody has sent to be found."""

    person: str = Field(pattern=r"^[\w-]{1,32}$")
    code: str = Field(pattern=r"^[0-9a-f]{20}$")


def wished(opening: OpeningWish | None, *, rated: bool) -> Wished:
    """How a table is to be open; a rated one is filled with bots of the levels alone."""
    if opening is None:
        return Wished()
    fill = opening.fill
    if rated and fill and fill.bot not in LEVELS:
        raise SmaltiError(NO_SUCH_BOT)
    return Wished(opening.listed, fill.bot, fill.name, fill.minutes) if fill else Wished(opening.listed)


async def prepare_opening(
    order: TableOrder, person: Person, served: Services, request: Request
) -> Callable[[Keeper], Awaitable[None]] | None:
    """What opens a table as it was ordered, once it is there; whatever is refused is refused before."""
    asked = {n: seat.person for n, seat in enumerate(order.seats) if seat.kind == "invite" and seat.person}
    if order.opening is None and not asked:
        return None
    if not any(seat.kind == "invite" for seat in order.seats) or not any(seat.kind == "me" for seat in order.seats):
        raise SmaltiError(NO_FREE_SEAT)
    wish = wished(order.opening, rated=order.rated)
    wish.row("", "")  # refuses a bot that there is not
    most = served.counts.limits.person_listed
    await check_asked(served.meeting, person.id, set(asked.values()))
    if wish.listed:
        await check_listed(served.meeting, person.id, most)
    count_listing(request, person, served)

    async def opens(keeper: Keeper) -> None:
        await open_table(served.room, keeper.id, person.id, wish, asked, most)

    return opens


def count_listing(request: Request, person: Person, served: Services) -> None:
    """Nobody opens tables or asks people without end."""
    served.counts.count("listing", address_of(request), person.id, TOO_MANY_LISTINGS)


@router.post("/api/club/tables/{table_id}/open")
async def open_up(table_id: str, wish: OpeningWish, person: Known, served: Served, request: Request) -> Seated:
    """A table that waits is open from now on, or in another way."""
    opening = await find_opening(served.meeting, table_id)
    check_owner(opening, person.id)
    if not opening.free:
        raise SmaltiError(NO_FREE_SEAT)
    count_listing(request, person, served)
    opens = wished(wish, rated=(await served.lobby.find(table_id)).table.rated)
    await open_table(served.room, table_id, person.id, opens, {}, served.counts.limits.person_listed)
    return Seated(table=table_id)


@router.post("/api/club/tables/{table_id}/sit")
async def sit(table_id: str, person: Known, served: Served) -> Seated:
    """Sits down at an open table, or takes the seat that is kept for one."""
    keeper = await sit_down(served.lobby, served.meeting, table_id, person)
    await served.room.tell({chair.person_id for chair in keeper.table.chairs if chair.person_id})
    return Seated(table=keeper.id)


@router.post("/api/club/tables/{table_id}/decline")
async def decline(table_id: str, person: Known, served: Served) -> dict[str, bool]:
    """Does not take the seat that is kept for one."""
    opening = await find_opening(served.meeting, table_id)
    if not await served.meeting.decline(table_id, person.id):
        raise NotYours(NOT_ASKED)
    await served.room.tell(opening.concerned)
    return {"done": True}


@router.post("/api/club/tables/{table_id}/withdraw")
async def take_back(table_id: str, person: Known, served: Served) -> dict[str, bool]:
    """A table is open no longer; who waits there alone leaves it."""
    opening = await withdraw(served.lobby, served.meeting, table_id, person.id)
    await served.room.tell(opening.concerned)
    return {"done": True}


@router.post("/api/club/people/{person_id}")
async def tie(person_id: str, wish: TieWish, person: Known, served: Served) -> dict[str, bool]:
    """Follows somebody who shows themselves, blocks somebody, or neither."""
    other = await served.store.person(person_id) if person_id.isprintable() else None
    if other is None or person_id == person.id:
        raise NotYours(NOT_SHOWN)
    if wish.tie == "friend" and not (await look_at_person(served, person.id, other)).open:
        raise NotYours(NOT_SHOWN)
    await served.meeting.tie(person.id, person_id, wish.tie)
    await served.room.tell({person.id, person_id})
    return {"done": True}


@router.post("/api/club/friends")
async def befriend(body: Friendly, person: Known, served: Served) -> dict[str, bool]:
    """Takes the link that somebody has sent: from now on both find each other in the club."""
    other = await friend_by_link(served, body.person, body.code)
    if other is None or body.person == person.id:
        raise NotYours(NO_FRIEND)
    await served.meeting.tie(person.id, body.person, "friend")
    _, theirs = await served.meeting.ties(person.id)
    if theirs.get(body.person) != "block":
        await served.meeting.tie(body.person, person.id, "friend")
    await served.room.tell({person.id, body.person})
    return {"done": True}


def friend_code(served: Services, person_id: str) -> str:
    """What makes a link to somebody one that they have sent; it opens nothing else."""
    return hmac.new(served.key, f"friend of\n{person_id}".encode(), hashlib.sha256).hexdigest()[:20]


async def friend_by_link(served: Services, person_id: str, code: str) -> dict[str, object] | None:
    """Whoever has sent a link, if they have."""
    is_theirs = hmac.compare_digest(friend_code(served, person_id).encode(), code.encode())
    return await served.store.person(person_id) if is_theirs else None
