"""Tournaments over HTTP: their pages, which follow what happens, and what those who play and those who run them ask."""

from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.names import shown_name
from smalti.kernel.words import say
from smalti.server.club.tournaments.rounds import LEAST, MOST_ROUNDS
from smalti.server.club.tournaments.running import MOST_BOTS, NOT_NOW, Deed, Looked, Wished, check_host
from smalti.server.club.tournaments.standing import BREAKS
from smalti.server.club.tournaments.state import Tournament
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, Strict
from smalti.server.http.pace_words import PACES, say_pace
from smalti.server.http.pages import choices, chosen_options, house_bots, name_of, opponents, page
from smalti.server.http.services import Served, Services
from smalti.server.http.statistics import CSV, saved_as
from smalti.server.http.tournament_lists import lists_of
from smalti.server.http.tournament_words import KIND_WORDS, OVER_WORDS
from smalti.server.http.visitors import Host, Known, language_of, person_id_of
from smalti.server.operation.limits import TOO_MANY_BOT_TABLES, address_of
from smalti.server.store.tournaments import OPEN
from smalti.server.table.paces import Kind as PaceKind
from smalti.server.table.paces import Pace, read_pace

router = APIRouter(tags=["tournaments"], responses=REFUSALS)
pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)
LOOK_S = 20
"""So long a page waits for something to change before it asks again."""
EVERY_S = 1.0
MANY = 100
"""For so many who take part a page waits a second longer before it asks again: many games end then, and many look."""


class TournamentPace(Strict):
    """How much time people have at the tables of a tournament, and what happens when it is over."""

    kind: PaceKind
    time_s: int = Field(description="Seconds; of days, too.", examples=[300])
    more_s: int = Field(0, description="What each turn adds to the clock.", examples=[10])
    over: Literal["bot", "lose"] = Field("bot", description="The bot stands in, or the game of two is lost.")


class TournamentOrder(Strict):
    """A new tournament."""

    name: str = Field(max_length=60)
    kind: Literal["round_robin", "swiss", "knock_out", "duplicate"]
    game: str
    seats: int = Field(2, ge=2, le=4, description="At a table.")
    rounds: int = Field(0, ge=0, le=MOST_ROUNDS, description="0: as many as tell all apart.")
    options: dict[str, str | list[str]] = Field(default_factory=dict, max_length=8)
    auto: bool = Field(True, description="Whether the next round begins by itself.")
    listed: bool = Field(True, description="Whether everybody sees it in the list; else by its link.")
    bot: str = Field("novice", max_length=40, description="The bot that fills an empty seat, or stands in.")
    pace: TournamentPace | None = Field(None, description="None: everybody takes the time they like.")


class MadeTournament(BaseModel):
    """A tournament to go to; its address is what is passed on."""

    id: str


class Joining(Strict):
    """Somebody takes part."""

    added: str = Field("", max_length=64, description="The browser's own part of chance.")


class Filling(Strict):
    """Bots take part."""

    bot: str = Field(max_length=40)
    count: int = Field(ge=1, le=MOST_BOTS)


class Doing(Strict):
    """What becomes of somebody who takes part."""

    deed: Deed
    bot: str = Field("", max_length=40)


class Told(BaseModel):
    """A tournament with everything that everybody may know of it (docs/club.md)."""

    model_config = ConfigDict(extra="allow")

    id: str
    name: str
    kind: str
    game: str
    state: Literal["open", "running", "over"]
    mark: str = Field(description="Another text whenever something has changed.")
    entries: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    standing: list[dict[str, Any]]


# Pages


@pages.get("/tournaments")
async def tournaments(request: Request, served: Served) -> Response:
    """All that are open, run or are over, and a form for another one."""
    listed = await served.tournaments.kept.listed(person_id_of(request))
    rows = [row for row in listed if row["game"] in GAMES]
    facts = {"kinds": KIND_WORDS, "bots": house_bots(), "most_rounds": MOST_ROUNDS, "titles": GAMES}
    facts |= {"paces": PACES, "overs": OVER_WORDS, "choices": {name: choices(game) for name, game in GAMES.items()}}
    return page(request, "tournaments.html", listed=rows, name=await name_of(request, served), **facts)


