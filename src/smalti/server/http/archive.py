"""The finished games of this server for everybody, as records: listed, one by one, and all in one stream.

A game is public once it is over, unless its table is private. What it shows then is what everybody at the table saw:
the names as they were shown, every choice, and the secret of its chance, except while others still play the same deal
today.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Set
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import Receive, Scope, Send

from smalti.games import GAMES, find_game
from smalti.kernel.errors import UnknownGame
from smalti.kernel.record import write_line
from smalti.kernel.schema import record_schema
from smalti.kernel.words import N_
from smalti.server.http.bodies import REFUSALS, HandedIn, Record, Seated
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Host, person_id_of
from smalti.server.keeping.keeper import open_table
from smalti.server.keeping.lobby import NO_TABLE
from smalti.server.keeping.taking_in import take_in
from smalti.server.operation import clock
from smalti.server.operation.limits import Counts, Patron, address_of
from smalti.server.store.statements import in_utc
from smalti.server.store.store import Store
from smalti.server.table.challenges import is_played, played_deals, still_played
from smalti.server.table.changes import Row
from smalti.server.table.events import comments_of, record_of, without_chance
from smalti.server.table.refusals import PRIVATE_TABLE, NotYours
from smalti.server.thinking.reviews import Ended, is_reviewed
from smalti.server.wire.messages import Message

router = APIRouter(tags=["records"], responses=REFUSALS)
NOT_PLAYED = N_("this is for those who have played this game")
STILL_RUNS = N_("a game is looked at again when it is over")
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


DepthName = Literal["usual", "deep"]


class Finished(BaseModel):
    """A game that is over; its record is at `/api/games/{id}`."""

    id: str
    game: str = Field(examples=["mosaix"])
    ended: datetime
    names: list[str] = Field(description="As they were shown; a name is free text, and proves nobody.")
    scores: list[int]
    winners: list[int]


class Page(BaseModel):
    """Some finished games in the order in which they ended."""

    games: list[Finished]
    next: str | None = Field(description="Where the next page begins; null on the last one.")


class Review(BaseModel):
    """A finished game looked at again; docs/review.md has the fields."""

    model_config = ConfigDict(extra="allow")

    format: str
    evaluator: dict[str, Any]
    seats: list[dict[str, Any]]
    events: list[dict[str, Any]]


class Working(BaseModel):
    """How far a review is, and what is known so far."""

    done: int
    of: int
    value: Literal["points", "share"]
    expected: list[list[float]] = Field(description="By event and seat, before each event that was looked at.")


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
    played = played_deals(GAMES, clock.now()) | await served.store.sealed_deals()
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


async def records_since(
    store: Store, versions: dict[str, str], since: date | None, hidden: Set[str]
) -> AsyncIterator[str]:
    """The records of the games that are over, from a day on, a page at a time."""
    place: Place | None = Place.read(None, since)
    while place is not None:
        games, place = await page_of(store, versions, place, MOST, hidden)
        found = await store.records([game.id for game in games])
        noted = await store.notes(found)
        for game in games:
            if record := await public_record(store, found[game.id]):
                yield with_notes(record, found[game.id], noted[game.id])


async def public_record(store: Store, found: Row) -> str | None:
    """The record of a game that is over, as it was kept; without its chance while others still play the same deal."""
    record: str | None = found["record"] or await old_record(store, found["table_id"])
    if record and is_played(found, clock.now()):
        return without_chance(record)
    return record


def with_notes(record: str, found: Row, noted: list[Row]) -> str:
    """A record with what was noted at it, as comments are written, and when it ended."""
    more: Message = {"ended": in_utc(found["ended"]).isoformat()}
    if noted:
        more["comments"] = comments_of(noted)
    return f"{record[:-1]},{write_line(more)[1:]}"


async def old_record(store: Store, table_id: str) -> str | None:
    """The record of a game that an older program ended, worked out once and kept."""
    keeper = await open_table(store, table_id)
    if keeper is None or not keeper.table.position.is_over:
        return None
    record = write_line(record_of(keeper.table.match, keeper.table.row, keeper.table.names))
    await store.keep_record(table_id, record)
    return record


class Stream(StreamingResponse):
    """Lines as they are read from the database; an address has few of these at once."""

    def __init__(self, lines: AsyncIterator[str], counts: Counts, address: str) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self.counts, self.address = counts, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls an answer."""
        with self.counts.stream(self.address):
            await super().__call__(scope, receive, send)


