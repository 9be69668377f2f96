"""Ratings as they are stored: how everybody came to each rated game, and how they stand after all of them.

The standings follow from the games in the order in which they ended. A game that turns up late (another server's clock,
a review that is ready) takes all later ones of its kind back, and they are rated again; nothing is ever counted twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.bots.levels import LEVELS
from smalti.games import GAMES, find_game
from smalti.server.operation import clock
from smalti.server.store.schema import endings, people, rated, seats, standings, tables
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row
from smalti.server.table.rating import (
    BOT,
    FAIR,
    OPEN,
    PERSON,
    RATED,
    SUREST,
    Seated,
    Standing,
    after,
    first_standing,
    places,
)

if TYPE_CHECKING:
    from smalti.server.store.store import Store

SOME = 100
"""So many games are rated in one transaction: players wait for no more."""
LOCK = 0x5354414E
"""By which PostgreSQL lets one process at a time write standings."""
LATELY = timedelta(days=7)
"""So long after its end a rated game is still reviewed by itself."""


class Kind(NamedTuple):
    """A kind of table: everybody has a rating for each."""

    game: str
    seats: int


class Place(NamedTuple):
    """A place in the order in which games ended."""

    ended: datetime
    table_id: str


class Change(NamedTuple):
    """What a game has changed for somebody."""

    before: Standing
    now: Standing


class Rung(NamedTuple):
    """Somebody on the ladder."""

    who: str
    name: str
    """Empty for a bot."""
    seen_by: str
    standing: Standing


class Standings:
    """Reads and writes ratings."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Rating

    async def seed(self) -> None:
        """The levels stand on every ladder from the first day on, as strong as they were measured to be."""
        async with self.store.writing() as connection:
            await self._alone(connection)
            await _seed(connection)

    async def due(self) -> set[Kind]:
        """The kinds of tables at which a game has ended that is not rated yet."""
        async with self.store.reading() as connection:
            found = await connection.execute(_open_games())
            return {Kind(row.game, row.seats) for row in found if row.game in GAMES}

    async def advance(self, kind: Kind) -> bool:
        """Rates some games of a kind, the earliest that are open; whether there was one."""
        async with self.store.writing() as connection:
            await self._alone(connection)
            query = _open_games(kind).order_by(endings.c.ended, tables.c.id).limit(SOME)
            if (first := (await connection.execute(query)).first()) is None:
                return False
            await _rewind(connection, kind, Place(first.ended, first.id))
            await _rate(connection, kind, [dict(row) for row in (await connection.execute(query)).mappings()])
        return True

    async def catch_up(self) -> None:
        """Rates whatever is due."""
        for kind in sorted(await self.due()):
            while await self.advance(kind):
                pass

    async def rate_anew(self) -> int:
        """Rates everything from the first game on; how many games count."""
        async with self.store.writing() as connection:
            await self._alone(connection)
            await connection.execute(delete(rated).where(rated.c.who != ""))
            await connection.execute(delete(standings))
            await connection.execute(update(tables).where(tables.c.rated.is_not(None)).values(rated=OPEN))
            await _seed(connection)
        await self.catch_up()
        async with self.store.reading() as connection:
            counted = select(func.count()).where(tables.c.rated.in_((RATED, FAIR)))
            return (await connection.execute(counted)).scalar_one()

    async def _alone(self, connection: AsyncConnection) -> None:
        """Until this transaction ends nobody else writes standings; on SQLite nobody else writes at all."""
        if self.store.has_news:
            await connection.execute(select(func.pg_advisory_xact_lock(LOCK)))

    async def unreviewed(self) -> list[Row]:
        """Rated games of late whose luck is not known yet, the earliest first."""
        query = select(endings.c.table_id, endings.c.record, tables.c.game)
        query = query.join(tables, tables.c.id == endings.c.table_id).where(tables.c.rated == RATED)
        query = query.where(endings.c.record.is_not(None) & (endings.c.ended > clock.now() - LATELY))
        async with self.store.reading() as connection:
            found = await connection.execute(query.order_by(endings.c.ended).limit(SOME))
            return [dict(row) for row in found.mappings()]

    # Looking at it

    async def ladder(
        self, kind: Kind, asking: str | None, first: int, most: int, *, provisional: bool
    ) -> tuple[list[Rung], int]:
        """Some of those who stand on a ladder, the best first, and how many there are; not who wants to be unseen."""
        person = standings.c.who == f"{PERSON} " + people.c.id
        seen = (people.c.seen_by != "nobody") & people.c.show_ratings
        shown = standings.c.who.startswith(f"{BOT} ") | seen | (people.c.id == (asking or ""))
        sure = standings.c.who.startswith(f"{BOT} ") | (standings.c.sigma <= SUREST)
        query = select(standings, people.c.name, people.c.seen_by).outerjoin(people, person)
        query = query.where(_of_kind(standings, kind) & shown & (~sure if provisional else sure))
        async with self.store.reading() as connection:
            count = (await connection.execute(select(func.count()).select_from(query.subquery()))).scalar_one()
            ordered = query.order_by(standings.c.mu.desc(), standings.c.who).offset(first).limit(most)
            rows = (await connection.execute(ordered)).mappings()
            found = [Rung(row["who"], row["name"] or "", row["seen_by"] or "", read_standing(row)) for row in rows]
        return found, count

    async def of_person(self, person_id: str) -> dict[Kind, Standing]:
        """How strong somebody is, by kind of table."""
        query = select(standings).where(standings.c.who == f"{PERSON} {person_id}")
        async with self.store.reading() as connection:
            rows = (await connection.execute(query.order_by(standings.c.game, standings.c.seats))).mappings()
            return {Kind(row["game"], row["seats"]): read_standing(row) for row in rows}

    async def changes(self, table_id: str) -> dict[int, Change]:
        """By seat: with which standing everybody came to a game, and with which they left it; nothing if not rated."""
        found: dict[int, Change] = {}
        async with self.store.reading() as connection:
            for row in (await connection.execute(select(rated).where(rated.c.table_id == table_id))).mappings().all():
                if (left := await _left(connection, row)) is not None:
                    found[row["seat"]] = Change(read_standing(row), left)
        return found

    async def course(self, person_id: str, most: int) -> dict[Kind, list[Standing]]:
        """With which standing somebody came to their last games, by kind of table."""
        query = select(rated).where(rated.c.who == f"{PERSON} {person_id}").order_by(rated.c.ended.desc()).limit(most)
        found: dict[Kind, list[Standing]] = {}
        async with self.store.reading() as connection:
            for row in (await connection.execute(query)).mappings():
                found.setdefault(Kind(row["game"], row["seats"]), []).insert(0, read_standing(row))
        return found


