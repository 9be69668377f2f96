"""Who asks, in which language, from which page, at which table: what every route may want to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from smalti.kernel.words import LANGUAGES, N_, say
from smalti.server.http.cookies import COOKIE, YEAR, sign, unsign
from smalti.server.http.services import Served, Services, services_of
from smalti.server.keeping.ids import new_id
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.setting_up import Person
from smalti.server.operation import clock
from smalti.server.operation.limits import TOO_MANY_TABLES, address_of
from smalti.server.store.store import StoreError
from smalti.server.table.challenges import is_played, still_played
from smalti.server.table.refusals import PRIVATE_TABLE, NotYours


def is_same_origin(headers: Mapping[str, str], others: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of ours, of one of the others, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # an address that nobody can read, such as `http://[`
        return False


WHO = "smalti.who"


async def recognise(connection: HTTPConnection) -> None:
    """Finds out who comes, once: whose cookie it is, and whether an account is still at home on that device.

    What the database says no with is raised when somebody asks who it is; a page that does not ask is shown.
    """
    served = services_of(connection)
    found = unsign(served.key, connection.cookies.get(COOKIE))
    try:
        connection.scope[WHO] = found if found and await served.accounts.is_at_home(*found) else None
    except StoreError as error:
        connection.scope[WHO] = error


def signed_id_of(connection: HTTPConnection) -> str | None:
    """Whose cookie somebody brings, for counting; it may have been signed out."""
    found = unsign(services_of(connection).key, connection.cookies.get(COOKIE))
    return found[0] if found else None


def person_id_of(connection: HTTPConnection) -> str | None:
    """Who asks, if they have been here before."""
    return at_home(connection)[0] or None


def at_home(connection: HTTPConnection) -> tuple[str, str]:
    """Who asks, and on which of their devices; empty words for a stranger, and for the device of a guest."""
    found = connection.scope[WHO]
    if isinstance(found, StoreError):
        raise found
    return found or ("", "")


async def person_of(request: Request, response: Response, served: Served) -> Person:
    """Who asks; somebody new gets a cookie."""
    person_id = person_id_of(request)
    known = await served.store.person(person_id) if person_id else None
    if known:
        return Person(known["id"], known["name"])
    person = Person(person_id or new_id(), say(language_of(request), N_("Guest")))
    await served.store.save_person(person.id, person.name)
    welcome(request, response, person.id)
    return person


def welcome(request: Request, response: Response, person_id: str, device: str = "") -> None:
    """From now on this browser is somebody's."""
    served = services_of(request)
    response.set_cookie(
        COOKIE,
        sign(served.key, person_id, device),
        YEAR,
        httponly=True,
        samesite="lax",
        secure=served.settings.secure_cookie or request.url.scheme == "https",
    )


Known = Annotated[Person, Depends(person_of)]


async def host_of(person: Known, request: Request, served: Served) -> Person:
    """Who sets up another table, unless it is one too many."""
    served.counts.count("table", address_of(request), person.id, TOO_MANY_TABLES)
    return person


Host = Annotated[Person, Depends(host_of)]


async def look_at(table_id: str, connection: HTTPConnection, served: Services) -> Keeper:
    """A table, if whoever asks may see it.

    A private one is for those who sit there or are asked to, a deal that others still play for who has finished it.
    """
    keeper = await served.lobby.find(table_id)
    row, person_id = keeper.table.row, person_id_of(connection)
    if row["private"] and not keeper.table.seats_of(person_id):
        if not person_id or not await served.meeting.is_kept_for(table_id, person_id):
            raise NotYours(PRIVATE_TABLE)
    if is_played(row, clock.now()) and not keeper.table.seats_of(person_id):
        if not await served.store.finished_by(person_id, [row["deal"]]):
            raise still_played(row)
    return keeper


async def table_of(table_id: str, request: Request, served: Served) -> Keeper:
    """The table in the address."""
    return await look_at(table_id, request, served)


AtTable = Annotated[Keeper, Depends(table_of)]


def language_of(connection: HTTPConnection) -> str:
    """The reader's language: as chosen, else as the browser asks for."""
    chosen = connection.query_params.get("language") or connection.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    wanted = [part.split(";")[0].strip()[:2].lower() for part in accepted.split(",")]
    return next((language for language in wanted if language in LANGUAGES), "en")
