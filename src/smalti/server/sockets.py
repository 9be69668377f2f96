"""One browser at one table: what it sends is checked, what it is sent is stored already."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.words import LANGUAGES, N_, catalogue
from smalti.server.advice import advise
from smalti.server.table import NotYours, Table, hidden_events
from smalti.server.wire import Message, eyes, last_message, log_places, packed, people_message, table_message

LONGEST_MESSAGE = 4_000
LONGEST_ID = 64
STALE = N_("the table has changed since; here is how it stands now")
STAGES = (1, 2, 3)
"""A hint says where to look, then the move, then why."""


@dataclass(eq=False)
class Socket:
    """A listener at a table. Changes that come faster than the browser takes them are told once."""

    web: WebSocket
    table: Table
    person_id: str | None
    language: str
    news: asyncio.Event = field(default_factory=asyncio.Event)
    stale: bool = True
    """Whether the table has changed since it was last sent; else the news is only who came or left."""
    advising: asyncio.Task[None] | None = None

    def changed(self, table: Table) -> None:  # noqa: ARG002 - a socket listens to one table only
        """The table has changed."""
        self.stale = True
        self.news.set()

    def _came_or_left(self) -> None:
        """Everybody at the table sees who is there."""
        for other in self.table.listeners:
            if isinstance(other, Socket):
                other.news.set()

    async def serve(self) -> None:
        """Talks until the browser goes away."""
        self.table.listeners.add(self)
        self._came_or_left()
        telling = asyncio.create_task(self._tell())
        try:
            while True:
                await self._receive(await self.web.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            self.table.listeners.discard(self)
            self._came_or_left()
            telling.cancel()

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if not self.stale:
                await self.send(people_message(self.table))
                continue
            self.stale = False
            await self.send(packed(table_message(self.table, self.person_id, self.language)))
            await asyncio.sleep(0)
            await self.send(last_message(self.table, self.person_id))

    async def send(self, message: Message) -> None:
        """One message, as compact as it goes."""
        await self.web.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def _receive(self, text: str) -> None:
        move_id = None
        try:
            message = read_message(text)
            move_id = message.get("id")
            await self._carry_out(message)
            if move_id is not None:
                await self.send({"type": "done", "id": move_id})
        except IllegalMove as refusal:
            await self._refuse(move_id, refusal.reason.say(self.language), refusal.reason.clause)
        except SmaltiError as refusal:
            await self._refuse(move_id, catalogue(self.language).gettext(str(refusal)), None)

    async def _refuse(self, move_id: object, words: str, clause: str | None) -> None:
        known = move_id if isinstance(move_id, str) else None
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
            case "language" if message.get("language") in LANGUAGES:
                self.language = message["language"]
                self.changed(self.table)
            case "ping":
                await self.send({"type": "pong"})
            case other:
                raise SmaltiError(f"{show(other)} is nothing that can be asked here")

    async def _move(self, message: dict[str, Any]) -> None:
        move, move_id, number = message.get("move"), message.get("id"), message.get("number")
        if not is_number(move) or not 0 <= move < self.table.game.action_count:
            raise SmaltiError(f"{show(move)} is no move of {self.table.game.title}")
        if not isinstance(move_id, str) or not 0 < len(move_id) <= LONGEST_ID:
            raise SmaltiError("a move needs an id of its own")
        if move_id in self.table.done:
            return
        seat = self._seat(message)
        unseen = len(hidden_events(self.table.match, seat))  # what others chose at the same time changes nothing
        if not is_number(number) or not 0 <= self.table.number - number <= unseen:
            self.changed(self.table)
            raise SmaltiError(STALE)
        await self.table.play(self.person_id, seat, move, move_id)

    async def _undo(self, message: dict[str, Any]) -> None:
        """Takes back; one that was sent again after a gap has been answered by the table itself."""
        number = message.get("number", self.table.number)
        if number != self.table.number:
            self.changed(self.table)
            raise SmaltiError(STALE)
        await self.table.undo(self.person_id or "", self._seat(message))

    async def _why(self, message: dict[str, Any]) -> None:
        """Why some clicks lead to no move, with the clause."""
        path = message.get("path")
        if not isinstance(path, list) or not all(isinstance(step, str) for step in path):
            raise SmaltiError("a path is a list of element ids")
        seat = self._seat(message)
        reason = self.table.game.why_path(self.table.match.position.view(seat).state, seat, tuple(path[:8]))
        if reason:
            raise IllegalMove(reason)

    async def _where(self, message: dict[str, Any]) -> None:
        """The places of a line of the log."""
        ply = message.get("ply")
        if not is_number(ply) or not 1 <= ply <= len(self.table.match.log):
            raise SmaltiError(f"the log has no line {show(ply)}")
        places = log_places(self.table, ply - 1, eyes(self.table, self.person_id))
        await self.send({"type": "where", "ply": ply, "places": places})

    def _hint(self, message: dict[str, Any]) -> None:
        """A hint in stages, worked out aside; only for the own seat that is to choose, where the table allows it."""
        seat, stage = self._seat(message), message.get("stage")
        if seat not in self.table.seats_of(self.person_id):
            raise NotYours("this seat is not yours")
        if not self.table.aids.get("hints"):
            raise SmaltiError(N_("this table plays without hints"))
        if not self.table.started or seat not in self.table.match.position.actors():
            raise SmaltiError(N_("there is nothing to decide now"))
        if stage not in STAGES:
            raise SmaltiError(f"a hint has the stages 1 to 3, not {show(stage)}")
        if self.advising is None or self.advising.done():
            self.advising = asyncio.create_task(self._advise(seat, stage))

    async def _advise(self, seat: int, stage: int) -> None:
        position, number, language = self.table.match.position, self.table.number, self.language
        move, words = await asyncio.to_thread(advise, position, seat, language)
        scene = self.table.game.scene(position.view(seat).state, seat, language)
        choice = next(choice for choice in scene.choices if choice.move == move)
        hint: Message = {"type": "hint", "number": number, "stage": stage, "places": list(choice.paths[0])}
        if stage > 1:
            hint |= {"move": move, "label": choice.label}
        if stage > 2:
            hint["words"] = words
        with suppress(RuntimeError, WebSocketDisconnect):  # the browser may be gone by now
            await self.send(hint)

    def _seat(self, message: dict[str, Any]) -> int:
        seat = message.get("seat")
        if not is_number(seat) or not 0 <= seat < len(self.table.chairs):
            raise SmaltiError(f"there is no seat {show(seat)} at this table")
        return seat


def read_message(text: str) -> dict[str, Any]:
    """The JSON object a browser sent, whatever it sent."""
    if len(text) > LONGEST_MESSAGE:
        raise SmaltiError("the message is too long")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise SmaltiError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise SmaltiError("the message is not a JSON object")
    return message
