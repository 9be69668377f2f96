"""`smalti serve`: the table in the browser, for this machine or for everybody who can reach it."""

from __future__ import annotations

import asyncio
import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from errno import EADDRINUSE
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.database import Database, DataFolder, using_server
from smalti.cli.db import bring_up_to_date, shown_database
from smalti.cli.saves import data_folder
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.server.operation.settings import Settings

PORT = 8000
NEXT_PORTS = 50
EXTRA = {
    "aiosqlite", "alembic", "fastapi", "jinja2", "markdown_it", "orjson", "prometheus_client", "sqlalchemy",
    "starlette", "uvicorn", "websockets",
}  # fmt: skip


class LogLevel(StrEnum):
    """How much is written down."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Surroundings:
    """What stands around the server, and how much it says."""

    log_level: str = "warning"
    log_json: bool = False
    behind_tls: bool = False
    trusted_proxies: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = ()
    database: str = ""
    connections: int = 10
    idle_s: float = 300
    workers: int | None = None
    prepare: bool = True
    archive: Path | None = None
    talk_days: int = 90
    talk_accounts: bool = False


USUAL = Surroundings()

Networks = list[str]


Host = Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")]
Port = Annotated[
    int | None,
    typer.Option(metavar="PORT", min=0, max=65535, help=f"The port; else {PORT} or the next free."),
]
Connections = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=2,
        envvar="SMALTI_DATABASE_CONNECTIONS",
        help="Connections to PostgreSQL, besides one for news.",
    ),
]
Idle = Annotated[
    float,
    typer.Option(metavar="SECONDS", min=1, envvar="SMALTI_IDLE_S", help="When an unseen table leaves memory."),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=0, envvar="SMALTI_WORKERS", help="Processes that bots think in; else one for each core."
    ),
]
Prepare = Annotated[
    bool,
    typer.Option("--prepare/--no-prepare", envvar="SMALTI_PREPARE", help="Compile all bots while nobody waits."),
]
ArchiveFolder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", envvar="SMALTI_ARCHIVE", help="Copy every commit to SQLite there within a second."),
]
TalkDays = Annotated[
    int,
    typer.Option(
        metavar="DAYS", min=1, envvar="SMALTI_TALK_DAYS", help="How long talk is kept after a game has ended."
    ),
]
TalkAccounts = Annotated[
    bool,
    typer.Option("--talk-accounts", envvar="SMALTI_TALK_ACCOUNTS", help="Only people with an account talk."),
]
OpenBrowser = Annotated[bool, typer.Option("--open", help="Open the browser.")]
Level = Annotated[LogLevel, typer.Option(envvar="SMALTI_LOG_LEVEL", help="What is logged.")]
LogJson = Annotated[bool, typer.Option("--log-json", envvar="SMALTI_LOG_JSON", help="Log lines of JSON.")]
Tls = Annotated[
    bool, typer.Option("--tls", envvar="SMALTI_TLS", help="A proxy serves this by TLS: cookies are for TLS only.")
]
TrustProxy = Annotated[
    Networks | None,
    typer.Option(metavar="NETWORK", envvar="SMALTI_TRUSTED_PROXIES", help="Believe this proxy's X-Forwarded-For."),
]
MetricsFrom = Annotated[
    Networks | None,
    typer.Option(metavar="NETWORK", envvar="SMALTI_METRICS_FROM", help="Who may read /metrics; else this machine."),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    data: DataFolder = None,
    database: Database = "",
    connections: Connections = 10,
    idle: Idle = 300,
    workers: Workers = None,
    prepare: Prepare = True,
    archive: ArchiveFolder = None,
    talk_days: TalkDays = 90,
    talk_accounts: TalkAccounts = False,
    open_browser: OpenBrowser = False,
    log_level: Level = LogLevel.WARNING,
    log_json: LogJson = False,
    tls: Tls = False,
    trust_proxy: TrustProxy = None,
    metrics_from: MetricsFrom = None,
) -> None:
    """Play in the browser: start the table and print its address."""
    if archive and database:
        raise SmaltiError("--archive is for the SQLite file; PostgreSQL archives its own log (docs/operations.md)")
    folder = data or data_folder(os.environ)
    with listening(host, port) as door, suppress(KeyboardInterrupt):
        around = Surroundings(
            log_level, log_json, tls, tuple(trust_proxy or ()), tuple(metrics_from or ()), database, connections, idle,
            workers, prepare, archive, talk_days, talk_accounts,
        )  # fmt: skip
        run = make_server(folder, around)
        address = f"http://{shown_host(host)}:{door.getsockname()[1]}/"
        place = shown_database(database) if database else folder
        typer.echo(f"Smalti is at {address} (Ctrl-C ends it; tables are kept in {place})")
        if open_browser:
            webbrowser.open(address)  # the door is open already: the page waits until it is answered
        run(door)


def make_server(folder: Path, around: Surroundings = USUAL) -> Callable[[socket.socket], None]:
    """The server, to be run at a door, if what it is made of is installed."""
    try:
        import uvicorn  # noqa: F401 - the first that would be missing

        from smalti.server.club.mailing import MailServer
        from smalti.server.http.server import run
        from smalti.server.operation.logging import set_up_logs
        from smalti.server.store.owning import own
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        raise SmaltiError("playing in the browser needs the extra `server`: pip install 'smalti[server]'") from error
    settings = settings_of(folder, around)
    MailServer.read(settings.reach.mail)
    folder.mkdir(0o700, parents=True, exist_ok=True)
    with using_server(), own(settings.database_url) as owned:
        asyncio.run(bring_up_to_date(settings.database_url))
        kept = owned.pop_all()
    set_up_logs(around.log_level, as_json=around.log_json)

    def serve_at(door: socket.socket) -> None:
        with kept:
            run(settings, door)

    return serve_at


def settings_of(folder: Path, around: Surroundings) -> Settings:
    """The server's settings: what was asked for on the command line, limits and reach from the surroundings."""
    from smalti.bots.sources import SOURCES
    from smalti.server.operation.limits import Limits
    from smalti.server.operation.reach import Reach
    from smalti.server.operation.settings import Settings

    return Settings(
        folder,
        database=around.database,
        database_connections=around.connections,
        idle_s=around.idle_s,
        bot_workers=around.workers,
        prepare=around.prepare,
        archive=around.archive,
        talk_days=around.talk_days,
        talk_accounts=around.talk_accounts,
        sources=tuple(SOURCES),
        limits=Limits.read(os.environ),
        reach=Reach.read(os.environ),
        secure_cookie=around.behind_tls,
        trusted_proxies=around.trusted_proxies,
        metrics_from=around.metrics_from or Settings.metrics_from,
    )


def listening(host: str, port: int | None) -> socket.socket:
    """A socket at this port; at the usual one or, if it is taken, the next free one if none is named."""
    for wanted in range(PORT, PORT + NEXT_PORTS) if port is None else [port]:
        try:
            return open_door(host, wanted)
        except OSError as error:
            if error.errno != EADDRINUSE:
                raise SmaltiError(f"cannot listen at {host}: {(error.strerror or str(error)).lower()}") from error
    busy = f"port {port} is" if port is not None else f"the ports {PORT} to {PORT + NEXT_PORTS - 1} are"
    raise SmaltiError(f"{busy} in use; choose another one with --port")


def open_door(host: str, port: int) -> socket.socket:
    """A listening socket."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    door = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(128)
    except OSError:
        door.close()
        raise
    return door


def shown_host(host: str) -> str:
    """The host as a browser on this machine reaches it."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
