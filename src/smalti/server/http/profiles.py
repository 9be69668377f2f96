"""What somebody shows of themselves: their games, their ratings, their bests."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from smalti.kernel.words import N_
from smalti.server.http.avatars import usual_avatar
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.circles import look_at_person
from smalti.server.http.ladder import ratings_of
from smalti.server.http.overview import Listed, listed_tables, written_day
from smalti.server.http.pages import page, since
from smalti.server.http.services import Served
from smalti.server.http.visitors import language_of, person_id_of
from smalti.server.operation import clock
from smalti.server.table.challenges import is_played
from smalti.server.table.refusals import NotYours

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
PRIVATE = N_("this profile is not shown to you")
MOST_GAMES = 10
"""So many games are listed, the last."""


@pages.get("/people/{person_id}")
async def profile(person_id: str, request: Request, served: Served) -> Response:
    """What somebody shows of themselves; they see of it what others do."""
    known, asking = await served.store.person(person_id), person_id_of(request)
    seen = await look_at_person(served, asking, known) if known else None
    if not known or not seen or not (seen.open or asking == person_id):
        raise NotYours(PRIVATE)
    tables = await listed_tables(served.lobby, person_id) if known["show_games"] else []
    games, language = [one for one in tables if one.over], language_of(request)
    return page(
        request,
        "profile.html",
        person=known,
        seen=seen,
        avatar=known["avatar"] or usual_avatar(person_id),
        bests=bests(games, person_id),
        finished=len(games),
        last=last_games(games),
        ago=since(request),
        language=language,
        written=partial(written_day, language),
        mine=asking == person_id,
        ratings=await ratings_of(served, person_id, language) if known["show_ratings"] else [],
    )


def last_games(games: list[Listed]) -> list[Listed]:
    """The newest games that everybody may look at: no private ones, and none of a deal that others still play."""
    now = clock.now()
    shown = [one for one in games if not one.table.row["private"] and not is_played(one.table.row, now)]
    return sorted(shown, key=lambda one: one.played, reverse=True)[:MOST_GAMES]


def bests(games: list[Listed], person_id: str) -> list[tuple[str, int, int, int]]:
    """By game: how many were played and won, and the most points."""
    found: dict[str, tuple[int, int, int]] = {}
    for one in games:
        position, seats = one.table.match.position, one.table.seats_of(person_id)
        points = max(position.scores()[seat] for seat in seats)
        won = len(one.table.chairs) > 1 and any(seat in position.winners() for seat in seats)
        played, wins, best = found.get(one.table.game.title, (0, 0, 0))
        found[one.table.game.title] = (played + 1, wins + won, max(best, points))
    return [(title, *figures) for title, figures in sorted(found.items())]
