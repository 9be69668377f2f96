"""A server whose reviews can be held after their first events, or fail, and which writes down what it looks at."""

from __future__ import annotations

from pathlib import Path

from tests.server.forked import START

CODE = """
import asyncio
from pathlib import Path
from smalti.bots import BotFailed
from smalti.server.thinking import queue, reviews, workers

hold, looked_at, failing = Path({hold!r}), Path({looked_at!r}), Path({failing!r})
one_part, all_of_it = reviews.ask_part, reviews.ask_review

async def ask_part(pool, question, *others):
    while question.asked and question.asked[0] > 0 and hold.exists():
        await asyncio.sleep(0.01)
    return await one_part(pool, question, *others)

async def ask_review(pool, game, *others):
    with looked_at.open("a") as file:
        file.write(game.table_id + "\\n")
    if failing.exists() and failing.read_text() == game.table_id:
        raise BotFailed("as the test wishes")
    return await all_of_it(pool, game, *others)

reviews.ask_part, workers.ask_review, queue.ask_review = ask_part, ask_review, ask_review
"""

HASTY = (
    """
from smalti.server.thinking import queue, reviews, workers

as_asked = reviews.ask_review

def ask_review(pool, game, *others):
    return as_asked(pool, game._replace(depth="quick"), *others)

workers.ask_review = queue.ask_review = ask_review
"""
    + START
)
"""Starts a server that looks at games quickly, where it is enough that reviews come."""


def hold(folder: Path) -> Path:
    """While this file is there, reviews do not go on after their first part."""
    return folder / "hold"


def failing(folder: Path) -> Path:
    """The table in this file cannot be reviewed."""
    return folder / "failing"


def looked_at(folder: Path) -> list[str]:
    """The tables that were reviewed, one after the other."""
    return (folder / "looked-at").read_text().split()


def held(folder: Path) -> str:
    """The code that starts such a server."""
    files = {"hold": hold(folder), "looked_at": folder / "looked-at", "failing": failing(folder)}
    return CODE.format(**{name: str(file) for name, file in files.items()}) + START
