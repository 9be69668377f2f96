"""What clients asked, were answered and were shown, each with its times, and whether that can all be true at once."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

Answer = Literal["done", "refused", "unknown", "none"]
"""`none`: the connection broke before an answer came."""
Logs = Mapping[str, Sequence[str | None]]
"""Of each table the ids of its events in order, none where somebody else than a client made it."""


@dataclass(frozen=True)
class Asked:
    """One time that a client sent a change; the same id may be sent several times, to several servers."""

    table: str
    id: str
    server: int
    began: float
    ended: float
    answer: Answer


@dataclass(frozen=True)
class Shown:
    """A table that a server showed to somebody who opened it, or who had it open.

    What is pushed promises nothing about the moment when it comes: it may have been on its way for long. But a
    connection keeps its order: what is shown after an answer was written after what that answered had been sent.
    """

    table: str
    server: int
    began: float
    """When the table was opened, or the last change was sent that this connection has had an answer to."""
    number: int
    before: int = 0
    """What this connection had shown until then."""
    done: str | None = None
    """The last change that it was told is done."""


def problems(asked: Sequence[Asked], shown: Iterable[Shown], logs: Logs) -> list[str]:
    """Everything that contradicts what is promised; nothing if the history is right."""
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for table, log in logs.items():
        for number, its_id in enumerate(log):
            if its_id is not None:
                places[table, its_id].append(number)
    return [
        *(f"doubled: {one} is stored {len(where)} times" for one, where in places.items() if len(where) > 1),
        *wrong_answers(asked, places),
        *reordered(asked, places),
        *wrong_pictures(asked, shown, places, logs),
    ]


Places = Mapping[tuple[str, str], Sequence[int]]


def wrong_answers(asked: Iterable[Asked], places: Places) -> Iterator[str]:
    """What was said to be done and is not there, and what was said to be refused and is."""
    for one in asked:
        is_stored = (one.table, one.id) in places
        if one.answer == "done" and not is_stored:
            yield f"lost: {one}"
        if one.answer == "refused" and is_stored:
            yield f"refused although it is stored: {one}"


@dataclass
class Floor:
    """Up to which number of a log everything had been acknowledged at a moment."""

    moments: list[float]
    highest: list[int]

    def at(self, moment: float) -> int:
        """The highest number that was acknowledged before; -1 if none was."""
        found = bisect_left(self.moments, moment)
        return self.highest[found - 1] if found else -1


def floors(asked: Iterable[Asked], places: Places, *, by_server: bool) -> dict[tuple[str, int], Floor]:
    """What had been acknowledged when, of each table, and of each server if that matters."""
    done: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
    for one in asked:
        if one.answer == "done" and (one.table, one.id) in places:
            done[one.table, one.server if by_server else 0].append((one.ended, places[one.table, one.id][0]))
    return {
        key: Floor([moment for moment, _ in sorted(ends)], list(accumulate((n for _, n in sorted(ends)), max)))
        for key, ends in done.items()
    }


def reordered(asked: Sequence[Asked], places: Places) -> Iterator[str]:
    """What was first sent after something else had been acknowledged, and stands before it in the log."""
    known = floors(asked, places, by_server=False)
    first: dict[tuple[str, str], Asked] = {}
    for one in sorted(asked, key=lambda one: one.began):
        first.setdefault((one.table, one.id), one)
    for key, one in first.items():
        if key in places and (one.table, 0) in known and places[key][0] < known[one.table, 0].at(one.began):
            yield f"reordered: {one} stands before what was acknowledged when it was sent"


def wrong_pictures(asked: Sequence[Asked], shown: Iterable[Shown], places: Places, logs: Logs) -> Iterator[str]:
    """Tables shown without what the same server had acknowledged before, or with what is not stored."""
    known = floors(asked, places, by_server=True)
    for one in shown:
        floor = known.get((one.table, one.server))
        own = places.get((one.table, one.done or ""), [-1])[0]
        if one.number <= max(own, floor.at(one.began) if floor else -1):
            yield f"stale: {one}"
        if one.number < one.before:
            yield f"went back: {one}"
        if one.number > len(logs.get(one.table, ())):
            yield f"shown and not stored: {one}"
