"""The servers of the tests themselves."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Thread

from tests.server.ports import free_port
from tests.server.serving import Server


def test_a_server_begins_when_its_port_is_free(tmp_path: Path) -> None:
    """What a killed server was just forking has its port for a moment longer."""
    server = Server(tmp_path, free_port())
    starting = Thread(target=server.start)
    with socket.create_server(("127.0.0.1", server.port)):
        starting.start()
        assert server.process is None
    starting.join()
    assert server.get("/health").status_code == 200
    server.stop()
