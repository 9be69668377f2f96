"""Everybody who looks at one table: who is there, and what each distinct pair of eyes is told, written once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from smalti.kernel.state import State
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation import clock
from smalti.server.store.store import StoreError
from smalti.server.store.talking import Talking
from smalti.server.table.table import Table
from smalti.server.table.together import APART, Together
from smalti.server.wire import seeing
from smalti.server.wire.elsewhere import NOBODY, Abroad, Elsewhere
from smalti.server.wire.messages import (
    Common,
    Message,
    Presence,
    choice_message,
    common_of,
    earned,
    eyes_of,
    head_message,
    log_message,
    people_message,
    preparing_message,
    write,
)
from smalti.server.wire.onlooker import ALL_TALK, NEW_TALK, Onlooker
from smalti.server.wire.seeing import Flat
from smalti.server.wire.talking import Conversation

PEOPLE_S = 1.0
"""Who comes and goes is told once in so long at most, and only if that is seen."""
MOST_GLANCES = 10_000
"""So many are remembered until somebody asks for them; where nobody is told anything elsewhere, nobody ever does."""
MOST_SCORES = 8
"""Of so many pairs of eyes and numbers it is remembered which scores they were sent."""


class Sent(NamedTuple):
    """The table as a connection was last sent it: what a message with only the changes builds on."""

    number: int
    length: int
    """Of the log."""
    course: int
    """Of the game: another one after something was taken back."""
    eyes: int
    language: str


class Earned(NamedTuple):
    """How the score of each seat comes about."""

    rows: dict[str, Flat]
    marks: tuple[int, ...]
    """A hash for each seat, by which it is known later whether it is otherwise."""


@dataclass(eq=False)
class Audience:
    """The connections to one table. It listens to the keeper for all of them."""

    keeper: Keeper
    store: InitVar[Talking | None] = None
    talking: Talking = field(init=False)
    """What is said here, as it is stored."""
    onlookers: set[Onlooker] = field(default_factory=set)
    awake: list[Onlooker] = field(default_factory=list)
    """Who has something to be told in the next moment."""
    here: Counter[str | None] = field(default_factory=Counter)
    """How many connections each person has to the table."""
    texts: dict[tuple[Sent | None, str, str | None], tuple[str, Sent]] = field(default_factory=dict)
    """What was written about the table as it stands, for a person with a seat, or once for all spectators."""
    written: int = 0
    """How many messages were made about the table."""
    scores: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """[number, eyes]: a hash for each seat of how its score comes about."""
    common: Common | None = None
    earned: dict[bytes, Earned] = field(default_factory=dict)
    """How the scores of the table as it stands come about, for all who see the same of it."""
    people: str | None = None
    """Who is there, as it was written."""
    shown: Presence = NOBODY
    """Who is there, as everybody was told."""
    own: Presence = NOBODY
    """Who is there through this server."""
    abroad: Abroad = field(default_factory=Abroad)
    """Who is there through others."""
    others: Elsewhere | None = None
    told: float = -PEOPLE_S
    gathering: asyncio.TimerHandle | None = None
    arrived: float | None = None
    """When the move came in that is about to change the table."""
    since: float | None = None
    """When the one came in that everybody is just told of."""
    stuck: int | None = None
    """The seat of a bot that was stopped, as it was told."""
    together: Together = APART
    """Who leads, as it was told."""
    glances: dict[tuple[str, str], datetime] = field(default_factory=dict)
    """Who had which table before their eyes when, of all tables, until somebody asks for it."""
    reading: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self, store: Talking | None) -> None:
        self.together = self.keeper.together
        self.talking = store or Talking(self.keeper.store)

    @property
    def table(self) -> Table:
        """The table that they look at."""
        return self.keeper.table

    # Who is there

    def join(self, onlooker: Onlooker) -> None:
        """Somebody comes."""
        if not self.onlookers:
            self.keeper.add_listener(self)
        self.onlookers.add(onlooker)
        self.here[onlooker.person_id] += 1
        self.came_or_left()

    def leave(self, onlooker: Onlooker) -> None:
        """Somebody goes; with the last one nobody listens any more."""
        self.onlookers.discard(onlooker)
        self.here[onlooker.person_id] -= 1
        if not self.here[onlooker.person_id]:
            del self.here[onlooker.person_id]
        if not self.onlookers:
            self.keeper.listeners.discard(self)
        self.came_or_left()

    def came_or_left(self, *, at_once: bool = False) -> None:
        """Tells at once at a quiet table, else as soon as the last telling is long enough ago."""
        loop = asyncio.get_running_loop()
        if self.gathering is None:
            if at_once or (left := self.told + PEOPLE_S - loop.time()) <= 0:
                self._tell_people()
            else:
                self.gathering = loop.call_later(left, self._tell_people)

    def _tell_people(self) -> None:
        self.gathering, self.told = None, asyncio.get_running_loop().time()
        if self._look_around():
            self._wake(people=True)

    def _look_around(self) -> bool:
        """Who looks at the table now; whether that is otherwise than it was shown."""
        seated = {chair.person_id for chair in self.table.chairs if chair.person_id}
        here = frozenset(person for person in seated if self.here[person])
        own = Presence(here, len(self.onlookers) - sum(self.here[one] for one in here))
        if self.own != own:
            self.own = own
            if self.others:
                self.others.changed(self)
        before, self.shown = self.shown, self.abroad.added_to(own, seated)
        if self.shown != before:
            self._forget()
        return self.shown != before

    def saw(self, person_id: str | None, number: object) -> None:
        """Somebody at the table has it before their eyes as it stands."""
        if person_id and number == self.table.number and self.table.seats_of(person_id):
            self.glances[person_id, self.table.id] = clock.now()
            if len(self.glances) > MOST_GLANCES:
                del self.glances[next(iter(self.glances))]

    # What is said

    @cached_property
    def conversation(self) -> Conversation:
        """What was said here lately, from when somebody first wants to hear it."""
        return Conversation(self.talking, self.keeper.id, lambda: self.wake_for_talk(NEW_TALK))

    def hear(self, person_id: str = "") -> None:
        """Something was said here, or it is otherwise with what a person may say or wants to hear."""
        if person_id:
            self.wake_for_talk(ALL_TALK, person_id)
        elif "conversation" in vars(self):
            task = asyncio.create_task(self._read_talk())
            self.reading.add(task)
            task.add_done_callback(self.reading.discard)

    async def _read_talk(self) -> None:
        with suppress(StoreError):  # with the next line, or when the database is back
            await self.conversation.read()

    def wake_for_talk(self, due: int, person_id: str = "") -> None:
        """There is something to hear, for everybody or for one person."""
        for onlooker in self.onlookers:
            if not person_id or onlooker.person_id == person_id:
                onlooker.wake(talk=due)

    # What the keeper tells

    def changed(self, keeper: Keeper) -> None:  # noqa: ARG002 - it listens to one keeper only
        """The table has changed."""
        self._look_around()
        self._forget()
        self.since, self.arrived = self.arrived, None
        self._wake(table=True)

    def progressed(self, keeper: Keeper) -> None:  # noqa: ARG002 - the same
        """The compiler has made another step; or a bot was stopped, which the table says; or somebody leads."""
        if self.together != self.keeper.together:
            self.together = self.keeper.together
            self._wake(together=True)
            return
        self._forget()
        self._wake(progress=True, table=self.stuck != self.keeper.stuck_seat)
        self.stuck = self.keeper.stuck_seat

    def seen(self, keeper: Keeper) -> None:
        """Whoever has come is told by itself."""

    def _forget(self) -> None:
        """What was written is no longer so."""
        self.texts.clear()
        self.earned.clear()
        self.people = self.common = None

    def _wake(
        self, *, table: bool = False, people: bool = False, progress: bool = False, together: bool = False
    ) -> None:
        for onlooker in self.onlookers:
            onlooker.wake(table=table, people=people, progress=progress, together=together)
        if table:
            asyncio.get_running_loop().call_soon(self._let_go)  # by then everybody who keeps up has taken theirs

    def rouse(self, onlooker: Onlooker) -> None:
        """Lets somebody be told in the next moment: all by one call, for a task costs more than to send something."""
        if not self.awake:
            asyncio.get_running_loop().call_soon(self._tell)
        self.awake.append(onlooker)

    def _tell(self) -> None:
        awake, self.awake = self.awake, []
        for onlooker in awake:
            onlooker.tell()

    def _let_go(self) -> None:
        """Nobody asks again for what a person with a seat was told; whoever comes to look on wants the whole."""
        for key in [key for key in self.texts if key[0] or key[2]]:
            del self.texts[key]
        self.earned.clear()
        self.common = self.since = None

    # What is told

    def table_text(self, person_id: str | None, language: str, sent: Sent | None) -> tuple[str, Sent]:
        """The table for one person: what changed since it was sent, or the whole of it."""
        if self.common is None:
            self.common = common_of(self.table, self.shown, self.keeper.preparing, self.keeper.stuck_seat)
        key = sent, language, person_id if person_id in self.common.sitting else None
        if key not in self.texts:
            self.texts[key] = self._write(self.common, *key)
        return self.texts[key]

    def _write(self, common: Common, sent: Sent | None, language: str, person_id: str | None) -> tuple[str, Sent]:
        table = self.table
        eyes = eyes_of(table, person_id, common.actors)
        now = Sent(table.number, len(table.match.log), table.course, eyes, language)
        since = sent if sent and sent[2:] == now[2:] else None
        self.written += 1
        return write(self._message(common, person_id, since, now)), now

    def _message(self, common: Common, person_id: str | None, since: Sent | None, now: Sent) -> Message:
        table, eyes = self.table, now.eyes
        view = table.position.view(eyes).state
        if since is None:
            kind: Message = {"type": "table", "whole": True, "pieces": seeing.pieces(table.game, view, eyes)}
        else:
            kind = {"type": "table", "whole": False, "from": since.number}
        return {
            **kind,
            **head_message(table, common, person_id, eyes, now.language),
            **choice_message(table, common, eyes, view),
            "earns": self._earned(view, since, now),
            **log_message(table, eyes, since.length if since else 0, now.language),
        }

    def _earned(self, view: State, since: Sent | None, now: Sent) -> Message:
        """The scores that are not as they were sent."""
        seen = view.tobytes()
        if seen not in self.earned:
            rows = earned(self.table.game, view)
            self.earned[seen] = Earned(rows, tuple([hash(tuple(one)) for one in rows.values()]))
        rows, marks = self.earned[seen]
        before = self.scores.get((since.number, since.eyes)) if since else None
        self.scores[now.number, now.eyes] = marks
        while len(self.scores) > MOST_SCORES:
            del self.scores[next(iter(self.scores))]
        if before is None:
            return rows
        return {seat: one for (seat, one), old, new in zip(rows.items(), before, marks, strict=True) if old != new}

    def people_text(self) -> str:
        """Who is there, written once for everybody."""
        if self.people is None:
            self.people = write(people_message(self.table, self.shown))
        return self.people

    def progress_text(self) -> str:
        """How far the compiler is."""
        return write(preparing_message(self.keeper))


class Audiences:
    """The audience of every table that somebody looks at."""

    def __init__(self, talking: Talking | None = None) -> None:
        self.talking = talking
        self.open: dict[str, Audience] = {}
        self.others: Elsewhere | None = None
        self.gone = 0
        """How many messages were made for audiences that have left."""
        self.glances: dict[tuple[str, str], datetime] = {}

    def take_glances(self) -> dict[tuple[str, str], datetime]:
        """Who has seen which table when, since it was last asked."""
        taken = dict(self.glances)
        self.glances.clear()
        return taken

    @property
    def written(self) -> int:
        """How many messages about tables were made, each for everybody who sees the same."""
        return self.gone + sum(audience.written for audience in self.open.values())

    def of(self, keeper: Keeper) -> Audience:
        """The audience of a table."""
        found = self.open.get(keeper.id)
        if found is None or found.keeper is not keeper:
            found = Audience(keeper, self.talking, glances=self.glances, others=self.others)
            self.open[keeper.id] = found
            if self.others:
                self.others.opened(keeper.id)
        return found

    def heard(self, table_id: str, person_id: str) -> None:
        """Somebody talked at a table, or something concerns a person; if neither is named, both may be anywhere."""
        if table_id:
            if audience := self.open.get(table_id):
                audience.hear()
            return
        for audience in list(self.open.values()):
            audience.hear(person_id)
            if not person_id:
                audience.wake_for_talk(ALL_TALK)

    async def keep(self, limit_s: float) -> None:
        """Lets connections go that nobody reads, for ever."""
        while limit_s:
            await asyncio.sleep(limit_s / 4)
            now = time.monotonic()
            for audience in list(self.open.values()):
                for onlooker in list(audience.onlookers):
                    onlooker.look_after(now, limit_s)

    def people(self) -> set[str]:
        """Everybody who looks at a table."""
        return {person for audience in self.open.values() for person in audience.here if person}

    def send_away(self, person_id: str) -> None:
        """Somebody has signed out: their connections end."""
        for audience in list(self.open.values()):
            for onlooker in [one for one in audience.onlookers if one.person_id == person_id]:
                onlooker.send_away()

    def forget(self, audience: Audience) -> None:
        """Nobody looks at it any more."""
        if not audience.onlookers and self.open.get(audience.keeper.id) is audience:
            del self.open[audience.keeper.id]
            self.gone += audience.written
