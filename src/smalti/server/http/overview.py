"""Tables in a list: whose turn it is, with whom, when it was last played, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from smalti.kernel.words import N_, counted, say
from smalti.server.keeping.lobby import Lobby
from smalti.server.operation import clock
from smalti.server.store.statements import in_utc
from smalti.server.table.challenges import is_closed
from smalti.server.table.changes import Row
from smalti.server.table.table import Table
from smalti.statistics.telling import MONTHS

NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Listed:
    """One table as a person sees it in a list."""

    table: Table
    my_turn: bool
    with_names: tuple[str, ...]
    """Everybody else at the table."""
    waiting_for: tuple[str, ...]
    played: datetime
    """When something last happened."""
    due: datetime | None = None
    """When the time of the own turn is over."""

    @property
    def over(self) -> bool:
        """Whether the game is finished, or was ended before."""
        return self.table.match.position.is_over or self.table.ended

    @property
    def results(self) -> list[tuple[str, int, bool]]:
        """(name, points, whether a winner), the best first."""
        position = self.table.match.position
        winners = position.winners()
        rows = [(c.name, position.scores()[c.seat], c.seat in winners) for c in self.table.chairs]
        return sorted(rows, key=lambda row: (not row[2], -row[1]))


@dataclass(frozen=True)
class Result:
    """One line of a list of scores."""

    rank: int
    name: str
    points: int
    mine: bool


async def listed_tables(lobby: Lobby, person_id: str | None, most: int = 200) -> list[Listed]:
    """The tables somebody sits at: first where it is their turn, the shortest time first, the finished ones last."""
    if not person_id:
        return []
    ids = await lobby.store.tables_of(person_id, most)
    played = await lobby.store.last_played(ids)
    found = [listed(keeper.table, person_id, played.get(keeper.id)) for keeper in await lobby.find_all(ids)]
    found.sort(key=lambda one: one.played, reverse=True)
    return sorted(found, key=lambda one: (one.over, not one.my_turn, one.due or NEVER))


@dataclass(frozen=True)
class AskedAgain:
    """Somebody of a finished game wants to play again, and another has not answered yet."""

    table: Table
    """The finished one."""
    by: str


async def asked_again(lobby: Lobby, found: list[Listed], person_id: str | None) -> list[AskedAgain]:
    """The finished games whose people want to play again with somebody who has neither come nor declined."""
    asked = []
    for table in (one.table for one in found if one.table.rematch):
        assert table.rematch is not None
        mine = set(table.seats_of(person_id))
        made = (await lobby.find(table.rematch.table)).table
        if any(made.chairs[seat].invited for seat in mine - table.declined):
            asked.append(AskedAgain(table, table.chairs[table.rematch.by].name))
    return asked


def listed(table: Table, person_id: str, played: datetime | None) -> Listed:
    """A table for somebody's list."""
    mine = table.seats_of(person_id)
    acting = table.match.position.actors() if table.started else ()
    others = tuple(chair.name for chair in table.chairs if chair.seat not in mine or chair.seat != mine[0])
    waiting = [c.name for c in table.chairs if c.invited or c.seat in acting]
    my_turn = any(seat in acting and not table.chairs[seat].bot for seat in mine)
    my_turn = my_turn and not is_closed(table.row, clock.now())
    dues = [table.turns[seat].due for seat in mine if seat in table.turns]
    due = min((due for due in dues if due), default=None)
    return Listed(table, my_turn, others, tuple(waiting), in_utc(played or table.row["created"]), due)


def ranking(taken: list[Row], person_id: str | None) -> list[Result]:
    """The list of scores of those who are through with a challenge; equal points share a rank."""
    done = sorted(taken, key=lambda one: -one["scores"][0])
    points = [one["scores"][0] for one in done]
    return [
        Result(1 + sum(other > mine for other in points), one["name"], mine, one["person_id"] == person_id)
        for one, mine in zip(done, points, strict=True)
    ]


def ago(language: str, then: datetime, now: datetime) -> str:
    """How long ago, in words."""
    passed = now - then
    if passed < timedelta(minutes=1):
        return say(language, N_("just now"))
    if passed < timedelta(hours=1):
        return counted(language, passed // timedelta(minutes=1), N_("a minute ago"), N_("{n} minutes ago"))
    if passed < timedelta(days=1):
        return counted(language, passed // timedelta(hours=1), N_("an hour ago"), N_("{n} hours ago"))
    return counted(language, passed.days, N_("yesterday"), N_("{n} days ago"))


def written_day(language: str, day: date) -> str:
    """A day as people write it."""
    return say(language, N_("{day} {month} {year}"), {"day": day.day, "month": MONTHS[day.month - 1], "year": day.year})
