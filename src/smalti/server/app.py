"""The application: what is reached where."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from smalti import __version__
from smalti.bots.sources import add_sources
from smalti.server import api, archive, chance_page, outside, pages
from smalti.server.door import Door
from smalti.server.drawers import Drawers
from smalti.server.limits import Counts
from smalti.server.lobby import Lobby
from smalti.server.logs import RequestIds
from smalti.server.metrics import Metrics
from smalti.server.news import News
from smalti.server.people import old_key
from smalti.server.pool import Pool, cores
from smalti.server.refusals import HANDLERS
from smalti.server.settings import Settings
from smalti.server.store import Store, open_engine
from smalti.server.table import Table
from smalti.server.workers import LocalWorkers, Workers

ABOUT = "Everything that the pages of Smalti ask for over HTTP. What goes over the WebSocket is in docs/wire.md."
NO_VIEWERS: dict[str, Any] = {"docs_url": None, "redoc_url": None}
"""Those of FastAPI are loaded from elsewhere, which our pages never are; /openapi.json is there."""
STATIC = Path(__file__).parent.parent / "web" / "static"


def create_app(settings: Settings) -> FastAPI:
    """The server, ready to run."""
    settings.data.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(open_engine(settings.database_url, settings.database_connections))
        await store.upgrade()
        app.state.key = await store.key("cookies", old_key(settings.data))
        app.state.workers = await open_workers(settings, store, lambda table: app.state.lobby.open.get(table))
        app.state.drawers = Drawers(settings.drawers, settings.sources)
        app.state.lobby = Lobby(store, app.state.workers, settings.idle_s, settings.patience_s)
        app.state.lobby.spawn(app.state.lobby.keep())
        if store.has_news:
            app.state.lobby.spawn(News(settings.database_url, app.state.lobby).listen())
        app.state.metrics.watch(store.engine)
        app.state.metrics.gauge("smalti_tables", "Tables in memory", lambda: len(app.state.lobby.open))
        yield
        await app.state.workers.close()
        await app.state.drawers.close()
        await app.state.lobby.close()
        await store.close()

    app = FastAPI(title="Smalti", version=__version__, description=ABOUT, lifespan=lifespan, **NO_VIEWERS)
    app.state.settings = settings
    app.state.counts = Counts(settings.limits)
    app.state.metrics = Metrics()
    for router in (pages.router, chance_page.router, api.router, archive.router, outside.router):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Door)
    app.add_middleware(RequestIds)
    for error, handler in HANDLERS.items():
        app.exception_handler(error)(handler)
    return app


async def open_workers(settings: Settings, store: Store, find: Callable[[str], Table | None]) -> Workers:
    """Whoever thinks for the bots: processes of this machine, or with PostgreSQL whoever pulls from its queue."""
    add_sources(settings.sources)
    count = cores() if settings.bot_workers is None else settings.bot_workers
    pool = Pool(count if store.has_news else max(1, count), settings.sources, settings.longest_thought_s)
    if not store.has_news:
        return LocalWorkers(pool, prepare=settings.compile_bots)
    from smalti.server.queue import QueuedWorkers, Worker  # here, because SQLite needs none of it

    worker = Worker(settings.database_url, store, pool, prepare=settings.compile_bots) if count else None
    workers = QueuedWorkers(settings.database_url, find, worker)
    await workers.open()
    return workers
