"""The players' lobby: which tables are open, who asks to play, who is there; as a page, and live as its parts."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from smalti.bots import BOTS
from smalti.games import GAMES
from smalti.kernel.words import N_, say
from smalti.server.club.openings import Opening, read_opening
from smalti.server.club.sitting import circle_of
from smalti.server.http.avatars import usual_avatar
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.circles import people_around
from smalti.server.http.openings import NO_FRIEND, friend_by_link, friend_code
from smalti.server.http.pace_words import PACES, say_pace
from smalti.server.http.pages import FILL_MINUTES, chosen_options, is_usual, name_of, opponents, page
from smalti.server.http.parts import part
from smalti.server.http.services import Served, Services
from smalti.server.http.set_up_words import AIDS
from smalti.server.http.visitors import language_of, person_id_of
from smalti.server.table.refusals import NotYours
from smalti.server.wire.visits import Visit

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
PARTS = ("asked", "mine", "tables", "people", "crowd")
"""What of the page is told live; other pages of the club show some of it."""


QUICK_PACES = {value: words[0] for value, words in PACES.items() if value != "own"}
"""What the club itself offers; the form of a game offers more."""


@pages.get("/club")
async def club(request: Request, served: Served) -> Response:
    """Who is there, which tables are open, and where else to go."""
    person_id = person_id_of(request)
    parts = await parts_for(served, person_id, language_of(request), PARTS)
    link = f"/club/friend/{person_id}/{friend_code(served, person_id)}" if person_id else None
    name = await name_of(request, served)
    return page(
        request,
        "club.html",
        parts=parts,
        link=link,
        name=name,
        bots=opponents(),
        minutes=FILL_MINUTES,
        paces=QUICK_PACES,
    )


@pages.get("/club/friend/{person_id}/{code}")
async def friend(person_id: str, code: str, request: Request, served: Served) -> Response:
    """Somebody has sent a link to be found in the club; it is taken by a click, not by a preview of the link."""
    other = await friend_by_link(served, person_id, code)
    if other is None:
        raise NotYours(NO_FRIEND)
    avatar = other["avatar"] or usual_avatar(person_id)
    return page(request, "friend.html", other=other, code=code, avatar=avatar, mine=person_id == person_id_of(request))


async def parts_for(
    served: Services, person_id: str | None, language: str, names: Collection[str], visit: Visit | None = None
) -> dict[str, str]:
    """Parts of the page as they stand now, for whoever looks."""
    found: dict[str, str] = {}
    if "asked" in names:
        asked = [*await _openings(served, "asked_of", person_id)]
        ready = [*await _openings(served, "ready_for", person_id)]
        found["asked"] = part(language, "club_asked.html", asked=told(asked, language), ready=told(ready, language))
    if "mine" in names:
        mine = told(await _openings(served, "waiting_with", person_id), language)
        found["mine"] = part(language, "club_mine.html", mine=mine, me=person_id)
    if "tables" in names:
        found["tables"] = await tables_part(served, person_id, language)
    if "crowd" in names:
        found["crowd"] = say(language, N_("Here now: {count}"), {"count": len(served.room.present)})
    if "people" in names:
        before, around = served.room.present, await people_around(served, person_id)
        if visit:
            visit.circle = around.ids
            if not (before ^ served.room.present).isdisjoint(around.ids):
                visit.wake("people")  # somebody came or went while it was not yet known whom it matters to
        found["people"] = part(language, "club_people.html", around=around, avatar_of=usual_avatar)
    return found


async def show(served: Services, visit: Visit, names: Collection[str]) -> dict[str, str]:
    """Parts of the page for somebody who is connected."""
    return await parts_for(served, visit.person_id, visit.language, names, visit)


async def tables_part(served: Services, person_id: str | None, language: str) -> str:
    """The open tables: the same text for everybody from whom none is hidden."""
    room = served.room
    shunned = (await circle_of(served.meeting, person_id)).shunned if person_id else frozenset[str]()
    hidden = {one.table for one in room.openings if one.is_hidden_from(shunned | {person_id or ""})}
    if not hidden and language in room.texts:
        return room.texts[language]
    shown = [one for one in room.openings if one.table not in hidden]
    text = part(language, "club_tables.html", openings=told(shown, language))
    if not hidden:
        room.texts[language] = text
    return text


async def _openings(served: Services, which: str, person_id: str | None) -> list[Opening]:
    """Somebody's tables of one kind; those of people they do not want to meet are left out."""
    if not person_id:
        return []
    found = [read_opening(row) for row in await getattr(served.meeting, which)(person_id)]
    shunned = (await circle_of(served.meeting, person_id)).shunned
    return [one for one in found if not one.is_hidden_from(shunned - {person_id})]


def told(openings: Collection[Opening], language: str) -> list[dict[str, Any]]:
    """Open tables as the templates want them; those of games that this program does not know are left out."""
    return [
        {
            "at": one,
            "title": GAMES[one.game].title,
            "settings": chosen_options(GAMES[one.game], one.options),
            "usual": is_usual(GAMES[one.game], one.options),
            "aids": [words[0] for aid, words in AIDS.items() if one.aids.get(aid)],
            "host": next((name for name, person in one.seated if person == one.owner), ""),
            "names": [name for name, _ in one.seated],
            "bot": BOTS[one.fill_bot].title or one.fill_bot if one.fill_bot in BOTS else one.fill_name,
            "fill_at": written(one.fill_at),
            "pace": say_pace(language, one.pace) if one.pace else "",
            "since": written(one.since),
        }
        for one in openings
        if one.game in GAMES
    ]


def written(moment: datetime | None) -> str:
    """A moment as a browser reads it."""
    return moment.isoformat() if moment else ""