@pages.get("/tournaments/{tournament_id}")
async def tournament(tournament_id: str, request: Request, served: Served) -> Response:
    """A tournament: to join, to play, to look at."""
    known = await served.tournaments.look(tournament_id, now=True)
    return page(request, "tournament.html", **await facts_of(known, request, served))


@pages.get("/tournaments/{tournament_id}/live", responses={204: {"description": "Nothing has changed so long."}})
async def live(
    tournament_id: str, request: Request, served: Served, after: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """The part of the page that changes, as soon as it has."""
    for _ in range(int(LOOK_S / EVERY_S)):
        if not (mark := await served.tournaments.mark(tournament_id)) or mark != after:
            known = await served.tournaments.look(tournament_id, now=not after)
            return page(request, "tournament_live.html", **await facts_of(known, request, served))
        if served.gate.is_ending or await request.is_disconnected():
            break
        await asyncio.sleep(EVERY_S)
    return Response(status_code=204)


async def facts_of(known: Looked, request: Request, served: Services) -> dict[str, Any]:
    """What the page says to whoever asks."""
    found, person_id, language = known.found, person_id_of(request), language_of(request)
    mine = found.entry_of(person_id)
    place = found.place_of(found.number, mine["number"]) if mine else None
    hosting = bool(person_id) and found.row["host"] == person_id
    return {
        "one": found,
        "mark": known.mark,
        "me": mine,
        "place": place,
        "my_table": place["table_id"] if place and not place["scores"] and not place["lost"] else None,
        "hosting": hosting,
        "lists": lists_of(known, language, hosting=hosting, me=mine),
        "wait_s": len(found.entries) // MANY,
        "name": "" if mine else await name_of(request, served),
        "kinds": KIND_WORDS,
        "bots": opponents(),
        "least": LEAST,
        "most_bots": MOST_BOTS,
        "pace": pace_told(request, found),
        "settings": chosen_options(found.game, found.row["options"]),
    }


def pace_told(request: Request, found: Tournament) -> str:
    """How much time there is at its tables, and what happens when it is over; nothing where there is no clock."""
    pace, language = read_pace(found.row), language_of(request)
    return f"{say_pace(language, pace)} · {say(language, OVER_WORDS[pace.over][0])}" if pace else ""


# What everybody may know


@router.get("/api/tournaments/{tournament_id}", response_model=Told)
async def tell(tournament_id: str, served: Served) -> Response:
    """The whole tournament: entries, rounds with their tables and results, standing, and what proves its deals."""
    mark = await served.tournaments.mark(tournament_id)
    found = await served.tournaments.load(tournament_id)
    return JSONResponse(told(found) | {"mark": mark}, headers=saved_as(f"tournament-{found.id}.json"))


@router.get("/api/tournaments/{tournament_id}/standing.csv", response_class=Response, responses=CSV)
async def standing_csv(tournament_id: str, served: Served) -> Response:
    """The standing, a line each."""
    found = await served.tournaments.load(tournament_id)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["rank", "number", "name", "bot", "points", "played", *BREAKS[found.kind]])
    for line in found.standing:
        entry = found.entries[line.entry]
        breaks = [round(value, 4) for value in line.breaks.values()]
        facts = [line.rank, line.entry, plain(entry["name"]), entry["bot"] or "", round(line.points, 4)]
        writer.writerow([*facts, line.played, *breaks])
    return Response(text.getvalue(), media_type="text/csv", headers=saved_as(f"tournament-{found.id}.csv"))


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name


def told(found: Tournament) -> dict[str, Any]:
    """What everybody may know of a tournament."""
    shown = ("id", "name", "kind", "game", "options", "seats", "auto", "bot", "pace", "state")
    entries = [
        {one: row[one] for one in ("number", "name", "bot", "absent", "added")} for row in found.entries.values()
    ]
    lines = [
        {"rank": one.rank, "number": one.entry, "points": round(one.points, 6), "played": one.played} | one.breaks
        for one in found.standing
    ]
    rounds = [told_round(found, number) for number in range(1, found.number + 1)]
    deals = {"commitments": [found.commitment(n + 1) for n in range(found.rounds)], "added": found.row["added"]}
    facts = {one: found.row[one] for one in shown} | (deals if found.is_duplicate else {})
    return facts | {"planned": found.rounds, "entries": entries, "rounds": rounds, "standing": lines}


