"""Who looks after the talk at tables: the page of the stewards; and whom somebody wants to hear again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from smalti.kernel.words import N_
from smalti.server.club.talk import REASONS, SIGNS
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, Strict
from smalti.server.http.pages import page
from smalti.server.http.services import Served
from smalti.server.http.visitors import Known, person_id_of
from smalti.server.store.stewards import By, Place
from smalti.server.store.talking import written

router = APIRouter(tags=["club"], responses=REFUSALS)
pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)

ID = Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")
LENGTHS = {1: N_("for a day"), 7: N_("for a week"), 30: N_("for a month"), 0: N_("for good")}
"""For how many days somebody may be asked not to talk."""
DEEDS = {
    "remove": N_("removed a line of {name}"),
    "close": N_("closed the reports of a line of {name}"),
    "mute": N_("muted {name}"),
    "unmute": N_("let {name} talk again"),
    "name": N_("made {name} a steward"),
    "dismiss": N_("took {name} from the stewards"),
}


class LineAt(Strict):
    """A line by its place."""

    table: str = ID
    number: int = Field(ge=0, lt=2**31)


class Somebody(Strict):
    """A person by their id."""

    person: str = ID


class Silence(Somebody):
    """Somebody who is not to talk, and for how many days."""

    days: int = Field(ge=0, le=3650, description="0: for good.")


async def steward_of(request: Request, served: Served) -> By:
    """The steward who asks; for everybody else there is nothing at this address."""
    person_id = person_id_of(request)
    known = await served.store.person(person_id) if person_id else None
    if known is None or not await served.stewards.is_one(person_id):
        raise HTTPException(404)
    return By(person_id, known["name"])


Steward = Annotated[By, Depends(steward_of)]


@pages.get("/steward")
async def stewards_page(request: Request, steward: Steward, served: Served) -> Response:
    """What was reported, who may not talk, and what was done."""
    return page(
        request,
        "steward.html",
        steward=steward,
        reports=await served.stewards.reports(),
        silenced=await served.stewards.silenced(),
        deeds=await served.stewards.log(),
        done=DEEDS,
        signs=SIGNS,
        reasons=REASONS,
        lengths=LENGTHS,
        written=written,
    )


@router.post("/api/steward/remove")
async def remove(body: LineAt, steward: Steward, served: Served) -> dict[str, bool]:
    """Takes a line from all who read."""
    await served.stewards.remove(steward, Place(body.table, body.number))
    return {"done": True}


@router.post("/api/steward/close")
async def close(body: LineAt, steward: Steward, served: Served) -> dict[str, bool]:
    """The reports of a line were looked at."""
    await served.stewards.close(steward, Place(body.table, body.number))
    return {"done": True}


@router.post("/api/steward/mute")
async def mute(body: Silence, steward: Steward, served: Served) -> dict[str, bool]:
    """Somebody may not talk for a while, or for good."""
    await served.stewards.silence(steward, body.person, body.days or None)
    return {"done": True}


@router.post("/api/steward/unmute")
async def unmute(body: Somebody, steward: Steward, served: Served) -> dict[str, bool]:
    """Somebody may talk again."""
    await served.stewards.unsilence(steward, body.person)
    return {"done": True}


@router.post("/api/talk/hear")
async def hear(body: Somebody, person: Known, served: Served) -> dict[str, bool]:
    """Somebody whom one did not want to hear is heard again, everywhere."""
    await served.talking.unmute(person.id, body.person)
    return {"done": True}
