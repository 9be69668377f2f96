"""The page for oneself: what one's games add up to, the daily's history, and all of it as a file."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel

from smalti.games import GAMES, find_game
from smalti.server.http.archive import public_record, versions_of
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS
from smalti.server.http.overview import written_day
from smalti.server.http.pages import name_of, page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known, language_of, person_id_of
from smalti.server.operation import clock
from smalti.server.operation.limits import Patron, address_of
from smalti.server.table.challenges import counts, day_of, is_played
from smalti.server.table.changes import Row
from smalti.server.thinking.reviews import Ended
from smalti.statistics.drawing import pictures
from smalti.statistics.played import Judged, Played
from smalti.statistics.summing import Statistics, add_up, percentile
from smalti.statistics.telling import Teller

router = APIRouter(tags=["statistics"])
ENOUGH = 5
"""A percentile needs so many results."""
AT_ONCE = 10
"""So many games are reviewed for one click."""
CSV: dict[int | str, dict[str, Any]] = {
    200: {"description": "A line for each game.", "content": {"text/csv": {"schema": {"type": "string"}}}}
}


class Tried(NamedTuple):
    """A challenge that somebody has brought to its end, among all who have."""

    day: date
    game: str
    title: str
    table: str
    points: int
    rank: int
    of: int
    percentile: int | None
    """None while too few have played."""
    is_over: bool
    """Whether its deal may be played again."""
    scores: tuple[int, ...]
    """Of all, the best first."""


class Figures(BaseModel):
    """Everything that the page says, for a program of one's own; docs/statistics.md has the fields."""

    format: str
    name: str
    by_count: list[dict[str, Any]]
    by_opponent: list[dict[str, Any]]
    wins_in_a_row: dict[str, int]
    days_in_a_row: dict[str, int]
    days: dict[str, int]
    mistakes: list[dict[str, Any]]
    games: list[dict[str, Any]]
    daily: list[dict[str, Any]]


class Begun(BaseModel):
    """How many games are being reviewed now."""

    games: int


async def own_games(request: Request, served: Services) -> list[Row]:
    """The finished games of who asks, by the rules that this program has."""
    person_id, versions = person_id_of(request), versions_of(None)
    found = await served.store.games_of(person_id) if person_id else []
    return [row for row in found if versions.get(row["game"]) == row["rules"]]


async def own_statistics(request: Request, served: Services) -> Statistics:
    """What the games of who asks add up to."""
    name = await name_of(request, served)
    return add_up(name, [played_by(row, name) for row in await own_games(request, served)])


def played_by(row: Row, name: str) -> Played:
    """A game from the seat of who asks: where several are theirs, from the one that bears their name."""
    seat = next((one for one in row["mine"] if row["names"][one] == name), row["mine"][0])
    others = tuple(who for number, who in enumerate(row["names"]) if number != seat)
    day = day_of(row) if row["challenge"] else None
    judged = judged_of(row, seat)
    scores, winners = tuple(row["scores"]), tuple(row["winners"])
    return Played(row["game"], scores[seat], scores, winners, seat, others, row["ended"], row["table_id"], day, judged)


def judged_of(row: Row, seat: int) -> Judged | None:
    """What a review said of a seat; one that does not tell its version is of the first."""
    return Judged(**{"version": "1"} | row["judged"][seat]) if row["judged"] else None


def is_judged(row: Row) -> bool:
    """Whether a game was reviewed, and in numbers that can be compared with those of others."""
    judged = judged_of(row, 0)
    return judged is not None and judged.is_of_today


async def own_tries(request: Request, served: Services) -> list[Tried]:
    """The challenges that who asks has brought to their end, each among all results; others' are shown for no other."""
    person_id = person_id_of(request)
    found = await served.store.tries_beside(person_id) if person_id else []
    return list(told_tries(found, person_id, clock.now()))


def told_tries(found: list[Row], person_id: str | None, now: datetime) -> Iterator[Tried]:
    """Own tries with their place among all that are proven."""
    proven = [(row, day) for row in found if (day := day_of(row)) and counts(row, day)]
    for row, day in proven:
        if row["person_id"] != person_id or row["game"] not in GAMES:
            continue
        scores = sorted((one["scores"][0] for one, _ in proven if one["challenge"] == row["challenge"]), reverse=True)
        points = row["scores"][0]
        better = percentile(points, scores) if len(scores) >= ENOUGH else None
        rank, title = 1 + sum(one > points for one in scores), find_game(row["game"]).title
        over = not is_played(row, now)
        yield Tried(day, row["game"], title, row["table_id"], points, rank, len(scores), better, over, tuple(scores))


@router.get("/statistics", response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def statistics_page(request: Request, served: Served) -> Response:
    """What somebody's games add up to."""
    told, tries = await own_statistics(request, served), await own_tries(request, served)
    language, today = language_of(request), clock.now().date()
    drawn = await asyncio.to_thread(pictures, told, today, language)
    return page(
        request,
        "statistics.html",
        told=told,
        teller=Teller(told, language),
        today=today,
        pictures={name: f"data:image/svg+xml;base64,{b64encode(one.encode()).decode()}" for name, one in drawn.items()},
        tries=tries,
        enough=ENOUGH,
        unreviewed=len(told.played) - len(told.reviewed),
        written=lambda day: written_day(language, day),
    )


@router.get("/api/statistics", response_model=Figures, responses=REFUSALS)
async def statistics_json(request: Request, served: Served) -> Response:
    """What the games of who asks add up to, and each of them."""
    told, tries = await own_statistics(request, served), await own_tries(request, served)
    daily = [
        {"day": one.day.isoformat(), "game": one.game, "points": one.points, "rank": one.rank, "of": one.of}
        | {"percentile": one.percentile}
        for one in tries
    ]
    return JSONResponse(told.as_json(clock.now().date()) | {"daily": daily}, headers=saved_as("smalti.json"))


@router.get("/api/statistics.csv", response_class=Response, responses=CSV | REFUSALS)
async def statistics_csv(request: Request, served: Served) -> Response:
    """The games of who asks, a line each."""
    told = await own_statistics(request, served)
    return Response(told.as_csv(), media_type="text/csv", headers=saved_as("smalti.csv"))


def saved_as(name: str) -> dict[str, str]:
    """A browser saves it under this name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@router.post("/api/statistics/reviews", responses=REFUSALS)
async def review_more(request: Request, person: Known, served: Served) -> Begun:
    """Has some games of who asks reviewed, the newest first, for skill and luck; not those that were tried in vain."""
    rows = [row for row in await own_games(request, served) if not is_judged(row) and not is_played(row, clock.now())]
    tables = [row["table_id"] for row in rows if row["table_id"] not in served.workers.unreviewed]
    records = await served.store.records(tables[:AT_ONCE])
    patron = Patron(address_of(request), person.id)
    for table_id, row in records.items():
        if record := await public_record(served.store, row):
            served.workers.review(Ended(table_id, row["game"], record, patron), served.store.keep_review)
    return Begun(games=len(records))
