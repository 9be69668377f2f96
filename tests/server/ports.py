"""Ports for servers of the tests.

A server that is killed comes back at the same port, so nobody else may get it meanwhile: no other test, and no outgoing
connection, for which the system takes the ports above these.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import random
import socket
import tempfile
from functools import cache
from pathlib import Path

FIRST, LAST = 12_000, 32_000
claimed: set[int] = set()
"""The ports of this process."""


def free_port() -> int:
    """A port that nobody listens at, and that is ours as long as this process lives."""
    while True:
        port = random.SystemRandom().randrange(FIRST, LAST)
        if port not in claimed and _claim(port):
            claimed.add(port)
            return port


def _claim(port: int) -> bool:
    try:
        fcntl.lockf(_claims(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return is_free(port)


def is_free(port: int) -> bool:
    """Whether nobody listens there, nor what was just forked from a killed server and still has all that it had."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@cache
def _claims() -> int:
    """A file of which each process locks the bytes that are its ports, until it ends."""
    file = os.open(Path(tempfile.gettempdir()) / "smalti-test-ports", os.O_RDWR | os.O_CREAT)
    atexit.register(os.close, file)
    return file
