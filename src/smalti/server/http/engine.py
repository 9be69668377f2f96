"""The games as modules for browsers: what a page needs to play and to think by itself."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from fastapi import APIRouter, Response

from smalti.games import GAMES
from smalti.kernel.errors import UnknownGame
from smalti.kernel.words import N_
from smalti.server.http.bodies import REFUSALS
from smalti.server.http.headers import FOR_EVER
from smalti.wasm.shipping import files_of

router = APIRouter(tags=["engine"], responses=REFUSALS)
NO_MODULE = N_("there is no module of this game for browsers; the server plays it")
KINDS = {"json": "application/json", "wasm": "application/wasm", "weights": "application/octet-stream"}
ANY: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in KINDS.values()}}
}
UNTIL_IT_CHANGES = {"Cache-Control": "no-cache"}


@router.get("/engine/{name}", response_class=Response, responses=ANY)
async def engine_file(name: str) -> Response:
    """A file of a game: GAME.json names the others, which never change. None that is out of date is given away."""
    game = GAMES.get(name.partition(".")[0].partition("-")[0])
    found = await to_thread(lambda: files_of(game).get(name)) if game else None
    if found is None:
        raise UnknownGame(NO_MODULE)
    kind = name.rpartition(".")[2]
    return Response(found, media_type=KINDS[kind], headers=UNTIL_IT_CHANGES if kind == "json" else FOR_EVER)
