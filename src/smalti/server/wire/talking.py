"""Talk at a table over the wire: one conversation for all who look, and one voice for each connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from smalti.kernel.entry import is_number
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import say
from smalti.server.club import talk
from smalti.server.club.talk_words import WORDS
from smalti.server.keeping.ids import is_id
from smalti.server.operation.limits import Counts
from smalti.server.operation.metrics import Metrics
from smalti.server.store.store import StoreError
from smalti.server.store.talking import EVERYWHERE, TALKATIVE, Talking
from smalti.server.table.changes import Row
from smalti.server.table.refusals import NotYours

if TYPE_CHECKING:
    from smalti.server.wire.audience import Audience

LAST = 50
"""So many lines somebody who comes is told; older ones are asked for."""
SPOKEN = ("talk", "say", "mute", "unmute", "report")


class Speaker(Protocol):
    """What a voice needs of its connection."""

    audience: Audience
    person_id: str | None
    language: str
    counts: Counts
    metrics: Metrics

    async def send(self, message: dict[str, Any]) -> None:
        """One message."""

    def count(self, kind: str, words: str) -> None:
        """One more of a kind; raises TooMuch beyond the limit."""


class Conversation:
    """The last lines of one table as this process knows them; read once for everybody who hears it."""

    def __init__(self, talking: Talking, table_id: str, tell: Callable[[], None]) -> None:
        self.talking, self.table_id, self.tell = talking, table_id, tell
        self.lines: dict[int, Row] = {}
        self.more = False
        """Whether there are older lines."""
        self.change = 0
        """Grows with everything that is new."""
        self.changed: dict[int, int] = {}
        """With which change each line came, or became otherwise."""
        self.turn = asyncio.Lock()

    async def read(self) -> None:
        """Looks what is stored; whoever hears it is told what is new."""
        async with self.turn:
            found, more = await self.talking.lines(self.table_id, LAST)
            lines = {row["number"]: row for row in found}
            fresh = [number for number, row in lines.items() if self.lines.get(number) != row]
            self.lines, self.more = lines, more
            if fresh:
                self.change += 1
                self.changed |= dict.fromkeys(fresh, self.change)
        if fresh:
            self.tell()


class Voice:
    """What one connection hears of the talk at its table, and what it says."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.heard: int | None = None
        """Up to which change it was told; None: it does not want to hear."""
        self.muted: dict[str, Row] = {}
        self.blocked: set[str] = set()

    @property
    def audience(self) -> Audience:
        """With whom it hears."""
        return self.speaker.audience

    @property
    def talking(self) -> Talking:
        """What is stored."""
        return self.audience.talking

    async def carry_out(self, message: dict[str, Any]) -> None:
        """One thing that was asked."""
        if not talk.talks(self.audience.table):
            raise NotYours(talk.NO_TALK)
        match message["type"]:
            case "talk" if is_number(before := message.get("before")):
                await self._older(before)
            case "talk":
                await self._open(wanted=message.get("on") is not False)
            case "say":
                await self._say(message)
            case "report":
                await self._report(message)
            case kind:
                await self._mute(message, on=kind == "mute")

    # Hearing

    async def _open(self, *, wanted: bool) -> None:
        """From now on this connection hears what is said, or no more."""
        if not wanted:
            self.heard = None
            await self.speaker.send(await self._whole([], words=True))
            return
        conversation = self.audience.conversation
        await conversation.read()
        self.heard = 0
        await self._tell_whole(words=True)

    async def tell(self, *, whole: bool) -> None:
        """What is new, or everything again, to a connection that wants to hear."""
        if self.heard is None:
            return
        if whole:
            with suppress(StoreError):  # it is told when the database is back
                await self._tell_whole()
            return
        now, changed = self.audience.conversation, self.audience.conversation.changed
        due = [row for number, row in now.lines.items() if changed[number] > (self.heard or 0)]
        self.heard = now.change
        if shown := self._shown(due):
            await self.speaker.send({"type": "talk", "whole": False, "lines": shown})

    async def _tell_whole(self, *, words: bool = False) -> None:
        person_id, now = self.speaker.person_id, self.audience.conversation
        if person_id:
            self.muted = await self.talking.muted_by(person_id, now.table_id)
            self.blocked = await self.talking.blocked_by(person_id)
        self.heard = now.change
        await self.speaker.send(await self._whole(self._shown(now.lines.values()), words=words, more=now.more))

    async def _whole(self, lines: list[Row], *, words: bool = False, more: bool = False) -> dict[str, Any]:
        language, table_id = self.speaker.language, self.audience.keeper.id
        refusal = await self._why_silent()
        message: dict[str, Any] = {
            "type": "talk",
            "whole": True,
            "on": self.heard is not None,
            "lines": lines,
            "more": more,
            "silent": refusal.say(language) if refusal else "",
            "muted": [row | {"who": talk.who(table_id, one)} for one, row in self.muted.items()],
        }
        return message | {"words": words_in(language)} if words else message

    async def _why_silent(self) -> SmaltiError | None:
        person_id = self.speaker.person_id
        refusal = talk.why_silent(self.audience.table, person_id)
        return refusal or (await self.talking.silence_of(person_id) if person_id else None)

    async def _older(self, before: int) -> None:
        found, more = await self.talking.lines(self.audience.keeper.id, LAST, max(0, min(before, 2**31 - 1)))
        await self.speaker.send({"type": "talk", "whole": False, "lines": self._shown(found), "more": more})

    def _shown(self, lines: Iterable[Row]) -> list[Row]:
        """What this connection is told of some lines: nothing of those it does not want to hear."""
        reader, unheard = self.speaker.person_id, self.muted.keys() | self.blocked
        return [talk.told(row, reader) for row in lines if row["person_id"] not in unheard]

    # Saying

    async def _say(self, message: dict[str, Any]) -> None:
        person_id, said_id = self.speaker.person_id, message.get("id")
        if not is_id(said_id):
            raise SmaltiError(talk.NO_ID)
        said = talk.read_said(self.audience.table, person_id, await self._name(), message)
        assert person_id is not None
        self.speaker.count("line", TALKATIVE)
        most = self.speaker.counts.limits.person_lines
        await self.talking.say(self.audience.keeper.id, person_id, said_id, said, most)
        self.speaker.metrics.lines.inc()

    async def _name(self) -> str:
        """How somebody who looks on calls themselves."""
        table, person_id = self.audience.table, self.speaker.person_id
        if person_id is None or table.seats_of(person_id):
            return ""
        known = await self.talking.store.person(person_id)
        if known is None:
            raise NotYours(talk.NOBODY)
        return str(known["name"])

    async def _known(self) -> str:
        """Who this is; somebody who has been here before."""
        person_id = self.speaker.person_id
        if person_id is None or await self.talking.store.person(person_id) is None:
            raise NotYours(talk.NOBODY)
        return person_id

    async def _mute(self, message: dict[str, Any], *, on: bool) -> None:
        """Somebody is not to be heard any more, or again; they are not told."""
        person_id, table = await self._known(), self.audience.table
        here = await self.talking.speakers(table.id) | talk.people_at(table) | self.muted.keys()
        other = next((one for one in here if talk.who(table.id, one) == message.get("who")), None)
        if other is None or other == person_id:
            raise SmaltiError(talk.NO_PERSON)
        if on:
            at = EVERYWHERE if message.get("ever") is True else table.id
            await self.talking.mute(person_id, other, at)
        else:
            await self.talking.unmute(person_id, other)

    async def _report(self, message: dict[str, Any]) -> None:
        """Asks the stewards to look at a line."""
        person_id, number, table_id = await self._known(), message.get("number"), self.audience.keeper.id
        reason, text = talk.read_reason(message)
        line = await self.talking.line(table_id, number) if is_number(number) and 0 <= number < 2**31 else None
        if line is None or line["person_id"] is None:
            raise SmaltiError(talk.NO_LINE)
        if line["person_id"] == person_id:
            raise SmaltiError(talk.OWN_LINE)
        self.speaker.count("report", TALKATIVE)
        if await self.talking.report(table_id, line["number"], person_id, reason, text):
            self.speaker.metrics.reports.inc()


def words_in(language: str) -> dict[str, Any]:
    """What the page says about talk; sent with the first answer, so that a page without talk loads none of it."""
    words: dict[str, Any] = {name: say(language, text) for name, text in WORDS.items()}
    signs = {name: say(language, text) for name, text in talk.SIGNS.items()}
    reasons = {name: say(language, text) for name, text in talk.REASONS.items()}
    return words | {"signs": signs, "reasons": reasons}
