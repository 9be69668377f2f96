"""What the server has at hand, as one typed value: made when it starts, handed to every route that asks for it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, FastAPI
from starlette.requests import HTTPConnection

from smalti.bots.sources import add_sources
from smalti.server.club.mailing import MailServer
from smalti.server.club.notices import Notices
from smalti.server.club.preparing import Preparing
from smalti.server.club.pushing import own_key
from smalti.server.club.rater import Rater
from smalti.server.club.room import CHANNEL as CLUB
from smalti.server.club.room import Room
from smalti.server.club.sending import Sender
from smalti.server.club.timekeeper import Timekeeper
from smalti.server.club.tournaments.running import Running
from smalti.server.http.cookies import old_key
from smalti.server.http.shared_limits import CHANNEL as TAKEN
from smalti.server.http.shared_limits import share
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.news import News
from smalti.server.operation.gate import Gate
from smalti.server.operation.limits import Counts
from smalti.server.operation.metrics import Metrics
from smalti.server.operation.settings import Settings
from smalti.server.store.accounts import GONE, Accounts
from smalti.server.store.archiving import Archive, archiving
from smalti.server.store.meeting import Meeting
from smalti.server.store.stewards import Stewards
from smalti.server.store.store import Store, StoreError, open_engine
from smalti.server.store.talking import CHANNEL, Talking
from smalti.server.thinking.compiling import Compiling
from smalti.server.thinking.pool import Pool, cores
from smalti.server.thinking.workers import LocalWorkers, Workers
from smalti.server.wire.audience import Audiences
from smalti.server.wire.elsewhere import CHANNEL as HERE
from smalti.server.wire.elsewhere import Elsewhere

log = logging.getLogger(__name__)

PRUNE_S = 3600.0
DEEDS_S = 1.0


@dataclass(frozen=True)
class Services:
    """Everything that routes work with."""

    settings: Settings
    counts: Counts
    gate: Gate
    metrics: Metrics
    store: Store
    lobby: Lobby
    workers: Workers
    audiences: Audiences
    preparing: Preparing
    room: Room
    tournaments: Running
    key: bytes
    """Signs cookies."""
    notices: Notices

    def send_away(self, person_id: str) -> None:
        """Somebody has signed out: their connections to this server end; the others hear of it by the database."""
        self.audiences.send_away(person_id)
        self.room.send_away(person_id)

    def heard_gone(self, payload: str) -> None:
        """Somebody has signed out at another server."""
        told = json.loads(payload) if payload else {"by": self.store.own}
        if told["by"] != self.store.own:
            self.send_away(told["person"])

    @property
    def meeting(self) -> Meeting:
        """Who meets whom, and where."""
        return self.room.meeting

    @property
    def talking(self) -> Talking:
        """What is said at tables."""
        return Talking(self.store, self.audiences.heard, accounts_only=self.settings.talk_accounts)

    @property
    def stewards(self) -> Stewards:
        """What those do who look after the talk here."""
        return Stewards(self.store, self.audiences.heard)

    @property
    def accounts(self) -> Accounts:
        """Who somebody is."""
        return Accounts(self.store)


class Application(FastAPI):
    """A FastAPI whose services have a type."""

    services: Services
    gate: Gate


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that is asked."""
    assert isinstance(connection.app, Application)
    return connection.app.services


Served = Annotated[Services, Depends(services_of)]


@asynccontextmanager
async def open_services(settings: Settings, gate: Gate) -> AsyncIterator[Services]:
    """The services while the server runs."""
    is_archived = settings.archive is not None
    store = Store(open_engine(settings.database_url, settings.database_connections, archived=is_archived))
    await store.upgrade()
    archive = Archive(settings.data / "smalti.sqlite", settings.archive) if settings.archive else None
    if archive:
        await asyncio.to_thread(archive.begin)
    tables: dict[str, Keeper] = {}
    workers = await open_workers(settings, store, tables.get)
    lobby = Lobby(store, {workers}, settings.idle_s, settings.patience_s, tables, most=settings.limits.open_tables)
    talking, audiences = open_talk(settings, lobby)
    room = Room(lobby, audiences.people)
    rater, preparing = Rater(store, workers), Preparing(lobby)
    tournaments = Running(lobby)
    lobby.watchers |= {room, rater, preparing, tournaments}
    for keeping in (lobby, room, rater, preparing, tournaments, Timekeeper(lobby)):
        lobby.spawn(keeping.keep())
    lobby.spawn(audiences.keep(settings.limits.wait_s))
    lobby.spawn(store.check())
    if archive:
        lobby.spawn(archiving(archive, store))
    key = await store.key("cookies", old_key(settings.data))
    notices = await open_notices(settings, store, audiences, key)
    if settings.reach.notices:
        lobby.spawn(notices.keep())
    metrics = open_metrics(lobby, gate, workers, audiences, room)
    if archive:
        metrics.archive_s.set_function(archive.age_s)
    counts = Counts(settings.limits)
    served = Services(
        settings, counts, gate, metrics, store, lobby, workers, audiences, preparing, room, tournaments, key, notices
    )
    if store.has_news:
        meet_others(served, talking)
    yield served
    await workers.close()
    await preparing.close()
    await lobby.close()
    await room.close()
    if audiences.others:
        await audiences.others.close()
    await store.close()
    if archive:
        await asyncio.to_thread(archive.close)


