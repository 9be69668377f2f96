"""Looking on while a bot thinks: how its thought stands so far, and a way to say that it is enough.

Whoever looks on changes nothing: a thought within a budget of simulations ends the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from smalti.bots.bot import Thought

Watch = Callable[[Thought], bool]
"""Told how a thought stands; true if it is enough."""
TELL_S = 0.1
"""Seconds between two times."""

_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


def onlooker() -> Watch | None:
    """Whoever looks on."""
    return _watch.get()


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """What is thought in this block is looked on at."""
    before = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(before)
