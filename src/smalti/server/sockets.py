"""One browser at one table: what it sends is checked, what it is sent is stored already."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.words import LANGUAGES
from smalti.server.table import Table, hidden_events
from smalti.server.wire import Message, table_message

LONGEST_MESSAGE = 4_000
LONGEST_ID = 64


@dataclass(eq=False)
class Socket:
    """A listener at a table. Changes that come faster than the browser takes them are told once."""

    web: WebSocket
    table: Table
    person_id: str | None
    language: str
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self, table: Table) -> None:  # noqa: ARG002 - a socket listens to one table only
        """The table has changed."""
        self.news.set()

    async def serve(self) -> None:
        """Talks until the browser goes away."""
        self.table.listeners.add(self)
        self.news.set()
        telling = asyncio.create_task(self._tell())
        try:
            while True:
                await self._receive(await self.web.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            self.table.listeners.discard(self)
            telling.cancel()

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            await self.send(table_message(self.table, self.person_id, self.language))

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
            await self._refuse(move_id, str(refusal), None)

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
            case "undo":
                await self.table.undo(self.person_id or "", self._seat(message))
            case "language" if message.get("language") in LANGUAGES:
                self.language = message["language"]
                self.news.set()
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
            self.news.set()
            raise SmaltiError("the table has changed since; here is how it stands now")
        await self.table.play(self.person_id, seat, move, move_id)

    async def _why(self, message: dict[str, Any]) -> None:
        """Why some clicks lead to no move, with the clause."""
        path = message.get("path")
        if not isinstance(path, list) or not all(isinstance(step, str) for step in path):
            raise SmaltiError("a path is a list of element ids")
        seat = self._seat(message)
        reason = self.table.game.why_path(self.table.match.position.view(seat).state, seat, tuple(path[:8]))
        if reason:
            raise IllegalMove(reason)

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
