"""The application: what is reached where."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles

from smalti.server import api, pages
from smalti.server.headers import HEADERS
from smalti.server.lobby import Lobby
from smalti.server.people import read_key
from smalti.server.refusals import HANDLERS
from smalti.server.settings import Settings
from smalti.server.store import Store, open_engine
from smalti.server.workers import Workers

STATIC = Path(__file__).parent.parent / "web" / "static"


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
    for error, handler in HANDLERS.items():
        app.exception_handler(error)(handler)
    return app


async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Nothing is changed from a foreign page, and every answer carries the headers that keep it ours."""
    if request.method not in ("GET", "HEAD") and not api.is_same_origin(request.headers):
        return JSONResponse({"words": "this can only be asked from our own page"}, 403)
    response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