@router.get("/api/games.jsonl", response_class=StreamingResponse, responses=LINES)
async def export_games(served: Served, request: Request, game: GameFilter = None, since: Since = None) -> Response:
    """All finished games as records, a line each, in the order in which they ended."""
    versions, hidden = versions_of(game), await hidden_from(request, served)

    async def lines() -> AsyncIterator[str]:
        async for record in records_since(served.store, versions, since, hidden):
            yield record + "\n"

    return Stream(lines(), served.counts, address_of(request))


@router.post("/api/games", responses=REFUSALS)
async def hand_in(handed: HandedIn, person: Host, served: Served) -> Seated:
    """Takes a finished game in that was played without a server; one that is here already stays as it is."""
    return Seated(table=await take_in(served.lobby, handed.record, handed.bots, person))


async def finished_game(game_id: str, request: Request, served: Services) -> Row:
    """A game that is over and that whoever asks may see."""
    found = (await served.store.records([game_id])).get(game_id) if game_id.isprintable() else None
    if found is None or versions_of(None).get(found["game"]) != found["rules"]:
        raise UnknownGame(NO_TABLE)
    if found["private"] and not (await served.lobby.find(game_id)).table.seats_of(person_id_of(request)):
        raise NotYours(PRIVATE_TABLE)
    if found["deal"] in await hidden_from(request, served):
        raise still_played(found)
    return found


@router.get("/api/games/{game_id}", response_model=Record)
async def one_game(game_id: str, request: Request, served: Served) -> Message:
    """The record of a finished game."""
    found = await finished_game(game_id, request, served)
    if (record := await public_record(served.store, found)) is None:
        raise UnknownGame(NO_TABLE)
    message: Message = json.loads(with_notes(record, found, (await served.store.notes([game_id]))[game_id]))
    return message


@router.get("/api/games/{game_id}/review", response_model=Review, responses={202: {"model": Working}})
async def review(game_id: str, request: Request, served: Served, depth: DepthName = "usual") -> Response:
    """The review of a finished game; while it is worked out, how far that is: ask again in a moment.

    A closer look takes the place of the usual one, and stays for everybody.
    """
    found = await open_to_review(game_id, request, served)
    if is_reviewed(told := await served.store.review(game_id), depth):
        return Response(told, media_type="application/json")
    if depth != "usual":
        await seated_at(game_id, request, served)
    record = await public_record(served.store, found)
    assert record is not None, "it was found"
    patron = Patron(address_of(request), person_id_of(request) or "")
    far = served.workers.review(Ended(game_id, found["game"], record, patron, depth), served.store.keep_review)
    return JSONResponse(far.as_json(), 202)


async def seated_at(game_id: str, request: Request, served: Services) -> str:
    """The name of who asks at a table where they have played; refused to others."""
    table = (await served.lobby.find(game_id)).table
    for seat in table.seats_of(person_id_of(request)):
        return table.chairs[seat].name
    raise NotYours(NOT_PLAYED)


async def open_to_review(game_id: str, request: Request, served: Services) -> Row:
    """A game that is over for everybody. A what-if may come from one that still runs, and then it waits for that."""
    table = (await served.lobby.find(game_id)).table
    while table.row["branched"] is not None and table.position.is_over:
        table = (await served.lobby.find(table.row["parent"])).table
    if not table.position.is_over:
        raise NotYours(STILL_RUNS)
    found = await finished_game(game_id, request, served)
    if is_played(found, clock.now()):
        raise still_played(found)
    return found


@router.get("/api/schema/{game}", response_class=Response, responses=SCHEMA)
async def schema(game: str) -> Response:
    """The JSON Schema of a game's records."""
    return JSONResponse(record_schema(find_game(game)), media_type="application/schema+json")