def meet_others(served: Services, talking: Talking) -> None:
    """Several servers on one PostgreSQL tell each other what all should know."""
    lobby, audiences = served.lobby, served.audiences
    audiences.others = others = Elsewhere(served.store, audiences.open)
    limits = share(served.store, served.counts, served.key)
    lobby.spawn(others.keep())
    lobby.spawn(limits.keep())
    hearing = {CLUB: served.room.heard, CHANNEL: talking.hear, GONE: served.heard_gone}
    hearing |= {HERE: others.heard, TAKEN: limits.heard}
    lobby.spawn(News(served.settings.database_url, lobby, hearing).listen())


def open_metrics(lobby: Lobby, gate: Gate, workers: Workers, audiences: Audiences, room: Room) -> Metrics:
    """The figures of what runs here."""
    metrics = Metrics()
    metrics.watch(lobby.store.engine)
    metrics.connections.set_function(lambda: gate.total)
    metrics.gauge("smalti_tables", "Tables in memory", lambda: len(lobby.open))
    metrics.gauge("smalti_compiled", "Games that run as machine code", lambda: workers.compiling.ready)
    metrics.asked.set_function(lambda: workers.asked_moves)
    metrics.lent.set_function(lambda: workers.browsers.moves)
    metrics.stopped.set_function(lambda: workers.stopped)
    metrics.club.set_function(lambda: len(room.visitors))
    metrics.written.set_function(lambda: audiences.written)
    return metrics


async def open_notices(settings: Settings, store: Store, audiences: Audiences, key: bytes) -> Notices:
    """Whoever tells people what happens while they are away; push messages are signed with a key that is drawn once."""
    reach = settings.reach
    sender = Sender(reach, key, own_key(await store.key("vapid")), MailServer.read(reach.mail))
    return Notices(store, sender, audiences.take_glances, timedelta(seconds=reach.delay_s))


def open_talk(settings: Settings, lobby: Lobby) -> tuple[Talking, Audiences]:
    """What is said at tables and who hears it; in time it is forgotten."""
    audiences = Audiences(talking := Talking(lobby.store, accounts_only=settings.talk_accounts))
    talking.heard = audiences.heard
    lobby.spawn(forget_in_time(talking, settings.talk_days))
    if not lobby.store.has_news:
        lobby.spawn(look_for_deeds(Stewards(lobby.store), audiences))
    return talking, audiences


async def forget_in_time(talking: Talking, days: int) -> None:
    """Forgets old talk and codes that have run out, for ever."""
    while True:
        try:
            await talking.prune(days)
            await Accounts(talking.store).tidy()
        except StoreError as error:
            log.warning("old talk and old codes stay for now: %s", error)
        await asyncio.sleep(PRUNE_S)


async def look_for_deeds(stewards: Stewards, audiences: Audiences) -> None:
    """SQLite tells nobody what `smalti club` has done in another process, so it is looked for, for ever."""
    known: int | None = -1
    while True:
        with suppress(StoreError):
            newest = await stewards.newest()
            if newest != known:
                audiences.heard("", "")
            known = newest
        await asyncio.sleep(DEEDS_S)


async def open_workers(settings: Settings, store: Store, find: Callable[[str], Keeper | None]) -> Workers:
    """Whoever thinks for the bots: processes of this machine, or with PostgreSQL whoever pulls from its queue."""
    add_sources(settings.sources)
    count = cores() if settings.bot_workers is None else settings.bot_workers
    pool = Pool(count if store.has_news else max(1, count), settings.sources, settings.longest_thought_s)
    compiling = Compiling(settings.sources)
    if not store.has_news:
        return LocalWorkers(pool, compiling, prepare=settings.prepare)
    from smalti.server.thinking.queue import QueuedWorkers, Worker  # here, because SQLite needs none of it

    worker = Worker(settings.database_url, store, pool, prepare=settings.prepare) if count else None
    workers = QueuedWorkers(settings.database_url, find, compiling, worker, prepare=settings.prepare)
    await workers.open()
    return workers
