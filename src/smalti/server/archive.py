"""The finished games of this server for everybody, as records: listed, one by one, and all in one stream.

A game is public once it is over. What it shows then is what everybody at the table saw: the names as they were shown,
every choice, and the secret of its chance, except while others still play the same deal today.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from smalti.games import find_game
from smalti.kernel.errors import UnknownGame
from smalti.kernel.record import write_line
from smalti.kernel.schema import record_schema
from smalti.server.answers import REFUSALS, Record
from smalti.server.api import lobby_of, public_record
from smalti.server.lobby import NO_TABLE
from smalti.server.opening import open_table
from smalti.server.overview import in_utc
from smalti.server.store import Store
from smalti.server.table import Table
from smalti.server.wire import Message

router = APIRouter(tags=["records"], responses=REFUSALS)
MOST = 200
"""Games on a page of the list."""
LINES: dict[int | str, dict[str, Any]] = {
    200: {"description": "A record a line.", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
}
SCHEMA: dict[int | str, dict[str, Any]] = {
    200: {"description": "JSON Schema, draft 2020-12.", "content": {"application/schema+json": {"schema": {}}}}
}
PLACE = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?~\d{1,6}$"

GameFilter = Annotated[str | None, Query(description="Only this game.", max_length=40)]
Since = Annotated[date | None, Query(description="Only games that ended on this day (UTC) or later.")]
After = Annotated[str | None, Query(description="`next` of the page before.", pattern=PLACE)]
Limit = Annotated[int, Query(description="How many at most.", ge=1, le=MOST)]


class Finished(BaseModel):
    """A game that is over; its record is at `/api/games/{id}`."""

    id: str
    game: str = Field(examples=["mosaix"])
    ended: datetime
    names: list[str]
    scores: list[int]
    winners: list[int]


class Page(BaseModel):
    """Some finished games in the order in which they ended."""

    games: list[Finished]
    next: str | None = Field(description="Where the next page begins; null on the last one.")


class Place:
    """A place in the list: a moment, and how many games that ended in it have been told already."""

    def __init__(self, moment: datetime | None = None, told: int = 0) -> None:
        self.moment, self.told = moment, told

    @classmethod
    def read(cls, text: str | None, since: date | None) -> Place:
        """The place that a page named, or the beginning of a day."""
        first = datetime.combine(since, time(), UTC) if since else None
        if text is None:
            return cls(first)
        moment, _, told = text.partition("~")
        try:
            found = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        except ValueError as error:
            raise RequestValidationError([]) from error
        return cls(found, int(told)) if first is None or found >= first else cls(first)

    def write(self) -> str:
        """As a page names it."""
        assert self.moment is not None
        return f"{self.moment.replace(tzinfo=None).isoformat()}~{self.told}"

    def after(self, ended: datetime) -> Place:
        """The place behind a game that ended then."""
        return Place(ended, self.told + 1 if ended == self.moment else 1)


async def finished_since(store: Store, game: str | None, place: Place) -> AsyncIterator[tuple[Table, datetime]]:
    """The games that are over, with the moment of their end, from a place on. None that another version played."""
    behind = place.told
    for table_id, last in await store.played_since(game, place.moment):
        ended = in_utc(last)
        if place.moment is not None and ended < place.moment:
            continue
        table = await open_table(store, table_id)
        if table and table.frozen is None and table.match.position.is_over:
            if ended == place.moment and behind:
                behind -= 1
            else:
                yield table, ended


@router.get("/api/games")
async def list_games(
    request: Request, game: GameFilter = None, since: Since = None, after: After = None, limit: Limit = 50
) -> Page:
    """Lists finished games in the order in which they ended, a page at a time."""
    name = find_game(game).name if game else None
    found: list[Finished] = []
    place = Place.read(after, since)
    async for table, ended in finished_since(lobby_of(request).store, name, place):
        if len(found) == limit:
            return Page(games=found, next=place.write())
        found.append(listed(table, ended))
        place = place.after(ended)
    return Page(games=found, next=None)


def listed(table: Table, ended: datetime) -> Finished:
    """A game in the list."""
    position = table.match.position
    return Finished(
        id=table.id,
        game=table.game.name,
        ended=ended,
        names=[chair.name for chair in table.chairs],
        scores=list(position.scores()),
        winners=list(position.winners()),
    )


@router.get("/api/games.jsonl", response_class=StreamingResponse, responses=LINES)
async def export_games(request: Request, game: GameFilter = None, since: Since = None) -> Response:
    """All finished games as records, a line each, in the order in which they ended."""
    name = find_game(game).name if game else None

    async def lines() -> AsyncIterator[str]:
        async for table, _ in finished_since(lobby_of(request).store, name, Place.read(None, since)):
            yield write_line(public_record(table)) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get("/api/games/{game_id}", response_model=Record)
async def one_game(game_id: str, request: Request) -> Message:
    """The record of a finished game."""
    table = await lobby_of(request).find(game_id)
    if table.frozen is not None or not table.match.position.is_over:
        raise UnknownGame(NO_TABLE)
    return public_record(table)


@router.get("/api/schema/{game}", response_class=Response, responses=SCHEMA)
async def schema(game: str) -> Response:
    """The JSON Schema of a game's records."""
    return JSONResponse(record_schema(find_game(game)), media_type="application/schema+json")
