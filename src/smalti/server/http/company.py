"""Those who have played a game together, when it is over: how it changed their ratings, and whom one may follow."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from smalti.server.club.circle import Somebody
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.circles import look_at_person
from smalti.server.http.pages import page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import AtTable, person_id_of
from smalti.server.store.standings import Change, Standings
from smalti.server.table.chairs import Chair

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
LOOK_S = 10.0
"""So long it is waited for that a game is rated; that takes a moment, but others may be rated before it."""
EVERY_S = 0.25


class Mate(NamedTuple):
    """One who sat at the table, as whoever asks may see them."""

    name: str
    mine: bool
    bot: bool
    seen: Somebody | None
    """Who it is, if they show themselves; nobody for a bot and for oneself."""
    change: Change | None
    """How the game changed their rating, if it is shown."""


@pages.get("/table/{table_id}/company")
async def company(at: AtTable, request: Request, served: Served) -> Response:
    """Ratings and people after a game, as a part of its page; nothing while it runs."""
    table, asking, changes = at.table, person_id_of(request), dict[int, Change]()
    if not table.position.is_over:
        return Response(status_code=204)
    if table.rated:
        changes = await changes_of(served, table.id)
    mates = [await mate(served, asking, chair, changes.get(chair.seat)) for chair in table.chairs]
    return page(request, "company.html", mates=mates, table=table, known=bool(changes))


async def changes_of(served: Services, table_id: str) -> dict[int, Change]:
    """What a game has changed, as soon as it is rated."""
    for _ in range(int(LOOK_S / EVERY_S)):
        if changes := await Standings(served.store).changes(table_id):
            return changes
        if served.gate.is_ending:
            break
        await asyncio.sleep(EVERY_S)
    return {}


async def mate(served: Services, asking: str | None, chair: Chair, change: Change | None) -> Mate:
    """Somebody at the table; who shows themselves to nobody shows no rating either."""
    mine = asking is not None and chair.person_id == asking
    if chair.person_id is None or mine:
        return Mate(chair.name, mine, chair.person_id is None, None, change)
    other = await served.store.person(chair.person_id)
    seen = await look_at_person(served, asking, other) if other else None
    shown = seen if seen and seen.open else None
    return Mate(chair.name, False, False, shown, change if shown else None)
