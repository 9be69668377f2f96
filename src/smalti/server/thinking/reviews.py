"""Reviews of finished games in parts: whatever else waits goes between them, and what is known so far is shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from smalti.bots import BotFailed
from smalti.bots.readiness import Progress
from smalti.reviewing.reviewing import USUAL
from smalti.reviewing.values import GRAIN
from smalti.server.operation.limits import Patron
from smalti.server.thinking.pool import REVIEWS_LAST, Pool
from smalti.server.thinking.thinker import REVIEW, SUMS, Question

FIRST_PART = 2
"""So many events come first, so that there is something to see at once."""
PARTS = {"usual": 10, "deep": 2}
"""So many are looked at without a break: for a second or two, as long as a bot at another table may wait."""

LONGEST_NEWS = 6000
"""Bytes of what is known of a review that servers are told at a time; PostgreSQL passes no more than 8000 on."""


class Ended(NamedTuple):
    """A game that is over, to be reviewed."""

    table_id: str
    game: str
    record: str
    patron: Patron
    depth: str = USUAL


class Far(NamedTuple):
    """How far a review is."""

    done: int
    of: int
    value: str
    """What is expected: `points` alone, `share` of the win with several."""
    expected: tuple[tuple[float, ...], ...] = ()
    """[event][seat]: before it, as far as it is known."""

    @classmethod
    def begun(cls, game: Ended) -> Far:
        """Of a game that nobody has looked at yet."""
        return cls(0, 1, "points" if len(json.loads(game.record)["seats"]) == 1 else "share")

    def as_json(self) -> dict[str, Any]:
        """Its fields."""
        return self._asdict()


Keep = Callable[[str, str], Coroutine[Any, Any, None]]
"""(table, review): stores it."""
Show = Callable[[Far], None]


def is_reviewed(told: str | None, depth: str) -> bool:
    """Whether what is kept of a game is a review as close as that, or closer."""
    return bool(told) and (depth == USUAL or f'"depth": "{depth}"' in str(told))


async def ask_review(pool: Pool, game: Ended, show: Show, turns: asyncio.Lock) -> str:
    """The review of a game, after all moves and hints that wait; of several reviews one part each in turn."""
    far, known, after = Far.begun(game), list[dict[str, Any]](), list[int]()

    def prepare(done: int, of: int) -> None:
        """While there is nothing to see, how far the compiler is."""
        if not known and done < of:
            show(far._replace(done=done, of=of))

    while len(known) < far.of:
        end = len(known) + PARTS.get(game.depth, PARTS[USUAL]) if known else FIRST_PART
        asked = Question(REVIEW, game.game, game.record, depth=game.depth, asked=(len(known), end, *after))
        async with turns:
            part = await ask_part(pool, asked, prepare, game.patron)
        known, after = known + part["events"], part["after"]
        expected = tuple(tuple(event["expected"]) for event in known)
        far = far._replace(done=len(known), of=part["of"], expected=expected)
        show(far)
    sums = Question(SUMS, game.game, json.dumps([game.record, known]), depth=game.depth)
    return json.dumps(await ask_part(pool, sums, prepare, game.patron) | {"events": known})


async def ask_part(pool: Pool, question: Question, progress: Progress, patron: Patron) -> Any:
    """One part; a worker that dies over it is asked once more."""
    try:
        return await pool.ask(question, REVIEWS_LAST, progress, patron)
    except BotFailed:
        return await pool.ask(question, REVIEWS_LAST, progress, patron)


def news_of(far: Far) -> dict[str, Any]:
    """What servers are told of a review: of what is known as much as a message holds, the newest of it, in grains."""
    rows = [[round(one * GRAIN) for one in row] for row in far.expected]
    sizes = accumulate(len(json.dumps(row)) + len(", ") for row in reversed(rows))
    first = len(rows) - sum(size <= LONGEST_NEWS for size in sizes)
    return {"done": far.done, "of": far.of, "first": first, "expected": rows[first:]}


def joined(known: Far, news: Mapping[Any, Any]) -> Far:
    """What is known of a review with what a worker has told; one that was told of too late knows only how far it is."""
    far, first = known._replace(done=news["done"], of=news["of"]), news.get("first", 0)
    if first > len(known.expected):
        return far
    told = tuple(tuple(grains / GRAIN for grains in row) for row in news.get("expected", ()))
    return far._replace(expected=known.expected[:first] + told)
