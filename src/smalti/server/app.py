"""The application: what is reached where."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles

from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.server import api, pages
from smalti.server.lobby import Lobby
from smalti.server.people import read_key
from smalti.server.settings import Settings
from smalti.server.store import Store, StoreError, open_engine
from smalti.server.table import NotYours
from smalti.server.workers import Workers

STATIC = Path(__file__).parent.parent / "web" / "static"

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}

STATUS = {UnknownGame: 404, NotYours: 403, StoreError: 503}


def create_app(settings: Settings) -> FastAPI:
    """The server, ready to run."""
    settings.data.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(open_engine(settings.database_url))
        await store.upgrade()
        app.state.workers = Workers(settings.bot_workers)
        app.state.lobby = Lobby(store, watcher=app.state.workers)
        yield
        app.state.workers.close()
        await store.close()

    app = FastAPI(title="Smalti", lifespan=lifespan)
    app.state.settings = settings
    app.state.key = read_key(settings.data)
    app.include_router(pages.router)
    app.include_router(api.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.middleware("http")(guard)
    app.exception_handler(SmaltiError)(refuse)
    return app


async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Nothing is changed from a foreign page, and every answer carries the headers that keep it ours."""
    if request.method not in ("GET", "HEAD") and not api.is_same_origin(request.headers):
        return JSONResponse({"words": "this can only be asked from our own page"}, 403)
    response = await call_next(request)
    response.headers.update(HEADERS)
    return response


async def refuse(_: Request, error: Exception) -> Response:
    """What somebody did wrong, as a sentence with the right status."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return JSONResponse({"words": str(error)}, status)
