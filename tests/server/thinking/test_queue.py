"""The queue in PostgreSQL: one job for a move, however many ask, and none is lost when a worker ends."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from procrastinate import App
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status

from smalti.bots import BOTS
from smalti.kernel.game import CHANCE
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, set_up
from smalti.server.store.store import Store, open_engine
from smalti.server.thinking import queue
from smalti.server.thinking.compiling import Compiling
from smalti.server.thinking.jobs import new_app, new_connector
from smalti.server.thinking.pool import Pool
from smalti.server.thinking.queue import QUEUE, REVIEWS, QueuedWorkers, Worker, defer_move
from smalti.server.thinking.reviews import Ended
from tests.server import bad_bots
from tests.server.postgres import Postgres
from tests.waiting import PATIENCE_S


@asynccontextmanager
async def asked_table(url: str, bot: str, *seats: Wish) -> AsyncIterator[tuple[Store, Keeper, App]]:
    """A table where a bot is to move, alone unless other seats are wished, and three servers have asked for it."""
    store = Store(open_engine(url))
    await store.upgrade()
    await store.save_person("nobody", "Nobody")
    order = Order("mosaix", seats or (Wish("bot", bot=bot),))
    keeper, _ = await set_up(Lobby(store), order, Person("nobody", "Nobody"), starter=0)
    await keeper.begin()
    app = new_app(new_connector(url))
    async with app.open_async():
        for _ in range(3):
            await defer_move(app, keeper.id, keeper.table.number, 0)
        yield store, keeper, app
    await store.close()


async def statuses(app: App) -> list[str]:
    return [job.status or "" for job in await app.job_manager.list_jobs_async()]


async def wait_for_status(app: App, status: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await statuses(app) != [status]:
            await asyncio.sleep(0.05)


def test_a_move_is_asked_for_once_and_given_back_by_a_worker_that_ends(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "hang", next(bot for bot in bad_bots.BOTS if bot.name == "hang"))

    async def run() -> None:
        async with asked_table(postgres_url, "hang") as (store, _, app):
            assert await statuses(app) == ["todo"]
            pool = Pool(1, ("tests.server.bad_bots",))
            working = asyncio.create_task(Worker(postgres_url, store, pool, prepare=False).run())
            await wait_for_status(app, "doing")
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            await pool.close()
            assert await statuses(app) == ["todo"]

    asyncio.run(run())


def test_a_worker_whose_database_is_gone_ends(own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would like to take leave, but there is nobody to take leave of."""
    monkeypatch.setitem(BOTS, "hang", next(bot for bot in bad_bots.BOTS if bot.name == "hang"))
    url = own_postgres.new_database()

    async def run() -> None:
        async with asked_table(url, "hang") as (store, _, app):
            pool = Pool(1, ("tests.server.bad_bots",))
            worker = Worker(url, store, pool, prepare=False)
            working = asyncio.create_task(worker.run())
            await wait_for_status(app, "doing")
            own_postgres.kill()
            worker.connector.pool.timeout = 0.1  # nobody is there who could answer in time
            working.cancel()
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.wait([working])
            await pool.close()
            assert working.cancelled()

    asyncio.run(run())


def test_a_worker_that_misses_its_cancellation_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    missed, listens = list[str](), asyncio.Event()

    async def deaf(**_: object) -> None:
        while len(missed) < 2:
            listens.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                missed.append("once more")

    async def run() -> None:
        worker = Worker("postgresql://localhost/nothing", Store(open_engine("sqlite://")), Pool(1))
        monkeypatch.setattr(worker.app, "run_worker_async", deaf)
        monkeypatch.setattr(queue, "LEAVES_S", 0.01)
        working = asyncio.create_task(worker._work(QUEUE, 1))
        await listens.wait()
        working.cancel()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.wait([working])
        await worker.store.close()

    asyncio.run(run())
    assert len(missed) == 2


async def begin(app: App) -> Job:
    """A worker has taken the job that waits."""
    worker_id = await app.job_manager.register_worker()
    job = await app.job_manager.fetch_job(queues=[QUEUE], worker_id=worker_id)
    assert job is not None
    return job


def test_a_job_that_failed_makes_room_for_the_one_that_was_asked_for_meanwhile(postgres_url: str) -> None:
    """Both would wait for ever otherwise, and the bot would never move; seen when PostgreSQL was killed 325 times."""

    async def run() -> None:
        async with asked_table(postgres_url, "random") as (_, keeper, app):
            begun = await begin(app)
            await defer_move(app, keeper.id, keeper.table.number, 0)
            assert sorted(await statuses(app)) == ["doing", "todo"]
            await app.job_manager.retry_job(begun)
            assert await statuses(app) == ["todo"]
            assert (await begin(app)).id != begun.id

    asyncio.run(run())


def test_one_worker_at_a_time_thinks_for_a_table(postgres_url: str) -> None:
    """Two servers and a worker asked for each move, and two workers thought of it at once."""

    async def run() -> None:
        async with asked_table(postgres_url, "random") as (_, keeper, app):
            jobs, begun = app.job_manager, await begin(app)
            for number in range(3):
                await defer_move(app, keeper.id, keeper.table.number + number, number)
            assert sorted(await statuses(app)) == ["doing", "todo"]
            other = await jobs.register_worker()
            assert await jobs.fetch_job(queues=[QUEUE], worker_id=other) is None
            await jobs.finish_job(begun, Status.SUCCEEDED, delete_job=True)
            assert await jobs.fetch_job(queues=[QUEUE], worker_id=other) is not None

    asyncio.run(run())


