"""How a table comes about: set up, joined, repeated, or continued from another one."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from smalti.bots import find_bot
from smalti.bots.levels import LEVELS
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, show
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.words import N_
from smalti.server.keeping.ids import hash_token, new_id, new_invitation
from smalti.server.keeping.keeper import Keeper
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.store import Conflict
from smalti.server.table import rating
from smalti.server.table.chairs import Chair, clean_name
from smalti.server.table.challenges import IN_TOURNAMENT, deal_of, is_played, still_played
from smalti.server.table.changes import RematchMade, Row
from smalti.server.table.events import begin_events, chance_of, write_event
from smalti.server.table.paces import NOBODY_TIMED, Pace
from smalti.server.table.refusals import NO_BOTS, SEAT_TAKEN, STILL_RUNS, TAKEN, NotYours
from smalti.server.table.rematches import check_free
from smalti.server.table.table import Table, first_actor

KINDS = ("me", "local", "invite", "bot")
NO_POINT = N_("this game has the points 0 to {last}, not {ply}")


@dataclass(frozen=True)
class Person:
    """Whoever sets a table up or sits down."""

    id: str
    name: str


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
    private: bool = False
    """Whether only those who sit there may look."""
    pace: Pace | None = None
    rated: bool = False
    """Whether it is to count for the ratings of who plays."""

    def why_not_rated(self, *, has_account: bool = True) -> str | None:
        """Why it cannot be rated; None if it can."""
        kinds = [wish.kind for wish in self.seats]
        bots = [wish.bot for wish in self.seats if wish.kind == "bot"]
        may_end = self.pace is not None and self.pace.over == "others"
        return rating.why_not(kinds, bots, aids_of(self).values(), has_account=has_account, may_end=may_end)


async def set_up(
    lobby: Lobby, order: Order, person: Person, more: Row | None = None, starter: int | None = None
) -> tuple[Keeper, dict[int, str]]:
    """A new table; returns it with the invitations for its open seats."""
    game, more = find_game(order.game), more or {}
    game.facts.check_seats(len(order.seats))
    game.course.setup(len(order.seats), order.options)  # refuses what there is not, before anything is stored
    check_pace(order)
    if order.rated and (why := order.why_not_rated(has_account=await has_account(lobby, person))):
        raise SmaltiError(why)
    row = new_row(game, order) | more
    invitations = {n: new_invitation() for n, wish in enumerate(order.seats) if wish.kind == "invite"}
    chairs = [chair_row(n, wish, person, invitations.get(n)) for n, wish in enumerate(order.seats)]
    begins = "secret" in more or all(wish.kind == "bot" for wish in order.seats)  # nobody can add to its chance
    match = Match.new(game, len(chairs), order.options, chance_of(row), compiled=None) if begins else None
    await lobby.store.create_table(row, chairs, begin_events(match) if match else starter_events(starter))
    return await lobby.find(row["id"]), invitations


def check_pace(order: Order) -> None:
    """Refuses a pace that there is not, whose bot there is not, or that nobody would play by."""
    if order.pace is None:
        return
    order.pace.check()
    find_bot(order.pace.bot)
    if all(wish.kind == "bot" for wish in order.seats):
        raise SmaltiError(NOBODY_TIMED)


async def join(lobby: Lobby, token: str, person: Person) -> Keeper:
    """Takes the seat an invitation leads to; after the last one has come the game begins."""
    found = await lobby.store.find_invitation(hash_token(token))
    if found is None:
        raise NotYours(TAKEN)
    keeper = await lobby.find(found[0])
    await check_rated_seat(lobby, keeper.table, person)
    await keeper.join(found[1], hash_token(token), person.id, person.name)
    return keeper


async def has_account(lobby: Lobby, person: Person) -> bool:
    """Whether somebody is more than a guest."""
    known = await lobby.store.person(person.id)
    return bool(known and known["kept"])


async def check_rated_seat(lobby: Lobby, table: Table, person: Person) -> None:
    """Refuses a seat of a rated table to a guest, and a second one to anybody."""
    if table.rated and table.seats_of(person.id):
        raise SmaltiError(rating.SITS_ALREADY)
    if table.rated and not await has_account(lobby, person):
        raise SmaltiError(rating.NO_ACCOUNT)


async def invite_again(keeper: Keeper, seat: int, person_id: str) -> str:
    """A new invitation to a seat that is still free; the old one leads nowhere from now on."""
    table = keeper.table
    if not table.seats_of(person_id):
        raise NotYours(N_("only those who sit at this table can invite to it"))
    async with keeper.lock:
        if not 0 <= seat < len(table.chairs) or not table.chairs[seat].invited:
            raise SmaltiError(SEAT_TAKEN)
        token = new_invitation()
        if not await keeper.store.renew_invitation(table.id, seat, hash_token(token)):
            raise SmaltiError(SEAT_TAKEN)
    return token


async def branch(lobby: Lobby, table: Table, ply: int, seats: tuple[Wish, ...], person: Person) -> Keeper:
    """Continues from a point of a game at a table of its own."""
    check_branch(table, ply, person.id)
    aids = inherited_aids(table)
    if not aids["hints"] and any(wish.kind == "bot" for wish in seats):
        raise SmaltiError(NO_BOTS)
    row = new_row(table.game, Order(table.game.name, seats, table.row["options"], aids, private=table.row["private"]))
    chairs = [chair_row(n, wish, person, None) for n, wish in enumerate(seats)]
    past = [write_event(event) for event in table.match.log[:ply]]
    await lobby.store.create_table(row | {"parent": table.id, "branched": ply}, chairs, past)
    made = await lobby.find(row["id"])
    await made.go_on()
    return made


def inherited_aids(table: Table) -> dict[str, bool]:
    """What help a what-if allows: all of it after the end, and no more than its table while that runs.

    A what-if of a what-if keeps to it too, because the game that both come from may still run.
    """
    free = table.position.is_over and table.row["branched"] is None
    return {name: free or table.aids.get(name, True) for name in ("undo", "hints")}


def check_branch(table: Table, ply: int, person_id: str) -> None:
    """Refuses a point that there is not, that is somebody else's, or at which something hidden would be shown."""
    match = table.match
    if not 0 <= ply <= len(match.log):
        raise SmaltiError(NO_POINT, last=len(match.log), ply=ply)
    if is_played(table.row, clock.now()):
        raise still_played(table.row)
    if match.position.is_over:
        return
    if table.in_tournament:
        raise NotYours(IN_TOURNAMENT)
    if table.seats_of(person_id) == ():
        raise NotYours(N_("a running game can be continued elsewhere by its own players only"))
    if any(index < ply for index in unseen_by(table, person_id)):
        raise NotYours(N_("what others have chosen is not revealed yet; continue from an earlier point"))


