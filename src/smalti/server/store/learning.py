"""What people learn from, as it is stored: mined puzzles, ratings, first answers, and mistakes as exercises."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from smalti.games import GAMES
from smalti.puzzles.grading import Grade
from smalti.puzzles.ladder import SURE, Rating, first_rating
from smalti.puzzles.puzzle import Puzzle, read_puzzle, shipped_by_id
from smalti.puzzles.repeating import answered, new_card
from smalti.server.operation import clock
from smalti.server.store.schema import attempts, exercises, people, puzzles, ratings, seats, tables
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row

if TYPE_CHECKING:
    from smalti.server.store.store import Store

LOST = ("mistake", "blunder")
"""The marks of decisions that become exercises."""


class Repeated(NamedTuple):
    """What became of an exercise."""

    due: datetime | None
    """When it comes again; None: it is mastered."""


class Climbed(NamedTuple):
    """What a first answer changed."""

    before: Rating
    after: Rating


async def keep_mistakes(connection: AsyncConnection, table_id: str, review: str) -> None:
    """Makes exercises of the mistakes in a game that somebody played; a what-if is an exercise already."""
    sits = seats.join(tables, tables.c.id == seats.c.table_id)
    query = select(seats.c.person_id, func.min(seats.c.seat)).select_from(sits).group_by(seats.c.person_id)
    own = (seats.c.table_id == table_id) & seats.c.person_id.is_not(None) & seats.c.bot.is_(None)
    found = await connection.execute(query.where(own & tables.c.branched.is_(None)))
    person_at = {seat: person_id for person_id, seat in found}
    lost = [event for event in json.loads(review)["events"] if event["mark"] in LOST and event["by"] in person_at]
    known = set((await connection.execute(select(exercises.c.ply).where(exercises.c.table_id == table_id))).scalars())
    card, due = new_card(clock.now())
    for event in (one for one in lost if one["ply"] not in known):
        row = {"person_id": person_at[event["by"]], "table_id": table_id, "ply": event["ply"]}
        await connection.execute(insert(exercises).values(**row, card=card, due=due))


class Learning:
    """Reads and writes what people learn from."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def mined(self, game: str) -> list[Puzzle]:
        """The puzzles that this server has mined by today's rules of a game."""
        query = select(puzzles.c.line).where((puzzles.c.game == game) & (puzzles.c.rules == GAMES[game].facts.version))
        async with self.store.reading() as connection:
            return [read_puzzle(game, line) for line in (await connection.execute(query)).scalars()]

    async def puzzle(self, puzzle_id: str) -> Puzzle | None:
        """A puzzle by its id: a shipped one, or one that this server has mined."""
        if found := shipped_by_id().get(puzzle_id):
            return found
        async with self.store.reading() as connection:
            row = (await connection.execute(select(puzzles).where(puzzles.c.id == puzzle_id))).mappings().first()
        known = row is not None and row["game"] in GAMES and row["rules"] == GAMES[row["game"]].facts.version
        return read_puzzle(row["game"], row["line"]) if row and known else None

    async def add_puzzles(self, found: Sequence[Puzzle]) -> int:
        """Keeps mined puzzles; how many of them are new."""
        rows = {one.id: one for one in found}
        async with self.store.writing() as connection:
            known = set((await connection.execute(select(puzzles.c.id).where(puzzles.c.id.in_(rows)))).scalars())
            for key in rows.keys() - known:
                game = rows[key].game
                row = {"id": key, "game": game, "rules": GAMES[game].facts.version, "line": rows[key].write()}
                await connection.execute(insert(puzzles).values(**row))
        return len(rows.keys() - known)

    async def tried(self, person_id: str) -> set[str]:
        """The puzzles that somebody has answered."""
        query = select(attempts.c.puzzle_id).where(attempts.c.person_id == person_id)
        async with self.store.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def rated(self, game: str) -> dict[str, Rating]:
        """The puzzles of a game that somebody has tried, by id."""
        query = select(ratings).where((ratings.c.game == game) & ratings.c.who.startswith("puzzle "))
        async with self.store.reading() as connection:
            found = (await connection.execute(query)).mappings()
            return {row["who"].removeprefix("puzzle "): read_rating(row) for row in found}

    async def rating_of(self, person_id: str | None, game: str) -> Rating:
        """How strong somebody is at the puzzles of a game."""
        async with self.store.reading() as connection:
            return await _rating(connection, f"person {person_id}", game, Rating(), lock=False)

    async def ladder(self, game: str, most: int) -> list[tuple[str, str, Rating]]:
        """The best of those whose rating means something: (person, name, rating)."""
        person = func.substr(ratings.c.who, len("person ") + 1) == people.c.id
        query = select(people.c.id, people.c.name, ratings).join(people, person).where(ratings.c.game == game)
        query = query.where(ratings.c.deviation <= SURE).order_by(ratings.c.rating.desc()).limit(most)
        async with self.store.reading() as connection:
            found = (await connection.execute(query)).mappings()
            return [(row["id"], row["name"], read_rating(row)) for row in found]

    async def attempt(self, person_id: str, puzzle: Puzzle, score: float) -> Climbed | None:
        """Rates somebody's first answer to a puzzle, and the puzzle; None for a later one."""
        made = {"person_id": person_id, "puzzle_id": puzzle.id, "score": score, "made": clock.now()}
        whoever, which = f"person {person_id}", f"puzzle {puzzle.id}"
        is_known = (attempts.c.person_id == person_id) & (attempts.c.puzzle_id == puzzle.id)
        async with self.store.writing() as connection:
            if (await connection.execute(select(attempts.c.score).where(is_known))).first():
                return None
            await connection.execute(insert(attempts).values(**made))
            theirs = await _rating(connection, which, puzzle.game, first_rating(puzzle))
            before = await _rating(connection, whoever, puzzle.game, Rating())
            after = before.after(theirs, score)
            await _keep_rating(connection, which, puzzle.game, theirs.after(before, 1 - score))
            await _keep_rating(connection, whoever, puzzle.game, after)
        return Climbed(before, after)

    async def due(self, person_id: str, now: datetime) -> list[Row]:
        """The mistakes that are to be looked at again, the most overdue first, those of a game in its order."""
        query = select(exercises, tables.c.game).join(tables, tables.c.id == exercises.c.table_id)
        query = query.where((exercises.c.person_id == person_id) & (exercises.c.due <= now))
        query = query.order_by(exercises.c.due, exercises.c.table_id, exercises.c.ply)
        async with self.store.reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def deck(self, person_id: str) -> tuple[int, int, datetime | None]:
        """How many mistakes somebody still repeats, how many are mastered, and when the next one comes."""
        counted = select(func.count(), func.count(exercises.c.due), func.min(exercises.c.due))
        async with self.store.reading() as connection:
            query = counted.where(exercises.c.person_id == person_id)
            all_of_them, open_ones, first = (await connection.execute(query)).one()
        return open_ones, all_of_them - open_ones, in_utc(first) if first else None

    async def repeat(self, person_id: str, table_id: str, ply: int, grade: Grade) -> Repeated | None:
        """Notes an answer to an exercise that is due; None where there is none."""
        one = is_exercise(person_id, table_id, ply) & (exercises.c.due <= clock.now())
        async with self.store.writing() as connection:
            row = (await connection.execute(select(exercises.c.card).where(one).with_for_update())).first()
            if row is None:
                return None
            card, due = answered(row[0], grade, clock.now())
            await connection.execute(update(exercises).where(one).values(card=card, due=due))
        return Repeated(due)


def is_exercise(person_id: str, table_id: str, ply: int) -> ColumnElement[bool]:
    """The row of an exercise."""
    return (exercises.c.person_id == person_id) & (exercises.c.table_id == table_id) & (exercises.c.ply == ply)


def read_rating(row: RowMapping | dict[str, Any]) -> Rating:
    """A rating from its row."""
    return Rating(row["rating"], row["deviation"], row["volatility"], row["tries"])


async def _rating(connection: AsyncConnection, who: str, game: str, first: Rating, *, lock: bool = True) -> Rating:
    """The rating of a person or a puzzle; the first one if it has none. It is locked to be written."""
    query = select(ratings).where((ratings.c.who == who) & (ratings.c.game == game))
    row = (await connection.execute(query.with_for_update() if lock else query)).mappings().first()
    return read_rating(row) if row else first


async def _keep_rating(connection: AsyncConnection, who: str, game: str, rating: Rating) -> None:
    """A new rating in the place of the old one."""
    mine = (ratings.c.who == who) & (ratings.c.game == game)
    done = await connection.execute(update(ratings).where(mine).values(**rating._asdict()))
    if done.rowcount == 0:
        await connection.execute(insert(ratings).values(who=who, game=game, **rating._asdict()))
