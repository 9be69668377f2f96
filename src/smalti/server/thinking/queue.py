"""Bots and hints as a queue in PostgreSQL that workers of any machine pull from, with procrastinate.

A server only asks; whoever works loads the table, thinks, and writes the move itself, so that it is made even if the
server that asked is gone. A move that is thought of twice is made once, because its id follows from what it is about.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import psycopg
from procrastinate import App, RetryStrategy
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

from smalti.bots import BotFailed
from smalti.bots.levels import LEVELS
from smalti.bots.readiness import Progress
from smalti.reviewing.reviewing import USUAL
from smalti.server.keeping.ids import hash_token
from smalti.server.keeping.keeper import Keeper, open_table
from smalti.server.operation.limits import Patron
from smalti.server.operation.tasks import end
from smalti.server.store.store import Store, StoreError
from smalti.server.table.chairs import Chair
from smalti.server.table.lending import lending
from smalti.server.thinking.browsers import lease_s
from smalti.server.thinking.compiling import Compiling
from smalti.server.thinking.jobs import new_app, new_connector
from smalti.server.thinking.pool import NOBODY, Backlog, Pool
from smalti.server.thinking.reviews import Ended, Far, Keep, Show, ask_review, is_reviewed, joined, news_of
from smalti.server.thinking.thinker import Question
from smalti.server.thinking.workers import PAUSE_S, Asker, Workers, ask, get_on, prepare_all

log = logging.getLogger(__name__)

QUEUE, REVIEWS = "bots", "reviews"
"""Those who look at games again have a queue of their own: whoever does so takes moves and hints meanwhile."""
CHANNEL = "smalti_thoughts"
"""Where workers tell servers of hints and of progress."""
HEARTBEAT_S = 2.0
"""A worker shows that it lives this often."""
LOST_S = 10.0
"""One that does not for so long is taken for dead, and its jobs are done again."""
LEAVES_S = 5.0
"""So long a worker may take to give back what it has begun, before it is told to end again."""
LONGEST_HINT_S = 300.0
LONGEST_REVIEW_S = 900.0
"""From one part of it to the next."""
HINTS_FIRST = 1
"""The priority of a hint; a move has 0."""
AT_A_TIME_S = 0.5
"""So long a job goes on with the bots of its table; then whoever waits has their turn."""
REVIEWS_AT_ONCE = 4
"""So many reviews of a worker go on in turn, part by part."""
RETRY = RetryStrategy(max_attempts=300, wait=2)
"""The database may be gone for minutes, and a worker that ends gives back what it has begun."""
Whose = dict[str, Any]
PLACE = """
    WITH theirs AS (
        SELECT args -> 'whose' ->> 'person' AS person, coalesce((args -> 'whose' ->> 'round')::int, 0) AS round
        FROM procrastinate_jobs
        WHERE status = 'todo' AND task_name = %(task)s AND args -> 'whose' ->> 'address' = %(address)s
    ), own AS (SELECT count(*) AS jobs FROM theirs WHERE person = %(person)s)
    SELECT own.jobs AS round, (SELECT count(*) FROM theirs WHERE round <= own.jobs) AS place,
        EXISTS (SELECT FROM procrastinate_jobs WHERE status = 'todo' AND queueing_lock = %(key)s) AS waits FROM own
"""
"""How many jobs of this person wait, how many of this address that come before the next one, and whether it waits."""
LENGTH = """
    SELECT count(*) AS length, coalesce(extract(epoch FROM now() - min(event.at)), 0)::float AS oldest
    FROM procrastinate_jobs job
    LEFT JOIN procrastinate_events event ON event.job_id = job.id AND event.type = 'deferred'
    WHERE job.status = 'todo'
