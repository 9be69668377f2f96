"""How I am reached while I am away: browsers, programs and mail addresses, and of what each is told."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.server.club.mailing import letter, read_mail_address
from smalti.server.club.outside import read_address
from smalti.server.club.pushing import check_keys, point, write_bytes
from smalti.server.club.reaching import SWITCHES, WAYS, Wishes
from smalti.server.club.sending import read_stop_token
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, Strict
from smalti.server.http.codes import device_name, new_code, plain
from smalti.server.http.pages import page
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known, at_home, language_of
from smalti.server.keeping.ids import hash_token
from smalti.server.operation.limits import address_of
from smalti.server.table.changes import Row

router = APIRouter(tags=["notices"], responses=REFUSALS)
pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)

OFF = N_("whoever runs this server has switched notices off")
NO_MAIL = N_("this server sends no mail")
NOT_SENT = N_("the mail could not be sent; please look at the address")
NO_SUCH_PLACE = N_("this is no place where you are reached")
WRONG_CODE = N_("this is not the code that was sent, or it has run out")
NOT_ARRIVED = N_("nobody took it there; if that goes on, remove it and add it again")
CODE_TITLE = N_("Your code for Smalti: {code}")
CODE_BODY = N_(
    "Somebody wants to be told about their games at this address. If that is you, type this code on the page: {code}\n"
    "If it is not, do nothing: no other mail will come, and the address is forgotten within the hour."
)
TEST_TITLE, TEST_BODY = N_("Smalti reaches you here"), N_("This is what a notice looks like.")


class BrowserKeys(Strict):
    """What a browser seals with."""

    p256dh: str = Field(max_length=120)
    auth: str = Field(max_length=40)


class Browser(Strict):
    """A browser that wants to be told, as its push manager writes itself down."""

    endpoint: str = Field(max_length=2000)
    keys: BrowserKeys
    expirationTime: float | None = None  # noqa: N815 - as the browser writes it


class Hook(Strict):
    """A program that wants to be told."""

    address: str = Field(max_length=2000)


class MailAddress(Strict):
    """A mail address."""

    address: str


class MailCode(Strict):
    """What was sent to a mail address."""

    code: str = Field(max_length=60)


class Place(Strict):
    """One of the places where somebody is reached."""

    id: str = Field(max_length=64)


class Chosen(Strict):
    """By which ways somebody wants to be told of what, and when their day begins."""

    ways: dict[Literal["turn", "reminder", "invited", "over", "round", "digest"], list[Literal["push", "hook", "mail"]]]
    hour: int = Field(8, ge=0, le=23)
    zone: str = Field("UTC", max_length=40, pattern=r"^[A-Za-z0-9_+/-]+$")


async def switched_on(served: Served) -> None:
    """Refuses where whoever runs the server wants no notices."""
    if not served.settings.reach.notices:
        raise SmaltiError(OFF)


On = Annotated[None, Depends(switched_on)]


def place_of(request: Request, way: str, address: str, secret: str, name: str, *, whose: str = "") -> Row:
    """A place as it is stored. A browser is one place, whoever it is of; others may be named by several people."""
    return {
        "id": hash_token(f"{way} {whose} {address}"),
        "way": way,
        "address": address,
        "secret": secret,
        "name": name[:60],
        "language": language_of(request),
        "origin": origin_of(request),
        "device": at_home(request)[1] if way == "push" else "",
        "confirmed": way != "mail",
    }


def origin_of(request: Request) -> str:
    """Where the pages are, as whoever asks has them before their eyes."""
    return (request.headers.get("origin") or f"{request.url.scheme}://{request.headers.get('host', '')}")[:200]


@router.post("/api/notices/push")
async def add_browser(body: Browser, person: Known, request: Request, served: Served, _: On) -> dict[str, str]:
    """This browser wants to be told."""
    read_address(body.endpoint, private=served.settings.reach.private)
    keys = check_keys(body.keys.p256dh, body.keys.auth)
    place = place_of(request, "push", body.endpoint, keys, device_name(request))
    await served.notices.reaches.add(person.id, place)
    return {"id": place["id"]}


@router.post("/api/notices/hook")
async def add_hook(body: Hook, person: Known, request: Request, served: Served, _: On) -> dict[str, str]:
    """A program wants to be told; what signs its messages is said once, here."""
    served.counts.count("notice", address_of(request), person.id)
    parts, secret = read_address(body.address, private=served.settings.reach.private), secrets.token_urlsafe(24)
    place = place_of(request, "hook", body.address, secret, parts.hostname or "", whose=person.id)
    await served.notices.reaches.add(person.id, place)
    return {"id": place["id"], "secret": secret}


@router.post("/api/notices/mail")
async def add_mail(body: MailAddress, person: Known, request: Request, served: Served, _: On) -> dict[str, str]:
    """A mail address, to which a code is sent first and nothing else."""
    mail, language, code = served.notices.sender.mail, language_of(request), new_code(2)
    if mail is None:
        raise SmaltiError(NO_MAIL)
    address = read_mail_address(body.address)
    served.counts.count("notice", address_of(request), person.id)
    place = place_of(request, "mail", address, hash_token(plain(code)), address, whose=person.id)
    await served.notices.reaches.add(person.id, place)
    told = {"code": Verbatim(code)}
    text = say(language, CODE_BODY, told)
    if not await mail.send(letter(address, say(language, CODE_TITLE, told), text, f"{secrets.token_hex(8)}.code")):
        await served.notices.reaches.drop(person.id, place["id"])
        raise SmaltiError(NOT_SENT)
    return {"id": place["id"]}


@router.post("/api/notices/mail/confirm")
async def confirm_mail(body: MailCode, person: Known, request: Request, served: Served) -> dict[str, bool]:
    """The code has arrived, so the address is this person's."""
    served.counts.count("notice", address_of(request), person.id)
    if not await served.notices.reaches.confirm(person.id, hash_token(plain(body.code))):
        raise SmaltiError(WRONG_CODE)
    return {"done": True}


