"""All tables of this process: setting one up, joining, finding it again."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame, show
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.words import N_
from smalti.server.logbook import Chair, begin_rows, chance_of, hash_token, hidden_events, new_id, write_event
from smalti.server.opening import open_table
from smalti.server.people import clean_name
from smalti.server.store import Row, Store, StoreError
from smalti.server.table import TAKEN, Listener, NotYours, Table

log = logging.getLogger(__name__)

TICK_S = 1.0
KINDS = ("me", "local", "invite", "bot")
LONGEST_ID = 32
NO_TABLE = N_("there is no such table")
SEAT_TAKEN = N_("this seat is taken already")
NO_POINT = N_("this game has the points 0 to {last}, not {ply}")


@dataclass(frozen=True)
class Wish:
    """A seat as somebody wishes it when setting up a table."""

    kind: str
    name: str = ""
    bot: str = "random"


@dataclass(frozen=True)
class Order:
    """A table as somebody wishes it."""

    game: str
    seats: tuple[Wish, ...]
    options: dict[str, Any] = field(default_factory=dict)
    aids: dict[str, bool] = field(default_factory=lambda: {"undo": True, "hints": True})


@dataclass
class Lobby:
    """Keeps the tables that somebody looks at in memory; all others are in the store."""

    store: Store
    watcher: Listener | None = None
    """Who wants to know of every change at every table: the bots."""
    idle_s: float = 300
    """After so long a table that nobody looks at leaves memory."""
    patience_s: float = 5
    """So long a full table waits for what browsers add to chance."""
    open: dict[str, Table] = field(default_factory=dict)
    loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)
    waiting: dict[str, float] = field(default_factory=dict)
    """Since when full tables wait to begin."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def find(self, table_id: str) -> Table:
        """A table by id, from memory or from the store."""
        table = self.open.get(table_id)
        if table is None:
            if len(table_id) > LONGEST_ID or not table_id.isprintable():  # PostgreSQL takes no NUL
                raise UnknownGame(NO_TABLE)
            if table_id not in self.loading:
                self.loading[table_id] = asyncio.create_task(self._load(table_id))
                self.loading[table_id].add_done_callback(lambda task: self._loaded(table_id, task))
            table = await asyncio.shield(self.loading[table_id])
        table.used = time.monotonic()
        return table

    async def find_all(self, table_ids: Iterable[str]) -> list[Table]:
        """Those of the tables that this program can show."""
        found = []
        for table_id in table_ids:
            try:
                found.append(await self.find(table_id))
            except UnknownGame as error:
                log.warning("table %s is left out: %s", table_id, error)
        return found

    async def _load(self, table_id: str) -> Table:
        table = await open_table(self.store, table_id)
        if table is None:
            raise UnknownGame(NO_TABLE)
        self.open[table_id] = table
        if self.watcher:
            table.listeners.add(self.watcher)
            self.watcher.changed(table)
        return table

    def _loaded(self, table_id: str, task: asyncio.Task[Table]) -> None:
        del self.loading[table_id]
        task.cancelled() or task.exception()  # whoever waited for it was told

    def heard(self, table_id: str, number: int) -> None:
        """News from another process: this table has so many events."""
        if table_id in self.open or table_id in self.loading:
            self.spawn(self._catch_up(table_id, number))

    async def _catch_up(self, table_id: str, number: int) -> None:
        if table_id in self.loading:
            with suppress(SmaltiError):
                await asyncio.shield(self.loading[table_id])
        if table := self.open.get(table_id):
            try:
                await table.catch_up(number)
            except StoreError:
                table.unsure = True  # somebody looks after it until it is read

    async def catch_up(self) -> None:
        """News may have been missed: whatever others have written to the tables here is read."""
        for table_id, number in (await self.store.numbers_of(self.open)).items():
            await self._catch_up(table_id, number)

    async def keep(self) -> None:
        """Looks after the tables in memory, for ever."""
        while True:
            await asyncio.sleep(TICK_S)
            for table in list(self.open.values()):
                try:
                    await self.look_after(table, time.monotonic())
                except StoreError as error:
                    log.warning("the tables wait: %s", error)
                    break
                except Exception:  # a fault of one table must not keep the others waiting
                    log.exception("table %s could not be looked after", table.id)

    async def look_after(self, table: Table, now: float) -> None:
        """Reads what a lost commit left unclear, begins a game that has waited enough, lets an idle table go."""
        if table.unsure:
            await table.catch_up(table.number)
        elif table.full and not table.begun and table.frozen is None:
            if now - self.waiting.setdefault(table.id, now) >= self.patience_s:
                await table.begin()
        elif self._is_idle(table, now):
            if table.number > table.snapshot:
                table.save_snapshot()
                table.snapshot = table.number
            else:
                del self.open[table.id]
        if table.begun:
            self.waiting.pop(table.id, None)

    def _is_idle(self, table: Table, now: float) -> bool:
        nobody = table.listeners <= {self.watcher} and not table.bots_to_move()
        rests = not table.lock.locked() and (table.saving is None or table.saving.done())
        return nobody and rests and now - table.used >= self.idle_s

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on beside."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Ends what goes on beside; what was stored is stored."""
        tasks = [*self.tasks, *self.loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(table.saving for table in self.open.values() if table.saving), return_exceptions=True)

    async def create(self, order: Order, person_id: str, person_name: str) -> tuple[Table, dict[int, str]]:
        """A new table; returns it with the invitations for its open seats."""
        return await self._create(order, person_id, person_name, {})

    async def _create(self, order: Order, person_id: str, name: str, more: Row) -> tuple[Table, dict[int, str]]:
        game = find_game(order.game)
        game.facts.check_seats(len(order.seats))
        game.course.setup(len(order.seats), order.options)  # refuses what there is not, before anything is stored
        row = new_row(game, order) | more
        invitations = {n: secrets.token_urlsafe(18) for n, wish in enumerate(order.seats) if wish.kind == "invite"}
        chairs = [chair_row(n, wish, person_id, name, invitations.get(n)) for n, wish in enumerate(order.seats)]
        begins = "secret" in more or all(wish.kind == "bot" for wish in order.seats)  # nobody can add to its chance
        match = Match.new(game, len(chairs), order.options, chance_of(row)) if begins else None
        await self.store.create_table(row, chairs, begin_rows(match) if match else [])
        return await self.find(row["id"]), invitations

    async def join(self, token: str, person_id: str, name: str) -> Table:
        """Takes the seat an invitation leads to; after the last one has come the game begins."""
        found = await self.store.find_invitation(hash_token(token))
        if found is None:
            raise NotYours(TAKEN)
        table = await self.find(found[0])
        await table.join(found[1], hash_token(token), person_id, name)
        return table

    async def invite_again(self, table: Table, seat: int, person_id: str) -> str:
        """A new invitation to a seat that is still free; the old one leads nowhere from now on."""
        if not table.seats_of(person_id):
            raise NotYours(N_("only those who sit at this table can invite to it"))
        async with table.lock:
            if not 0 <= seat < len(table.chairs) or not table.chairs[seat].invited:
                raise SmaltiError(SEAT_TAKEN)
            token = secrets.token_urlsafe(18)
            if not await self.store.renew_invitation(table.id, seat, hash_token(token)):
                raise SmaltiError(SEAT_TAKEN)
        return token

    async def branch(self, table: Table, ply: int, seats: tuple[Wish, ...], person_id: str, name: str) -> Table:
        """Continues from a point of a game at a table of its own."""
        match = table.match
        if not 0 <= ply <= len(match.log):
            raise SmaltiError(NO_POINT, last=len(match.log), ply=ply)
        if not match.position.is_over and table.seats_of(person_id) == ():
            raise NotYours(N_("a running game can be continued elsewhere by its own players only"))
        if not match.position.is_over and any(index < ply for index in unseen_by(table, person_id)):
            raise NotYours(N_("what others have chosen is not revealed yet; continue from an earlier point"))
        order = Order(table.game.name, seats, table.row["options"])
        row = new_row(table.game, order) | {"parent": table.id, "branched": ply}
        chairs = [chair_row(n, wish, person_id, name, None) for n, wish in enumerate(seats)]
        past = [write_event(event) for event in match.log[:ply]]
        await self.store.create_table(row, chairs, past)
        branch = await self.find(row["id"])
        await branch.go_on()
        return branch

    async def again(self, table: Table, person_id: str, *, same_deal: bool) -> tuple[Table, dict[int, str]]:
        """A rematch with the same seats, or the same deal with oneself in all seats of people."""
        if not table.match.position.is_over:
            raise SmaltiError(N_("this game is still being played"))
        own = next((chair for chair in table.chairs if chair.person_id == person_id), table.chairs[0])
        others = "local" if same_deal else "invite"
        wishes = tuple(wish_again(chair, "me" if chair is own else others) for chair in table.chairs)
        order = Order(table.game.name, wishes, table.row["options"], table.aids)
        deal = {key: table.row[key] for key in ("secret", "deal", "added")} if same_deal else {}
        return await self._create(order, person_id, own.name, deal | {"parent": table.id})

    async def daily(self, game: Game, day: str, key: bytes, person_id: str, name: str) -> Table:
        """Today's challenge: the same chance for everybody; who has begun it goes on with it."""
        if 1 not in game.facts.seat_counts:
            raise SmaltiError(N_("{game} has no game for one"), game=game.title)
        challenge = f"daily {game.name} {day}"
        for taken in await self.store.who_plays(challenge, person_id):
            return await self.find(taken["table_id"])
        secret = hashlib.sha256(key + challenge.encode()).hexdigest()
        same = {"secret": secret, "deal": challenge, "added": "", "challenge": challenge}
        order = Order(game.name, (Wish("me"),), {}, {"undo": False, "hints": False})
        table, _ = await self._create(order, person_id, name, same)
        return table


