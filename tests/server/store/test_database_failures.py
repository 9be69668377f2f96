"""The database fails: nothing is shown that is not stored, the reason is said, and play goes on by itself."""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.setting_up import Order, Person, Wish, join, set_up
from smalti.server.store.database import GONE
from smalti.server.store.store import Store, StoreError, Unknown
from tests.server.cutter import A_MOVE, When, cutter, cutter_aside
from tests.server.hosts import ANN, host, move, person_at, seat_to_move, two_at_a_table
from tests.server.postgres import Postgres
from tests.server.serving import Guest, Server, id_in, serving
from tests.server.sqlite import new_file


async def ids_of(keeper: Keeper) -> list[str]:
    stored = await keeper.store.load(keeper.id, since=0)
    assert stored is not None
    return [id_in(row["move_id"]) for row in stored.events if row["move_id"]]


@pytest.mark.parametrize(("when", "made"), [("before", False), ("after", True)])
def test_a_commit_whose_answer_was_lost_is_looked_up(postgres_url: str, when: When, made: bool) -> None:
    async def run() -> None:
        async with cutter(postgres_url) as between, host(between.address) as lobby:
            keeper = await two_at_a_table(lobby)
            number, between.of, between.cut = keeper.table.number, b"unclear", when
            if made:
                await move(keeper, seat_to_move(keeper), "unclear")
            else:
                with pytest.raises(StoreError, match="not done"):
                    await move(keeper, seat_to_move(keeper), "unclear")
            assert between.cuts == 1
            assert (await ids_of(keeper)).count("unclear") == made
            assert (keeper.table.number > number) == made
            if not made:
                await move(keeper, seat_to_move(keeper), "unclear")
            assert (await ids_of(keeper)).count("unclear") == 1

    asyncio.run(run())


def test_what_cannot_be_looked_up_now_is_looked_up_later(own_postgres: Postgres) -> None:
    async def run() -> None:
        async with cutter(own_postgres.new_database()) as between, host(between.address) as lobby:
            keeper = await two_at_a_table(lobby)
            number, seat = keeper.table.number, seat_to_move(keeper)
            between.of, between.cut, between.then = b"unclear", "after", own_postgres.kill  # no snapshot
            for again in ("unclear", "unclear", "another"):
                with pytest.raises(Unknown, match="does not answer"):
                    await move(keeper, seat, again)
            assert keeper.table.number == number, "nobody knows yet"
            await asyncio.to_thread(own_postgres.start)
            await lobby.look_after(keeper, 0)
            assert keeper.table.number > number
            assert keeper.has_done(person_at(keeper, seat), "unclear")
            assert (await ids_of(keeper)).count("unclear") == 1

    asyncio.run(run())


def test_a_database_that_says_nothing_is_not_waited_for_for_ever(postgres_url: str) -> None:
    async def run() -> None:
        async with cutter(postgres_url) as between, host(between.address) as lobby:
            keeper = await two_at_a_table(lobby)
            number, seat = keeper.table.number, seat_to_move(keeper)
            between.silent, lobby.store.patience_s = True, 0.5
            with pytest.raises(Unknown, match="does not answer"):
                await move(keeper, seat, "unheard")
            assert keeper.table.number == number
            between.silent, lobby.store.patience_s = False, 60
            await between.hang_up()
            await move(keeper, seat, "unheard")
            assert (await ids_of(keeper)).count("unheard") == 1

    asyncio.run(run())


