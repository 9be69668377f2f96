"""The games that wait for somebody: how many, and which is the next."""

from __future__ import annotations

from fastapi import APIRouter, Request

from smalti.server.http.bodies import REFUSALS, Waits
from smalti.server.http.services import Served
from smalti.server.http.visitors import person_id_of
from smalti.server.store.waiting import Waiting

router = APIRouter(tags=["play"], responses=REFUSALS)


@router.get("/api/waiting")
async def waiting(served: Served, request: Request, but: str = "") -> Waits:
    """The table where the person is to choose next, besides one: least time left first, then the longest wait."""
    person_id = person_id_of(request)
    tables = await Waiting(served.store).tables_of(person_id) if person_id else []
    others = [table_id for table_id in tables if table_id != but]
    return Waits(count=len(others), next=others[0] if others else None)
