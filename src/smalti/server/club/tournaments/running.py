"""Tournaments that run: entries come and go, rounds are made once and end by themselves, on whichever server."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame, show
from smalti.kernel.words import N_
from smalti.server.club.tournaments.making import new_tables
from smalti.server.club.tournaments.rounds import KINDS, LEAST, MOST, MOST_ROUNDS
from smalti.server.club.tournaments.state import Tournament
from smalti.server.keeping.ids import new_id
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.keeping.setting_up import Person
from smalti.server.operation import clock
from smalti.server.store.store import Conflict, StoreError
from smalti.server.store.tournaments import OPEN, RUNNING, Tournaments
from smalti.server.table.changes import Row
from smalti.server.table.paces import Pace
from smalti.server.table.refusals import NotYours
from smalti.server.table.table import LONGEST_ADDITION

log = logging.getLogger(__name__)

Deed = Literal["absent", "present", "bot", "lose", "withdraw"]
SWEEP_S = 10.0
COME = timedelta(minutes=1)
"""So long those who play by a clock have to come to their table and add to its chance; then it begins."""
FRESH_S = 1.0
"""So old may be what is known of whether a tournament has changed."""
KNOWN_S = 10.0
"""So long a tournament that has not changed is not read again: how long ago something was changes all the same."""
MOST_KNOWN = 16
TRIES = 8
"""So often a round is drawn anew because somebody came or went meanwhile."""
MOST_BOTS = 32
LONGEST_NAME = 60
NO_TOURNAMENT = N_("there is no such tournament")
NOT_HOST = N_("only whoever made this tournament can do that")
BEGUN = N_("this tournament has begun; nobody can join or leave it by now")
FULL = N_("this tournament has no room for more: {most} can take part")
ALREADY = N_("you take part in this tournament already")
TOO_FEW = N_("a tournament needs at least {least}; fill it with bots, or wait for more")
NOT_NOW = N_("this cannot be done at this point of the tournament")
STILL_ON = N_("the round is not over yet")
NO_KIND = N_("a tournament is one of {kinds}, not {kind}")
DUELS = N_("with three or four at a table a bot plays on for whoever has no time left; nobody loses by that alone")
NO_ROUNDS = N_("a tournament has up to {most} rounds")
MANY_BOTS = N_("up to {most} bots can take part")
NO_NAME = N_("a tournament needs a name")


@dataclass(frozen=True)
class Wished:
    """A tournament as somebody wishes it."""

    name: str
    kind: str
    game: str
    seats: int = 2
    rounds: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    auto: bool = True
    listed: bool = True
    bot: str = "novice"
    pace: Pace | None = None

    def check(self) -> None:
        """Refuses what there is not, before anything is stored."""
        if self.kind not in KINDS:
            raise SmaltiError(NO_KIND, kinds=", ".join(KINDS), kind=show(self.kind))
        if self.pace:
            self.pace.check()
            if self.pace.over == "lose" and self.seats != 2:
                raise SmaltiError(DUELS)
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise SmaltiError(NO_ROUNDS, most=MOST_ROUNDS)
        game = find_game(self.game)
        for seats in range(2 if self.kind == "knock_out" else self.seats, self.seats + 1):
            game.facts.check_seats(seats)  # a knock-out has smaller tables too
        game.course.setup(self.seats, self.options)
        find_bot(self.bot)


@dataclass(frozen=True)
class Looked:
    """A tournament as it stood at a mark, and what was written of it for all who look."""

    mark: str
    read: float
    found: Tournament
    played: dict[str, datetime]
    """When something last happened at the tables of the running round."""
    texts: dict[tuple[str, bool], str] = field(default_factory=dict)


@dataclass(eq=False)
class Running:
    """What is done to tournaments. It listens at every table of this process for the end of its game."""

    lobby: Lobby
    marks: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Of tournaments that somebody looks at: when it was asked for, and what it was."""
    known: dict[str, Looked] = field(default_factory=dict)
    """The tournaments that were looked at last."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    ended: set[str] = field(default_factory=set)
    """Tables whose end was followed already."""

    @property
    def kept(self) -> Tournaments:
        """Where they are stored."""
        return Tournaments(self.lobby.store)

    async def load(self, tournament_id: str) -> Tournament:
        """A tournament by id."""
        stored = await self.kept.load(tournament_id) if tournament_id.isprintable() else None
        if stored is None:
            raise UnknownGame(NO_TOURNAMENT)
        return Tournament(stored)

    async def mark(self, tournament_id: str) -> str:
        """Another text whenever a tournament has changed; asked of the database once a second for all who look."""
        then, mark = self.marks.get(tournament_id, (0.0, ""))
        if not tournament_id.isprintable():
            return ""
        if time.monotonic() - then > FRESH_S or not mark:
            self.marks[tournament_id] = time.monotonic(), mark  # whoever comes meanwhile takes the old one
            mark = await self.kept.mark(tournament_id)
            self.marks[tournament_id] = time.monotonic(), mark
            if len(self.marks) > MOST:
                del self.marks[next(iter(self.marks))]
        return mark

    async def look(self, tournament_id: str, *, now: bool = False) -> Looked:
        """A tournament to look at, read once for all who do; `now` for who may have changed it a moment ago."""
        if now:
            self.marks.pop(tournament_id, None)
        mark = await self.mark(tournament_id)
        async with self.reading:
            known = self.known.get(tournament_id)
            if known is None or known.mark != mark or time.monotonic() - known.read > KNOWN_S:
                known = await self._read(tournament_id, mark)
                self.known.pop(tournament_id, None)
                self.known[tournament_id] = known
                if len(self.known) > MOST_KNOWN:
                    del self.known[next(iter(self.known))]
        return known

    async def _read(self, tournament_id: str, mark: str) -> Looked:
        found = await self.load(tournament_id)
        tables = [one for one in (found.tables[-1] if found.row["state"] == RUNNING else []) if one]
        return Looked(mark, time.monotonic(), found, await self.lobby.store.last_played(tables))

    # Before it begins

    async def make(self, wished: Wished, name: str, person: Person) -> str:
        """A new tournament; returns its id."""
        wished.check()
        if not name:
            raise SmaltiError(NO_NAME)
        row = {"id": new_id(), "name": name[:LONGEST_NAME], "host": person.id, "secret": secrets.token_hex(32)}
        more = {one: getattr(wished, one) for one in ("kind", "game", "seats", "rounds", "options", "auto", "listed")}
        bot = find_bot(wished.bot).name
        pace = replace(wished.pace, bot=bot).as_json() if wished.pace else None
        await self.kept.make(row | more | {"bot": bot, "pace": pace})
        return str(row["id"])

    async def join(self, tournament_id: str, person: Person, added: str) -> None:
        """Somebody takes part from now on, once."""
        text = added if added.isascii() and added.isalnum() and len(added) <= LONGEST_ADDITION else ""
        row = {"person_id": person.id, "name": person.name, "bot": None, "added": text}
        try:
            await self._enter(await self.load(tournament_id), [row])
        except Conflict:
            raise SmaltiError(ALREADY) from None

    async def fill(self, tournament: Tournament, bot: str, count: int) -> None:
        """Bots take part."""
        known = find_bot(bot)
        names = [f"{known.title or known.name} {tournament.bots + n}".capitalize() for n in range(1, count + 1)]
        rows = [{"person_id": None, "name": name, "bot": known.name, "added": ""} for name in names]
        await self._enter(tournament, rows)

    async def _enter(self, tournament: Tournament, rows: list[Row]) -> None:
        if tournament.row["state"] != OPEN:
            raise SmaltiError(BEGUN)
        if not await self.kept.enter(tournament.id, rows, MOST, MOST_BOTS):
            now = await self.load(tournament.id)
            if now.row["state"] != OPEN:
                raise SmaltiError(BEGUN)
            if len(now.entries) + len(rows) > MOST:
                raise SmaltiError(FULL, most=MOST)
            raise SmaltiError(MANY_BOTS, most=MOST_BOTS)

    async def delete(self, tournament: Tournament) -> None:
        """It never was."""
        if not await self.kept.delete(tournament.id):
            raise SmaltiError(NOT_NOW)

    # Rounds

    async def begin(self, tournament_id: str) -> None:
        """The first round, or the next one where they do not come by themselves; once, however many ask for it."""
        tournament = await self.load(tournament_id)
        if tournament.row["state"] == OPEN:
            if len(tournament.entries) < LEAST:
                raise SmaltiError(TOO_FEW, least=LEAST)
            await self._make_round(tournament_id, 1)
        elif tournament.row["state"] == RUNNING and tournament.is_round_over:
            await self.advance(tournament_id, wanted=True)
        elif tournament.number != 1:
            raise SmaltiError(STILL_ON if tournament.row["state"] == RUNNING else NOT_NOW)
        else:
            await self._wake(tournament)

    async def _make_round(self, tournament_id: str, number: int) -> None:
        """Draws a round and stores it with its tables, unless somebody else has."""
        for _ in range(TRIES):
            tournament = await self.load(tournament_id)
            if tournament.number >= number or (number > 1 and tournament.row["state"] != RUNNING):
                return
            boards = await asyncio.to_thread(tournament.next_round)
            if not boards:
                await self.kept.finish(tournament_id)
                return
            made, places = new_tables(tournament, number, boards)
            with suppress(Conflict):
                if await self.kept.begin(tournament.row, number, tournament.added, made, places):
                    log.info("tournament %s: round %d has %d tables", tournament_id, number, len(made))
                    break
        await self._wake(tournament)

    async def advance(self, tournament_id: str, *, wanted: bool = False) -> None:
        """Ends a round in which nothing is waited for; then the next one begins, if it is to or is wanted."""
        tournament = await self.load(tournament_id)
        if (tournament.row["pace"] or {}).get("over") == "lose":
            for entry in await self.kept.out_of_time(tournament_id):
                await self._lose(tournament, entry)
            tournament = await self.load(tournament_id)
        while tournament.row["state"] == RUNNING and tournament.is_round_over:
            number = tournament.number
            if tournament.stored.rounds[-1]["over"] is None:
                opened = await self.kept.end_round(tournament_id, number, last=tournament.is_last_round)
                await self.lobby.read_again(opened or ())
            elif tournament.row["auto"] or wanted:
                wanted = False
                await self._make_round(tournament_id, number + 1)
            else:
                break
            tournament = await self.load(tournament_id)
        if tournament.row["state"] == RUNNING:
            await self._wake(tournament)

    async def _wake(self, tournament: Tournament) -> None:
        """Bots that are among themselves play in memory only; a clock runs also for who has not come to begin."""
        for table_id in await self.kept.bots_alone(tournament.id):
            await self.lobby.find(table_id)
        if tournament.row["pace"]:
            for table_id in await self.kept.not_begun(tournament.id, clock.now() - COME):
                await (await self.lobby.find(table_id)).begin()

    # Who does not come

    async def do(self, tournament: Tournament, entry: int, deed: Deed, bot: str = "") -> None:
        """Somebody is away, is back, is stood in for, loses their game, or goes for good."""
        if entry not in tournament.entries:
            raise UnknownGame(N_("there is no entry {number}"), number=entry)
        if tournament.row["state"] == OPEN and deed == "withdraw":
            await self.kept.leave(tournament.id, entry)
            return
        if tournament.row["state"] != RUNNING or not await self._do(tournament, entry, deed, bot):
            raise SmaltiError(NOT_NOW)
        await self.advance(tournament.id)

    async def _do(self, tournament: Tournament, entry: int, deed: Deed, bot: str) -> bool:
        level = find_bot(bot or tournament.row["bot"]).name
        if deed == "lose":
            return await self._lose(tournament, entry)
        if deed == "withdraw" and tournament.row["seats"] == 2:
            await self._lose(tournament, entry)  # no bot wins for who has gone
        elif deed in ("bot", "withdraw"):
            await self._stand_in(tournament, entry, level)
        facts: dict[str, Row] = {
            "absent": {"absent": True},
            "withdraw": {"absent": True},
            "present": {"absent": False} | ({"bot": None} if tournament.entries[entry]["person_id"] else {}),
            "bot": {"absent": False, "bot": level},
        }
        return await self.kept.change_entry(tournament.id, entry, **facts[deed])

    async def _lose(self, tournament: Tournament, entry: int) -> bool:
        """An entry loses its running game, which is over by that."""
        lost = await self.kept.lose(tournament.id, tournament.number, entry)
        place = tournament.place_of(tournament.number, entry) if lost else None
        if place and place["table_id"]:
            await (await self.lobby.find(place["table_id"])).lose(place["seat"])
        return lost

    async def _stand_in(self, tournament: Tournament, entry: int, bot: str) -> None:
        """A bot plays the running game of an entry on."""
        place = tournament.place_of(tournament.number, entry)
        if place and place["table_id"] and not place["scores"]:
            keeper = await self.lobby.find(place["table_id"])
            await keeper.begin()
            await keeper.seat_bot(place["seat"], bot)

    # By itself

    def changed(self, keeper: Keeper) -> None:
        """A game of a tournament may be over, or somebody's time."""
        table = keeper.table
        tournament_id, lost = table.row.get("tournament"), any(turn.late for turn in table.turns.values())
        if tournament_id and (table.position.is_over or lost) and keeper.id not in self.ended:
            self.ended.add(keeper.id)
            self.lobby.spawn(self._follow(tournament_id))

    def progressed(self, keeper: Keeper) -> None:
        """Nothing to do."""

    def seen(self, keeper: Keeper) -> None:
        """Nothing to do."""

    async def _follow(self, tournament_id: str) -> None:
        try:
            await self.advance(tournament_id)
        except SmaltiError as error:
            log.warning("tournament %s waits: %s", tournament_id, error)
        except Exception:  # a fault of one tournament must not keep the others waiting
            log.exception("tournament %s could not be looked after", tournament_id)

    async def keep(self) -> None:
        """For ever: whatever another server left undone when it was killed is done."""
        while True:
            try:
                for tournament_id in await self.kept.running():
                    await self._follow(tournament_id)
            except StoreError as error:
                log.warning("the tournaments wait: %s", error)
            self.ended.clear()
            await asyncio.sleep(SWEEP_S)


def check_host(tournament: Tournament, person_id: str) -> None:
    """Refuses everybody but who made it."""
    if tournament.row["host"] != person_id:
        raise NotYours(NOT_HOST)
