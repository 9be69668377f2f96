"""The page about chance, and the check of a finished game: the same code as `smalti verify`."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.record import verify
from smalti.kernel.seeing import describe
from smalti.kernel.words import N_, say
from smalti.server.http.api import is_todays, whole_record
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS
from smalti.server.http.pages import page
from smalti.server.http.services import Served
from smalti.server.http.visitors import AtTable, language_of, look_at
from smalti.server.table.challenges import still_played
from smalti.server.table.refusals import NotYours
from smalti.server.table.table import Table

router = APIRouter(responses=REFUSALS)

NOT_OVER = N_("a game can be checked when it is over")
CHOSEN = N_("the rolls and draws of this game were chosen by hand, as they fell at a real table")
BRANCHED = N_("this game went on from a point of another one, whose chance is not its own; check that one")
WORDS = {
    "checking": N_("Every roll and draw is worked out again."),
    "fits": N_("The secret has the fingerprint that was shown."),
    "fits_not": N_("The secret does not have the fingerprint that was shown."),
    "seen": N_("This browser saw the same fingerprint when it first came to the table."),
    "seen_not": N_("This browser saw another fingerprint when it first came to the table."),
    "all_right": N_("Everything is right: {{count}} rolls and draws came from the secret."),
    "server_only": N_("This browser works nothing out on a page without encryption; the server has checked the game."),
    "wrong": N_("Something is wrong with this game."),
    "failed": N_("That did not work; please try again."),
}
"""What the check says."""
ONE_AT_A_TIME = asyncio.Lock()
CHECKED: dict[str, bool] = {}
"""The tables whose records were verified; a finished game stays as it is."""
MOST_CHECKED = 10_000


class Outcome(BaseModel):
    """A roll or a draw."""

    n: int = Field(description="Which one, counted from 0.")
    ply: int = Field(description="Its line in the log, counted from 1.")
    words: str
    bits: str = Field(description="The number that it was worked out from, in decimal digits.")


class Check(BaseModel):
    """A finished game with everything that is needed to work its chance out again."""

    commitment: str
    secret: str
    id: str
    added: str
    verified: bool = Field(description="Whether the whole record passes `smalti verify` on the server.")
    outcomes: list[Outcome]


@router.get("/chance", tags=["pages"], response_class=HTMLResponse, responses=PAGE_REFUSALS)
async def chance(request: Request, served: Served, table: str | None = None) -> Response:
    """How chance comes about; with a table also a button that checks its game."""
    found = (await look_at(table, request, served)).table if table else None
    language = language_of(request)
    words = {name: say(language, text) for name, text in WORDS.items()}
    return page(request, "chance.html", table=found, words=words, todays=found is not None and is_todays(found))


@router.get("/api/tables/{table_id}/chance", tags=["play"])
async def check(keeper: AtTable, request: Request) -> Check:
    """Works every roll and draw of a finished game out again."""
    table = keeper.table
    if not table.match.position.is_over:
        raise NotYours(NOT_OVER)
    if is_todays(table):
        raise still_played(table.row)
    if table.row["branched"]:
        raise NotYours(BRANCHED)
    source = table.match.chance
    if source is None:
        raise NotYours(CHOSEN)
    return Check(
        commitment=source.commitment,
        secret=source.secret,
        id=source.game_id,
        added=source.added,
        verified=await is_verified(table),
        outcomes=outcomes(table, language_of(request)),
    )


def outcomes(table: Table, language: str) -> list[Outcome]:
    """The rolls and draws of a game, in order."""
    match = table.match
    assert match.chance is not None
    drawn = [index for index, event in enumerate(match.log) if event.by == CHANCE]
    return [
        Outcome(n=n, ply=index + 1, words=words_of(table, index, language), bits=str(match.chance.generator(n)))
        for n, index in enumerate(drawn)
    ]


def words_of(table: Table, index: int, language: str) -> str:
    """One event of the log in words."""
    event = table.match.log[index]
    return describe(table.game, event.before.state, event.by, event.move, language, table.names)


async def is_verified(table: Table) -> bool:
    """Whether the record stands up to the strict replay; worked out once, one game at a time, beside the tables."""
    async with ONE_AT_A_TIME:
        if table.id not in CHECKED:
            if len(CHECKED) >= MOST_CHECKED:
                CHECKED.clear()
            CHECKED[table.id] = await asyncio.to_thread(stands_up, whole_record(table))
        return CHECKED[table.id]


def stands_up(record: Entry) -> bool:
    """Whether `smalti verify` finds nothing wrong."""
    try:
        verify(record, find_game)
    except SmaltiError:
        return False
    return True