def unseen_by(table: Table, person_id: str) -> set[int]:
    """The places in the log of what somebody may not see yet from any of their seats."""
    seats = table.seats_of(person_id) or (CHANCE,)
    return set.intersection(*(table.match.hidden_from(seat) for seat in seats))


async def play_again(
    lobby: Lobby, keeper: Keeper, person: Person, *, same_deal: bool = False
) -> tuple[Keeper, dict[int, str]]:
    """A rematch with the same seats, or the same deal with oneself in all seats of people."""
    table = keeper.table
    if not table.position.is_over:
        raise SmaltiError(STILL_RUNS)
    if same_deal and is_played(table.row, clock.now()):
        raise still_played(table.row)
    if not same_deal and table.seats_of(person.id) and len({chair.person_id for chair in table.chairs} - {None}) > 1:
        return await play_together_again(lobby, keeper, person)
    people = [chair for chair in table.chairs if not chair.bot] or table.chairs
    own = next((chair for chair in table.chairs if chair.person_id == person.id), people[0])
    others = "local" if same_deal else "invite"
    wishes = tuple(wish_again(chair, "me" if chair is own else others, person) for chair in table.chairs)
    pace = None if same_deal else table.pace
    order = Order(table.game.name, wishes, table.row["options"], table.aids, private=table.row["private"], pace=pace)
    order = order if same_deal else rated_again(table, order, person)
    deal = {key: table.row[key] for key in ("secret", "deal", "added")} if same_deal and table.row["secret"] else {}
    return await set_up(lobby, order, person, deal | {"parent": table.id}, next_starter(table))