def read_standing(row: Any) -> Standing:
    """A standing from its row."""
    return Standing(*(row[name] for name in Standing._fields))


async def _left(connection: AsyncConnection, came: Any) -> Standing | None:
    """How somebody stood after a game: as they came to their next one, or as they stand now."""
    kind = Kind(came["game"], came["seats"])
    later = (rated.c.ended == came["ended"]) & (rated.c.table_id > came["table_id"])
    own = (rated.c.who == came["who"]) & _of_kind(rated, kind) & or_(rated.c.ended > came["ended"], later)
    following = select(rated).where(own).order_by(rated.c.ended, rated.c.table_id).limit(1)
    now = select(standings).where((standings.c.who == came["who"]) & _of_kind(standings, kind))
    for query in (following, now) if came["who"] else ():
        if row := (await connection.execute(query)).mappings().first():
            return read_standing(row)
    return None


def _of_kind(table: Table, kind: Kind) -> ColumnElement[bool]:
    return and_(table.c.game == kind.game, table.c.seats == kind.seats)


def _open_games(kind: Kind | None = None) -> Select[Any]:
    """The games that are over and to be rated, with what rating wants of them."""
    count = select(func.count()).where(seats.c.table_id == tables.c.id).scalar_subquery()
    result = endings.c.ended, endings.c.scores, endings.c.winners, endings.c.judged
    query = select(tables.c.id, tables.c.game, *result, count.label("seats"))
    query = query.join(endings, endings.c.table_id == tables.c.id).where(tables.c.rated == OPEN)
    return query if kind is None else query.where((tables.c.game == kind.game) & (count == kind.seats))


async def _seed(connection: AsyncConnection) -> None:
    """The levels that have not played yet."""
    played = select(standings.c.who, standings.c.game, standings.c.seats).where(standings.c.games > 0)
    known = {tuple(row) for row in await connection.execute(played)}
    every = ((f"{BOT} {level}", game, n) for game in GAMES.values() for n in game.facts.seat_counts for level in LEVELS)
    await connection.execute(delete(standings).where(standings.c.games == 0))
    rows = [
        {"who": who, "game": game.name, "seats": count, **first_standing(who, game, count)._asdict()}
        for who, game, count in every
        if count > 1 and (who, game.name, count) not in known
    ]
    await connection.execute(insert(standings), rows)


async def _rewind(connection: AsyncConnection, kind: Kind, place: Place) -> None:
    """Everybody stands again as before a game, and it and all later ones of its kind are open.

    With which standing somebody came who has deleted themselves is kept: nothing else tells it.
    """
    later = and_(rated.c.ended == place.ended, rated.c.table_id >= place.table_id)
    since = and_(_of_kind(rated, kind), or_(rated.c.ended > place.ended, later))
    query = select(rated).where(since).order_by(rated.c.ended, rated.c.table_id, rated.c.seat)
    before: dict[str, Standing] = {}
    for row in (await connection.execute(query)).mappings():
        if row["who"]:
            before.setdefault(row["who"], read_standing(row))
    if before:
        again = tables.c.id.in_(select(rated.c.table_id).where(since))
        await connection.execute(update(tables).where(again).values(rated=OPEN))
        await connection.execute(delete(rated).where(since & (rated.c.who != "")))
        await _keep(connection, kind, before)


