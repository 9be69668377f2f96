"""One browser at one table: what it sends is checked, what it is sent is stored already."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from fastapi import WebSocket, WebSocketDisconnect

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.words import LANGUAGES, N_
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation.limits import Counts, TooMuch, address_of
from smalti.server.operation.logging import TABLE
from smalti.server.operation.metrics import Metrics, Stopwatch
from smalti.server.store.store import StoreError
from smalti.server.table.refusals import NOT_YOURS, STALE, NotYours, Stale
from smalti.server.table.table import Table
from smalti.server.thinking.workers import Workers
from smalti.server.wire.messages import (
    Message,
    calling_people,
    eyes,
    hint_message,
    log_places,
    people_message,
    preparing_message,
    table_message,
)

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 4_000
LONGEST_ID = 64
STAGES = (1, 2, 3)
"""A hint says where to look, then the move, then why."""
POLICY = 1008
"""The code of a line that is closed because of what came over it."""


class NobodyReads(Exception):
    """The browser does not take what it is sent."""


@dataclass(eq=False)
class Socket:
    """A listener at a table. Changes that come faster than the browser takes them are told once."""

    web: WebSocket
    keeper: Keeper
    person_id: str | None
    language: str
    workers: Workers
    counts: Counts
    metrics: Metrics
    news: asyncio.Event = field(default_factory=asyncio.Event)
    stale: bool = True
    """Whether the table has changed since it was last sent; else the news is only who came or left."""
    advising: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.watch = Stopwatch(self.metrics)

    @property
    def table(self) -> Table:
        """The table that it looks at."""
        return self.keeper.table

    def changed(self, keeper: Keeper) -> None:  # noqa: ARG002 - a socket listens to one table only
        """The table has changed."""
        self.stale = True
        self.news.set()

    def progressed(self, keeper: Keeper) -> None:  # noqa: ARG002 - the same
        """The compiler has made another step."""
        self.news.set()

    def _came_or_left(self) -> None:
        """Everybody at the table sees who is there."""
        for other in self.keeper.listeners:
            if isinstance(other, Socket):
                other.news.set()

    async def serve(self) -> None:
        """Talks until the browser goes away, sends too much, or takes nothing any more."""
        TABLE.set(self.table.id)
        self.keeper.listeners.add(self)
        self._came_or_left()
        both = {asyncio.create_task(self._tell()), asyncio.create_task(self._listen())}
        try:
            with self.metrics.sockets.track_inprogress():
                done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.keeper.listeners.discard(self)
            self._came_or_left()
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        for task in done:
            await self._end(task)

    async def _end(self, task: asyncio.Task[None]) -> None:
        """What ended the talk; a fault of ours is raised."""
        try:
            task.result()
        except WebSocketDisconnect:
            pass
        except NobodyReads:
            self.metrics.dropped.inc()  # closing would wait for the reader too: the line is just let go
        except TooMuch as refusal:
            self.metrics.refused(refusal)
            with suppress(WebSocketDisconnect, NobodyReads):
                await self._refuse(None, refusal.say(self.language), None)
                await self.web.close(POLICY, refusal.say(self.language))

    async def _listen(self) -> None:
        """Takes what the browser sends, one after the other."""
        address = address_of(self.web)
        while True:
            message = await self.web.receive()
            if message["type"] == "websocket.disconnect":
                return
            self.counts.count("message", address, self.person_id)
            await self._receive(message.get("text"))

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if not self.stale:
                await self.send(people_message(self.keeper))
                await self.send(preparing_message(self.keeper))
                continue
            self.stale = False
            await self.send(table_message(self.keeper, self.person_id, self.language))
            self.watch.told()

    async def send(self, message: Message) -> None:
        """One message; nothing waits behind it but what the table looks like by then."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(self.counts.limits.wait_s or None):
                await self.web.send_text(text)
        except TimeoutError:
            raise NobodyReads from None
        except RuntimeError:  # the line was closed from our side meanwhile, by the end or by a ping without answer
            raise WebSocketDisconnect from None

    async def _receive(self, text: str | None) -> None:
        move_id = None
        try:
            message = read_message(text)
            move_id = message.get("id")
            await self._carry_out(message)
            if is_id(move_id):
                await self.send({"type": "done", "id": move_id})
        except IllegalMove as refusal:
            self.metrics.refused(refusal)
            with calling_people(self.table):
                words = refusal.say(self.language)
            await self._refuse(move_id, words, refusal.reason.clause)
        except SmaltiError as refusal:
            self.metrics.refused(refusal)
            if isinstance(refusal, Stale | StoreError):
                self.changed(self.keeper)  # whoever asked sees how it stands
            await self._refuse(move_id, refusal.say(self.language), None)

    async def _refuse(self, move_id: object, words: str, clause: str | None) -> None:
        known = move_id if is_id(move_id) else None
        await self.send({"type": "refused", "id": known, "words": words, "clause": clause})

    async def _carry_out(self, message: dict[str, Any]) -> None:
        """What a browser may ask for."""
        match message.get("type"):
            case "move":
                await self._move(message)
            case "why":
                await self._why(message)
            case "where":
                await self._where(message)
            case "hint":
                self._hint(message)
            case "undo":
                await self._undo(message)
            case "add":
                await self._add(message)
            case "language" if message.get("language") in LANGUAGES:
                self.language = message["language"]
                self.changed(self.keeper)
            case "ping":
                await self.send({"type": "pong"})
            case other:
                raise SmaltiError(N_("{what} is nothing that can be asked here"), what=show(other))

    async def _move(self, message: dict[str, Any]) -> None:
        move, move_id, number = message.get("move"), message.get("id"), message.get("number")
        if not is_number(move) or not 0 <= move < self.table.game.course.action_count:
            raise SmaltiError(N_("{move} is no move of {game}"), move=show(move), game=self.table.game.title)
        if not is_id(move_id):
            raise SmaltiError(N_("a move needs an id of its own"))
        if move_id in self.keeper.done:
            return
        if not is_number(number):
            raise Stale(STALE)
        with self._timed():
            await finish(self.keeper.play(self.person_id, self._seat(message), move, move_id, number))

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Measures until a move is stored, and until each browser of this process was sent it."""
        began = time.perf_counter()
        watches = [other.watch for other in self.keeper.listeners if isinstance(other, Socket)]
        for watch in watches:
            watch.start()
        try:
            yield
        except SmaltiError:
            for watch in watches:
                watch.clear()
            raise
        self.metrics.moves.observe(time.perf_counter() - began)

    async def _undo(self, message: dict[str, Any]) -> None:
        """Takes back; one that was sent again after a gap has been answered by the table itself."""
        number = message.get("number", self.table.number)
        undo_id = message.get("id")
        if is_id(undo_id) and undo_id in self.keeper.done:
            return
        if number != self.table.number:
            raise Stale(STALE)
        await finish(self.keeper.undo(self.person_id, self._seat(message), undo_id if is_id(undo_id) else None))

    async def _add(self, message: dict[str, Any]) -> None:
        """The browser's own part of chance."""
        text = message.get("text")
        await finish(self.keeper.add(self.person_id, text if isinstance(text, str) else ""))

    async def _why(self, message: dict[str, Any]) -> None:
        """Why some clicks lead to no move, with the clause."""
        path = message.get("path")
        if not isinstance(path, list) or not all(isinstance(step, str) for step in path):
            raise SmaltiError(N_("a path is a list of element ids"))
        seat = self._seat(message)
        reason = self.table.game.drawn.why_path(self.table.match.position.view(seat).state, seat, tuple(path[:8]))
        if reason:
            raise IllegalMove(reason)

    async def _where(self, message: dict[str, Any]) -> None:
        """The places of a line of the log."""
        ply = message.get("ply")
        if not is_number(ply) or not 1 <= ply <= len(self.table.match.log):
            raise SmaltiError(N_("the log has no line {line}"), line=show(ply))
        places = log_places(self.table, ply - 1, eyes(self.table, self.person_id))
        await self.send({"type": "where", "ply": ply, "places": places})

    def _hint(self, message: dict[str, Any]) -> None:
        """A hint in stages, worked out aside; only for the own seat that is to choose, where the table allows it."""
        seat, stage = self._seat(message), message.get("stage")
        if seat not in self.table.seats_of(self.person_id):
            raise NotYours(NOT_YOURS)
        if not self.table.aids.get("hints"):
            raise SmaltiError(N_("this table plays without hints"))
        if not self.table.started or seat not in self.table.match.position.actors():
            raise SmaltiError(N_("there is nothing to decide now"))
        if stage not in STAGES:
            raise SmaltiError(N_("a hint has the stages 1 to 3, not {stage}"), stage=show(stage))
        if self.advising is None or self.advising.done():
            self.advising = asyncio.create_task(self._advise(seat, stage))

    async def _advise(self, seat: int, stage: int) -> None:
        """Waits for a worker; what was thought about a position that has changed meanwhile is dropped."""
        number = self.table.number
        with suppress(RuntimeError, WebSocketDisconnect, NobodyReads):  # the browser may be gone by now
            try:
                best = await self.workers.hint(self.keeper, seat)
            except SmaltiError as refusal:
                await self._refuse(None, refusal.say(self.language), None)
                return
            if self.table.is_current(number, seat):
                await self.send(hint_message(self.table, seat, best, stage, self.language))

    def _seat(self, message: dict[str, Any]) -> int:
        seat = message.get("seat")
        if not is_number(seat) or not 0 <= seat < len(self.table.chairs):
            raise SmaltiError(N_("there is no seat {seat} at this table"), seat=show(seat))
        return seat