def wish_again(chair: Chair, kind: str, person: Person) -> Wish:
    """The same seat at another table. A name stays with whoever has it: nobody plays under that of somebody else."""
    if chair.bot and (kind != "me" or chair.person_id is None):
        return Wish("bot", chair.name, chair.bot)
    return Wish(kind, chair.name if chair.person_id == person.id else "")


async def play_together_again(lobby: Lobby, keeper: Keeper, person: Person) -> tuple[Keeper, dict[int, str]]:
    """One table for all who played at this one: made for the first who asks, and the others sit down at it."""
    await keeper.play_again(person.id, rematch_of(keeper.table, person))
    assert keeper.table.rematch is not None, "it was asked for just now, or before"
    made = await lobby.find(keeper.table.rematch.table)
    hashes = await invitations_of(made)
    for seat in keeper.table.seats_of(person.id):
        if seat in hashes:
            await made.join(seat, hashes.pop(seat), person.id, person.name)
    own = {seat: seat_token(made.table.row, seat) for seat in hashes}
    return made, {seat: token for seat, token in own.items() if hash_token(token) == hashes[seat]}


async def invitations_of(keeper: Keeper) -> dict[int, str]:
    """What is stored of the invitations that nobody has taken yet, by seat."""
    stored = await keeper.store.load(keeper.id, keeper.table.number)
    assert stored is not None, "a table is never deleted"
    return {row["seat"]: row["token_hash"] for row in stored.seats if row["token_hash"]}


async def fill(keeper: Keeper, person_id: str, seat: int, bot: str) -> None:
    """A bot takes a seat that nobody has come to, if somebody who sits at the table wishes so."""
    check_free(keeper.table, person_id, seat)
    known, hashes = find_bot(bot).name, await invitations_of(keeper)
    if keeper.table.rated and known not in LEVELS:
        raise SmaltiError(rating.NO_SUCH_BOT)
    if seat not in hashes:
        raise SmaltiError(SEAT_TAKEN)
    await keeper.join(seat, hashes[seat], None, known, known)


async def decline_rematch(lobby: Lobby, keeper: Keeper, person: Person) -> None:
    """Somebody does not play again: told at the old table, and at the new one, where their seat stays free."""
    await keeper.decline(person.id)
    assert keeper.table.rematch is not None, "there is nothing else to decline"
    made = await lobby.find(keeper.table.rematch.table)
    mine = keeper.table.seats_of(person.id)
    await made.note_declined(seat for seat in mine if made.table.chairs[seat].invited)


def rematch_of(table: Table, person: Person) -> RematchMade:
    """Another table with the same seats and options: whoever asks sits down, the others are invited by their names."""
    mine = table.seats_of(person.id)
    kinds = dict.fromkeys(mine, "local") | dict.fromkeys(mine[:1], "me")
    wishes = tuple(
        Wish(kinds.get(chair.seat, "invite"), chair.name) if chair.person_id else wish_again(chair, "invite", person)
        for chair in table.chairs
    )
    order = Order(
        table.game.name, wishes, table.row["options"], table.aids, private=table.row["private"], pace=table.pace
    )
    order = rated_again(table, order, person)
    row = new_row(table.game, order) | {"parent": table.id}
    chairs = tuple(chair_row(seat, wish, person, seat_token(row, seat)) for seat, wish in enumerate(wishes))
    return RematchMade(row, chairs, starter_events(next_starter(table)))


def rated_again(table: Table, order: Order, person: Person) -> Order:
    """A rematch counts if the game before did and it can: one that cannot is played all the same."""
    return replace(order, rated=table.rated and bool(table.seats_of(person.id)) and order.why_not_rated() is None)


