"""Ratings in a real database: each game once, in the order in which games ended, however they come in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from smalti.cli.main import run as smalti
from smalti.server.store.accounts import Accounts
from smalti.server.store.schema import endings, people, rated, seats, standings, tables
from smalti.server.store.standings import Kind, Standings
from smalti.server.store.store import Store, open_engine
from smalti.server.table.rating import FAIR, OPEN, RATED

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
TWO = Kind("mosaix", 2)


def a_game(n: int, *who: str, scores: tuple[int, ...] = (), luck: float | None = None) -> dict[str, Any]:
    """The n-th game: people by their names, bots by `bot LEVEL`; one that a bot plays on for is `NAME>LEVEL`."""
    points = scores or tuple(range(len(who), 0, -1))
    return {"n": n, "who": who, "scores": points, "luck": luck}


def put_in(connection: Connection, games: list[dict[str, Any]]) -> None:
    """Games that have ended, as the server stores them."""
    known = set(connection.scalars(select(people.c.id)))
    for game in games:
        table = f"game{game['n']:03d}"
        usual = {"rules": "1", "options": {}, "aids": {}, "secret": "s", "deal": table, "added": ""}
        connection.execute(insert(tables).values(id=table, game="mosaix", rated=OPEN, **usual))
        for seat, who in enumerate(game["who"]):
            name, _, bot = who.partition(">")
            person = None if name.startswith("bot ") else name
            if person and person not in known:
                known.add(person)
                connection.execute(insert(people).values(id=person, name=person, kept=True))
            row = {"person_id": person, "bot": bot or (None if person else name[4:]), "name": name[:40]}
            connection.execute(insert(seats).values(table_id=table, seat=seat, **row))
        best = [seat for seat, points in enumerate(game["scores"]) if points == max(game["scores"])]
        judged = None if game["luck"] is None else [{"luck": game["luck"]}, {"luck": -game["luck"]}]
        ended = {"ended": NOON + timedelta(minutes=game["n"]), "scores": list(game["scores"]), "winners": best}
        connection.execute(insert(endings).values(table_id=table, judged=judged, **ended))


def some_games(number: int, seed: int = 1) -> list[dict[str, Any]]:
    chance = Random(seed)
    players = ["ann", "ben", "cem", "bot novice", "bot master"]
    return [
        a_game(
            n,
            *chance.sample(players, 2),
            scores=(chance.randrange(9), chance.randrange(9)),
            luck=chance.choice([None, 0.4]),
        )
        for n in range(number)
    ]


def everything(connection: Connection) -> str:
    """All ratings, to the last digit."""
    found = [
        [list(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in (standings, rated)
    ]
    states = [list(row) for row in connection.execute(select(tables.c.id, tables.c.rated).order_by(tables.c.id))]
    return json.dumps([*found, states], default=str)


class Base:
    """A database with what a test wants of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.ratings = store, Standings(store)

    async def do(self, work: Callable[..., Any], *values: Any) -> Any:
        async with self.store.writing() as connection:
            return await connection.run_sync(work, *values)

    async def rate(self, games: list[dict[str, Any]]) -> str:
        await self.do(put_in, games)
        await self.ratings.catch_up()
        return str(await self.do(everything))


