"""Thinking is shared: whoever asks for much waits for it, and nobody else does. Counted in jobs, not in time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from procrastinate import App

from smalti.server.http.app import create_app
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Order, Person, Wish, set_up
from smalti.server.operation.limits import Patron
from smalti.server.operation.settings import Settings
from smalti.server.store.store import Store, open_engine
from smalti.server.table.leaving import run_out
from smalti.server.table.paces import Pace
from smalti.server.table.turns import BOTS, GRACE
from smalti.server.thinking.compiling import Compiling
from smalti.server.thinking.fairness import Turns
from smalti.server.thinking.jobs import new_app, new_connector
from smalti.server.thinking.pool import Pool
from smalti.server.thinking.queue import QUEUE, QueuedWorkers, defer_move, whose_job
from smalti.server.thinking.workers import LocalWorkers
from tests.server.hosts import Watcher, host, until
from tests.server.serving import Guest, Server, serving
from tests.server.sqlite import new_file
from tests.server.thinking.test_pool import BAD, question
from tests.waiting import PATIENCE_S

FLOOD = 205
FLOODER, STRANGER, NEIGHBOUR = Patron("192.0.2.1", "f"), Patron("192.0.2.2", "s"), Patron("192.0.2.1", "n")


def test_addresses_are_served_in_turn_and_of_each_its_people() -> None:
    turns: Turns[tuple[int, str]] = Turns()
    for n in range(FLOOD):
        turns.add(FLOODER, (n, "flood"))
    turns.add(NEIGHBOUR, (0, "neighbour"))
    turns.add(STRANGER, (5, "later"))
    turns.add(STRANGER, (0, "stranger"))
    served = []
    while turns:
        served.append(turns.take()[1])
    assert served[:6] == ["flood", "stranger", "neighbour", "later", "flood", "flood"]
    assert len(served) == FLOOD + 3


def test_a_flood_of_one_address_holds_nobody_else_up() -> None:
    """In the processes of this machine."""

    async def run() -> int:
        pool, order = Pool(1), list[Patron]()

        async def ask(patron: Patron) -> None:
            await pool.ask(question("random"), patron=patron)
            order.append(patron)

        async with asyncio.TaskGroup() as group:
            for _ in range(FLOOD):
                group.create_task(ask(FLOODER))
            await until(lambda: len(order) > 3)
            waiting = len(order)
            group.create_task(ask(STRANGER))
        await pool.close()
        return order.index(STRANGER) - waiting

    assert asyncio.run(run()) <= 3


def test_a_flood_of_one_address_holds_nobody_up_on_the_queue(postgres_url: str) -> None:
    async def served(app: App) -> list[str]:
        worker_id, order = await app.job_manager.register_worker(), []
        while job := await app.job_manager.fetch_job(queues=[QUEUE], worker_id=worker_id):
            order.append(str(job.task_kwargs["table_id"]))
        return order

    async def run() -> list[str]:
        store = Store(open_engine(postgres_url))
        await store.upgrade()
        await store.close()
        app = new_app(new_connector(postgres_url))
        async with app.open_async():
            for n in range(40):
                await defer_move(app, f"flood {n}", 1, 0, whose_job(FLOODER))
            await defer_move(app, "neighbour", 1, 0, whose_job(NEIGHBOUR))
            await defer_move(app, "stranger", 1, 0, whose_job(STRANGER))
            return await served(app)

    order = asyncio.run(run())
    assert len(order) == 42
    assert order.index("stranger") <= 1
    assert order.index("neighbour") <= 3


def test_bots_among_themselves_wait_until_somebody_looks(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(open_engine(new_file(tmp_path / "smalti.sqlite")))
        await store.upgrade()
        workers = LocalWorkers(Pool(1), Compiling())
        lobby = Lobby(store, {workers}, idle_s=0)
        keeper, _ = await set_up(lobby, Order("maharani", (Wish("bot"), Wish("bot"))), Person("p", "P"))
        assert not workers.playing
        assert keeper.table.bots_to_move()
        await lobby.look_after(keeper, keeper.used)
        assert keeper.saving is not None
        await keeper.saving
        await lobby.look_after(keeper, keeper.used)
        assert keeper.id not in lobby.open, "and they take no room"

        keeper, onlooker = await lobby.find(keeper.id), Watcher()
        keeper.add_listener(onlooker)
        number = keeper.table.number
        await until(lambda: keeper.table.number > number + 2)
        keeper.listeners.discard(onlooker)
        await until(lambda: not workers.playing)
        assert not keeper.table.position.is_over
        await workers.close()
        await lobby.close()
        await store.close()

    asyncio.run(run())


def test_bots_whose_people_ran_out_of_time_wait_until_somebody_looks(tmp_path: Path) -> None:
    """Whatever the pace: a clock of ten seconds would be a way around. When a person is back it goes on by itself."""

    async def run() -> None:
        workers, ann = LocalWorkers(Pool(1), Compiling()), Person("ann", "Ann")
        async with host(new_file(tmp_path / "smalti.sqlite")) as lobby:
            lobby.watchers.add(workers)
            await lobby.store.save_person(ann.id, ann.name)
            pace = Pace("turn", 10, bot="random")
            keeper, _ = await set_up(lobby, Order("maharani", (Wish("me"), Wish("bot")), pace=pace), ann)
            table = keeper.table
            await keeper.add(ann.id, "text")
            await until(lambda: 0 in table.position.actors())
            due = table.turns[0].due
            assert due is not None
            await keeper._store(lambda: run_out(table, 0, due + GRACE))
            assert table.bots_alone
            assert not workers.playing
            assert BOTS not in table.turns or table.turns[BOTS].since is None, "nor does the timekeeper wake them"

            keeper.add_listener(onlooker := Watcher())
            number = table.number
            await until(lambda: table.number > number + 2)
            keeper.listeners.discard(onlooker)
            await until(lambda: not workers.playing)
            assert not table.position.is_over
            await keeper.hand_over(ann.id, 0, None)
            await until(lambda: 0 in table.position.actors())
            await workers.close()

    asyncio.run(run())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    told = {"SMALTI_LIMIT_PERSON_BOT_TABLES": "2", "SMALTI_WORKERS": "1"}
    with serving(tmp_path_factory.mktemp("data"), **told) as running:
        yield running


def test_bots_play_among_themselves_now_and_then_only(server: Server) -> None:
    guest, other = Guest(server), Guest(server)
    bots = {"game": "mosaix", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    for _ in range(2):
        guest.post("/api/tables", bots)
    refused = guest.http.post("/api/tables", json=bots)
    assert refused.status_code == 429
    assert "bots play among themselves" in refused.json()["words"]
    guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    other.post("/api/tables", bots)


def test_a_table_whose_last_person_goes_counts_as_one_of_bots(server: Server) -> None:
    """Once for each table, however often they come back; a free seat is nobody's."""
    guest, friend = Guest(server), Guest(server)
    tables = []
    for other in ("bot", "invite", "bot"):
        made = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": other}]})
        tables.append(made["table"])
    for table in tables[:2]:
        for bot in ("legend", None, "random"):
            guest.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": bot})
    refused = guest.http.post(f"/api/tables/{tables[2]}/seat", json={"seat": 0, "bot": "legend"})
    assert refused.status_code == 429
    assert "bots play among themselves" in refused.json()["words"]

    made = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    friend.post(f"/api{made['invitations']['1']}")
    guest.post(f"/api/tables/{made['table']}/seat", {"seat": 0, "bot": "legend"})  # somebody else still plays
    friend.post(f"/api/tables/{made['table']}/seat", {"seat": 1, "bot": "legend"})