def seat_token(row: Row, seat: int) -> str:
    """The invitation to a seat of a rematch: it follows from the secret, so it need not be kept for who is invited."""
    return hashlib.sha256(f"{row['secret']} seat {seat}".encode()).hexdigest()


def next_starter(table: Table) -> int | None:
    """Who begins the next game: whoever sits next to who began this one."""
    first = first_actor(table.match)
    return None if first is None else (first + 1) % len(table.chairs)


def starter_events(starter: int | None) -> tuple[Row, ...]:
    """What the log of a table says before its game begins, if not everybody may begin."""
    return () if starter is None else ({"starter": starter},)


async def take_challenge(lobby: Lobby, game: Game, day: date, key: bytes, person: Person) -> Keeper:
    """Today's challenge: the same chance for everybody; who has begun it goes on with it."""
    check_solo(game)
    challenge = deal_of(game.name, day)
    if (taken := await lobby.store.table_of_try(challenge, person.id)) is None:
        with suppress(Conflict):  # the same person, at the same moment, at another server
            return await _begin_challenge(lobby, game, challenge, key, person)
        taken = await lobby.store.table_of_try(challenge, person.id)
    assert taken is not None, "a try is deleted with its person only"
    return await lobby.find(taken)


async def _begin_challenge(lobby: Lobby, game: Game, challenge: str, key: bytes, person: Person) -> Keeper:
    same = deal_row(challenge, key) | {"challenge": challenge}
    order = Order(game.name, (Wish("me"),), {}, {"undo": False, "hints": False})
    keeper, _ = await set_up(lobby, order, person, same)
    return keeper


def deal_row(challenge: str, key: bytes) -> Row:
    """What gives a table the chance of a challenge."""
    return {"secret": hashlib.sha256(key + challenge.encode()).hexdigest(), "deal": challenge, "added": ""}


async def practise(lobby: Lobby, game: Game, day: date, key: bytes, person: Person) -> Keeper:
    """The deal of a day that is over, for practice: with every help, and in no list."""
    check_solo(game)
    deal = deal_row(deal_of(game.name, day), key)
    if is_played(deal, clock.now()):
        raise still_played(deal)
    keeper, _ = await set_up(lobby, Order(game.name, (Wish("me"),)), person, deal)
    return keeper


def check_solo(game: Game) -> None:
    """Refuses a game that is not for one."""
    if 1 not in game.facts.seat_counts:
        raise SmaltiError(N_("{game} has no game for one"), game=game.title)


def new_row(game: Game, order: Order) -> Row:
    """A new table for the store."""
    table_id = new_id()
    return {
        "id": table_id,
        "game": game.name,
        "rules": game.facts.version,
        "options": order.options,
        "aids": aids_of(order),
        "rated": rating.OPEN if order.rated else None,
        "secret": secrets.token_hex(32),
        "deal": table_id,
        "added": "",  # until the game begins: the secret is drawn before anybody adds to it
        "challenge": None,
        "parent": None,
        "branched": None,
        "private": order.private,
        "pace": order.pace.as_json() if order.pace else None,
    }


def aids_of(order: Order) -> dict[str, bool]:
    """What help a table allows, all of it unless told otherwise."""
    return {name: bool(order.aids.get(name, True)) for name in ("undo", "hints")}


def chair_row(seat: int, wish: Wish, person: Person, invitation: str | None) -> Row:
    """A new seat for the store."""
    if wish.kind not in KINDS:
        raise SmaltiError(N_("a seat is one of {kinds}, not {kind}"), kinds=", ".join(KINDS), kind=show(wish.kind))
    if wish.kind == "bot":
        bot = find_bot(wish.bot)
        name = clean_name(wish.name or bot.name)
        return {"seat": seat, "name": name, "bot": bot.name, "person_id": None, "token_hash": None}
    row: Row = {"seat": seat, "bot": None, "person_id": person.id, "token_hash": None}
    if wish.kind == "invite":
        row |= {"person_id": None, "token_hash": hash_token(invitation or "")}
    name = person.name if wish.kind == "me" else wish.name or f"Player {seat + 1}"
    return row | {"name": clean_name(name)}