def test_what_is_stored_is_done_without_reading_it_back(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with host(database_url) as lobby:
            await lobby.store.save_person(ANN, "Ann")
            order = Order("mosaix", (Wish("me"), Wish("invite")))
            keeper, invitations = await set_up(lobby, order, Person(ANN, "Ann"))

            async def gone(*_: object, **__: object) -> None:
                raise StoreError(GONE)

            with monkeypatch.context() as now:
                now.setattr(lobby.store, "load", gone)
                await join(lobby, invitations[1], Person(ANN, "Bea"))
                assert [chair.name for chair in keeper.table.chairs] == ["Ann", "Bea"]
                assert keeper.table.seats_of(ANN) == (0, 1)
            lobby.open.clear()
            assert (await lobby.find(keeper.id)).table.chairs == keeper.table.chairs

    asyncio.run(run())


async def run_on(engine: AsyncEngine, statement: str) -> None:
    async with engine.connect() as connection:
        await connection.execute(text(statement))


def test_a_full_sqlite_says_so_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with host(new_file(tmp_path / "full.sqlite")) as lobby:
            keeper = await two_at_a_table(lobby)
            number = keeper.table.number
            await run_on(lobby.store.engine, "PRAGMA max_page_count = 1")  # SQLite takes what it has already
            with pytest.raises(StoreError, match="disk is full"):
                await fill(lobby.store)
            await run_on(lobby.store.engine, "PRAGMA max_page_count = 1000000")
            await move(keeper, seat_to_move(keeper), "later")
            assert keeper.table.number > number

    asyncio.run(run())


async def fill(store: Store) -> None:
    """Writes until there is no room."""
    for n in range(1000):
        await store.save_person(f"person {n}", "x" * 40)


def test_a_database_that_can_only_be_read_says_so_and_goes_on(database_url: str) -> None:
    async def run() -> None:
        async with host(database_url) as lobby:
            keeper = await two_at_a_table(lobby)
            number = keeper.table.number
            await only_read(lobby.store, True)
            with pytest.raises(StoreError, match="only be read"):
                await move(keeper, seat_to_move(keeper), "refused")
            assert keeper.table.number == number
            await only_read(lobby.store, False)
            await move(keeper, seat_to_move(keeper), "later")
            assert "refused" not in await ids_of(keeper)

    asyncio.run(run())


async def only_read(store: Store, only: bool) -> None:
    """SQLite takes it for its one connection, PostgreSQL for all new ones."""
    if not store.has_news:
        await run_on(store.engine, f"PRAGMA query_only = {only:d}")
        return
    async with store.engine.connect() as connection:
        line = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await line.execute(text("SET default_transaction_read_only = off"))
        name = (await line.execute(text("SELECT current_database()"))).scalar_one()
        await line.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = {only}"))
    await store.engine.dispose()


def two_at_two(first: Server, second: Server) -> tuple[Guest, Guest]:
    """Two people at one table, each at a server of their own."""
    ann, ben = Guest(first), Guest(second)
    made = ann.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    ben.post("/api" + made["invitations"]["1"])
    ann.sit(made["table"], wait=False)
    ben.sit(made["table"])
    ann.wait_to_begin()
    return ann, ben


def answer(guest: Guest, move_id: str) -> dict[str, object]:
    while True:
        message = guest.receive()
        if message.get("id") == move_id:
            return message


def unknown(said: dict[str, object]) -> dict[str, object]:
    """An answer that promises nothing."""
    assert said["type"] == "unknown", said
    return said


def test_a_move_whose_commit_is_not_answered_is_unknown_and_never_refused(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    """It was stored, the database died before it said so, and the browser sends the move again."""
    with (
        cutter_aside(own_postgres.new_database()) as between,
        serving(tmp_path, SMALTI_DATABASE_URL=between.address) as server,
    ):
        guest = Guest(server)
        made = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
        guest.sit(made["table"])
        number, move = guest.table["number"], guest.moves[0]
        between.then, between.of, between.cut = own_postgres.kill, A_MOVE, "after"
        move_id = guest.move()
        unknown(answer(guest, move_id))
        unknown(answer(guest, guest.move(id=move_id, number=number, move=move)))
        assert guest.http.post("/api/name", json={"name": "Ann"}).status_code == 503
        own_postgres.start()
        while (said := answer(guest, guest.move(id=move_id, number=number, move=move)))["type"] != "done":
            unknown(said)
    with psycopg.connect(between.url) as connection:
        stored = connection.execute("SELECT count(*) FROM events WHERE move_id LIKE %s", (f"% {move_id}",)).fetchone()
    assert stored == (1,)


def to_choose(guests: tuple[Guest, Guest]) -> Guest:
    """Whose turn it is, once both have seen the same."""
    while True:
        for guest in guests:
            guest.wait_until(max(one.table["number"] for one in guests))
        if mover := next((guest for guest in guests if guest.moves), None):
            return mover
        guests[0].receive()  # the game has not begun yet


def moves_made(guests: tuple[Guest, Guest], count: int) -> None:
    """Whoever is to choose does; both see every move."""
    for _ in range(count):
        mover = to_choose(guests)
        number = mover.table["number"]
        assert answer(mover, mover.move())["type"] == "done"
        for guest in guests:
            guest.wait_until(number + 1)


def test_postgresql_is_killed_and_comes_back_while_people_play(own_postgres: Postgres, tmp_path: Path) -> None:
    url = own_postgres.new_database()
    folders = tmp_path / "first", tmp_path / "second"
    for folder in folders:
        folder.mkdir()
    told = {"SMALTI_DATABASE_URL": url, "SMALTI_LOG_FILE": str(tmp_path / "log")}
    with serving(folders[0], **told) as one, serving(folders[1], **told) as two:
        ann, ben = guests = two_at_two(one, two)
        moves_made(guests, 3)
        mover = to_choose(guests)
        number = mover.table["number"]
        own_postgres.kill()
        move_id = mover.move()
        assert "does not answer" in str(unknown(answer(mover, move_id))["words"])
        assert "does not answer" in str(unknown(answer(mover, mover.move(id=move_id)))["words"])
        own_postgres.start()
        while (said := answer(mover, mover.move(id=move_id, number=number)))["type"] != "done":
            unknown(said)
        for guest in guests:
            guest.wait_until(number + 1)
        moves_made(guests, 3)
        for guest in guests:
            guest.wait_until(max(one.table["number"] for one in guests))
        assert ann.table["log"] == ben.table["log"]
        assert "no news from the database" in one.log
        assert "Traceback" not in one.log
    with psycopg.connect(url) as line:
        numbers = line.execute("SELECT number FROM events ORDER BY number").fetchall()
    assert [row[0] for row in numbers] == list(range(len(numbers)))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot narrow another process")
def test_a_server_whose_disk_takes_nothing_more_goes_on_when_it_does(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host = Guest(server)
        made = host.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})
        host.sit(made["table"])
        assert answer(host, host.move())["type"] == "done"
        assert server.process is not None
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, most))
        number = host.table["number"]
        for _ in range(3):
            refused = answer(host, host.move())
            assert "the disk" in str(refused["words"])
            assert "not done" in str(refused["words"])
        host.sit(made["table"])
        assert host.table["number"] == number
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert answer(host, host.move())["type"] == "done"
