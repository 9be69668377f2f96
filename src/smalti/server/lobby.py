"""All tables of this process: setting one up, joining, finding it again."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from smalti.bots import find_bot
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame, show
from smalti.kernel.game import Game
from smalti.kernel.words import N_
from smalti.server.people import clean_name
from smalti.server.store import Row, Store
from smalti.server.table import (
    Chair,
    Listener,
    NotYours,
    Table,
    chance_of,
    first_events,
    hash_token,
    new_id,
    open_table,
)

KINDS = ("me", "local", "invite", "bot")
TAKEN = N_("this seat is taken already")
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
    entropy: str = ""
    """What the player's own browser adds to chance."""


@dataclass
class Lobby:
    """Keeps the tables that somebody looks at in memory; all others are in the store."""

    store: Store
    watcher: Listener | None = None
    """Who wants to know of every change at every table: the bots."""
    open: dict[str, Table] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, table_id: str) -> Table:
        """A table by id, from memory or from the store."""
        async with self.lock:
            if table_id not in self.open:
                stored = await self.store.load(table_id)
                if stored is None:
                    raise UnknownGame(N_("there is no such table"))
                self.open[table_id] = self._opened(open_table(self.store, stored))
            return self.open[table_id]

    def _opened(self, table: Table) -> Table:
        if self.watcher:
            table.listeners.add(self.watcher)
            self.watcher.changed(table)
        return table

    def forget_idle(self) -> None:
        """Tables that nobody looks at leave memory."""
        for table_id, table in list(self.open.items()):
            if table.listeners <= {self.watcher} and not table.lock.locked():
                del self.open[table_id]

    async def create(self, order: Order, person_id: str, person_name: str) -> tuple[Table, dict[int, str]]:
        """A new table; returns it with the invitations for its open seats."""
        return await self._create(order, person_id, person_name, {})

    async def _create(self, order: Order, person_id: str, name: str, more: Row) -> tuple[Table, dict[int, str]]:
        game = find_game(order.game)
        game.check_seats(len(order.seats))
        game.setup(len(order.seats), order.options)  # refuses what there is not, before anything is stored
        row = new_row(game, order) | more
        invitations = {n: secrets.token_urlsafe(18) for n, wish in enumerate(order.seats) if wish.kind == "invite"}
        chairs = [chair_row(n, wish, person_id, name, invitations.get(n)) for n, wish in enumerate(order.seats)]
        started = [] if invitations else first_events(game, len(chairs), order.options, chance_of(row))
        await self.store.create_table(row, chairs, started)
        return await self.find(row["id"]), invitations

    async def join(self, token: str, person_id: str, name: str) -> Table:
        """Takes the seat an invitation leads to; the last to come starts the game."""
        found = await self.store.find_invitation(hash_token(token))
        if found is None:
            raise NotYours(N_("this invitation was taken already, or it never was one"))
        table_id, seat = found
        table = await self.find(table_id)
        async with table.lock:
            await self.store.seat_person(table_id, seat, person_id, name)
            chair = replace(table.chairs[seat], person_id=person_id, name=name, invited=False)
            table.chairs[seat] = chair
            if table.started:
                events = first_events(table.game, len(table.chairs), table.row["options"], chance_of(table.row))
                await self.store.append(table_id, table.number, events, None)
        await table.reload()
        return table

    async def invite_again(self, table: Table, seat: int, person_id: str) -> str:
        """A new invitation to a seat that is still free; the old one leads nowhere from now on."""
        if not table.seats_of(person_id):
            raise NotYours(N_("only those who sit at this table can invite to it"))
        async with table.lock:
            if not 0 <= seat < len(table.chairs) or not table.chairs[seat].invited:
                raise SmaltiError(TAKEN)
            token = secrets.token_urlsafe(18)
            if not await self.store.renew_invitation(table.id, seat, hash_token(token)):
                raise SmaltiError(TAKEN)
        return token

    async def branch(self, table: Table, ply: int, seats: tuple[Wish, ...], person_id: str, name: str) -> Table:
        """Continues from a point of a game at a table of its own."""
        match = table.match
        if not 0 <= ply <= len(match.log):
            raise SmaltiError(NO_POINT, last=len(match.log), ply=ply)
        if not match.position.is_over and table.seats_of(person_id) == ():
            raise NotYours(N_("a running game can be continued elsewhere by its own players only"))
        order = Order(table.game.name, seats, table.row["options"])
        row = new_row(table.game, order) | {"parent": table.id}
        chairs = [chair_row(n, wish, person_id, name, None) for n, wish in enumerate(seats)]
        past = [{"by": e.by, "move": e.move, "entry": e.entry} for e in match.log[:ply]]
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
        if 1 not in game.seat_counts:
            raise SmaltiError(N_("{game} has no game for one"), game=game.title)
        challenge = f"daily {game.name} {day}"
        for table_id in await self.store.tables_of_challenge(challenge):
            table = await self.find(table_id)
            if table.seats_of(person_id):
                return table
        secret = hashlib.sha256(key + challenge.encode()).hexdigest()
        same = {"secret": secret, "deal": challenge, "added": "", "challenge": challenge}
        order = Order(game.name, (Wish("me"),), {}, {"undo": False, "hints": False})
        table, _ = await self._create(order, person_id, name, same)
        return table


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
        "rules": game.version,
        "options": order.options,
        "aids": {name: bool(order.aids.get(name, True)) for name in ("undo", "hints")},
        "secret": secret,
        "deal": table_id,
        "added": hashlib.sha256(order.entropy.encode()).hexdigest() if order.entropy else "",
        "challenge": None,
        "parent": None,
    }


def chair_row(seat: int, wish: Wish, person_id: str, person_name: str, invitation: str | None) -> Row:
    """A new seat for the store."""
    if wish.kind not in KINDS:
        raise SmaltiError(N_("a seat is one of {kinds}, not {kind}"), kinds=", ".join(KINDS), kind=show(wish.kind))
    if wish.kind == "bot":
        bot = find_bot(wish.bot)
        return {"seat": seat, "name": wish.name or bot.name, "bot": bot.name, "person_id": None, "token_hash": None}
    row: Row = {"seat": seat, "bot": None, "person_id": person_id, "token_hash": None}
    if wish.kind == "invite":
        row |= {"person_id": None, "token_hash": hash_token(invitation or "")}
    name = person_name if wish.kind == "me" else wish.name or f"Player {seat + 1}"
    return row | {"name": clean_name(name)}
