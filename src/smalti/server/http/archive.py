"""The finished games of this server for everybody, as records: listed, one by one, and all in one stream.

A game is public once it is over. What it shows then is what everybody at the table saw: the names as they were shown,
every choice, and the secret of its chance, except while others still play the same deal today.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Set
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from smalti.games import GAMES, find_game
from smalti.kernel.errors import UnknownGame
from smalti.kernel.record import write_line
from smalti.kernel.schema import record_schema
from smalti.server.http.api import public_record
from smalti.server.http.bodies import REFUSALS, Record
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import look_at, person_id_of
from smalti.server.keeping.keeper import open_table
from smalti.server.keeping.lobby import NO_TABLE
from smalti.server.operation import clock
from smalti.server.store.store import Store
from smalti.server.table.challenges import played_deals
from smalti.server.table.changes import Row
from smalti.server.table.table import Table
from smalti.server.wire.messages import Message

router = APIRouter(tags=["records"], responses=REFUSALS)
MOST = 200
"""Games on a page of the list."""
LINES: dict[int | str, dict[str, Any]] = {
    200: {"description": "A record a line.", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
}
SCHEMA: dict[int | str, dict[str, Any]] = {
    200: {"description": "JSON Schema, draft 2020-12.", "content": {"application/schema+json": {"schema": {}}}}
}
PLACE = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?~[\w-]{1,32}$"

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


class Place(NamedTuple):
    """A place in the list: behind the game that ended at this moment at this table."""

    moment: datetime | None
    table_id: str = ""

    @classmethod
    def read(cls, text: str | None, since: date | None) -> Place:
        """The place that a page named, or the beginning of a day."""
        first = cls(datetime.combine(since, time(), UTC) if since else None)
        if text is None:
            return first
        moment, _, table_id = text.partition("~")
        try:
            found = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        except ValueError as error:
            raise RequestValidationError([]) from error
        return cls(found, table_id) if first.moment is None or found >= first.moment else first

    def write(self) -> str:
        """As a page names it."""
        assert self.moment is not None
        return f"{self.moment.astimezone(UTC).replace(tzinfo=None).isoformat()}~{self.table_id}"


def versions_of(game: str | None) -> dict[str, str]:
    """The rules that this program has, of one game or of all: it shows no games that other versions played."""
    chosen = [find_game(game)] if game else GAMES.values()
    return {one.name: one.facts.version for one in chosen}


@router.get("/api/games")
async def list_games(
    served: Served, request: Request, game: GameFilter = None, since: Since = None, after: After = None,
    limit: Limit = 50,
) -> Page:  # fmt: skip
    """Lists finished games in the order in which they ended, a page at a time."""
    hidden = await hidden_from(request, served)
    found, place = await page_of(served.store, versions_of(game), Place.read(after, since), limit, hidden)
    return Page(games=found, next=place and place.write())


async def hidden_from(request: Request, served: Services) -> set[str]:
    """The deals that somebody may not see yet: those that are still played and that they have not finished."""
    played = played_deals(GAMES, clock.now())
    return played - await served.store.finished_by(person_id_of(request), played)


async def page_of(
    store: Store, versions: dict[str, str], place: Place, limit: int, hidden: Set[str] = frozenset()
) -> tuple[list[Finished], Place | None]:
    """Some games behind a place, and the place behind them if there are more."""
    rows = await store.ended_since(versions, *place, limit + 1, hidden)
    found = [listed(row, names) for row, names in rows[:limit]]
    return found, Place(found[-1].ended, found[-1].id) if len(rows) > limit else None


def listed(row: Row, names: list[str]) -> Finished:
    """A game in the list."""
    scores, winners = row["scores"], row["winners"]
    return Finished(
        id=row["table_id"], game=row["game"], ended=row["ended"], names=names, scores=scores, winners=winners
    )


async def finished_since(
    store: Store, versions: dict[str, str], since: date | None, hidden: Set[str]
) -> AsyncIterator[Table]:
    """The games that are over, from a day on, a page at a time."""
    place: Place | None = Place.read(None, since)
    while place is not None:
        games, place = await page_of(store, versions, place, MOST, hidden)
        for game in games:
            if keeper := await open_table(store, game.id):
                yield keeper.table


@router.get("/api/games.jsonl", response_class=StreamingResponse, responses=LINES)
async def export_games(served: Served, request: Request, game: GameFilter = None, since: Since = None) -> Response:
    """All finished games as records, a line each, in the order in which they ended."""
    versions, hidden = versions_of(game), await hidden_from(request, served)

    async def lines() -> AsyncIterator[str]:
        async for table in finished_since(served.store, versions, since, hidden):
            yield write_line(public_record(table)) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get("/api/games/{game_id}", response_model=Record)
async def one_game(game_id: str, request: Request, served: Served) -> Message:
    """The record of a finished game."""
    table = (await look_at(game_id, request, served)).table
    if table.frozen is not None or not table.match.position.is_over:
        raise UnknownGame(NO_TABLE)
    return public_record(table)


@router.get("/api/schema/{game}", response_class=Response, responses=SCHEMA)
async def schema(game: str) -> Response:
    """The JSON Schema of a game's records."""
    return JSONResponse(record_schema(find_game(game)), media_type="application/schema+json")
