"""The application: what is reached where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from smalti import __version__
from smalti.server.http import (
    accounts,
    api,
    archive,
    chance,
    club,
    company,
    daily,
    days_off,
    engine,
    health,
    install,
    ladder,
    learning,
    lent_reviews,
    lessons,
    local,
    notes,
    notices,
    openings,
    pages,
    pictures,
    prepared,
    profiles,
    reviews,
    statistics,
    study,
    talk,
    tournaments,
    waiting,
)
from smalti.server.http.connections import Connections
from smalti.server.http.door import Door
from smalti.server.http.packing import LEAST_BYTES, LEVEL, Packing
from smalti.server.http.refusals import HANDLERS
from smalti.server.http.services import Application, open_services
from smalti.server.operation.gate import Gate
from smalti.server.operation.logging import RequestIds
from smalti.server.operation.settings import Settings

ABOUT = "Everything that the pages of Smalti ask for over HTTP. What goes over the WebSocket is in docs/wire.md."
NO_VIEWERS: dict[str, Any] = {"docs_url": None, "redoc_url": None}
"""Those of FastAPI are loaded from elsewhere, which our pages never are; /openapi.json is there."""
STATIC = Path(__file__).parents[2] / "web" / "static"
ROUTERS = (
    pages.router,
    pictures.router,
    install.router,
    engine.router,
    learning.router,
    lessons.router,
    local.router,
    chance.router,
    api.router,
    days_off.router,
    prepared.router,
    waiting.router,
    accounts.router,
    accounts.pages,
    profiles.pages,
    club.pages,
    ladder.pages,
    company.pages,
    daily.pages,
    openings.router,
    archive.router,
    reviews.router,
    lent_reviews.router,
    notes.router,
    notices.router,
    notices.pages,
    statistics.router,
    study.router,
    talk.router,
    talk.pages,
    tournaments.router,
    tournaments.pages,
    health.router,
)


def create_app(settings: Settings, descriptors: int = 0) -> Application:
    """The server, ready to run, for a process that may have so many descriptors open; 0 if that is not known."""
    settings.data.mkdir(0o700, parents=True, exist_ok=True)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with open_services(settings, app.gate) as app.services:
            yield

    app = Application(title="Smalti", version=__version__, description=ABOUT, lifespan=lifespan, **NO_VIEWERS)
    app.gate = Gate(settings.limits, descriptors, settings.trusted_proxies)
    # Not included one by one: FastAPI would work every route out again, for each application.
    app.router.routes.extend(route for router in ROUTERS for route in router.routes)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Packing, minimum_size=LEAST_BYTES, compresslevel=LEVEL)
    app.add_middleware(Connections)
    app.add_middleware(Door)
    app.add_middleware(RequestIds)
    for error, handler in HANDLERS.items():
        app.exception_handler(error)(handler)
    return app
