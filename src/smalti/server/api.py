"""What a page asks for over HTTP and WebSocket."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request, Response, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.scene import STYLE
from smalti.kernel.words import LANGUAGES, N_, say
from smalti.server.answers import REFUSALS, SVG, Invitation, Look, Made, Named, Past, Record, Seated
from smalti.server.headers import PICTURE_POLICY
from smalti.server.limits import TOO_MANY_TABLES, address_of
from smalti.server.lobby import NO_POINT, Lobby, Order, Wish
from smalti.server.logbook import chance_of, is_played, new_id, record_of
from smalti.server.people import COOKIE, YEAR, clean_name, sign, unsign
from smalti.server.sockets import Socket
from smalti.server.table import NotYours, Table
from smalti.server.wire import Message, calling_people, eyes, scene_message, score_lines

router = APIRouter(tags=["play"], responses=REFUSALS)


class Person(BaseModel):
    """Whoever is at the other end."""

    id: str
    name: str


class Strict(BaseModel):
    """A body that has no other fields."""

    model_config = ConfigDict(extra="forbid", str_max_length=200)


class SeatWish(Strict):
    """A seat of a new table."""

    kind: Literal["me", "local", "invite", "bot"]
    name: str = Field("", max_length=40)
    bot: str = Field("random", max_length=40)


class TableOrder(Strict):
    """A new table."""

    game: str
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    options: dict[str, str | list[str]] = Field(default_factory=dict, max_length=8)
    aids: dict[str, bool] = Field(default_factory=dict, max_length=8)


class Name(Strict):
    """A name of choice."""

    name: str


class HandOver(Strict):
    """A seat for a bot, or back."""

    seat: int = Field(ge=0, le=3)
    bot: str | None = None


class FreeSeat(Strict):
    """A seat that nobody has taken yet."""

    seat: int = Field(ge=0, le=3)


class Branch(Strict):
    """A point of a game to go on from."""

    ply: int = Field(ge=0, le=100_000)
    bots: str | None = None
    """The bot for all other seats; none: one plays all seats."""


def is_same_origin(headers: Mapping[str, str], others: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of ours, of one of the others, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or origin in others or urlsplit(origin).netloc == headers.get("host")


def lobby_of(connection: HTTPConnection) -> Lobby:
    """The tables."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def person_id_of(connection: HTTPConnection) -> str | None:
    """Who asks, if they have been here before."""
    return unsign(connection.app.state.key, connection.cookies.get(COOKIE))


async def person_of(request: Request, response: Response) -> Person:
    """Who asks; somebody new gets a cookie."""
    store = lobby_of(request).store
    person_id = person_id_of(request)
    known = await store.person(person_id) if person_id else None
    if known:
        return Person(id=known["id"], name=known["name"])
    person = Person(id=person_id or new_id(), name=say(language_of(request), N_("Guest")))
    await store.save_person(person.id, person.name)
    settings = request.app.state.settings
    response.set_cookie(
        COOKIE,
        sign(request.app.state.key, person.id),
        YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookie or request.url.scheme == "https",
    )
    return person


Known = Annotated[Person, Depends(person_of)]


async def host_of(person: Known, request: Request) -> Person:
    """Who sets up another table, unless it is one too many."""
    request.app.state.counts.count("table", address_of(request), person.id, TOO_MANY_TABLES)
    return person


Host = Annotated[Person, Depends(host_of)]


async def table_of(table_id: str, request: Request) -> Table:
    """The table in the address."""
    return await lobby_of(request).find(table_id)


AtTable = Annotated[Table, Depends(table_of)]


def language_of(connection: HTTPConnection) -> str:
    """The reader's language: as chosen, else as the browser asks for."""
    chosen = connection.query_params.get("language") or connection.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    wanted = [part.split(";")[0].strip()[:2].lower() for part in accepted.split(",")]
    return next((language for language in wanted if language in LANGUAGES), "en")


@router.post("/api/tables")
async def create_table(order: TableOrder, person: Host, request: Request) -> Made:
    """Sets a table up."""
    wishes = tuple(Wish(seat.kind, seat.name, seat.bot) for seat in order.seats)
    wanted = Order(order.game, wishes, dict(order.options), order.aids)
    table, invitations = await lobby_of(request).create(wanted, person.id, person.name)
    return made_table(table, invitations)


def made_table(table: Table, invitations: dict[int, str]) -> Made:
    """A new table with the links to its free seats."""
    links = {str(seat): f"/join/{token}" for seat, token in invitations.items()}
    return Made(table=table.id, invitations=links, commitment=chance_of(table.row).commitment)


@router.post("/api/join/{token}")
async def join(token: str, person: Known, request: Request) -> Seated:
    """Takes the seat of an invitation."""
    table = await lobby_of(request).join(token, person.id, person.name)
    return Seated(table=table.id)


