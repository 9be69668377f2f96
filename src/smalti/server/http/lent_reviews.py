"""Reviews that the browser of the only person at a table has worked out, as it lets bots think (docs/wasm.md).

The server looks at some events itself, of its own choice, and keeps the review if they are the same to the last bit.
"""

from __future__ import annotations

import json
from random import SystemRandom
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from smalti.bots.defaults import terms_of
from smalti.bots.hints import OTHERS
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.words import N_
from smalti.reviewing.reviewing import add_up, seat_names, seen_at
from smalti.reviewing.values import GRAIN, ReviewedEvent
from smalti.server.http.archive import DepthName, open_to_review, public_record
from smalti.server.http.bodies import REFUSALS, Strict
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import person_id_of
from smalti.server.operation.limits import Patron, address_of
from smalti.server.table.lending import only_person
from smalti.server.table.refusals import NotYours
from smalti.server.table.table import Table
from smalti.server.thinking.thinker import CHECK, Question
from smalti.wasm.shipping import mark_of

router = APIRouter(tags=["records"], responses=REFUSALS)
NOT_ALONE = N_("this game is looked at again by the server")
NOT_THE_SAME = N_("looked at by the server, this game is another one")
CHECKED = 3
"""So many events of a review are looked at by the server too."""

Grains = Annotated[int, Field(gt=-(1 << 40), lt=1 << 40)]
Row = Annotated[list[Grains], Field(max_length=4)]


class Lent(BaseModel):
    """A finished game for the browser of who played it."""

    game: str
    engine: str | None = Field(description="The mark of the description that belongs to it.")
    seats: int
    options: dict[str, Any]
    log: list[tuple[int, int]] = Field(description="Who did what, by numbers; -1 is chance.")


class LentEvent(NamedTuple):
    """What a browser has found about one event; docs/review.md says what it means. Values are told in grains."""

    expected: Row
    change: Row
    errors: Row
    mark: Literal["", "blunder", "mistake", "inaccuracy", "find", "lucky", "unlucky"]
    counts: bool
    choices: Annotated[int, Field(ge=1, le=1 << 20)]
    best: Annotated[int, Field(ge=0, le=1 << 20)] | None
    why: Annotated[list[tuple[int, float]], Field(max_length=4)]
    lost: Grains
    lost_error: Grains
    decides: bool | None
    quick: Annotated[int, Field(ge=0, le=1 << 20)] | None


class LentReview(Strict):
    """A review, event by event; its sums are the server's."""

    engine: str = Field(max_length=40)
    depth: DepthName
    events: list[LentEvent] = Field(max_length=4096)


def is_lent(table: Table, person_id: str | None) -> bool:
    """Whether a game may be reviewed in somebody's browser: nobody else played it, and it counts for nothing."""
    person = only_person(table)
    return person is not None and person.person_id == person_id and mark_of(table.game) is not None


async def lent(game_id: str, request: Request, served: Services) -> Table:
    """A finished table of one person; refused to others."""
    await open_to_review(game_id, request, served)
    table = (await served.lobby.find(game_id)).table
    if not is_lent(table, person_id_of(request)):
        raise NotYours(NOT_ALONE)
    return table


@router.get("/api/games/{game_id}/log")
async def log_of(game_id: str, request: Request, served: Served) -> Lent:
    """A finished game by numbers, for the browser of the only person who played it."""
    table = await lent(game_id, request, served)
    log = [(event.by, event.move) for event in table.match.log]
    options = table.row["options"]
    return Lent(game=table.game.name, engine=mark_of(table.game), seats=len(table.chairs), options=options, log=log)


@router.post("/api/games/{game_id}/review", status_code=204)
async def take_review(game_id: str, told: LentReview, request: Request, served: Served) -> None:
    """Keeps a review that the browser of the only person there has worked out, if the server finds the same."""
    table = await lent(game_id, request, served)
    if told.engine != mark_of(table.game) or len(told.events) != len(table.match.log):
        raise SmaltiError(NOT_THE_SAME)
    events = tuple(read(table, ply, one) for ply, one in enumerate(told.events))
    found = await open_to_review(game_id, request, served)
    record = await public_record(served.store, found)
    assert record is not None, "it was found"
    await check(table, events, record, told.depth, Patron(address_of(request), person_id_of(request) or ""), served)
    names = seat_names(json.loads(record), len(table.chairs))
    await served.store.keep_review(game_id, json.dumps(add_up(table.match, events, told.depth, names).as_json()))


def read(table: Table, ply: int, told: LentEvent) -> ReviewedEvent:
    """An event as a review has it; refused if it cannot be one of this game."""
    log, seats = list(table.match.log), len(table.chairs)
    event, rows = log[ply], (told.expected, told.change, told.errors)
    if any(len(row) != seats for row in rows):
        raise SmaltiError(NOT_THE_SAME)
    expected, change, errors = (tuple(grains / GRAIN for grains in row) for row in rows)
    shared: dict[str, Any] = {"mark": told.mark, "choices": told.choices, "move": event.move}
    if event.by == CHANCE or told.best is None:
        return ReviewedEvent(ply, event.by, expected, change, errors, **shared)
    seen, words = seen_at(log, ply), (*terms_of(table.game).words, OTHERS)
    legal = seen.legal_moves(event.by)
    if told.best not in legal or told.quick not in (None, *legal):
        raise SmaltiError(NOT_THE_SAME)
    if any(not -1 <= term < len(words) for term, _ in told.why):
        raise SmaltiError(NOT_THE_SAME)
    shared |= {"counts": told.counts, "best": told.best, "why": tuple((words[term], gain) for term, gain in told.why)}
    shared |= {"lost": told.lost / GRAIN, "lost_error": told.lost_error / GRAIN}
    shared |= {"decides": told.decides, "quick": told.quick}
    entries = (
        None if move is None else table.game.text.write_entry(seen.state, event.by, move)
        for move in (told.best, told.quick)
    )
    shared |= zip(("best_entry", "quick_entry"), entries, strict=True)
    return ReviewedEvent(ply, event.by, expected, change, errors, **shared)


async def check(
    table: Table, events: tuple[ReviewedEvent, ...], record: str, depth: str, patron: Patron, served: Services
) -> None:
    """Has some events looked at by a worker, and refuses the review if one of them is another."""
    open_ones = [one.ply for one in events if one.choices > 1]
    drawn = tuple(SystemRandom().sample(open_ones, min(CHECKED, len(open_ones))))
    asked = Question(CHECK, table.game.name, record, depth=depth, asked=drawn)
    try:
        ours = await served.workers.look_again(asked, patron)
    except SmaltiError as error:
        raise SmaltiError(NOT_THE_SAME) from error
    if ours != [json.loads(json.dumps(events[ply].as_json())) for ply in drawn]:
        raise SmaltiError(NOT_THE_SAME)
