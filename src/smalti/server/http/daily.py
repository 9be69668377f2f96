"""The daily challenge: today's list, and the tables of weeks and months, for everybody or among friends."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from smalti.games import find_game
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Game
from smalti.kernel.words import N_, say
from smalti.server.club.seasons import MONTH, WEEK, Result, Season, read_season, season_of, standings
from smalti.server.club.sitting import circle_of
from smalti.server.http.api import today
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.overview import ranking, written_day
from smalti.server.http.pages import page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import language_of, person_id_of
from smalti.server.operation import clock
from smalti.server.store.meeting import Meeting
from smalti.server.table.challenges import counts, deal_of, is_played
from smalti.statistics.telling import MONTHS

pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
LAST_DAYS = 7
"""So many deals of the daily challenge can be played again."""
LISTED = 100
"""So many of a season are listed."""
NO_SOLO = N_("this game is not for one, so it has no daily challenge")
NO_SEASON = N_("there is no such week or month; a week is written 2026-W46, a month 2026-11")


def challenged(game: str) -> Game:
    """A game that has a daily challenge."""
    found = find_game(game)
    if 1 not in found.facts.seat_counts:
        raise UnknownGame(NO_SOLO)
    return found


@pages.get("/daily/{game}")
async def daily(game: str, request: Request, served: Served, friends: bool = False) -> Response:
    """Today's challenge with its list of scores, and yesterday's."""
    found, person_id = challenged(game), person_id_of(request)
    day, day_before = today(), today() - timedelta(days=1)
    taken = await served.store.who_plays(deal_of(game, day))
    before = await served.store.who_plays(deal_of(game, day_before))
    circle = await friends_of(served, person_id) if friends else None
    return page(
        request,
        "daily.html",
        game=found,
        day=day,
        day_before=day_before,
        results=ranking([one for one in taken if counts(one, day) and is_among(one, circle)], person_id),
        results_before=ranking([one for one in before if counts(one, day_before) and is_among(one, circle)], person_id),
        playing=sum(not one["scores"] for one in taken),
        own=next((one for one in taken if one["person_id"] == person_id), None),
        days=[one for one in (day - timedelta(days=n) for n in range(1, LAST_DAYS + 1)) if is_over(game, one)],
        written=lambda one: written_day(language_of(request), one),
        friends=friends,
        season=None,
        week=season_of(WEEK, day).name,
        month=season_of(MONTH, day).name,
    )


@pages.get("/daily/{game}/{season}")
async def season_table(game: str, season: str, request: Request, served: Served, friends: bool = False) -> Response:
    """What the days of a week or a month add up to. A day counts when it is over: nothing of today's deal is told."""
    found, person_id, chosen = challenged(game), person_id_of(request), read_season(season)
    now = today()
    if chosen is None or chosen.first > now:
        raise UnknownGame(NO_SEASON)
    circle = await friends_of(served, person_id) if friends else None
    placed = standings(await results_of(served, game, chosen), circle)
    own = next((one for one in placed if one.person_id == person_id), None)
    language = language_of(request)
    return page(
        request,
        "season.html",
        game=found,
        season=chosen,
        title=written_season(language, chosen),
        runs=chosen.last >= now,
        placed=placed[:LISTED],
        own=own,
        apart=own is not None and own not in placed[:LISTED],
        number=len(placed),
        person_id=person_id,
        before=chosen.before().name,
        after=chosen.next().name if chosen.next().first <= now else "",
        friends=friends,
        week=season_of(WEEK, now).name,
        month=season_of(MONTH, now).name,
    )


async def results_of(served: Services, game: str, season: Season) -> dict[date, list[Result]]:
    """The proven results of the days of a season that are over."""
    over = {deal_of(game, day): day for day in season.days if is_over(game, day)}
    found: dict[date, list[Result]] = defaultdict(list)
    for one in await served.store.results_of(over):
        day = over[one["challenge"]]
        if counts(one, day):
            found[day].append(Result(one["person_id"], one["name"], one["scores"][0]))
    return found


async def friends_of(served: Services, person_id: str | None) -> set[str]:
    """Somebody and their friends; who has none yet, whom they played with last."""
    if person_id is None:
        return set()
    meeting = Meeting(served.store)
    return {person_id, *((await circle_of(meeting, person_id)).friends or await meeting.recent(person_id))}


def is_among(one: dict[str, object], circle: set[str] | None) -> bool:
    """Whether a result is one of somebody's friends; None: everybody is meant."""
    return circle is None or one["person_id"] in circle


def is_over(game: str, day: date) -> bool:
    """Whether the deal of a day may be played by everybody."""
    return not is_played({"deal": deal_of(game, day)}, clock.now())


def written_season(language: str, season: Season) -> str:
    """A season as people write it."""
    if season.kind == MONTH:
        facts = {"month": MONTHS[season.first.month - 1], "year": season.first.year}
        return say(language, N_("{month} {year}"), facts)
    days = {"first": written_day(language, season.first), "last": written_day(language, season.last)}
    return say(language, N_("{first} to {last}"), days)