def test_a_job_goes_on_with_the_bots_of_its_table(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To open a table costs more than a quick bot's thought."""
    monkeypatch.setattr(queue, "AT_A_TIME_S", PATIENCE_S)
    seats = Wish("bot", bot="random"), Wish("me"), Wish("bot", bot="random")

    async def run() -> None:
        async with asked_table(postgres_url, "random", *seats) as (store, keeper, app):
            pool = Pool(1)
            await Worker(postgres_url, store, pool, prepare=False).move(keeper.id, keeper.table.number, 0)
            await pool.close()
            await keeper.catch_up(sys.maxsize)
            made = [event.by for event in keeper.table.match.log if event.by != CHANCE]
            assert made == [0, 0, 2], "a formation, and what both enter of it"
            assert await statuses(app) == ["todo"], "no job more than there was"

    asyncio.run(run())


def test_a_worker_that_looks_at_a_game_again_takes_moves_meanwhile(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has one process, which is free between two parts of a review."""
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def look(*_: object) -> str:
        begun.set()
        await may_end.wait()
        return "{}"

    monkeypatch.setattr(queue, "ask_review", look)

    async def run() -> None:
        async with asked_table(postgres_url, "random") as (store, keeper, app):
            number = keeper.table.number
            job = app.configure_task("review", queue=REVIEWS)
            await job.defer_async(table_id=keeper.id, game="mosaix", record="{}")
            pool = Pool(1)
            working = asyncio.create_task(Worker(postgres_url, store, pool, prepare=False).run())
            async with asyncio.timeout(PATIENCE_S):
                await begun.wait()
                while keeper.table.number == number:
                    await asyncio.sleep(0.05)
                    await keeper.catch_up(sys.maxsize)
            may_end.set()
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            await pool.close()

    asyncio.run(run())


def test_a_review_that_two_servers_asked_for_is_worked_out_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second asked while the first was under way; a closer look is another one."""
    looked, kept = list[str](), dict[str, str]()

    async def look(_pool: Pool, over: Ended, *_: object) -> str:
        looked.append(over.depth)
        return json.dumps({"evaluator": {"depth": over.depth}})

    async def keep(table_id: str, told: str) -> None:
        kept[table_id] = told

    async def find(table_id: str) -> str | None:
        return kept.get(table_id)

    monkeypatch.setattr(queue, "ask_review", look)

    async def run() -> None:
        async with asked_table(postgres_url, "random") as (store, keeper, _):
            pool = Pool(1)
            monkeypatch.setattr(store, "keep_review", keep)
            monkeypatch.setattr(store, "review", find)
            worker = Worker(postgres_url, store, pool, prepare=False)
            for depth in ("usual", "usual", "deep", "deep", "usual"):
                await worker.review(keeper.id, "mosaix", "{}", depth)
                assert worker.news.get_nowait() == {"review": keeper.id, "kept": True}
            await pool.close()

    asyncio.run(run())
    assert looked == ["usual", "deep"]


def test_two_who_give_back_the_same_job_leave_it_in_the_queue(postgres_url: str) -> None:
    async def run() -> None:
        async with asked_table(postgres_url, "random") as (_, _, app):
            begun = await begin(app)
            await app.job_manager.retry_job(begun)
            with pytest.raises(ConnectorException):
                await app.job_manager.retry_job(begun)
            assert await statuses(app) == ["todo"]

    asyncio.run(run())


def test_the_length_of_the_queue_and_its_oldest_job_are_known(postgres_url: str) -> None:
    async def run() -> None:
        async with asked_table(postgres_url, "random"):
            workers = QueuedWorkers(postgres_url, lambda _: None, Compiling())
            await workers.open()
            backlog = await workers.backlog()
            await workers.close()
            assert backlog.length == 1
            assert backlog.oldest_s > 0

    asyncio.run(run())


REFUSE = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE unique_violation; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse();
"""
"""The database says of every move that somebody else was first."""


def test_a_bot_that_does_not_get_on_is_not_asked_for_ever(postgres_url: str) -> None:
    async def run() -> None:
        async with asked_table(postgres_url, "random") as (store, keeper, app):
            async with store.engine.begin() as connection:
                await connection.exec_driver_sql(REFUSE)
            pool, number = Pool(1), keeper.table.number
            worker = Worker(postgres_url, store, pool, prepare=False)
            await worker.move(keeper.id, number, 0)
            await pool.close()
            assert worker.news.get_nowait() == {"table": keeper.id, "stuck": number, "seat": 0}
            assert await statuses(app) == ["todo"], "no job more than there was"
            servers = QueuedWorkers(postgres_url, {keeper.id: keeper}.get, Compiling())
            news = json.dumps({"table": keeper.id, "stuck": number, "seat": 0})
            await servers._heard(channel="", payload=news)
            assert keeper.stuck_seat == 0
            assert servers.stopped == 1

    asyncio.run(run())
