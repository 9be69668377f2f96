"""Who I am: from guest to account without a password, further devices, signing out, and all that is stored of me."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import Field

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_, say
from smalti.server.http.avatars import TILES, avatar_svg, usual_avatar
from smalti.server.http.bodies import PAGE_REFUSALS, REFUSALS, SVG, Strict
from smalti.server.http.codes import device_name, new_code, plain
from smalti.server.http.cookies import COOKIE
from smalti.server.http.headers import FOR_EVER, PICTURE_POLICY
from smalti.server.http.install import qr_code
from smalti.server.http.notices import reached
from smalti.server.http.overview import listed_tables, written_day
from smalti.server.http.pages import page
from smalti.server.http.passkeys import Answer, Passkeys
from smalti.server.http.services import Served, Services
from smalti.server.http.visitors import Known, at_home, language_of, person_id_of, signed_id_of, welcome
from smalti.server.keeping.ids import hash_token, new_id
from smalti.server.store.statements import in_utc
from smalti.server.table.chairs import SOMEBODY, clean_name

router = APIRouter(tags=["account"], responses=REFUSALS)
pages = APIRouter(default_response_class=HTMLResponse, tags=["pages"], responses=PAGE_REFUSALS)

TRANSFER_S = 600.0
SUBSTITUTE = "journeyman"
"""Plays on for somebody who deletes their account."""
NO_CODE = N_("this code is not known here; it may have been used, or have run out")
STILL_MINE = N_("this is the last way into your account; make a recovery code or another passkey first")


class NewPasskey(Strict):
    """A passkey that a browser has made."""

    credential: dict[str, Any] = Field(max_length=16)


class Passkey(Strict):
    """A passkey by its id."""

    id: str = Field(max_length=1400)


class Code(Strict):
    """A code as somebody types it."""

    code: str = Field(max_length=60)


class SignOut(Strict):
    """Where."""

    everywhere: bool = False


class Profile(Strict):
    """What somebody shows of themselves, and to whom."""

    name: str | None = None
    avatar: str | None = Field(None, pattern=rf"^[0-{TILES - 1}]{{9}}$")
    seen_by: Literal["everybody", "opponents", "nobody"] | None = None
    show_games: bool | None = None
    show_ratings: bool | None = None
    show_presence: bool | None = None


class Sure(Strict):
    """That it is meant."""

    sure: Literal[True]


def passkeys_here(request: Request, served: Served) -> Passkeys:
    """Passkeys for the page that asks."""
    return Passkeys(served.accounts, request.headers.get("origin", ""))


Here = Annotated[Passkeys, Depends(passkeys_here)]


# Coming in


@router.post("/api/account/passkeys/options")
async def offer_passkey(person: Known, served: Served, here: Here) -> Answer:
    """What a browser needs to make a passkey."""
    _, known, _ = await served.accounts.keys_of(person.id)
    return await here.offer(person.id, person.name, known)


@router.post("/api/account/passkeys")
async def add_passkey(
    body: NewPasskey, person: Known, request: Request, response: Response, served: Served, here: Here
) -> dict[str, str]:
    """A passkey for this account; a guest has one from now on."""
    made = await here.take(body.credential)
    await served.accounts.add_passkey(person.id, made | {"name": device_name(request)})
    await settle(request, response, person.id)
    return {"id": made["id"]}


@router.post("/api/account/passkeys/forget")
async def drop_passkey(body: Passkey, person: Known, served: Served) -> dict[str, bool]:
    """A passkey that is no longer wanted."""
    await served.accounts.drop_passkey(person.id, body.id)
    return {"done": True}


@router.post("/api/account/sign-in/options")
async def ask_for_passkey(here: Here) -> Answer:
    """What a browser needs to show a passkey."""
    return await here.ask()


@router.post("/api/account/sign-in")
async def sign_in(body: NewPasskey, request: Request, response: Response, served: Served, here: Here) -> dict[str, str]:
    """Somebody with a passkey is at home here too; what they played as a guest comes along."""
    person_id = await here.check(body.credential)
    return await arrive_as(person_id, request, response, served)


@router.post("/api/account/transfer")
async def transfer(person: Known, request: Request, response: Response, served: Served) -> dict[str, object]:
    """A code with which another device becomes this person's, once and soon."""
    await settle(request, response, person.id)
    code = new_code(2)
    await served.accounts.add_code(hash_token(plain(code)), "transfer", person.id, TRANSFER_S)
    return {"code": code, "link": f"/welcome/{code}", "minutes": int(TRANSFER_S // 60)}


@router.post("/api/account/recovery")
async def recovery(person: Known, request: Request, response: Response, served: Served) -> dict[str, str]:
    """A code to print, in place of an older one, for the day when all devices are gone."""
    await settle(request, response, person.id)
    code = new_code(5)
    await served.accounts.add_code(hash_token(plain(code)), "recovery", person.id, None)
    return {"code": code}


@router.post("/api/account/arrive")
async def arrive(body: Code, request: Request, response: Response, served: Served) -> dict[str, str]:
    """Somebody with a code is at home here from now on."""
    found = await served.accounts.look_up(hash_token(plain(body.code)))
    if found is None or found["kind"] == "question":
        raise SmaltiError(NO_CODE)
    if found["kind"] == "transfer" and not await served.accounts.take(found["hash"]):
        raise SmaltiError(NO_CODE)
    return await arrive_as(found["person_id"], request, response, served)


async def arrive_as(person_id: str, request: Request, response: Response, served: Services) -> dict[str, str]:
    """This browser is somebody's; a guest who played here takes their games along."""
    guest, device = at_home(request)
    if guest and not device and guest != person_id:
        await served.lobby.read_again(await served.accounts.bring(guest, person_id))
        served.tournaments.known.clear()
        served.send_away(guest)
    if (guest, bool(device)) != (person_id, True):
        await new_device(request, response, person_id)
    known = await served.store.person(person_id)
    return {"name": known["name"] if known else ""}


async def settle(request: Request, response: Response, person_id: str) -> None:
    """A guest becomes somebody with an account, at home on this device."""
    if not at_home(request)[1]:
        await new_device(request, response, person_id)


async def new_device(request: Request, response: Response, person_id: str) -> None:
    """One more device of somebody."""
    from_now_on = new_id()
    served: Services = request.app.services
    await served.accounts.add_device(person_id, from_now_on, device_name(request))
    welcome(request, response, person_id, from_now_on)


# Going


@router.post("/api/account/sign-out")
async def sign_out(body: SignOut, request: Request, response: Response, served: Served) -> dict[str, bool]:
    """This device, or all of them, are nobody's from now on; whoever has no way back in is told so first."""
    person_id, device = at_home(request)
    if person_id:
        _, keys, spare = await served.accounts.keys_of(person_id)
        if not keys and not spare:
            raise SmaltiError(STILL_MINE)
        await served.accounts.sign_out(person_id, None if body.everywhere else device)
        if body.everywhere:
            served.send_away(person_id)
    response.delete_cookie(COOKIE)
    return {"done": True}


@router.get("/api/account/export")
async def export(person: Known, served: Served) -> Response:
    """All that is stored of somebody."""
    stored = await served.accounts.all_of(person.id)
    named = {"Content-Disposition": 'attachment; filename="smalti.json"', "Cache-Control": "no-store"}
    return JSONResponse({"format": "smalti-person/1", **stored}, headers=named)


@router.post("/api/account/delete")
async def forget(body: Sure, person: Known, response: Response, served: Served) -> dict[str, bool]:
    """Nothing that is stored is about this person any more; where others play on, a bot does too."""
    assert body.sure
    for one in await listed_tables(served.lobby, person.id):
        keeper = await served.lobby.find(one.table.id)
        mine = [] if one.over or one.table.row["challenge"] else one.table.seats_of(person.id)
        others = any(chair.person_id not in (None, person.id) for chair in one.table.chairs)
        for seat in mine if others or one.table.in_tournament else []:
            await keeper.seat_bot(seat, SUBSTITUTE)
    await served.lobby.read_again(await served.accounts.forget(person.id, say("en", SOMEBODY)))
    served.tournaments.known.clear()
    served.send_away(person.id)
    response.delete_cookie(COOKIE)
    return {"done": True}


# Being seen


@router.post("/api/account/profile")
async def change_profile(body: Profile, person: Known, served: Served) -> dict[str, bool]:
    """What somebody shows of themselves."""
    facts: dict[str, object] = body.model_dump(exclude_none=True)
    if body.name is not None:
        facts["name"] = clean_name(body.name)
    if facts:
        await served.accounts.change(person.id, **facts)
    return {"done": True}


@pages.get("/account")
async def account(request: Request, served: Served) -> Response:
    """Who I am, where I am at home, and what others see."""
    person_id = person_id_of(request)
    known = await served.store.person(person_id) if person_id else None
    devices, keys, spare = await served.accounts.keys_of(person_id) if person_id else ([], [], False)
    return page(
        request,
        "account.html",
        person=known,
        avatar=(known and known["avatar"]) or usual_avatar(person_id or ""),
        tiles=TILES,
        devices=[
            one | {"here": one["id"] == at_home(request)[1], "created": in_utc(one["created"])} for one in devices
        ],
        passkeys=keys,
        spare=spare,
        reached=await reached(person_id, served),
        muted=await served.talking.muted_by(person_id) if person_id else {},
        steward=await served.stewards.is_one(person_id),
        written=partial(written_day, language_of(request)),
    )


@pages.get("/welcome")
@pages.get("/welcome/{code}")
async def come_in(request: Request, code: str = "") -> Response:
    """Somebody comes from another device; what they bring is used by a click, not by a preview of the link."""
    return page(request, "welcome.html", code=code[:60], guest=bool(signed_id_of(request)))


@pages.get("/welcome/{code}/code.svg", response_class=Response, responses=SVG)
async def transfer_code(code: str, request: Request, scheme: Literal["http", "https"] = "https") -> Response:
    """The way to this person for the camera of another device."""
    return qr_code(f"{scheme}://{request.headers.get('host', '')}/welcome/{quote(code[:60], safe='')}")


@pages.get("/avatar/{tiles}.svg", response_class=Response, responses=SVG)
async def avatar(tiles: str) -> Response:
    """A picture made of tiles."""
    return Response(avatar_svg(tiles), media_type="image/svg+xml", headers=PICTURE_POLICY | FOR_EVER)