async def finish(change: Coroutine[Any, Any, None]) -> None:
    """Carries a change out to its end, even if the browser that asked for it is gone meanwhile."""
    carried_out = asyncio.ensure_future(change)
    try:
        await asyncio.shield(carried_out)
    except asyncio.CancelledError:
        carried_out.add_done_callback(_note_refusal)
        raise


def _note_refusal(change: asyncio.Future[None]) -> None:
    """Nobody is left to be told why it was refused; what is no refusal is a fault of ours."""
    error = None if change.cancelled() else change.exception()
    if error is not None:
        log.log(logging.INFO if isinstance(error, SmaltiError) else logging.ERROR, "left and refused: %s", error)


def is_id(value: object) -> TypeGuard[str]:
    """Whether it can be the id of a move."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID and value.isascii() and value.isprintable()


def read_message(text: str | None) -> dict[str, Any]:
    """The JSON object a browser sent, whatever it sent."""
    if text is None:
        raise SmaltiError(N_("the message is not text"))
    if len(text) > LONGEST_MESSAGE:
        raise SmaltiError(N_("the message is too long"))
    try:
        message = json.loads(text, parse_constant=_no_constant)
        json.dumps(message, ensure_ascii=False).encode()  # half a character cannot be answered
    except (ValueError, RecursionError):
        raise SmaltiError(N_("the message is not JSON")) from None
    if not isinstance(message, dict):
        raise SmaltiError(N_("the message is not a JSON object"))
    return message


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")
