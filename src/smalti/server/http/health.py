"""What whoever runs the server looks at: whether it lives, whether it can serve, and its figures."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from smalti.games import GAMES
from smalti.kernel.words import N_
from smalti.server.http.bodies import REFUSALS, Refusal
from smalti.server.http.services import Served, Services
from smalti.server.store.migrating import status
from smalti.server.table.refusals import NotYours

router = APIRouter(tags=["operation"], responses=REFUSALS)

CLOSED = N_("the figures are for those who run this server")


class Health(BaseModel):
    """The process answers."""

    ok: bool
    games: list[str]


class Readiness(BaseModel):
    """Whether games can be served now, and if not, why."""

    ready: bool
    words: str


@router.get("/health")
async def health() -> Health:
    """Whether the process answers."""
    return Health(ok=True, games=list(GAMES))


@router.get("/ready", responses={503: {"model": Readiness, "description": "Not now; the words say why."}})
async def ready(served: Served) -> Response:
    """Whether the database is reachable, sound and of the newest schema; how much waits for bots is no reason."""
    words = await what_is_missing(served)
    answer = Readiness(ready=not words, words=words or "ready")
    return JSONResponse(answer.model_dump(), 503 if words else 200)


async def what_is_missing(served: Services) -> str:
    """Why games cannot be served now; nothing if they can."""
    try:
        async with served.store.engine.connect() as connection:
            current, newest = await connection.run_sync(status)
            if current != newest:
                return "the database has another schema than this program; run `smalti db upgrade`"
    except (SQLAlchemyError, OSError):
        return "the database cannot be reached"
    if served.store.damaged:
        return "the database is damaged; `smalti db check` says where"
    return ""


@router.get("/metrics", response_class=Response, responses={403: {"model": Refusal}})
async def metrics(request: Request, served: Served) -> Response:
    """Figures in the text format of Prometheus, for the networks that the settings name."""
    unknown_proxy = "x-forwarded-for" in request.headers and not served.settings.trusted_proxies
    if unknown_proxy or not may_look(request, served.settings.metrics_from):
        raise NotYours(CLOSED)
    served.metrics.show_backlog(*await served.workers.backlog())
    return Response(served.metrics.write(), media_type="text/plain; version=0.0.4; charset=utf-8")


def may_look(request: Request, networks: tuple[str, ...]) -> bool:
    """Whether whoever asks is in one of the networks that may read the figures."""
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in ip_network(one, strict=False) for one in networks)