"""


async def send(app: App, news: dict[str, Any]) -> None:
    """Tells all servers."""
    words = json.dumps(news)
    await app.connector.execute_query_async("SELECT pg_notify(%(channel)s, %(words)s)", channel=CHANNEL, words=words)


async def for_ever(work: Callable[[], Coroutine[Any, Any, None]], what: str) -> None:
    """Does something again and again, also after the database was gone."""
    while True:
        try:
            await work()
        except (ConnectorException, psycopg.Error, StoreError, OSError) as error:
            log.warning("%s: %s", what, type(error).__name__)
        await asyncio.sleep(PAUSE_S)


def whose_job(patron: Patron) -> Whose:
    """For whom a job is, as it is written down: of the address only a sum."""
    return {"address": hash_token(patron.address)[:16], "person": patron.person}


async def put(
    app: App, task: str, key: str, asked: dict[str, Any], whose: Whose, urgency: int = 0, *, alone: bool = False
) -> None:
    """Asks for a job, once however many ask while it waits; `alone`: nobody begins it while another one is under way.

    It comes behind so many of the same address that addresses are served in turn, and of each its people.
    """
    known = {"address": whose.get("address", ""), "person": whose.get("person", "")}
    found = await app.connector.execute_query_one_async(PLACE, task=task, key=key, **known)
    if found["waits"]:
        return
    lock, priority = key if alone else None, urgency - found["place"]
    job = app.configure_task(task, queue=QUEUE, lock=lock, queueing_lock=key, priority=priority)
    with suppress(AlreadyEnqueued):
        await job.defer_async(**asked, whose=known | {"round": found["round"]})


async def defer_move(app: App, table_id: str, number: int, seat: int, whose: Whose | None = None) -> None:
    """Asks for what the bots at a table have to choose; servers and whoever moved last all ask, one worker does it."""
    asked = {"table_id": table_id, "number": number, "seat": seat}
    await put(app, "move", f"move {table_id}", asked, whose or {}, alone=True)


def patience_s(keeper: Keeper, chair: Chair) -> float:
    """How long a bot is left to the browser of somebody whom only another server has met: as a thought takes."""
    lent = lending(keeper.table, chair.seat)
    away = lent is not None and keeper.visitor is not None and keeper.visitor.person != lent.person_id
    return lease_s(keeper.table, chair.bot or "") if away and chair.bot in LEVELS else 0.0


class QueuedWorkers(Workers):
    """The side of a server: asks for moves and hints, and hears of hints and progress."""

    def __init__(
        self,
        url: str,
        find: Callable[[str], Keeper | None],
        compiling: Compiling,
        worker: Worker | None = None,
        *,
        prepare: bool = False,
    ) -> None:
        super().__init__(compiling, prepare=prepare)
        self.app = new_app(new_connector(url))
        self.find = find
        self.worker = worker
        """One that works in this process too."""
        self.asked: dict[str, asyncio.Future[Any]] = {}
        self.looked_at: dict[str, tuple[asyncio.Future[None], Show]] = {}
        """Reviews that somebody waits for."""
        self.waited = Backlog(0, 0.0)

    async def open(self) -> None:
        """Begins."""
        await self.app.open_async()
        listen = self.app.connector.listen_notify
        self.do(for_ever(lambda: listen(on_notification=self._heard, channels=[CHANNEL]), "no news from workers"))
        if self.worker:
            self.do(self.worker.run())

    def _let_think(self, keeper: Keeper) -> None:
        """Asks for the move of a bot that is to choose."""
        for chair in self.bots_due(keeper)[:1]:
            self.do(self._ask_move(keeper, keeper.table.number, chair.seat, patience_s(keeper, chair)))

    async def _ask_move(self, keeper: Keeper, number: int, seat: int, patience: float) -> None:
        await asyncio.sleep(patience)
        self.asked_moves += keeper.table.number == number
        while keeper.table.number == number:
            try:
                await defer_move(self.app, keeper.id, number, seat, whose_job(keeper.patron))
                return
            except ConnectorException as error:
                log.warning("table %s: %s", keeper.id, type(error).__name__)
                await asyncio.sleep(PAUSE_S)

    async def _think(self, question: Question, whose: Asker) -> Any:
        key = whose.key
        answer = self.asked.setdefault(key, asyncio.get_running_loop().create_future())
        try:
            asked = {"key": key, "table_id": whose.table_id, "question": asdict(question)}
            await put(self.app, "hint", f"hint {key}", asked, whose_job(whose.patron), HINTS_FIRST)
            async with asyncio.timeout(LONGEST_HINT_S):
                return await answer
        except (ConnectorException, TimeoutError) as error:
            raise BotFailed(type(error).__name__) from error
        finally:
            self.asked.pop(key, None)

    async def _review(self, game: Ended, keep: Keep, show: Show) -> None:  # noqa: ARG002 - the worker keeps it
        loop, limit = asyncio.get_running_loop(), asyncio.timeout(LONGEST_REVIEW_S)
        kept = loop.create_future()

        def hear(far: Far) -> None:
            if not limit.expired():
                limit.reschedule(loop.time() + LONGEST_REVIEW_S)
            show(far)

        try:
            async with limit:
                self.looked_at[game.table_id] = kept, hear
                await self._ask_review(game)
                await kept
        except (ConnectorException, TimeoutError) as error:
            raise StoreError(type(error).__name__) from error
        finally:
            self.looked_at.pop(game.table_id, None)

    async def _ask_review(self, game: Ended) -> None:
        key = f"review {game.table_id}"
        deeper = {} if game.depth == USUAL else {"depth": game.depth}  # older workers know no other than the usual
        job = self.app.configure_task("review", queue=REVIEWS, lock=key, queueing_lock=key)
        with suppress(AlreadyEnqueued):
            await job.defer_async(table_id=game.table_id, game=game.game, record=game.record, **deeper)

    async def _heard(self, *, channel: str, payload: str) -> None:  # noqa: ARG002 - there is one
        match json.loads(payload):
            case {"table": table_id, "done": done, "of": of}:
                if keeper := self.find(table_id):
                    keeper.progress(done, of)
            case {"table": table_id, "stuck": number, "seat": seat}:
                if keeper := self.find(table_id):
                    self.stop_bot(keeper, number, seat)
            case {"review": table_id, **news} if table_id in self.looked_at:
                self._heard_of_review(table_id, news)
            case {"hint": key, "best": best} if key in self.asked and not self.asked[key].done():
                self.asked[key].set_result(best)
            case {"hint": key, "failed": why} if key in self.asked and not self.asked[key].done():
                self.asked[key].set_exception(BotFailed(why))

    def _heard_of_review(self, table_id: str, news: Mapping[Any, Any]) -> None:
        kept, show = self.looked_at[table_id]
        match news:
            case {"done": int(), "of": int()}:
                show(joined(self.reviews[table_id], news))
            case {"kept": True} if not kept.done():
                kept.set_result(None)
            case {"failed": why} if not kept.done():
                kept.set_exception(BotFailed(why))

    async def backlog(self) -> Backlog:
        """What waits for a worker, of all servers together; while the database is gone, what waited last."""
        with suppress(ConnectorException):
            found = await self.app.connector.execute_query_one_async(LENGTH)
            self.waited = Backlog(found["length"], found["oldest"])
        return self.waited

    async def close(self) -> None:
        """Ends what this process does of it."""
        await super().close()
        if self.worker:
            await self.worker.pool.close()
        await self.app.close_async()


class Worker:
    """The side that works: takes jobs and thinks about them in processes of this machine."""

    def __init__(self, url: str, store: Store, pool: Pool, *, prepare: bool = True) -> None:
        self.store, self.pool, self.prepare = store, pool, prepare
        self.connector = new_connector(url)
        self.app = new_app(self.connector)
        self.news: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.one_review = asyncio.Lock()
        """Reviews take long: they never keep more than one process."""
        self.app.task(name="move", queue=QUEUE, retry=RETRY)(self.move)
        self.app.task(name="hint", queue=QUEUE, retry=RETRY)(self.hint)
        self.app.task(name="review", queue=REVIEWS, retry=RETRY)(self.review)

    async def run(self) -> None:
        """Works until it is cancelled; jobs that are not done by then are given back."""
        try:
            await self.app.open_async()
            async with asyncio.TaskGroup() as group:
                if self.prepare:
                    group.create_task(prepare_all(self.pool))
                group.create_task(for_ever(self._tell, "no news to servers"))
                group.create_task(for_ever(self._rescue, "no look after lost jobs"))
                group.create_task(for_ever(lambda: self._work(QUEUE, len(self.pool.slots)), "no work"))
                group.create_task(for_ever(lambda: self._work(REVIEWS, REVIEWS_AT_ONCE), "no reviews"))
        finally:
            await self.app.close_async()  # also if it was not open yet

    async def _work(self, queue: str, concurrency: int) -> None:
        worker = self.app.run_worker_async(
            queues=[queue],
            concurrency=concurrency,
            install_signal_handlers=False,
            delete_jobs="successful",
            fetch_job_polling_interval=HEARTBEAT_S,
            update_heartbeat_interval=HEARTBEAT_S,
            stalled_worker_timeout=LOST_S,
            shutdown_graceful_timeout=0,
        )
        working = asyncio.create_task(worker)
        try:
            await asyncio.shield(working)
        except asyncio.CancelledError:  # it takes leave of its database, which may be gone
            self.connector.leaves = True
            await end(working, again_s=LEAVES_S)
            raise

    async def _rescue(self) -> None:
        """Jobs of workers that died are done again, by whoever is free."""
        jobs = self.app.job_manager
        for job in await jobs.get_stalled_jobs(seconds_since_heartbeat=LOST_S):
            log.warning("the job %s is done again: its worker is gone", job.call_string)
            await jobs.retry_job(job)  # if another worker was quicker, this is refused, and tried no more
        await asyncio.sleep(HEARTBEAT_S)

    async def _tell(self) -> None:
        while True:
            await send(self.app, await self.news.get())

    def _progress(self, table_id: str) -> Progress:
        return lambda done, of: self.news.put_nowait({"table": table_id, "done": done, "of": of})

    async def move(self, table_id: str, number: int, seat: int, whose: Whose | None = None) -> None:
        """The job of the bots at a table: what they have to choose now, for a while; the rest is a job of its own."""
        keeper = await open_table(self.store, table_id)
        began, due = time.monotonic(), keeper.table.bots_to_move() if keeper else []
        log.debug("table %s: %d bots are to choose, asked at %d for seat %d", table_id, len(due), number, seat)
        while keeper and due and time.monotonic() - began < AT_A_TIME_S:
            before = keeper.table.number
            if not await get_on(keeper, due[0], self.pool, self._progress(table_id)):
                self.news.put_nowait({"table": table_id, "stuck": before, "seat": due[0].seat})
                return
            due = [] if keeper.table.awaits_eyes else keeper.table.bots_to_move()
        if keeper and due:
            await defer_move(self.app, table_id, keeper.table.number, due[0].seat, whose)

    async def hint(self, key: str, table_id: str, question: dict[str, Any], whose: Whose | None = None) -> None:  # noqa: ARG002
        """The job of a hint or a grade; for whom it is has settled already when its turn is."""
        try:
            best = await ask(self.pool, Question(**question), self._progress(table_id))
        except BotFailed as error:
            self.news.put_nowait({"hint": key, "failed": str(error)})
        else:
            self.news.put_nowait({"hint": key, "best": best})

    async def review(self, table_id: str, game: str, record: str, depth: str = USUAL) -> None:
        """The job of a review: worked out, kept, and told of."""

        def show(far: Far) -> None:
            self.news.put_nowait({"review": table_id, **news_of(far)})

        try:
            if not is_reviewed(await self.store.review(table_id), depth):  # another server may have asked as well
                over = Ended(table_id, game, record, NOBODY, depth)
                await self.store.keep_review(table_id, await ask_review(self.pool, over, show, self.one_review))
        except BotFailed as error:
            self.news.put_nowait({"review": table_id, "failed": str(error)})
        else:
            self.news.put_nowait({"review": table_id, "kept": True})
