"""A real server process for the tests, and people who talk to it over real sockets."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import Signals
from typing import Any
from uuid import uuid4

import httpx
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_line

from smalti.kernel.rows import PATHS
from tests.server.forked import START, Fork
from tests.server.lines import Line
from tests.server.ports import free_port, is_free
from tests.server.sqlite import new_file
from tests.waiting import PATIENCE_S, until

USUAL = {"SMALTI_PREPARE": "0"}
"""Bots are compiled or loaded when a test needs one."""


@dataclass
class Server:
    """A server process that can be killed and started again on the same data."""

    data: Path
    port: int
    process: subprocess.Popen[bytes] | Fork | None = None
    environment: dict[str, str] = field(default_factory=dict)
    """What this server is told besides, such as its limits."""
    code: str = START
    python: str = sys.executable

    @property
    def log(self) -> str:
        """What it has written down, if `SMALTI_LOG_FILE` said where."""
        return Path(self.environment["SMALTI_LOG_FILE"]).read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, forked unless it has to load everything anew, with other libraries."""
        command = ["serve", "--data", str(self.data), "--port", str(self.port)]
        told, log = USUAL | self.environment, self.environment.get("SMALTI_LOG_FILE")
        if not told.keys() & {"SMALTI_DATABASE_URL", "LD_PRELOAD"}:  # what is preloaded has to see every write
            self.data.mkdir(0o700, parents=True, exist_ok=True)
            new_file(self.data / "smalti.sqlite")
        until(lambda: is_free(self.port), "somebody has its port")
        if self.python == sys.executable and "LD_PRELOAD" not in told:
            self.process = Fork(command, told, log, code=self.code)
        else:
            with open(log or os.devnull, "ab") as file:  # noqa: PTH123 - may be no file
                self.process = subprocess.Popen(
                    [self.python, "-c", self.code, *command],
                    env=os.environ | told,
                    stdout=subprocess.DEVNULL,
                    stderr=file if log else None,
                )
        until(self._answers, "the server did not start")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server has ended"
        with (
            closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as line,
            suppress(OSError, HTTPException),
        ):
            line.request("GET", "/health")
            return line.getresponse().status == 200
        return False

    def get(self, path: str, **wishes: Any) -> httpx.Response:
        """What a stranger gets."""
        return httpx.get(self.url + path, timeout=PATIENCE_S, verify=False, **wishes)

    def signal(self, number: Signals) -> None:
        """To the process itself."""
        assert self.process is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        """As if the power were cut."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(timeout=PATIENCE_S)


@contextmanager
def serving(folder: Path, code: str = START, **environment: str) -> Iterator[Server]:
    """A server on a SQLite file in the folder, or on the database that `SMALTI_DATABASE_URL` names."""
    server = Server(folder, free_port(), environment=environment, code=code)
    server.start()
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.stop()


NOT_FOR_LONG = """
from smalti.server.operation import settings

class Settings(settings.Settings):
    def __init__(self, *values, **named):
        super().__init__(*values, **named, longest_thought_s={seconds})

settings.Settings = Settings
from smalti.cli.main import main
main()
"""
"""A server that waits so long for a thought."""
ROOT = Path(__file__).parents[2]
LAST = f"cmd:{sys.executable} {ROOT / 'examples' / 'engines' / 'last.py'}"
ENDS = f"ends=cmd:{sys.executable} -c pass"
"""An engine that plays, and one that ends at once."""


@contextmanager
def serving_bad_bots(folder: Path, code: str = START, **environment: str) -> Iterator[Server]:
    """A server that knows two engines and bots that fail."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with serving(
        folder,
        code,
        SMALTI_WORKERS="2",
        SMALTI_WITH=shlex.join(("tests.server.bad_bots", LAST, ENDS)),
        PYTHONPATH=path,
        **environment,
    ) as server:
        yield server