def told_round(found: Tournament, number: int) -> dict[str, Any]:
    """A round: its boards, and of those that everybody may see how they ended."""
    row, is_open = found.stored.rounds[number - 1], found.is_open(number)
    boards = []
    for table, board in zip(found.tables[number - 1], found.history[number - 1], strict=True):
        result = board if is_open else replace(board, scores=(), winners=())
        ended = {"scores": list(result.scores), "winners": list(result.winners), "lost": sorted(result.lost)}
        boards.append({"table": table, "entries": list(board.entries), "decided": board.is_decided, **ended})
    proof = {"commitment": found.commitment(number)} if found.is_duplicate else {}
    return {"number": number, "over": row["over"] is not None, "boards": boards} | proof


# What is done


@router.post("/api/tournaments")
async def make(order: TournamentOrder, person: Host, served: Served) -> MadeTournament:
    """Makes a tournament; whoever makes it runs it."""
    name = shown_name(order.name)
    facts = order.model_dump(exclude={"name", "pace"}) | {"pace": Pace(**dict(order.pace)) if order.pace else None}
    return MadeTournament(id=await served.tournaments.make(Wished(name=name, **facts), name, person))


@router.post("/api/tournaments/{tournament_id}/join")
async def join(tournament_id: str, joining: Joining, person: Known, served: Served) -> MadeTournament:
    """Takes part, once, before it begins."""
    await served.tournaments.join(tournament_id, person, joining.added)
    return MadeTournament(id=tournament_id)


@router.post("/api/tournaments/{tournament_id}/fill")
async def fill(tournament_id: str, filling: Filling, person: Known, served: Served, request: Request) -> MadeTournament:
    """Lets bots take part; with enough of them for a table of their own they play among themselves."""
    found = await hosted(tournament_id, person.id, served)
    if found.bots < found.row["seats"] <= found.bots + filling.count:
        served.counts.count("bots", address_of(request), person.id, TOO_MANY_BOT_TABLES)
    await served.tournaments.fill(found, filling.bot, filling.count)
    return MadeTournament(id=tournament_id)


@router.post("/api/tournaments/{tournament_id}/begin")
async def begin(tournament_id: str, person: Known, served: Served) -> MadeTournament:
    """Begins the first round, or the next one; once, however often it is asked."""
    await hosted(tournament_id, person.id, served)
    await served.tournaments.begin(tournament_id)
    return MadeTournament(id=tournament_id)


@router.post("/api/tournaments/{tournament_id}/delete")
async def delete(tournament_id: str, person: Known, served: Served) -> MadeTournament:
    """Takes a tournament away that has not begun."""
    await served.tournaments.delete(await hosted(tournament_id, person.id, served))
    return MadeTournament(id=tournament_id)


@router.post("/api/tournaments/{tournament_id}/entries/{number}")
async def do(tournament_id: str, number: int, doing: Doing, person: Known, served: Served) -> MadeTournament:
    """Somebody is away, is back, is stood in for, loses their game, or goes; the last by themselves too."""
    found = await served.tournaments.load(tournament_id)
    mine = found.entry_of(person.id)
    if not (mine and mine["number"] == number and doing.deed in ("withdraw", "present")):
        check_host(found, person.id)
    if doing.deed != "withdraw" and found.row["state"] == OPEN:
        raise SmaltiError(NOT_NOW)
    await served.tournaments.do(found, number, doing.deed, doing.bot)
    return MadeTournament(id=tournament_id)


async def hosted(tournament_id: str, person_id: str, served: Services) -> Tournament:
    """A tournament of who asks."""
    found = await served.tournaments.load(tournament_id)
    check_host(found, person_id)
    return found
