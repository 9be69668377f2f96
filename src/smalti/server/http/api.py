"""What a page asks for over HTTP."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter, Request, Response

from smalti.games import find_game
from smalti.kernel import seeing
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.words import N_
from smalti.server.http.bodies import (
    CATALOGUE,
    REFUSALS,
    SVG,
    Branch,
    Filled,
    FreeSeat,
    HandOver,
    Invitation,
    Made,
    Name,
    Named,
    Past,
    Record,
    Resignation,
    Seated,
    TableOrder,
    Vote,
)
from smalti.server.http.headers import FOR_EVER, PICTURE_POLICY
from smalti.server.http.openings import prepare_opening
from smalti.server.http.services import Served
from smalti.server.http.visitors import AtTable, Host, Known, language_of, person_id_of
from smalti.server.keeping import setting_up
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.setting_up import NO_POINT, Order, Wish
from smalti.server.operation import clock
from smalti.server.operation.limits import TOO_MANY_BOT_TABLES, address_of
from smalti.server.table.chairs import clean_name
from smalti.server.table.challenges import is_played
from smalti.server.table.events import chance_of, comments_of, record_of
from smalti.server.table.paces import Pace
from smalti.server.table.refusals import NOT_YOURS, NotYours
from smalti.server.table.table import Table
from smalti.server.wire.catalogues import find_catalogue
from smalti.server.wire.messages import Message, eyes_of, past_message

router = APIRouter(tags=["play"], responses=REFUSALS)


@router.post("/api/tables")
async def create_table(order: TableOrder, person: Host, served: Served, request: Request) -> Made:
    """Sets a table up; bots play among themselves only now and then."""
    if all(seat.kind == "bot" for seat in order.seats):
        served.counts.count("bots", address_of(request), person.id, TOO_MANY_BOT_TABLES)
    wishes = tuple(Wish(seat.kind, seat.name, seat.bot) for seat in order.seats)
    pace = Pace(**order.pace.model_dump()) if order.pace else None
    wanted = Order(order.game, wishes, dict(order.options), order.aids, order.private, pace, order.rated)
    opening = await prepare_opening(order, person, served, request)
    keeper, invitations = await setting_up.set_up(served.lobby, wanted, person)
    if opening:
        await opening(keeper)
    return made_table(keeper, invitations)


def made_table(keeper: Keeper, invitations: dict[int, str]) -> Made:
    """A new table with the links to its free seats."""
    links = {str(seat): f"/join/{token}" for seat, token in invitations.items()}
    chance = chance_of(keeper.table.row)
    assert chance is not None, "the chance of a new table is drawn"
    return Made(table=keeper.id, invitations=links, commitment=chance.commitment)


@router.post("/api/join/{token}")
async def join(token: str, person: Known, served: Served) -> Seated:
    """Takes the seat of an invitation."""
    keeper = await setting_up.join(served.lobby, token, person)
    return Seated(table=keeper.id)


@router.post("/api/name")
async def rename(name: Name, person: Known, served: Served) -> Named:
    """Chooses a name."""
    chosen = clean_name(name.name)
    await served.store.save_person(person.id, chosen)
    return Named(name=chosen)


@router.post("/api/me")
async def introduce(person: Known) -> Named:
    """Says who asks; somebody new is known from then on."""
    return Named(name=person.name)


@router.post("/api/tables/{table_id}/seat")
async def hand_over(change: HandOver, keeper: AtTable, person: Known, served: Served, request: Request) -> Seated:
    """Hands a seat to a bot, or takes it back; a table that nobody plays at any more counts as one of bots, once."""
    if change.bot and keeper.table.is_last_person(change.seat) and not keeper.left_to_bots:
        served.counts.count("bots", address_of(request), person.id, TOO_MANY_BOT_TABLES)
        keeper.left_to_bots = True
    await keeper.hand_over(person.id, change.seat, change.bot)
    return Seated(table=keeper.id)


@router.post("/api/tables/{table_id}/resign")
async def resign(change: Resignation, keeper: AtTable, person: Known) -> Seated:
    """Gives a seat up for good; a bot plays on."""
    await keeper.resign(person.id, change.seat)
    return Seated(table=keeper.id)


@router.post("/api/tables/{table_id}/vote")
async def vote(change: Vote, keeper: AtTable, person: Known) -> Seated:
    """What is to be done about a seat that is away; it is done when more than half of the other people want it."""
    await keeper.vote(person.id, change.seat, change.wish)
    return Seated(table=keeper.id)


@router.post("/api/tables/{table_id}/think")
async def think(keeper: AtTable, person: Known, served: Served) -> Seated:
    """Asks a bot again that was stopped because it did not get on."""
    if not keeper.table.seats_of(person.id):
        raise NotYours(NOT_YOURS)
    if keeper.stuck_seat is not None:
        served.workers.ask_again(keeper)
    return Seated(table=keeper.id)


@router.post("/api/tables/{table_id}/invitation")
async def invite_again(free: FreeSeat, keeper: AtTable, person: Known) -> Invitation:
    """A new link to a free seat; the old one stops working."""
    return Invitation(link=f"/join/{await setting_up.invite_again(keeper, free.seat, person.id)}")


@router.post("/api/tables/{table_id}/fill")
async def fill(free: Filled, keeper: AtTable, person: Known) -> Seated:
    """A bot takes a free seat; the links to it stop working."""
    await setting_up.fill(keeper, person.id, free.seat, free.bot)
    return Seated(table=keeper.id)


@router.post("/api/tables/{table_id}/branch")
async def branch(change: Branch, keeper: AtTable, person: Host, served: Served) -> Seated:
    """Continues from a point of a game."""
    table = keeper.table
    own = max(0, eyes_of(table, person.id))
    kinds = ["me" if seat == own else "bot" if change.bots else "local" for seat in range(len(table.chairs))]
    mine = table.seats_of(person.id)
    names = [
        chair.name if chair.seat in mine and kind == "local" else ""
        for kind, chair in zip(kinds, table.chairs, strict=True)
    ]
    wishes = tuple(Wish(kind, name, change.bots or "") for kind, name in zip(kinds, names, strict=True))
    made = await setting_up.branch(served.lobby, table, change.ply, wishes, person)
    return Seated(table=made.id)


@router.post("/api/tables/{table_id}/again")
async def again(keeper: AtTable, person: Host, served: Served, request: Request, same_deal: bool = False) -> Made:
    """A rematch, or the same deal."""
    if not any(chair.person_id for chair in keeper.table.chairs):
        served.counts.count("bots", address_of(request), person.id, TOO_MANY_BOT_TABLES)
    made, invitations = await setting_up.play_again(served.lobby, keeper, person, same_deal=same_deal)
    return made_table(made, invitations)


@router.post("/api/tables/{table_id}/decline")
async def decline(keeper: AtTable, person: Known, served: Served) -> Seated:
    """Does not play again with the same people; they are told."""
    await setting_up.decline_rematch(served.lobby, keeper, person)
    return Seated(table=keeper.id)


@router.post("/api/daily/{game}")
async def daily(game: str, person: Host, served: Served) -> Seated:
    """Takes today's challenge: the same chance for everybody, once a day."""
    keeper = await setting_up.take_challenge(served.lobby, find_game(game), today(), served.key, person)
    return Seated(table=keeper.id)