def using(url: str, work: Callable[[Base], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(open_engine(url))
        await store.upgrade()
        base = Base(store)
        await base.ratings.seed()
        await work(base)
        await store.close()

    asyncio.run(run())


def test_all_levels_stand_on_the_ladder_before_the_first_game(database_url: str) -> None:
    async def work(base: Base) -> None:
        await base.ratings.seed()
        found, count = await base.ratings.ladder(TWO, None, 0, 50, provisional=False)
        assert count == 6
        assert [one.who for one in found][::5] == ["bot legend", "bot novice"]
        assert await base.ratings.ladder(TWO, None, 0, 50, provisional=True) == ([], 0)

    using(database_url, work)


def test_what_is_rated_game_by_game_is_what_is_rated_at_once_and_anew(database_url: str) -> None:
    games = some_games(30)

    async def work(base: Base) -> None:
        for one in games:
            last = await base.rate([one])
        assert await base.rate([]) == last, "nothing is counted twice"
        assert await base.ratings.rate_anew() == 30
        assert await base.do(everything) == last

    using(database_url, work)
    assert smalti(["db", "rerate", "--database", database_url]) == 0


def test_a_game_that_turns_up_late_is_rated_where_it_belongs(database_url: str) -> None:
    games = some_games(20)

    async def work(base: Base) -> None:
        await base.rate(games[:5] + games[6:9] + games[10:])
        late = await base.rate([games[9]])
        late = await base.rate([games[5]])
        await base.ratings.rate_anew()
        assert await base.do(everything) == late

    using(database_url, work)


def test_a_review_that_is_ready_later_counts_where_its_game_was(database_url: str) -> None:
    games = [one | {"luck": None} for one in some_games(12)]

    def review(connection: Connection) -> None:
        connection.execute(
            update(endings).where(endings.c.table_id == "game004").values(judged=[{"luck": 1.0}, {"luck": -1.0}])
        )
        connection.execute(update(tables).where(tables.c.id == "game004").values(rated=OPEN))

    async def work(base: Base) -> None:
        before = json.loads(await base.rate(games))
        await base.do(review)
        after = json.loads(await base.rate([]))
        assert [row[:6] for row in before[0]] == [row[:6] for row in after[0]], "places say what they said"
        assert sum(row[8] for row in after[0]) == 2, "two have a game without luck"
        assert dict(after[2])["game004"] == FAIR
        assert dict(after[2])["game005"] == RATED
        await base.ratings.rate_anew()
        assert json.loads(await base.do(everything)) == after

    using(database_url, work)


def test_who_leaves_the_game_to_a_bot_is_last_even_if_that_wins(database_url: str) -> None:
    async def work(base: Base) -> None:
        await base.rate([a_game(0, "ann>legend", "ben", scores=(90, 10))])
        ann = (await base.ratings.of_person("ann"))[TWO]
        ben = (await base.ratings.of_person("ben"))[TWO]
        assert ann.points < 1500 < ben.points
        found, _ = await base.ratings.ladder(TWO, None, 0, 50, provisional=False)
        assert all(one.standing.games == 0 for one in found), "the bot that played on neither wins nor loses"

    using(database_url, work)


def test_a_game_of_which_nobody_knows_who_played_does_not_count(database_url: str) -> None:
    def leave(connection: Connection) -> None:
        connection.execute(update(seats).where(seats.c.seat == 0).values(person_id=None))

    async def work(base: Base) -> None:
        await base.do(put_in, [a_game(0, "ann", "ben")])
        await base.do(leave)
        await base.rate([a_game(1, "ann", "cem")])
        assert await base.ratings.of_person("ben") == {}
        assert list(await base.ratings.of_person("cem")) == [TWO]

    using(database_url, work)


def test_who_deletes_themselves_is_gone_and_the_others_keep_their_ratings(database_url: str) -> None:
    games = some_games(16)

    async def work(base: Base) -> None:
        await base.rate(games)
        before = [await base.ratings.of_person(name) for name in ("ben", "cem")]
        await base.do(put_in, [a_game(40, "ann", "ben")])  # rated only when Ann is gone
        exported = await Accounts(base.store).all_of("ann")
        assert len(exported["standings"]) == 1
        assert len(exported["rated"]) == exported["standings"][0]["games"]
        await Accounts(base.store).forget("ann", "Somebody")
        left = await base.rate([])
        assert "ann" not in left
        assert [await base.ratings.of_person(name) for name in ("ben", "cem")] == before
        await base.ratings.rate_anew()
        assert await base.do(everything) == left, "with what Ann came is kept, without her"

    using(database_url, work)


def test_two_servers_that_rate_at_once_rate_each_game_once(postgres_url: str) -> None:
    games = some_games(30)

    async def run() -> None:
        stores = [Store(open_engine(postgres_url, 4)) for _ in range(2)]
        await stores[0].upgrade()
        bases = [Base(store) for store in stores]
        await asyncio.gather(*(base.ratings.seed() for base in bases))
        await bases[0].do(put_in, games[::2])

        async def add(late: list[dict[str, Any]]) -> None:
            for one in late:
                await bases[1].do(put_in, [one])
                await bases[1].ratings.catch_up()

        await asyncio.gather(*(base.ratings.catch_up() for base in bases * 2), add(games[1::2]))
        await bases[0].ratings.catch_up()
        found = await bases[0].do(everything)
        assert len(json.loads(found)[1]) == 60
        await bases[1].ratings.rate_anew()
        assert await bases[1].do(everything) == found
        for store in stores:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("seen_by", ["everybody", "opponents", "nobody"])
def test_the_ladder_leaves_out_who_wants_to_be_unseen(database_url: str, seen_by: str) -> None:
    def hide(connection: Connection) -> None:
        connection.execute(update(people).where(people.c.id == "ann").values(seen_by=seen_by))

    async def work(base: Base) -> None:
        await base.rate([a_game(0, "ann", "ben")])
        await base.do(hide)
        shown = [
            {one.who for one in (await base.ratings.ladder(TWO, asking, 0, 50, provisional=True))[0]}
            for asking in ("ann", "ben", None)
        ]
        assert shown[0] == {"person ann", "person ben"}
        for one, other in pairwise(shown[1:]):
            assert one == other == ({"person ben"} if seen_by == "nobody" else shown[0])

    using(database_url, work)


def test_a_rating_has_a_course(database_url: str) -> None:
    async def work(base: Base) -> None:
        await base.rate([a_game(n, "ann", "bot novice") for n in range(5)])
        course = (await base.ratings.course("ann", 3))[TWO]
        assert [one.games for one in course] == [2, 3, 4]
        assert [one.points for one in course] == sorted(one.points for one in course)

    using(database_url, work)


def test_games_of_late_are_to_be_reviewed_and_old_ones_are_not(database_url: str) -> None:
    def recent(connection: Connection) -> None:
        now = datetime.now(UTC)
        connection.execute(update(endings).values(record="{}", ended=now))
        connection.execute(
            update(endings).where(endings.c.table_id == "game000").values(ended=now - timedelta(days=30))
        )
        connection.execute(delete(rated))

    async def work(base: Base) -> None:
        await base.rate([a_game(0, "ann", "ben"), a_game(1, "ann", "ben"), a_game(2, "ann", "ben", luck=0.1)])
        await base.do(recent)
        assert [row["table_id"] for row in await base.ratings.unreviewed()] == ["game001"]

    using(database_url, work)