def connect(address: str, **wishes: Any) -> ClientConnection:
    """A line that waits for a busy server as long as everything else here does."""
    line: ClientConnection = open_line(address, **{"open_timeout": PATIENCE_S, "ping_interval": None, **wishes})
    return line


def connect_as(address: str, cookie: str) -> ClientConnection:
    """A line of somebody who is known by a cookie."""
    return connect(address, additional_headers={"Cookie": cookie}, max_queue=None, legacy=True)


PATH_COLUMNS = (PATHS.names or ())[1:]


def put_together(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The table as it stands after a message: the whole of it, or what has changed."""
    if message["whole"]:
        return message
    assert message["from"] == before["number"], "a message was lost"
    assert message["log_from"] == len(before["log"])
    return before | message | {"log": before["log"] + message["log"], "earns": before["earns"] | message["earns"]}


def id_in(key: str) -> str:
    """The id that somebody gave a change, of the key that it is stored under."""
    return key.rpartition(" ")[2]


OPEN = ExitStack()
"""Everything guests have opened; closed after each test."""


@dataclass
class Guest:
    """Somebody with a browser: a cookie, and a connection to a table."""

    server: Server
    http: httpx.Client = field(init=False)
    opens: Callable[[str, str], ClientConnection | Line] = connect_as
    """How it goes to an address, with a cookie."""
    connection: ClientConnection | Line | None = None
    table: dict[str, Any] = field(default_factory=dict)
    raw: str = ""
    at: str = ""
    """The table where it sits."""
    thinks: bool = False
    """Whether its browser offers to think for bots."""

    def __post_init__(self) -> None:
        self.http = OPEN.enter_context(httpx.Client(base_url=self.server.url, timeout=PATIENCE_S, verify=False))
        OPEN.callback(self.leave)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.http.post(path, json=body or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sit(self, table: str, *, wait: bool = True) -> None:
        """Opens the connection and waits for the first picture, and until the game begins unless people are missing."""
        cookie = f"smalti={self.http.cookies.get('smalti', '')}"
        address = f"ws://127.0.0.1:{self.server.port}/ws/{table}"
        self.leave()
        self.at = table
        self.connection = self.opens(address, cookie)
        if self.thinks:
            self.send(type="thinks", able=True)
        self.wait_for("table")
        if wait:
            self.wait_to_begin()

    def wait_to_begin(self) -> None:
        """Until everybody has added to chance, if everybody is there."""
        while self.is_about_to_begin:
            self.receive()

    @property
    def is_about_to_begin(self) -> bool:
        """Whether everybody is there, and only what others add to chance is waited for."""
        return not self.table["started"] and not any(seat["invited"] for seat in self.table["seats"])

    def leave(self) -> None:
        """Closes the connection, also one that the server has left."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def send(self, **message: Any) -> None:
        assert self.connection is not None
        self.connection.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        assert self.connection is not None
        text = str(self.connection.recv(timeout=PATIENCE_S))
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            self.table, self.raw = put_together(self.table, message) | {"table": self.at}, text
            if message["may_add"]:
                self.send(type="add", text=uuid4().hex)
        return message

    def wait_for(self, kind: str) -> dict[str, Any]:
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def wait_until(self, number: int) -> None:
        """Until the table shows at least that many events."""
        while self.table["number"] < number:
            self.receive()

    @property
    def moves(self) -> list[int]:
        """The moves to choose from."""
        return list(dict.fromkeys(self.table["paths"][:: len(PATH_COLUMNS)]))

    def move(self, choice: int = 0, **changes: Any) -> str:
        """Sends one of the choices shown; returns its id."""
        move_id = str(uuid4())
        message = {
            "type": "move",
            "id": move_id,
            "number": self.table["number"],
            "seat": self.table["seat"],
            "move": self.moves[choice] if self.moves else 0,
        }
        self.send(**{**message, **changes})
        return str(changes.get("id", move_id))