@router.post("/api/notices/forget")
async def drop_place(body: Place, person: Known, served: Served) -> dict[str, bool]:
    """Nothing is told there any more."""
    if not await served.notices.reaches.drop(person.id, body.id):
        raise UnknownGame(NO_SUCH_PLACE)
    return {"done": True}


@router.post("/api/notices/wishes")
async def choose(body: Chosen, person: Known, served: Served) -> dict[str, bool]:
    """Of what somebody wants to be told."""
    await served.notices.reaches.save_wishes(person.id, body.model_dump())
    return {"done": True}


@router.post("/api/notices/test")
async def try_out(body: Place, person: Known, request: Request, served: Served, _: On) -> dict[str, bool]:
    """A notice to see whether it arrives."""
    served.counts.count("notice", address_of(request), person.id)
    place = await served.notices.reaches.one(body.id)
    if place is None or place["person_id"] != person.id:
        raise UnknownGame(NO_SUCH_PLACE)
    words = [say(place["language"], text) for text in (TEST_TITLE, TEST_BODY)]
    if not (await served.notices.try_out(place, *words)).is_taken:
        raise SmaltiError(NOT_ARRIVED)
    return {"done": True}


async def reached(person_id: str | None, served: Services) -> dict[str, Any]:
    """What the page shows of it."""
    reaches = served.notices.reaches
    chosen = Wishes.read(await reaches.wishes_of(person_id) if person_id else None)
    return {
        "on": served.settings.reach.notices,
        "mail": served.notices.sender.mail is not None,
        "key": write_bytes(point(served.notices.sender.key)),
        "switches": SWITCHES,
        "ways": WAYS,
        "wishes": chosen,
        "places": await reaches.of(person_id) if person_id else [],
    }


@pages.get("/notices/stop/{token}")
async def ask_to_stop(token: str, request: Request, served: Served) -> Response:
    """Asks whether mails shall end; a preview of the link ends nothing."""
    known = read_stop_token(served.key, token[:200])
    place = await served.notices.reaches.one(known) if known else None
    return page(request, "stop.html", token=token[:200], place=place)


@pages.post("/notices/stop/{token}")
async def stop(token: str, request: Request, served: Served) -> Response:
    """Ends the mails to an address, for whoever holds one of them."""
    known = read_stop_token(served.key, token[:200])
    if known is None:
        raise UnknownGame(NO_SUCH_PLACE)
    await served.notices.reaches.drop(None, known)
    return page(request, "stop.html", token=token[:200], place=None)
