"""The edition that needs no server, offered by one: its pages, its files, and the service worker that keeps them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from smalti.kernel.errors import UnknownGame
from smalti.kernel.words import LANGUAGES, N_
from smalti.server.http import edition
from smalti.server.http.bodies import PAGE_REFUSALS
from smalti.server.http.headers import FOR_EVER, PICTURE_POLICY

router = APIRouter(tags=["local"], responses=PAGE_REFUSALS)
NOT_HERE = N_("There is no page at this address.")
SCRIPT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/javascript": {"schema": {"type": "string"}}}}}
ANY: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": {"type": "string"}} for kind in ("application/gzip", *edition.TYPES.values())}}
}
FRESH = {"Cache-Control": "no-cache"}
_bundle: list[bytes] = []
_packing = asyncio.Lock()


@router.get("/local/{language}/{name}.html", response_class=HTMLResponse)
async def page(language: str, name: str) -> Response:
    """A page with which a browser plays alone."""
    await asyncio.to_thread(edition.games)
    if language not in LANGUAGES or name not in edition.page_names():
        raise UnknownGame(NOT_HERE)
    return HTMLResponse(edition.page(language, name), headers=FRESH)


@router.get("/sw.js", response_class=Response, responses=SCRIPT)
async def service_worker() -> Response:
    """What keeps the pages for when the network is gone; there is none without games to play then."""
    if not await asyncio.to_thread(edition.games):
        raise UnknownGame(NOT_HERE)
    return Response(edition.service_worker(), media_type="text/javascript", headers=FRESH)


@router.get("/v/{mark}/{path:path}", response_class=Response, responses=ANY)
async def file(mark: str, path: str) -> Response:
    """A file of this program's edition; those of another one are not here."""
    if mark != await asyncio.to_thread(edition.mark) or not await asyncio.to_thread(edition.games):
        raise UnknownGame(NOT_HERE)
    if path == edition.BUNDLE:
        return Response(await bundle(), media_type="application/gzip", headers=FOR_EVER)
    is_large = path.endswith(edition.WEIGHTS)
    if (found := await asyncio.to_thread(edition.file, path) if is_large else edition.file(path)) is None:
        raise UnknownGame(NOT_HERE)
    kept = FOR_EVER | (PICTURE_POLICY if path.endswith(".svg") else {})
    return Response(found, media_type=edition.type_of(path), headers=kept)


async def bundle() -> bytes:
    """Everything in one, made once: part by part, because what plays goes before it."""
    async with _packing:
        if not _bundle:
            parts = {}
            for path, written in edition.kept():
                parts[path] = written
                await asyncio.sleep(0)
            _bundle.append(await asyncio.to_thread(edition.packed, parts))
        return _bundle[0]
