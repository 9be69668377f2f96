"""`smalti db`: the schema of the database that the server keeps its tables in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from smalti.cli.database import Database, DataFolder, stored_at, using_server
from smalti.cli.options import AsJson
from smalti.cli.terminal import answer, complain
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from smalti.server.store.store import Store

T = TypeVar("T")

db = typer.Typer(
    name="db",
    help="Look at the server's database: check it, bring it up to date, rate its games anew.",
    no_args_is_help=True,
)


@db.command()
def status(data: DataFolder = None, database: Database = "", as_json: AsJson = False) -> None:
    """Say which schema the database has, and whether it is the newest; exit status 1 if not."""
    with using_server():
        url = stored_at(data, database)
        here, newest = asyncio.run(read_status(url))
    words = f"The database has the schema {here or 'of nothing yet'}; the newest is {newest}."
    answer(words, as_json, schema=here, newest=newest)
    if here != newest:
        raise typer.Exit(1)


@db.command()
def upgrade(data: DataFolder = None, database: Database = "", as_json: AsJson = False) -> None:
    """Bring the database to the newest schema; a server does the same when it starts."""
    with using_server():
        from smalti.server.store.owning import own

        url = stored_at(data, database, new=True)
        with own(url):
            asyncio.run(bring_up_to_date(url))
        _, newest = asyncio.run(read_status(url))
    answer(f"The database has the newest schema, {newest}.", as_json, schema=newest)


@db.command()
def check(data: DataFolder = None, database: Database = "", as_json: AsJson = False) -> None:
    """Read all that is stored, also while a server runs, and say what is damaged; exit status 1 if something is."""
    with using_server():
        findings = asyncio.run(find_damage(stored_at(data, database)))
    for finding in findings:
        complain(finding)
    if as_json or not findings:
        answer("The database is sound.", as_json, findings=findings)
    if findings:
        raise typer.Exit(1)


@db.command()
def rerate(data: DataFolder = None, database: Database = "", as_json: AsJson = False) -> None:
    """Work out all ratings anew, from the first rated game on; what comes out is what was there."""
    with using_server():
        from smalti.server.store.owning import own

        url = stored_at(data, database)
        with own(url):
            games = asyncio.run(rate_anew(url))
    answer(f"Rated games: {games}.", as_json, games=games)


async def rate_anew(url: str) -> int:
    """Rates every game again; how many count."""
    from smalti.server.store.standings import Standings
    from smalti.server.store.store import Store, StoreError, open_engine

    store = Store(open_engine(url))
    try:
        await store.upgrade()
        return await Standings(store).rate_anew()
    except StoreError as error:
        raise unusable(url) from error
    finally:
        await store.close()


async def find_damage(url: str) -> list[str]:
    """What is wrong with a database."""
    from smalti.server.store.integrity import full_check

    return await ask(url, full_check)


async def read_status(url: str) -> tuple[str | None, str]:
    """The revision of a database, and the newest one."""
    from smalti.server.store.migrating import status

    return await ask(url, status)


async def ask(url: str, question: Callable[[Connection], T]) -> T:
    """What a database answers; that it cannot be used is said in a sentence."""
    from sqlalchemy.exc import SQLAlchemyError

    from smalti.server.store.database import open_engine

    engine = open_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(question)
    except (SQLAlchemyError, OSError) as error:
        raise unusable(url) from error
    finally:
        await engine.dispose()


async def beside_a_server(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Does something with a server's database, also while it runs."""
    from smalti.server.store.store import Store, StoreError, open_engine

    here, newest = await read_status(url)
    if here != newest:
        raise SmaltiError(f"the database has the schema {here}, not {newest}; run `smalti db upgrade` first")
    store = Store(open_engine(url, 2, archived=True))  # what a server archives is for it alone to empty
    try:
        return await work(store)
    except StoreError as error:
        raise unusable(url) from error
    finally:
        await store.close()


async def bring_up_to_date(url: str) -> None:
    """Runs the migrations that a database has not seen."""
    from smalti.server.store.store import Store, StoreError, open_engine

    store = Store(open_engine(url))
    try:
        await store.upgrade()
    except StoreError as error:
        raise unusable(url) from error
    finally:
        await store.close()


def unusable(url: str) -> SmaltiError:
    """A database that cannot be reached or written to."""
    return SmaltiError(f"the database {shown_database(url)} does not answer, or it cannot be used")


def shown_database(url: str) -> str:
    """Its address without the password."""
    from smalti.server.store.database import shown_url

    return shown_url(url)
