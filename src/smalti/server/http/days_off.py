"""Days off: taken and given back on the page of one's games."""

from __future__ import annotations

from datetime import date, timedelta

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.server.club.days_off import A_YEAR, with_days, without_days
from smalti.server.http.api import today
from smalti.server.http.bodies import REFUSALS, Strict
from smalti.server.http.overview import written_day
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known, language_of, person_id_of
from smalti.server.operation import clock
from smalti.server.store.days_off import DaysOff

router = APIRouter(tags=["play"], responses=REFUSALS)


class Holiday(Strict):
    """Some days in a row, taken or given back."""

    first: date
    last: date
    off: bool = Field(True, description="False: these days are given back.")


class Holidays(BaseModel):
    """The days off of somebody from today on, and how many are left in this year."""

    days: list[str] = Field(examples=[["2026-12-24", "2026-12-25"]])
    left: int


@router.post("/api/days-off")
async def take_days(change: Holiday, person: Known, served: Served) -> Holidays:
    """Takes days off, or gives them back; clocks by correspondence that run now are set at once."""
    stored = DaysOff(served.store)
    work_out = with_days if change.off else without_days
    days = work_out(await stored.of(person.id), change.first, change.last, today())
    await served.lobby.read_again(await stored.save(person.id, days, clock.now()))
    return holidays(days)


async def days_off_facts(request: Request, served: Services) -> dict[str, object]:
    """The days off of whoever asks, for a page."""
    person_id, language = person_id_of(request), language_of(request)
    off = holidays(await DaysOff(served.store).of(person_id) if person_id else frozenset())
    rows = [(first, last, written(language, first, last)) for first, last in stretches(off.days)]
    return {"today": today().isoformat(), "days_left": off.left, "days_off": rows}


def written(language: str, first: str, last: str) -> str:
    """Some days in a row, as people write them."""
    both = [Verbatim(written_day(language, date.fromisoformat(day))) for day in (first, last)]
    return (
        str(both[0]) if first == last else say(language, N_("{first} to {last}"), {"first": both[0], "last": both[1]})
    )


def holidays(days: frozenset[str]) -> Holidays:
    """As they are told."""
    day = today().isoformat()
    taken = sum(one[:4] == day[:4] for one in days)
    return Holidays(days=sorted(one for one in days if one >= day), left=A_YEAR - taken)


def stretches(days: list[str]) -> list[tuple[str, str]]:
    """Days in a row as their first and last one."""
    found: list[tuple[str, str]] = []
    for day in days:
        before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
        if found and found[-1][1] == before:
            found[-1] = found[-1][0], day
        else:
            found.append((day, day))
    return found
