"""Bots that do what no bot should; only the servers of tests know them."""

from __future__ import annotations

import os
import signal
import time

from smalti.bots import Bot
from smalti.kernel.position import Position


def crash(_position: Position, _seat: int, _generator: int) -> int:
    raise ZeroDivisionError("a bug in the bot")


def die(_position: Position, _seat: int, _generator: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def hang(_position: Position, _seat: int, _generator: int) -> int:
    while True:
        time.sleep(60)


def cheat(_position: Position, _seat: int, _generator: int) -> int:
    return -1


def chatter(position: Position, seat: int, _generator: int) -> int:
    print("to the output, where answers go")  # noqa: T201 - a bot may
    return position.legal_moves(seat)[0]


def nap(position: Position, seat: int, _generator: int) -> int:
    time.sleep(1)
    return position.legal_moves(seat)[0]


BOTS = [Bot(one.__name__, "Fails.", one) for one in (crash, die, hang, cheat, chatter, nap)]