async def _rate(connection: AsyncConnection, kind: Kind, games: list[Row]) -> None:
    """Some games in their order: with which standing everybody came, and how they stand at last."""
    ids = [game["id"] for game in games]
    at = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    chairs: dict[str, list[Row]] = {table_id: [] for table_id in ids}
    for chair in (await connection.execute(at)).mappings():
        chairs[chair["table_id"]].append(dict(chair))
    gone = (await connection.execute(select(rated).where(rated.c.table_id.in_(ids) & (rated.c.who == "")))).mappings()
    left_as = {(row["table_id"], row["seat"]): read_standing(row) for row in gone}
    sat = {who_sat(chair) for game in ids for chair in chairs[game]}
    query = select(standings).where(_of_kind(standings, kind) & standings.c.who.in_(sat))
    stood = {row["who"]: read_standing(row) for row in (await connection.execute(query)).mappings()}
    found = rate_in_order(kind, games, chairs, left_as, stood)
    for state in (RATED, FAIR, None):
        if chosen := [table_id for table_id, reached in found.states.items() if reached == state]:
            await connection.execute(update(tables).where(tables.c.id.in_(chosen)).values(rated=state))
    if found.rows:
        await connection.execute(insert(rated), found.rows)
    await _keep(connection, kind, found.now)


class Counted(NamedTuple):
    """What some games come to."""

    rows: list[Row]
    """Who came to them with which standing."""
    now: dict[str, Standing]
    states: dict[str, str | None]
    """How far the rating of each table is; None: it does not count."""


def rate_in_order(
    kind: Kind,
    games: list[Row],
    chairs: dict[str, list[Row]],
    left_as: dict[tuple[str, int], Standing],
    stood: dict[str, Standing],
) -> Counted:
    """Rates games one after the other; one with a seat of which nobody knows whose it was does not count."""
    game, found = find_game(kind.game), Counted([], dict(stood), {})
    for one in games:
        gone = {seat: left_as[key] for seat in range(kind.seats) if (key := (one["id"], seat)) in left_as}
        seated = [seated_on(chair, gone.get(chair["seat"]), kind, found.now) for chair in chairs[one["id"]]]
        known = [player for player in seated if player]
        if len(known) < kind.seats:
            found.states[one["id"]] = None
            continue
        left = [n for n, chair in enumerate(chairs[one["id"]]) if chair["bot"] and (chair["person_id"] or n in gone)]
        lucks = [seat["luck"] for seat in one["judged"]] if one["judged"] else None
        now = after(game, known, places(one["scores"], one["winners"], left), lucks)
        facts = {"table_id": one["id"], "ended": in_utc(one["ended"]), **kind._asdict()}
        for seat, player in enumerate(known):
            if player.who:
                found.now[player.who] = shared_by(player.who, known, now)
                found.rows.append(facts | {"seat": seat, "who": player.who} | player.came._asdict())
        found.states[one["id"]] = FAIR if lucks else RATED
    return found


def shared_by(who: str, seated: list[Seated], now: list[Standing]) -> Standing:
    """How somebody stands after a game; a level that sat on several seats takes the mean of what they make of it."""
    own = [standing for player, standing in zip(seated, now, strict=True) if player.who == who]
    mu, sigma = fmean(one.mu for one in own), fmean(one.sigma for one in own)
    fair_mu, fair_sigma = fmean(one.fair_mu for one in own), fmean(one.fair_sigma for one in own)
    return own[0]._replace(mu=mu, sigma=sigma, fair_mu=fair_mu, fair_sigma=fair_sigma)


def seated_on(chair: Row, gone: Standing | None, kind: Kind, now: dict[str, Standing]) -> Seated | None:
    """Who sat on a chair; None if nobody knows."""
    if gone:
        return Seated("", gone)
    who = who_sat(chair)
    return Seated(who, now.get(who) or first_standing(who, find_game(kind.game), kind.seats)) if who else None


def who_sat(chair: Row) -> str:
    """Whose standing a seat changes: that of its person, also when a bot has played on; empty if nobody knows."""
    if chair["person_id"]:
        return f"{PERSON} {chair['person_id']}"
    return f"{BOT} {chair['bot']}" if chair["bot"] in LEVELS else ""


async def _keep(connection: AsyncConnection, kind: Kind, now: dict[str, Standing]) -> None:
    """New standings in the place of the old ones; of a person who has played no game there is none."""
    own = _of_kind(standings, kind) & standings.c.who.in_(list(now))
    await connection.execute(delete(standings).where(own))
    rows = [
        {"who": who, **kind._asdict(), **standing._asdict()}
        for who, standing in now.items()
        if standing.games or who.startswith(BOT)
    ]
    if rows:
        await connection.execute(insert(standings), rows)
