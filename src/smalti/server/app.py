"""The application: what is reached where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from smalti.server import api, chance_page, outside, pages
from smalti.server.door import Door
from smalti.server.limits import Counts
from smalti.server.lobby import Lobby
from smalti.server.logs import RequestIds
from smalti.server.metrics import Metrics
from smalti.server.people import read_key
from smalti.server.pool import Pool, cores
from smalti.server.refusals import HANDLERS
from smalti.server.settings import Settings
from smalti.server.store import Store, open_engine
from smalti.server.thinking import add_bots
from smalti.server.workers import LocalWorkers, Workers

STATIC = Path(__file__).parent.parent / "web" / "static"


def create_app(settings: Settings) -> FastAPI:
    """The server, ready to run."""
    settings.data.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(open_engine(settings.database_url))
        await store.upgrade()
        app.state.workers = open_workers(settings)
        app.state.lobby = Lobby(store, watcher=app.state.workers)
        app.state.metrics.watch(store.engine)
        app.state.metrics.gauge("smalti_tables", "Tables in memory", lambda: len(app.state.lobby.open))
        yield
        await app.state.workers.close()
        await store.close()

    app = FastAPI(title="Smalti", lifespan=lifespan)
    app.state.settings = settings
    app.state.key = read_key(settings.data)
    app.state.counts = Counts(settings.limits)
    app.state.metrics = Metrics()
    for router in (pages.router, chance_page.router, api.router, outside.router):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Door)
    app.add_middleware(RequestIds)
    for error, handler in HANDLERS.items():
        app.exception_handler(error)(handler)
    return app


def open_workers(settings: Settings) -> Workers:
    """Whoever thinks for the bots."""
    for module in settings.extra_bots:
        add_bots(module)
    count = cores() if settings.bot_workers is None else settings.bot_workers
    pool = Pool(count, settings.extra_bots, settings.longest_thought_s)
    return LocalWorkers(pool, prepare=settings.compile_bots)
