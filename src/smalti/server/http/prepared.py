"""Moves that somebody decides before it is their turn: seen, changed and withdrawn by nobody else."""

from __future__ import annotations

from fastapi import APIRouter, Request

from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe
from smalti.kernel.words import say
from smalti.server.http.bodies import REFUSALS, Ahead, Prepared, PreparedStep, Wanted
from smalti.server.http.services import Served
from smalti.server.http.visitors import AtTable, Known, language_of, person_id_of
from smalti.server.keeping.ids import new_id
from smalti.server.table.prepared import WHY, Plan, ahead, fits, prepare
from smalti.server.table.refusals import NOT_YOURS, NotYours
from smalti.server.table.table import Table
from smalti.server.wire import seeing

router = APIRouter(tags=["play"], responses=REFUSALS)


@router.get("/api/tables/{table_id}/prepared")
async def prepared(keeper: AtTable, served: Served, request: Request) -> Prepared:
    """What the person has prepared at this table, or why it was not carried out; nobody else is told."""
    person_id = person_id_of(request)
    seated = person_id if keeper.table.seats_of(person_id) else None
    plan = await served.preparing.own(keeper, seated) if seated else None
    return told(keeper.table, plan, language_of(request))


@router.post("/api/tables/{table_id}/prepared")
async def change(wanted: Wanted, keeper: AtTable, person: Known, served: Served, request: Request) -> Ahead:
    """Prepares these moves in place of those before, none to withdraw them; answers with what could come next."""
    table, seat, language = keeper.table, wanted.seat, language_of(request)
    if seat not in table.seats_of(person.id):
        raise NotYours(NOT_YOURS)

    def words(position: Position, move: int) -> str:
        return describe(table.game, position.view(seat).state, seat, move, language, table.names)

    plan = Plan(seat, new_id(), prepare(table, seat, wanted.moves, words) if wanted.moves else ())
    then = ahead(table, seat, wanted.moves) if wanted.open else None
    await served.preparing.plans.keep(keeper.id, person.id, plan)
    kept = await served.preparing.own(keeper, person.id) if plan.steps else None  # the turn may have come meanwhile
    return Ahead.model_validate(told(table, kept, language).model_dump() | shown(then, seat))


def told(table: Table, plan: Plan | None, language: str) -> Prepared:
    """A plan as its person sees it."""
    if plan is None:
        return Prepared(seat=-1, steps=[], fits=True, words="")
    steps = [PreparedStep(move=step.move, label=step.label, places=list(step.places)) for step in plan.steps]
    why = say(language, WHY[plan.dropped]) if plan.dropped else ""
    return Prepared(seat=plan.seat, steps=steps, fits=not steps or fits(table, plan), words=why)


def shown(match: Match | None, seat: int) -> dict[str, list[int]]:
    """The table as it would be after the prepared moves, and what could be chosen then; nothing if nobody asked."""
    if match is None:
        return {"pieces": [], "offers": [], "paths": [], "asks": []}
    game, view = match.game, match.position.view(seat).state
    pieces = seeing.pieces(game, view, seat)
    if seat not in match.position.actors():
        return {"pieces": pieces, "offers": [], "paths": [], "asks": []}
    choice = seeing.offers(game, view, seat), seeing.paths(game, view, seat), seeing.asks(game, view, seat)
    return {"pieces": pieces} | dict(zip(("offers", "paths", "asks"), choice, strict=True))