@pytest.mark.usefixtures("only_here")
def test_a_server_is_ready_whatever_waits_for_its_bots(tmp_path: Path, database_url: str) -> None:
    """Two hundred jobs wait, and no process thinks that could end one of them."""
    on_postgres = database_url.startswith("postgres")
    settings = Settings(tmp_path, database_url, bot_workers=0 if on_postgres else 1, sources=BAD)
    app, client = create_app(settings), ("127.0.0.1", 5000)

    async def wait_in_line() -> list[asyncio.Task[Any]]:
        workers = app.services.workers
        if isinstance(workers, LocalWorkers):
            return [asyncio.create_task(workers.pool.ask(question("hang"))) for _ in range(FLOOD)]
        assert isinstance(workers, QueuedWorkers)
        for n in range(FLOOD):
            await defer_move(workers.app, f"flood {n}", 1, 0, whose_job(FLOODER))
        return []

    async def run() -> tuple[int, str]:
        transport = httpx.ASGITransport(app, client=client)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://test", timeout=PATIENCE_S) as http,
        ):
            waiting = await wait_in_line()
            await asyncio.sleep(0)
            answers = await http.get("/ready"), await http.get("/metrics")
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        return answers[0].status_code, answers[1].text

    status, figures = asyncio.run(run())
    length = re.search(r"^smalti_bot_queue (.*)", figures, re.MULTILINE)
    assert length
    assert float(length[1]) >= FLOOD - 1
    assert status == 200