@router.post("/api/name")
async def rename(name: Name, person: Known, request: Request) -> Named:
    """Chooses a name."""
    chosen = clean_name(name.name)
    await lobby_of(request).store.save_person(person.id, chosen)
    return Named(name=chosen)


@router.post("/api/tables/{table_id}/seat")
async def hand_over(change: HandOver, table: AtTable, person: Known) -> Seated:
    """Hands a seat to a bot, or takes it back."""
    await table.hand_over(person.id, change.seat, change.bot)
    return Seated(table=table.id)


@router.post("/api/tables/{table_id}/invitation")
async def invite_again(free: FreeSeat, table: AtTable, person: Known, request: Request) -> Invitation:
    """A new link to a free seat; the old one stops working."""
    return Invitation(link=f"/join/{await lobby_of(request).invite_again(table, free.seat, person.id)}")


@router.post("/api/tables/{table_id}/branch")
async def branch(change: Branch, table: AtTable, person: Host, request: Request) -> Seated:
    """Continues from a point of a game."""
    own = max(0, eyes(table, person.id))
    kinds = ["me" if seat == own else "bot" if change.bots else "local" for seat in range(len(table.chairs))]
    wishes = tuple(Wish(kind, chair.name, change.bots or "") for kind, chair in zip(kinds, table.chairs, strict=True))
    made = await lobby_of(request).branch(table, change.ply, wishes, person.id, person.name)
    return Seated(table=made.id)


@router.post("/api/tables/{table_id}/again")
async def again(table: AtTable, person: Host, request: Request, same_deal: bool = False) -> Made:
    """A rematch, or the same deal."""
    made, invitations = await lobby_of(request).again(table, person.id, same_deal=same_deal)
    return made_table(made, invitations)


@router.post("/api/daily/{game}")
async def daily(game: str, person: Host, request: Request) -> Seated:
    """Takes today's challenge: the same chance for everybody, once a day."""
    table = await lobby_of(request).daily(find_game(game), today(), request.app.state.key, person.id, person.name)
    return Seated(table=table.id)


def today() -> str:
    """The day of the challenge."""
    return datetime.now(UTC).date().isoformat()


@router.get("/api/tables/{table_id}/at/{ply}")
async def at_ply(ply: int, table: AtTable, request: Request) -> Past:
    """The picture at a point of the game, for the replay."""
    match, language = table.match, language_of(request)
    if not 0 <= ply <= len(match.log):
        raise SmaltiError(NO_POINT, last=len(match.log), ply=ply)
    position = match.log[ply].before if ply < len(match.log) else match.position
    seat = eyes(table, person_id_of(request))
    with calling_people(table):
        scores = [score_lines(position, one, language) for one in range(position.seats)]
        scene = scene_message(table.game, position, seat, language)
    return Past.model_validate({"ply": ply, "scores": scores, "totals": list(position.scores()), **scene})


@router.get("/api/tables/{table_id}/record", response_model=Record)
async def record(table: AtTable) -> Message:
    """The record of a finished game; a running one would show what others have chosen."""
    if not table.match.position.is_over:
        raise NotYours(N_("the record is there when the game is over"))
    return public_record(table)


def public_record(table: Table) -> Message:
    """The record of a finished game; without its chance while others still play the same deal."""
    written = whole_record(table)
    if is_todays(table):
        written.pop("chance", None)
    return written


def whole_record(table: Table) -> Message:
    """The record of a table with the names of its people."""
    return record_of(table.match, table.row, tuple(chair.name for chair in table.chairs))


def is_todays(table: Table) -> bool:
    """Whether others still play the same deal today."""
    return is_played(table.row, datetime.now(UTC))


@router.get("/api/tables/{table_id}/picture.svg", response_class=Response, responses=SVG)
async def picture(table: AtTable, request: Request) -> Response:
    """The table as a picture to share."""
    position = table.match.position
    with calling_people(table):
        scene = table.game.drawn.scene(table.game.course.view(position.state, CHANCE), CHANCE, language_of(request))
    return Response(scene.svg, media_type="image/svg+xml", headers=PICTURE_POLICY)


@router.get("/api/games/{game}/look")
async def look(game: str) -> Look:
    """The symbols and the style of a game's pictures; the same for every position."""
    found = find_game(game)
    state = found.course.setup(found.facts.seat_counts[0], {})
    scene = found.drawn.scene(state, CHANCE, "en")
    return Look(defs=scene.defs, style=STYLE + scene.style)


@router.websocket("/ws/{table_id}")
async def listen(web: WebSocket, table_id: str) -> None:
    """A browser at a table."""
    if not is_same_origin(web.headers, web.app.state.settings.origins):
        web.app.state.metrics.refused("ForeignOrigin")
        await web.close(4403, "foreign origin")
        return
    await web.accept()
    try:
        table = await lobby_of(web).find(table_id)
    except SmaltiError as error:
        await web.close(4404, error.say(language_of(web)))
        return
    await Socket(web, table, person_id_of(web), language_of(web)).serve()
