"""What makes the pages something to keep on a phone: a manifest, links shared to it, and codes for a camera."""

from __future__ import annotations

import io
import re
from typing import Annotated, Literal
from urllib.parse import quote

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_, say
from smalti.server.http.bodies import PAGE_REFUSALS, SVG
from smalti.server.http.headers import PICTURE_POLICY
from smalti.server.http.visitors import language_of

router = APIRouter(tags=["pages"], responses=PAGE_REFUSALS)
PLASTER = "#f3ede2"
ABOUT = N_("Mosaix, Maharani and Majolica in the browser: alone, around one screen, by link, against bots.")
NO_INVITATION = N_("there is no invitation to a table in what was shared")
INVITATION = re.compile(r"/join/([A-Za-z0-9_-]{8,64})(?![A-Za-z0-9_-])")
LONGEST = 2000
Shared = Annotated[str, Query(max_length=LONGEST)]


class Manifest(JSONResponse):
    """JSON under the name that browsers expect of a manifest."""

    media_type = "application/manifest+json"


@router.get("/manifest.webmanifest", response_class=Manifest)
async def manifest(request: Request) -> Response:
    """How the pages are kept as an application: name, icons, colours, and that invitations can be shared to it."""
    language = language_of(request)
    icons = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    kept = {
        "name": "Smalti",
        "short_name": "Smalti",
        "description": say(language, ABOUT),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PLASTER,
        "theme_color": PLASTER,
        "icons": [
            {"src": f"/static/{name}", "sizes": size, "type": "image/png", "purpose": purpose}
            for name, size, purpose in [*icons, ("icon-maskable-512.png", "512x512", "maskable")]
        ],
        "share_target": {
            "action": "/share",
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return Manifest(kept)


@router.get("/share", status_code=303, response_class=RedirectResponse)
async def shared(title: Shared = "", text: Shared = "", url: Shared = "") -> Response:
    """An invitation that somebody was sent and shared to the application; anything else is refused."""
    found = INVITATION.search(f"{url} {text} {title}")
    if found is None:
        raise SmaltiError(NO_INVITATION)
    return RedirectResponse(f"/join/{found[1]}", 303)


@router.get("/join/{token}/code.svg", response_class=Response, responses=SVG)
async def code(token: str, request: Request, scheme: Literal["http", "https"] = "https") -> Response:
    """The address of an invitation as a QR code, dark on light in every scheme, as cameras want it."""
    return qr_code(f"{scheme}://{request.headers.get('host', '')}/join/{quote(token[:64], safe='')}")


def qr_code(address: str) -> Response:
    """An address for a camera."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=4, dark="#2a2521", light="#ffffff", svgclass=None, lineclass=None, omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=PICTURE_POLICY)
