"""What a browser may ask for over its connection: checked, carried out, answered."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeGuard

from fastapi import WebSocketDisconnect

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.position import Position
from smalti.kernel.seeing import why_path
from smalti.kernel.words import LANGUAGES, N_
from smalti.server.keeping.ids import is_id
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation import clock
from smalti.server.operation.limits import Counts
from smalti.server.operation.metrics import Metrics
from smalti.server.store.store import StoreError
from smalti.server.table.prepared import ahead
from smalti.server.table.refusals import NOT_YOURS, STALE, NotYours, Stale
from smalti.server.table.table import Table
from smalti.server.thinking.workers import Workers
from smalti.server.wire import seeing
from smalti.server.wire.audience import Audience
from smalti.server.wire.leading import DEEDS, Leading
from smalti.server.wire.messages import Message, choosers, hint_message, pack
from smalti.server.wire.talking import SPOKEN, Voice
from smalti.wasm.shipping import mark_of

LONGEST_MESSAGE = 4_000
STAGES = (1, 2, 3)
"""A hint says where to look, then the move, then why."""
MOST_FORESEEN = 512
AT_ONCE = 32
"""So many moves are foreseen before others get their turn."""
NOTHING_TO_DECIDE = N_("there is nothing to decide now")

Asked = dict[str, Any]


class NobodyReads(Exception):
    """The browser does not take what it is sent."""


class SignedOut(Exception):
    """Whoever looks is no longer at home on this device."""


class Connection(Protocol):
    """What a request needs of the connection it came over."""

    audience: Audience
    person_id: str | None
    language: str
    counts: Counts
    metrics: Metrics
    busy: bool

    async def send(self, message: Message) -> None:
        """One message."""

    def count(self, kind: str, words: str) -> None:
        """One more of a kind; raises TooMuch beyond the limit."""

    def ask(self, question: Message) -> None:
        """What this browser is to think of."""

    async def refuse(self, move_id: object, refusal: SmaltiError) -> None:
        """Why something is not done."""

    def show_whole(self) -> None:
        """The browser has missed something, or reads another language now."""


class Requests:
    """What one browser asks for."""

    def __init__(self, connection: Connection, workers: Workers) -> None:
        self.connection, self.workers = connection, workers
        self.advising: asyncio.Task[None] | None = None
        self.leading = Leading(connection.audience.keeper, connection.person_id)
        self.voice = Voice(connection)

    @property
    def keeper(self) -> Keeper:
        """The keeper of the table."""
        return self.connection.audience.keeper

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.keeper.table

    async def carry_out(self, message: Asked) -> None:
        """One thing that was asked."""
        match message.get("type"):
            case str(kind) if kind in WORK:
                await WORK[kind](self, message)
            case str(kind) if kind in SPOKEN:
                await self._finish(self.voice.carry_out(message))
            case "why":
                self._why(message)
            case "hint":
                self._hint(message)
            case "whole":
                self.connection.show_whole()
            case "language" if message.get("language") in LANGUAGES:
                self.connection.language = message["language"]
                self.connection.show_whole()
            case "saw":
                self.connection.audience.saw(self.connection.person_id, message.get("number"))
            case "ping":
                await self.connection.send({"type": "pong", "now": clock.now().timestamp()})
            case _:
                await self._together(message)

    async def _together(self, message: Asked) -> None:
        """What those ask who look at a finished game together; nothing else is left."""
        if message.get("type") not in DEEDS:
            raise SmaltiError(N_("{what} is nothing that can be asked here"), what=show(message.get("type")))
        await self.leading.carry_out(message)

    async def _move(self, message: Asked) -> None:
        move, move_id, number = self._read_move(message.get("move")), message.get("id"), message.get("number")
        if not is_id(move_id):
            raise SmaltiError(N_("a move needs an id of its own"))
        if self.keeper.has_done(self.connection.person_id, move_id):
            return
        if not is_number(number):
            raise Stale(STALE)
        with self._timed():
            await self._finish(self.keeper.play(self.connection.person_id, self._seat(message), move, move_id, number))

    async def _thinks(self, message: Asked) -> None:
        """This browser can think for the bots of its table, or no longer."""
        browsers, connection = self.workers.browsers, self.connection
        if message.get("able") is not True:
            browsers.withdraw(self.keeper, connection)
            return
        mark = await asyncio.to_thread(mark_of, self.table.game)  # hashing all that it is made of takes a moment
        if mark and self.table.seats_of(connection.person_id):
            browsers.offer(self.keeper, connection)

    async def _thought(self, message: Asked) -> None:
        """What was thought of here, a bot's move or a hint. A browser whose answers are refused is asked no more."""
        number, seat, person_id = message.get("number"), self._seat(message), self.connection.person_id
        if not is_number(number):
            raise Stale(STALE)
        try:
            if "best" in message:
                self.workers.browsers.advised(self.keeper, self.connection, number, message["best"])
                return
            with self._timed():
                move = self._read_move(message.get("move"))
                await self._finish(self.keeper.make_lent(person_id, seat, move, number))
            self.workers.browsers.moves += 1
        except (StoreError, Stale):
            raise
        except SmaltiError:
            self.workers.browsers.withdraw(self.keeper, self.connection)
            raise

    async def _finish(self, change: Coroutine[Any, Any, None]) -> None:
        """Carries a change out to its end, even if the connection is given up meanwhile."""
        self.connection.busy = True
        try:
            await change
        finally:
            self.connection.busy = False

    def _read_move(self, move: object) -> int:
        game = self.table.game
        if not is_number(move) or not 0 <= move < game.course.action_count:
            raise SmaltiError(N_("{move} is no move of {game}"), move=show(move), game=game.title)
        return move

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Measures until a move is stored, and until each browser of this process was sent it."""
        began, audience = time.perf_counter(), self.connection.audience
        audience.arrived = audience.arrived or began
        try:
            yield
        except SmaltiError:
            audience.arrived = None
            raise
        self.connection.metrics.moves.observe(time.perf_counter() - began)

    async def _undo(self, message: Asked) -> None:
        """Takes back; made once, however often it is sent."""
        undo_id = message.get("id")
        if is_id(undo_id) and self.keeper.has_done(self.connection.person_id, undo_id):
            return
        known = undo_id if is_id(undo_id) else None
        number, seat = message.get("number"), self._seat(message)
        await self._finish(self.keeper.undo(self.connection.person_id, seat, known, number))

    async def _add(self, message: Asked) -> None:
        """The browser's own part of chance."""
        text = message.get("text")
        await self._finish(self.keeper.add(self.connection.person_id, text if isinstance(text, str) else ""))

    async def _foresee(self, message: Asked) -> None:
        """What some moves of the own seat would do, as it sees it; nothing if the table has changed meanwhile."""
        seat, moves, number = self._own_seat(message), message.get("moves"), message.get("number")
        if not isinstance(moves, list) or len(moves) > MOST_FORESEEN:
            raise SmaltiError(N_("up to {most} moves can be foreseen at once"), most=MOST_FORESEEN)
        table, at = self.table, self._looked_at(message, seat)
        if number != table.number or seat not in (choosers(table) if at is table.position else at.actors()):
            return
        game, view = table.game, at.view(seat).state
        legal = set(at.legal_moves(seat))
        known = [move for move in moves if is_number(move) and move in legal]
        foreseen = []
        for n, move in enumerate(known):
            if n and n % AT_ONCE == 0:
                await asyncio.sleep(0)
            foreseen.append([move, seeing.foresees(game, view, seat, move)])
        told = {"type": "foreseen", "number": number, "moves": foreseen}
        await self.connection.send(pack(told) if message.get("packed") is True else told)

    def _why(self, message: Asked) -> None:
        """Why some clicks lead to no move, with the clause."""
        path = message.get("path")
        if not isinstance(path, list) or not all(is_place(step) for step in path):
            raise SmaltiError(N_("a path is a list of places"))
        seat = self._seat(message)
        if reason := why_path(self.table.game, self._looked_at(message, seat).state, seat, tuple(path[:3])):
            raise IllegalMove(reason)

    def _looked_at(self, message: Asked, seat: int) -> Position:
        """The position as it stands, or as it would be after what the own seat prepares."""
        moves = message.get("after")
        if moves is None or seat not in self.table.seats_of(self.connection.person_id):
            return self.table.position
        if not isinstance(moves, list):
            raise SmaltiError(N_("moves are a list of numbers"))
        return ahead(self.table, seat, [self._read_move(move) for move in moves]).position

    def _hint(self, message: Asked) -> None:
        """A hint in stages, worked out aside; only for the own seat that is to choose, where the table allows it."""
        seat, stage = self._own_seat(message), message.get("stage")
        if not self.table.aids.get("hints"):
            raise SmaltiError(N_("this table plays without hints"))
        if not self.table.started or seat not in self.table.position.actors():
            raise SmaltiError(NOTHING_TO_DECIDE)
        if stage not in STAGES:
            raise SmaltiError(N_("a hint has the stages 1 to 3, not {stage}"), stage=show(stage))
        if self.advising is None or self.advising.done():
            self.advising = asyncio.create_task(self._advise(seat, stage))

    async def _advise(self, seat: int, stage: int) -> None:
        """Waits for a worker; what was thought about a position that has changed meanwhile is dropped."""
        number, connection = self.table.number, self.connection
        with suppress(RuntimeError, WebSocketDisconnect, NobodyReads):  # the browser may be gone by now
            try:
                best = await self.workers.hint(self.keeper, seat)
            except SmaltiError as refusal:
                await connection.refuse(None, refusal)
                return
            if self.table.is_current(number, seat):
                await connection.send(hint_message(self.table, seat, best, stage, connection.language))

    def _seat(self, message: Asked) -> int:
        seat = message.get("seat")
        if not is_number(seat) or not 0 <= seat < len(self.table.chairs):
            raise SmaltiError(N_("there is no seat {seat} at this table"), seat=show(seat))
        return seat

    def _own_seat(self, message: Asked) -> int:
        seat = self._seat(message)
        if seat not in self.table.seats_of(self.connection.person_id):
            raise NotYours(NOT_YOURS)
        return seat


WORK = {
    "move": Requests._move,
    "foresee": Requests._foresee,
    "undo": Requests._undo,
    "add": Requests._add,
    "thinks": Requests._thinks,
    "thought": Requests._thought,
}
"""What takes its time."""


def is_place(value: object) -> TypeGuard[int]:
    """Whether it can be the number of a place."""
    return is_number(value) and 0 <= value < 1 << 15


def read_message(text: str | None) -> Asked:
    """The JSON object a browser sent, whatever it sent."""
    if text is None:
        raise SmaltiError(N_("the message is not text"))
    if len(text) > LONGEST_MESSAGE:
        raise SmaltiError(N_("the message is too long"))
    try:
        message = READER.decode(text)
        if not text.isascii() or "\\u" in text:
            json.dumps(message, ensure_ascii=False).encode()  # half a character cannot be answered
    except (ValueError, RecursionError):
        raise SmaltiError(N_("the message is not JSON")) from None
    if not isinstance(message, dict):
        raise SmaltiError(N_("the message is not a JSON object"))
    return message


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


READER = json.JSONDecoder(parse_constant=_no_constant)
"""Without what Python reads beyond JSON."""
