"""Tells people what happens while they are away: looks what is due, whether it still is, and sends it until it arrives.

Whatever another part of the server wants to tell goes the same way: `put_notices(connection, [notice(...)])` in the
transaction of what it tells of, and `Outbox.withdraw(about)` when there is nothing to it any more. `kind` is "invited"
or "round", `about` a table or a name of its own (up to 64 letters), `words` a title and a body marked with `N_`; `{by}`
in them is the name of `by_id`. Facts go to `gaps`; names of people never do: they would outlive their account.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.server.club.outside import FAILED, Answer
from smalti.server.club.reaching import REMINDERS, Setting, Told, Wishes, id_of, next_try_s, reminder_times, worded
from smalti.server.club.sending import Sender
from smalti.server.operation import clock
from smalti.server.store.outbox import ASKED, Outbox, notice
from smalti.server.store.reaching import Reaches
from smalti.server.store.store import Store
from smalti.server.store.waiting import Circumstances, Waiting, number_of
from smalti.server.table.changes import Row

log = logging.getLogger(__name__)

TICK_S = 1.0
PATIENCE_S = 60.0
"""So long a server has to send what it took, which is longer than all that it waits for; then another one does."""
AT_ONCE = 32
SELDOM = timedelta(minutes=5)
"""How often it is looked at every turn, for digests, and for what can be forgotten."""
KEPT_S = 3 * 24 * 3600
"""For so long a push service keeps a notice for a browser that is off, unless time runs out before."""
REMIND_LATER = timedelta(seconds=60)
"""A reminder waits so long for somebody who has the table before their eyes: their page says so every 20 seconds."""
MOST_ASKED_S = 3600
"""For so long the other side may ask to be left alone."""
DIGEST = "digest"
TURNS = ("turn", *REMINDERS)

Glances = Callable[[], Mapping[tuple[str, str], datetime]]
"""Who has seen which table when, since it was last asked."""


@dataclass
class Notices:
    """One for each server; what one has taken the others leave alone."""

    store: Store
    sender: Sender
    glances: Glances = field(default=dict)
    delay: timedelta = timedelta(seconds=20)
    """Who is at the table sees it before anybody is told."""
    looked: datetime | None = None
    """When it was last looked at everything."""
    until: datetime | None = None
    """What came before was looked at and written down."""

    def __post_init__(self) -> None:
        self.outbox, self.reaches, self.waiting = Outbox(self.store), Reaches(self.store), Waiting(self.store)

    async def keep(self) -> None:
        """For ever."""
        if not self.store.has_news:
            await carefully(self.outbox.release())
        while True:
            await carefully(self.go_round(clock.now()))
            await asyncio.sleep(TICK_S)

    async def go_round(self, now: datetime) -> None:
        """Everything that is to be done at a moment."""
        if glances := self.glances():
            await self.outbox.look(glances)
        if self.looked is None or now - self.looked >= SELDOM:
            self.looked, self.until = now, None
            await self._find_digests(now)
            await self.outbox.clean(now)
            await self.reaches.clean()
        await self._find(now)
        while claimed := await self.outbox.claim(now, PATIENCE_S, AT_ONCE):
            known = await self.waiting.look_into(claimed)
            await asyncio.gather(*(carefully(self._send(one, known, now)) for one in claimed))

    # What is to be told

    async def _find(self, now: datetime) -> None:
        """Turns that have waited a while, and games that have ended; nothing while nobody can be told."""
        before = now - self.delay
        if await self.waiting.anybody():
            told = [one for turn in await self.waiting.turns(self.until, before) for one in of_turn(turn, now)]
            for end in await self.waiting.ends(self.until, before):
                path = f"/table/{end['table_id']}"
                told.append(notice(end["person_id"], "over", end["table_id"], 0, path, end["ended"]))
            await self.outbox.tell(told)
        self.until = before

    async def _find_digests(self, now: datetime) -> None:
        """Whoever has unseen turns and begins their day."""
        told = []
        for one in await self.waiting.sleepers():
            day = Wishes.read(one["notices"]).digest_day(now, max(one["since"], one["created"]))
            if day is not None:
                told.append(notice(one["person_id"], DIGEST, DIGEST, day, "/my-games", now))
        await self.outbox.tell(told)

    # Sending

    async def _send(self, row: Row, known: Circumstances, now: datetime) -> None:
        """One notice to everywhere where it is wanted and has not arrived yet."""
        if await self._is_put_off(row, known, now):
            return
        places = wanted(row, known)
        setting = await self._setting(row, known, now) if places else None
        places = places if setting else []
        answers = await asyncio.gather(*(self._send_to(one, row, setting or Setting(), now) for one in places))
        by_id = {place["id"]: answer for place, answer in zip(places, answers, strict=True)}
        left = {one: 1 for one, answer in by_id.items() if not answer.is_taken and not answer.is_gone}
        again = [place["id"] for place in places if place["failed"] and by_id[place["id"]].is_taken]
        await self.reaches.answered(again, left, [one for one in by_id if by_id[one].is_gone])
        wait_s = next_try_s(row["tried"])
        if not left or wait_s is None:
            await self.outbox.settle(row, done=now, left=left or None)
            return
        asked_s = min(max(by_id[one].wait_s for one in left), MOST_ASKED_S)
        await self.outbox.settle(row, left=left, due=now + timedelta(seconds=max(wait_s, asked_s)))

    async def _send_to(self, place: Row, row: Row, setting: Setting, now: datetime) -> Answer:
        title, body = worded(place["language"], row["kind"], setting, row["words"])
        known = id_of(row["person_id"], row["kind"], row["about"], row["number"])
        told = Told(known, row["kind"], row["about"], title, body, row["path"], place["language"])
        lasts_s = min(KEPT_S, int(setting.left.total_seconds())) if setting.left else KEPT_S
        return await self.sender.send(place, told, lasts_s, now)

    async def _setting(self, row: Row, known: Circumstances, now: datetime) -> Setting | None:
        """What a notice speaks of; None if somebody has seen it, or if it is so no longer."""
        kind, person_id, table = row["kind"], row["person_id"], row["about"]
        if kind == DIGEST:
            unseen = await self.waiting.unseen(person_id)
            described = await self.waiting.describe(unseen)
            found = [at_table(person_id, described[one]) for one in unseen]
            return Setting(waiting=tuple((one.game, one.others) for one in found)) if found else None
        if table.startswith(ASKED):
            return await self._asked(row, table.removeprefix(ASKED))
        if known.has_seen(row):
            return None
        if kind not in (*TURNS, "over"):
            return Setting(by=await self.waiting.name_of(row["by_id"]))
        setting = at_table(person_id, known.tables[table])
        if kind == "over":
            return setting
        turn = known.turn(row)
        return replace(setting, left=turn["due"] and turn["due"] - now) if turn else None

    async def _asked(self, row: Row, table_id: str) -> Setting | None:
        """Somebody keeps a seat for somebody, if that has not been answered yet."""
        if not await self.waiting.is_asked(row["person_id"], table_id):
            return None
        described = await self.waiting.describe([table_id])
        by = await self.waiting.name_of(row["by_id"])
        return replace(at_table(row["person_id"], described[table_id]), by=by)

    async def _is_put_off(self, row: Row, known: Circumstances, now: datetime) -> bool:
        """Whether days off have come between somebody and a reminder."""
        turn = known.turn(row) if row["kind"] in REMINDERS else None
        moment = turn and reminder_times(turn["since"], turn["due"]).get(row["kind"])
        if not moment or moment <= now:
            return False
        await self.outbox.settle(row, since=moment, due=moment + REMIND_LATER, tried=0)
        return True

    async def try_out(self, place: Row, title: str, body: str) -> Answer:
        """Something to see whether it arrives."""
        if not place["confirmed"]:
            return FAILED
        now = clock.now()
        told = Told(id_of(place["id"], "test", "", int(now.timestamp())), "test", "test", title, body, "/account")
        answer = await self.sender.send(place, told, 60, now)
        if answer.is_gone:
            await self.reaches.drop(place["person_id"], place["id"])
        return answer


def wanted(row: Row, known: Circumstances) -> list[Row]:
    """Where somebody wants to be told of this, but for those places that have it already."""
    wishes = Wishes.read(known.wishes.get(row["person_id"]))
    places = [one for one in known.places[row["person_id"]] if wishes.want(row["kind"], one["way"])]
    return [one for one in places if row["left"] is None or one["id"] in row["left"]]


def at_table(person_id: str, row: Row) -> Setting:
    """A table as a notice about it calls it."""
    game = GAMES[row["game"]].title if row["game"] in GAMES else row["game"]
    others = tuple(one["name"] for one in row["seats"] if one["person_id"] != person_id)
    names, scores = [one["name"] for one in row["seats"]], row["scores"] or ()
    return Setting(game, others, tuple((names[n], points, n in row["winners"]) for n, points in enumerate(scores)))


def of_turn(turn: Row, now: datetime) -> Iterator[Row]:
    """What somebody is told of their turn, now and later; of one that was there before they asked, only later."""
    who, table, number = turn["person_id"], turn["table_id"], number_of(turn["since"])
    path = f"/table/{table}"
    yield notice(who, "turn", table, number, path, turn["since"], done=now if turn["since"] < turn["created"] else None)
    for kind, moment in reminder_times(turn["since"], turn["due"]).items():
        yield notice(who, kind, table, number, path, moment, due=moment + REMIND_LATER)


async def carefully(work: Awaitable[None]) -> None:
    """What fails now is tried again soon."""
    try:
        await work
    except SmaltiError as error:
        log.warning("notices wait: %s", error)
    except Exception:  # one notice that cannot be sent must not keep the others waiting
        log.exception("notices wait")