def unseen_by(table: Table, person_id: str) -> set[int]:
    """The places in the log of what somebody may not see yet from any of their seats."""
    seats = table.seats_of(person_id) or (CHANCE,)
    return set.intersection(*(hidden_events(table.match, seat) for seat in seats))


def wish_again(chair: Chair, person: str) -> Wish:
    """The same seat at another table."""
    return Wish("bot", chair.name, chair.bot) if chair.bot else Wish(person, chair.name)


def new_row(game: Game, order: Order) -> Row:
    """A new table for the store."""
    secret = secrets.token_hex(32)
    table_id = new_id()
    return {
        "id": table_id,
        "game": game.name,
        "rules": game.facts.version,
        "options": order.options,
        "aids": {name: bool(order.aids.get(name, True)) for name in ("undo", "hints")},
        "secret": secret,
        "deal": table_id,
        "added": "",  # until the game begins: the secret is drawn before anybody adds to it
        "challenge": None,
        "parent": None,
        "branched": None,
    }


def chair_row(seat: int, wish: Wish, person_id: str, person_name: str, invitation: str | None) -> Row:
    """A new seat for the store."""
    if wish.kind not in KINDS:
        raise SmaltiError(N_("a seat is one of {kinds}, not {kind}"), kinds=", ".join(KINDS), kind=show(wish.kind))
    if wish.kind == "bot":
        bot = find_bot(wish.bot)
        name = clean_name(wish.name or bot.name)
        return {"seat": seat, "name": name, "bot": bot.name, "person_id": None, "token_hash": None}
    row: Row = {"seat": seat, "bot": None, "person_id": person_id, "token_hash": None}
    if wish.kind == "invite":
        row |= {"person_id": None, "token_hash": hash_token(invitation or "")}
    name = person_name if wish.kind == "me" else wish.name or f"Player {seat + 1}"
    return row | {"name": clean_name(name)}
