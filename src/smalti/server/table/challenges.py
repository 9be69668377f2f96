"""The challenge of a day: the same deal for everybody, once. When it can be played, and when it may be shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from smalti.kernel.words import N_
from smalti.server.table.changes import Row

GRACE = timedelta(minutes=10)
"""A day is closed at midnight and shown so long after it: clocks differ, and what was sent is still on its way."""
CLOSED = N_("this challenge was for one day, and that day is over")
ALONE = N_("a challenge is played to its end by the one who took it; no bot can help")
STILL_PLAYED = N_("others still play this deal today; it is shown to those who have finished it, and to all tomorrow")


def deal_of(game: str, day: date) -> str:
    """What the deal and the challenge of a day are called."""
    return f"daily {game} {day.isoformat()}"


def day_of(row: Row) -> date | None:
    """The day whose deal this table has: as a challenge, or because it repeats one."""
    first, _, rest = str(row["deal"]).partition(" ")
    return date.fromisoformat(rest.rpartition(" ")[2]) if first == "daily" and rest else None


def is_closed(row: Row, now: datetime) -> bool:
    """Whether this is the table of a challenge whose day is over."""
    day = day_of(row) if row["challenge"] else None
    return day is not None and now.date() > day


def is_played(row: Row, now: datetime) -> bool:
    """Whether others may still play the same deal."""
    day = day_of(row)
    return day is not None and now < datetime.combine(day + timedelta(days=1), time(), UTC) + GRACE


def played_deals(games: Iterable[str], now: datetime) -> set[str]:
    """The deals that somebody may still play: those of today, and of yesterday just after midnight."""
    return {deal_of(game, day) for game in games for day in (now.date(), (now - GRACE).date())}


def counts(one: Row, day: date) -> bool:
    """Whether a try is proven: brought to its end by one person, without help, on its day."""
    return bool(one["scores"]) and one["alone"] and one["ended"].date() == day
