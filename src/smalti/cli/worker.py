"""`smalti worker`: processes that think for the bots of all servers on one PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from smalti.cli.database import Database, using_server
from smalti.cli.db import bring_up_to_date, shown_database
from smalti.kernel.errors import SmaltiError


def worker(
    database: Database = "",
    processes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, envvar="SMALTI_WORKERS", help="How many; else one for each core."),
    ] = None,
    prepare: Annotated[
        bool,
        typer.Option(
            "--prepare/--no-prepare", envvar="SMALTI_PREPARE", help="Compile all bots before they are needed."
        ),
    ] = True,
) -> None:
    """Think for the bots and hints of all servers that share a PostgreSQL."""
    if not database.startswith("postgres"):
        raise SmaltiError(
            "a worker needs the PostgreSQL that servers share: --database URL or SMALTI_DATABASE_URL; "
            "with SQLite the server has its own workers"
        )
    with using_server():
        asyncio.run(work(database, processes, prepare=prepare))


async def work(database: str, processes: int | None, *, prepare: bool) -> None:
    """Until a signal comes; what is not done by then is given back to the queue."""
    from smalti.bots.sources import SOURCES
    from smalti.server.operation.tasks import end
    from smalti.server.store.store import Store, open_engine
    from smalti.server.thinking.pool import Pool, cores
    from smalti.server.thinking.queue import LEAVES_S, Worker

    await bring_up_to_date(database)
    store, pool = Store(open_engine(database)), Pool(processes or cores(), tuple(SOURCES))
    working = asyncio.create_task(Worker(database, store, pool, prepare=prepare).run())
    stopping = set[asyncio.Task[None]]()

    def stop() -> None:
        stopping.add(asyncio.create_task(end(working, again_s=LEAVES_S)))

    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop)
    typer.echo(f"{len(pool.slots)} processes think for {shown_database(database)} (Ctrl-C ends it)")
    try:
        await working
    except asyncio.CancelledError:
        typer.echo("What was not done is back in the queue.")
    finally:
        await pool.close()
        await store.close()