@router.post("/api/daily/{game}/{day}")
async def practise(game: str, day: date, person: Host, served: Served) -> Seated:
    """Plays the deal of a day that is over, for practice."""
    keeper = await setting_up.practise(served.lobby, find_game(game), day, served.key, person)
    return Seated(table=keeper.id)


def today() -> date:
    """The day of the challenge."""
    return clock.now().date()


@router.get("/api/tables/{table_id}/at/{ply}")
async def at_ply(ply: int, keeper: AtTable, request: Request) -> Past:
    """The table at a point of the game as rows, for the replay."""
    table = keeper.table
    if not 0 <= ply <= len(table.match.log):
        raise SmaltiError(NO_POINT, last=len(table.match.log), ply=ply)
    return Past.model_validate(past_message(table, ply, eyes_of(table, person_id_of(request))))


@router.get("/api/tables/{table_id}/record", response_model=Record)
async def record(keeper: AtTable, served: Served) -> Message:
    """The record of a finished game; a running one would show what others have chosen."""
    if not keeper.table.position.is_over:
        raise NotYours(N_("the record is there when the game is over"))
    noted = (await served.store.notes([keeper.id]))[keeper.id]
    return public_record(keeper.table) | ({"comments": comments_of(noted)} if noted else {})


def public_record(table: Table) -> Message:
    """The record of a finished game; without its chance while others still play the same deal."""
    written = whole_record(table)
    if is_todays(table):
        written.pop("chance", None)
    return written


def whole_record(table: Table) -> Message:
    """The record of a table with the names of its people."""
    return record_of(table.match, table.row, table.names)


def is_todays(table: Table) -> bool:
    """Whether others still play the same deal today."""
    return is_played(table.row, clock.now())


@router.get("/api/tables/{table_id}/picture.svg", response_class=Response, responses=SVG)
async def picture(keeper: AtTable, request: Request) -> Response:
    """The table as a picture to share."""
    table = keeper.table
    drawn = seeing.picture(table.game, table.position.state, CHANCE, language_of(request), table.names)
    return Response(drawn, media_type="image/svg+xml", headers=PICTURE_POLICY)


@router.get("/catalogues/{name}.json", response_class=Response, responses=CATALOGUE)
async def catalogue(name: str, request: Request) -> Response:
    """What a game looks like and says, in one language: for everybody who plays it, and for ever."""
    found = find_catalogue(name)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.text, media_type="application/json", headers=FOR_EVER)
    return Response(found.packed, media_type="application/json", headers=FOR_EVER | {"Content-Encoding": "gzip"})
